"""The deals table of the auction family from its raw rows."""

import numpy as np
import polars as pl

from sixtysix_sim.logs.columns import Named, nullable
from sixtysix_sim.logs.raw import Int32
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.vocabulary import DealEnd


def deal_columns(raw: Int32, schema: pl.Schema) -> Named:
    """Return the columns of deals that stand in raw rows, redealt deals included."""
    end = raw[:, DealField.END]
    redealt = end == DealEnd.REDEAL
    columns: Named = {
        name: raw[:, DealField[name.upper()]]
        for name in schema
        if name.upper() in DealField.__members__
    }
    columns["made"] = nullable(end == DealEnd.MADE, redealt)
    columns["bid"] = nullable(raw[:, DealField.BID].astype(np.int16), redealt)
    return columns
