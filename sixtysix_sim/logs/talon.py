"""The deals table of the talon family from its raw rows."""

import polars as pl

from sixtysix_sim.logs.columns import Named
from sixtysix_sim.logs.raw import Int32
from sixtysix_sim.logs.raw.talon import DealField


def deal_columns(raw: Int32, schema: pl.Schema) -> Named:
    """Return the columns of deals that stand in raw rows; a column a side where sides have one."""
    columns: Named = {}
    for name in schema:
        field, _, side = name.upper().rpartition("_")
        if name.upper() in DealField.__members__:
            columns[name] = raw[:, DealField[name.upper()]]
        elif field in DealField.__members__ and side.isdecimal():
            columns[name] = raw[:, DealField[field] + int(side)]
    return columns
