"""Raw rows a kernel leaves behind for a chunk: plain integers in arrays, one layout for all.

Kernels write them, `logs.write` turns them into the tables of `logs.schema`, measures sum them.
Missing values are ``NONE``; codes are those of `vocabulary` and `cards`.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

NONE = -1
Int32 = NDArray[np.int32]
Int64 = NDArray[np.int64]
Float64 = NDArray[np.float64]
MAX_SIDES = 6
GAME_WIDTH = 4 + MAX_SIDES  # of a raw game row


class GameField(IntEnum):
    """Columns of a raw game row (int32)."""

    ROWS = 0  # rows in deals, redeals included
    SCORED = 1
    WINNER = 2
    END = 3  # GameEnd
    SCORE_0 = 4  # ×MAX_SIDES, by side


class AnyDeal(IntEnum):
    """Columns a raw deal row (int32) has in every family; the others stand in the family's."""

    GAME = 0  # counted from the chunk's first game
    DEAL = 1
    DEALER = 2
    END = 3  # DealEnd
    TRUMP = 4  # suit index
    WINNER = 5  # side
    MOVES = 6  # actions in the deal
    FORCED = 7  # actions that were the only legal one
    LEGAL = 8  # sum over actions of how many were legal
    MELDS = 9  # rows in melds


class MeldField(IntEnum):
    """Columns of a raw meld row (int32)."""

    DEAL_ROW = 0  # row in the chunk's deals
    SEAT = 1
    MELD = 2  # position of the meld in the rule set's table
    SUIT = 3  # suit index, NONE for melds over all suits or exact cards
    COPIES = 4
    POINTS = 5  # of all copies
    COUNTED = 6  # 0 while and if a marriage is never redeemed by a trick (K3.2)


@dataclass(frozen=True)
class RawMoves:
    """The action log of a chunk, one array a column, rows in order of play.

    ``seq`` and ``value`` (points bid, else NONE) and ``legal`` are int16; ``trick``, ``seat`` int8;
    ``action`` (Action), ``card`` (card code, 255 none), ``suit`` (suit index, 255 none) uint8.
    The deals' MOVES column says how many rows each deal has.
    """

    seq: NDArray[np.int16]
    trick: NDArray[np.int8]
    seat: NDArray[np.int8]
    action: NDArray[np.uint8]
    card: NDArray[np.uint8]
    suit: NDArray[np.uint8]
    value: NDArray[np.int16]
    legal: NDArray[np.int16]


@dataclass(frozen=True)
class RawChunk:
    """Everything a kernel says about the games ``first_game`` … ``first_game + games − 1``.

    Attributes:
        first_game: number of the first game.
        games: int32[games, GameField and a score a side].
        deals: int32[rows, columns of the family], empty if the log level keeps none.
        melds: int32[rows, MeldField], likewise.
        decks: uint8[deals, 2 × cards]: deck text in ASCII, empty below the level ``moves``.
        moves: the action log, None below the level ``moves``.
        sums: float64[metrics, 5]: ΣK, ΣM, ΣK², ΣKM, ΣM² over games, in the order of
            `metrics.metrics_of`; whole numbers, exact below 2^53.
        measures: int64[games, measures] if asked for (paired comparisons), else empty.
        deals_played: rows in deals, kept or not.
        moves_played: actions, logged or not.
    """

    first_game: int
    games: Int32
    deals: Int32
    melds: Int32
    decks: NDArray[np.uint8]
    moves: RawMoves | None
    sums: Float64
    measures: Int64
    deals_played: int
    moves_played: int
