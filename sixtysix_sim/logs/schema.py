"""The tables of a run, each once: column names and types for writer, reader, docs and audit.

Names and types follow docs/data.md. Text columns are Polars enums (dictionary-encoded in Parquet);
only `deck` is plain text. Which melds exist is data, so a schema belongs to a rule set.
"""

from typing import TypeAlias

import polars as pl

from sixtysix_sim.cards import CARD_NAMES, SUITS
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import ACTION_NAMES, DEAL_END_NAMES, GAME_END_NAMES, Family, LogLevel

SCHEMA_VERSION = "1"
MARRIAGE = "marriage"  # the one meld of the talon family
Columns: TypeAlias = dict[str, pl.DataType]

SUIT = pl.Enum(list(SUITS))
CARD = pl.Enum(list(CARD_NAMES))
ACTION = pl.Enum(list(ACTION_NAMES))
DEAL_END = pl.Enum(list(DEAL_END_NAMES))
GAME_END = pl.Enum(list(GAME_END_NAMES))
_I8, _I16, _I32, _I64 = pl.Int8(), pl.Int16(), pl.Int32(), pl.Int64()

#: Tables kept at each log level, in the order of the rule of thumb "few rows first".
KEPT: dict[LogLevel, tuple[str, ...]] = {
    LogLevel.NONE: (),
    LogLevel.GAMES: ("games",),
    LogLevel.DEALS: ("games", "deals", "melds"),
    LogLevel.MOVES: ("games", "deals", "melds", "moves"),
}
TABLES = KEPT[LogLevel.MOVES]

#: Columns of a file of sums: a row is a metric, in the order of `metrics.metrics_of`.
SUMS = pl.Schema(
    {
        "metric": pl.String(),
        "group": pl.String(),
        "k": _I64,
        "m": _I64,
        "kk": pl.Float64(),
        "km": pl.Float64(),
        "mm": pl.Float64(),
    }
)

_GAMES: Columns = {"game": _I64, "deals": _I32, "winner": _I8, "end": GAME_END}
MOVES: Columns = {
    "game": _I64,
    "deal": _I32,
    "seq": _I16,
    "trick": _I8,
    "seat": _I8,
    "action": ACTION,
    "card": CARD,
    "suit": SUIT,
    "value": _I16,
    "legal": _I16,
}
_DEALS: Columns = {
    "game": _I64,
    "deal": _I32,
    "dealer": _I8,
    "trump": SUIT,
    "deck": pl.String(),
    "end": DEAL_END,
    "winner": _I8,
}
_BY_SIDE: Columns = {
    "change": _I32,
    "score": _I32,
    "tricks": _I8,
    "card_points": _I16,
    "meld_points": _I16,
}
_AUCTION: Columns = {
    "declarer": _I8,
    "bid": _I16,
    "made": pl.Boolean(),
    "kaput": _I8,
    "last_trick": _I8,
    "speaking": _I8,
    "bids": _I8,
    "asked": _I8,
}


def meld_type(ruleset: RuleSet) -> pl.Enum:
    """Return the enum of the rule set's meld names, in the order they are counted (C5)."""
    if ruleset.family is Family.TALON:
        return pl.Enum([MARRIAGE])
    return pl.Enum(list(ruleset.auction.melds.patterns))


def table_schemas(ruleset: RuleSet) -> dict[str, pl.Schema]:
    """Return the schema of each table of a rule set, by name, columns in the order written."""
    sides = range(ruleset.sides)
    by_side = {f"{name}_{side}": kind for side in sides for name, kind in _BY_SIDE.items()}
    of_family = _AUCTION if ruleset.family is Family.AUCTION else _talon_columns(ruleset)
    melds: Columns = {
        "game": _I64,
        "deal": _I32,
        "seat": _I8,
        "side": _I8,
        "meld": meld_type(ruleset),
        "suit": SUIT,
        "copies": _I8,
        "points": _I16,
        "counted": pl.Boolean(),
    }
    return {
        "games": pl.Schema(_GAMES | {f"score_{side}": _I32 for side in sides}),
        "deals": pl.Schema(_DEALS | by_side | of_family),
        "melds": pl.Schema(melds),
        "moves": pl.Schema(MOVES),
    }


def _talon_columns(ruleset: RuleSet) -> Columns:
    """Return the columns only the talon family has; a stake that may pass i8 gets a wider type."""
    rules = ruleset.talon
    return {
        "forehand": _I8,
        "upcard": CARD,
        "closer": _I8,
        "closed_at": _I8,
        "exchanger": _I8,
        "game_points": _least_type(rules.most_game_points),
        "stake": _least_type(rules.most_stake),
    }


def _least_type(most: int) -> pl.DataType:
    """Return the narrowest integer type that holds 0 … ``most``."""
    return _I8 if most < 1 << 7 else _I16 if most < 1 << 15 else _I32
