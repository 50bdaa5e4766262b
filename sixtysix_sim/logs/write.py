"""From a kernel's raw rows to tables, and from tables to the bytes of Parquet files.

Everything happens in memory and depends on the raw rows alone, so the same chunk gives the same
bytes on every thread. Polars and Arrow do the work without holding the interpreter's lock.
"""

import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from sixtysix_sim.logs import auction, talon
from sixtysix_sim.logs.columns import Array, Named, deck_texts, frame_of, game_numbers, nullable
from sixtysix_sim.logs.raw import NONE, AnyDeal, GameField, Int32, MeldField, RawChunk
from sixtysix_sim.logs.schema import KEPT, SCHEMA_VERSION, SUMS, table_schemas
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import Family, LogLevel

# Fixed, because the library's own choice may depend on the machine; larger groups gain nothing.
ROW_GROUP = 1 << 20
# zstd levels. Auction: decks, half of the bytes a deal takes, get 5 % smaller at 3 for no
# measurable time. Talon: moves get 4 % smaller for 3 ns a row, decks only 3 % for 80 ns a deal.
QUICK = 1
LEVELS: dict[Family, dict[str, int]] = {Family.AUCTION: {"deals": 3}, Family.TALON: {"moves": 3}}
#: Columns of deals that only the family knows how to make.
_DEAL_COLUMNS: dict[Family, Callable[[Int32, pl.Schema], Named]] = {
    Family.AUCTION: auction.deal_columns,
    Family.TALON: talon.deal_columns,
}


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
    makers: dict[str, Callable[[], pl.DataFrame]] = {
        "games": lambda: games_table(chunk, schemas["games"], ruleset.sides),
        "deals": lambda: deals_table(chunk, schemas["deals"], ruleset.family),
        "melds": lambda: melds_table(chunk, schemas["melds"], ruleset.sides),
        "moves": lambda: moves_table(chunk, schemas["moves"]),
    }
    return {name: makers[name]() for name in KEPT[log]}


def games_table(chunk: RawChunk, schema: pl.Schema, sides: int) -> pl.DataFrame:
    """Return a row a game of a chunk."""
    raw, field = chunk.games, GameField
    columns: Named = {
        "game": chunk.first_game + np.arange(len(raw), dtype=np.int64),
        "deals": raw[:, field.ROWS],
        "winner": raw[:, field.WINNER],
        "end": raw[:, field.END],
        **{f"score_{side}": raw[:, field.SCORE_0 + side] for side in range(sides)},
    }
    return frame_of(columns, schema)


def deals_table(chunk: RawChunk, schema: pl.Schema, family: Family) -> pl.DataFrame:
    """Return a row a deal, redealt ones included."""
    raw = chunk.deals
    columns = _DEAL_COLUMNS[family](raw, schema)
    columns |= {"game": game_numbers(chunk), "deck": deck_texts(chunk.decks, len(raw))}
    return frame_of(columns, schema)


def melds_table(chunk: RawChunk, schema: pl.Schema, sides: int) -> pl.DataFrame:
    """Return a row a seat, meld and suit."""
    raw, field = chunk.melds, MeldField
    rows, seat = raw[:, field.DEAL_ROW], raw[:, field.SEAT].astype(np.int8)
    columns: Named = {
        "game": game_numbers(chunk)[rows],
        "deal": chunk.deals[:, AnyDeal.DEAL][rows],
        "seat": seat,
        "side": seat % sides,
        "meld": raw[:, field.MELD],
        "suit": raw[:, field.SUIT],
        "copies": raw[:, field.COPIES],
        "points": raw[:, field.POINTS],
        "counted": raw[:, field.COUNTED] != 0,
    }
    return frame_of(columns, schema)


def moves_table(chunk: RawChunk, schema: pl.Schema) -> pl.DataFrame:
    """Return a row an action, in order of play.

    Raises:
        ValueError: the chunk was played without its action log.
    """
    moves = chunk.moves
    if moves is None:
        raise ValueError("the chunk has no action log")
    per_deal = chunk.deals[:, AnyDeal.MOVES]
    columns: Named = {
        "game": np.repeat(game_numbers(chunk), per_deal),
        "deal": np.repeat(chunk.deals[:, AnyDeal.DEAL], per_deal),
        "value": nullable(moves.value, moves.value == NONE),
    }
    for name in schema:
        if name not in columns:
            columns[name] = getattr(moves, name)
    return frame_of(columns, schema)


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


def level_of(family: Family, table: str) -> int:
    """Return the zstd level of a table, or of the sums."""
    return LEVELS[family].get(table, QUICK)


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
