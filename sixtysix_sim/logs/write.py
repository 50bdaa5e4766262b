"""From a kernel's raw rows to tables, and from tables to the bytes of Parquet files.

Everything happens in memory and depends on the raw rows alone, so the same chunk gives the same
bytes on every thread. Polars and Arrow do the work without holding the interpreter's lock.
"""

import io
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
from numpy.typing import NDArray

from sixtysix_sim.logs.raw import NONE, GameField, MeldField, RawChunk
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.logs.schema import KEPT, SCHEMA_VERSION, SIDES, SUMS, table_schemas
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import DealEnd, LogLevel

# Fixed, because the library's own choice may depend on the machine; larger groups gain nothing.
ROW_GROUP = 1 << 20
# zstd levels: decks, half of the bytes a deal takes, get 5 % smaller at 3 for no measurable time.
QUICK = 1
LEVELS = {"deals": 3}
Array = NDArray[Any]


def file_metadata(ruleset: RuleSet, seed: int) -> dict[str, str]:
    """Return the key-value metadata every file of a run carries."""
    return {
        "sixtysix.schema": SCHEMA_VERSION,
        "sixtysix.rules_hash": ruleset.hash,
        "sixtysix.seed": str(seed),
    }


def tables_of(chunk: RawChunk, ruleset: RuleSet, log: LogLevel) -> dict[str, pl.DataFrame]:
    """Return the tables a log level keeps, by name, with the columns of `logs.schema`."""
    schemas = table_schemas(ruleset)
    makers = {
        "games": games_table,
        "deals": deals_table,
        "melds": melds_table,
        "moves": moves_table,
    }
    return {name: makers[name](chunk, schemas[name]) for name in KEPT[log]}


def games_table(chunk: RawChunk, schema: pl.Schema) -> pl.DataFrame:
    """Return a row a game of a chunk."""
    raw, field = chunk.games, GameField
    columns: dict[str, Array | pl.Series] = {
        "game": chunk.first_game + np.arange(len(raw), dtype=np.int64),
        "deals": raw[:, field.ROWS],
        "winner": raw[:, field.WINNER],
        "end": raw[:, field.END],
        **{f"score_{side}": raw[:, field.SCORE_0 + side] for side in range(SIDES)},
    }
    return _frame(columns, schema)


def deals_table(chunk: RawChunk, schema: pl.Schema) -> pl.DataFrame:
    """Return a row a deal of the auction family, redealt ones included."""
    raw, field = chunk.deals, DealField
    end = raw[:, field.END]
    redealt = end == DealEnd.REDEAL
    columns: dict[str, Array | pl.Series] = {
        "game": _games(chunk),
        "deck": _decks(chunk.decks, len(raw)),
        "made": _nullable(end == DealEnd.MADE, redealt),
        "bid": _nullable(raw[:, field.BID].astype(np.int16), redealt),
    }
    for name in schema:
        if name not in columns:
            columns[name] = raw[:, field[name.upper()]]
    return _frame(columns, schema)


def melds_table(chunk: RawChunk, schema: pl.Schema) -> pl.DataFrame:
    """Return a row a seat, meld and suit of the auction family; only melds that score have rows."""
    raw, field = chunk.melds, MeldField
    rows, seat = raw[:, field.DEAL_ROW], raw[:, field.SEAT].astype(np.int8)
    columns: dict[str, Array | pl.Series] = {
        "game": _games(chunk)[rows],
        "deal": chunk.deals[:, DealField.DEAL][rows],
        "seat": seat,
        "side": seat % SIDES,
        "meld": raw[:, field.MELD],
        "suit": raw[:, field.SUIT],
        "copies": raw[:, field.COPIES],
        "points": raw[:, field.POINTS],
        "counted": np.ones(len(raw), dtype=np.bool_),
    }
    return _frame(columns, schema)


