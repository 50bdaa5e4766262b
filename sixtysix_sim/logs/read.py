"""Reading a run's tables: lazily, file by file, with one sentence for a file that is not sound."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from sixtysix_sim.errors import CorruptData

# A panic is how Polars meets some damage; it is no subclass of its own errors.
_TROUBLE = (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError)


def scan_table(paths: Sequence[Path], schema: pl.Schema) -> pl.LazyFrame:
    """Return a table over the files of all chunks, to be queried and then given to `collect`.

    No file gives an empty table with the schema's columns.
    """
    if not paths:
        return pl.LazyFrame(schema=schema)
    return pl.scan_parquet(list(paths), schema=dict(schema), glob=False, low_memory=True)


def collect(query: pl.LazyFrame, paths: Sequence[Path], schema: pl.Schema) -> pl.DataFrame:
    """Run a query over `scan_table` in little memory.

    Raises:
        CorruptData: a file is missing, damaged, or has other columns; the sentence names it.
    """
    try:
        return query.collect(engine="streaming")
    except _TROUBLE as error:
        for path in paths:
            check_file(path, schema)
        raise CorruptData(f"{_place(paths)} cannot be read: {_first_line(error)}") from None


def check_file(path: Path, schema: pl.Schema) -> None:
    """Check that a file is there, has the schema's columns and types, and can be read to its end.

    Raises:
        CorruptData: it is not so.
    """
    try:
        found = pl.Schema(pl.read_parquet_schema(path))
    except FileNotFoundError:
        raise CorruptData(f"{path} is missing: `simulate --resume` plays its chunk again") from None
    except _TROUBLE as error:
        raise _damaged(path, error) from None
    if found != schema:
        raise CorruptData(f"{path} has other columns than its table: {_difference(found, schema)}")
    try:
        pl.read_parquet(path, glob=False)
    except _TROUBLE as error:
        raise _damaged(path, error) from None


def _difference(found: pl.Schema, schema: pl.Schema) -> str:
    for name, kind in schema.items():
        if name not in found:
            return f"{name} is missing"
        if found[name] != kind:
            return f"{name} is {_kind(found[name])} and should be {_kind(kind)}"
    extra = [name for name in found if name not in schema]
    return f"{extra[0]} does not belong there" if extra else "their order is another"


def _kind(kind: pl.DataType) -> str:
    """Return a type's name; the names an enum holds would fill the screen."""
    return "an enum of other names" if isinstance(kind, pl.Enum) else str(kind)


def _damaged(path: Path, error: BaseException) -> CorruptData:
    return CorruptData(f"{path} is damaged: {_first_line(error)}")


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _place(paths: Sequence[Path]) -> str:
    return str(paths[0].parent) if paths else "an empty table"