def moves_table(chunk: RawChunk, schema: pl.Schema) -> pl.DataFrame:
    """Return a row an action, in order of play.

    Raises:
        ValueError: the chunk was played without its action log.
    """
    moves = chunk.moves
    if moves is None:
        raise ValueError("the chunk has no action log")
    per_deal = chunk.deals[:, DealField.MOVES]
    columns: dict[str, Array | pl.Series] = {
        "game": np.repeat(_games(chunk), per_deal),
        "deal": np.repeat(chunk.deals[:, DealField.DEAL], per_deal),
        "value": _nullable(moves.value, moves.value == NONE),
    }
    for name in schema:
        if name not in columns:
            columns[name] = getattr(moves, name)
    return _frame(columns, schema)


def sums_table(sums: Array, names: Sequence[tuple[str, str | None]]) -> pl.DataFrame:
    """Return the sums of a chunk (float64[metrics, 5]), a row a metric named (metric, group).

    Raises:
        ValueError: not one name a metric.
    """
    metric, group = zip(*names, strict=True) if names else ((), ())
    if sums.shape != (len(metric), 5):
        raise ValueError(f"sums have shape {sums.shape}, not ({len(metric)}, 5)")
    columns: dict[str, Any] = {"metric": metric, "group": group}
    for number, name in enumerate(("k", "m", "kk", "km", "mm")):
        column = np.ascontiguousarray(sums[:, number])
        columns[name] = column.astype(np.int64) if SUMS[name] == pl.Int64 else column
    return pl.DataFrame(columns, schema=SUMS)


def parquet_bytes(
    table: pl.DataFrame, metadata: Mapping[str, str], level: int = QUICK
) -> memoryview:
    """Return a table as a Parquet file: zstd, no statistics, key-value metadata."""
    buffer = io.BytesIO()
    table.write_parquet(
        buffer,
        compression="zstd",
        compression_level=level,
        statistics=False,
        row_group_size=ROW_GROUP,
        metadata=dict(metadata),
    )
    return buffer.getbuffer()


def _frame(columns: Mapping[str, Array | pl.Series], schema: pl.Schema) -> pl.DataFrame:
    """Return a frame with exactly the schema's columns, names, types and order."""
    return pl.DataFrame([_series(name, columns[name], kind) for name, kind in schema.items()])


def _series(name: str, values: Array | pl.Series, kind: pl.DataType) -> pl.Series:
    """Return a column; integers become enums by their code, missing codes null."""
    if isinstance(values, pl.Series):
        return values.alias(name)
    if isinstance(kind, pl.Enum):
        codes = np.ascontiguousarray(values).astype(np.uint8, copy=False)  # −1 becomes 255
        return pl.Series(name, codes).cat.to(kind, strict=False)
    return pl.Series(name, np.ascontiguousarray(values, dtype=_NUMPY[kind]))


_NUMPY: dict[pl.DataType, type[np.generic]] = {
    pl.Int8(): np.int8,
    pl.Int16(): np.int16,
    pl.Int32(): np.int32,
    pl.Int64(): np.int64,
    pl.Boolean(): np.bool_,
}


def _games(chunk: RawChunk) -> Array:
    """Return the number of each deal's game."""
    return chunk.first_game + chunk.deals[:, DealField.GAME].astype(np.int64)


def _nullable(values: Array, missing: NDArray[np.bool_]) -> pl.Series:
    """Return a column that is null where ``missing``; numbers are not copied."""
    if values.dtype == np.bool_:
        return pl.Series(pa.array(values, mask=missing))
    bits = np.packbits(~missing, bitorder="little")
    buffers = [pa.py_buffer(bits), pa.py_buffer(np.ascontiguousarray(values))]
    return pl.Series(pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), buffers))


def _decks(decks: Array, rows: int) -> pl.Series:
    """Return a row a deck as text without copying it, or nulls where decks are not kept."""
    if not len(decks):
        return pl.repeat(None, rows, dtype=pl.String, eager=True)
    count, width = decks.shape
    ends = np.arange(0, (count + 1) * width, width, dtype=np.int64)
    text = pa.LargeStringArray.from_buffers(
        count, pa.py_buffer(ends), pa.py_buffer(np.ascontiguousarray(decks))
    )
    return pl.Series("deck", text)
