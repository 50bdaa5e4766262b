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


class GameField(IntEnum):
    """Columns of a raw game row (int32)."""

    ROWS = 0  # rows in deals, redeals included
    SCORED = 1
    WINNER = 2
    END = 3  # GameEnd
    SCORE_0 = 4
    SCORE_1 = 5


class DealField(IntEnum):
    """Columns of a raw deal row of the auction family (int32)."""

    GAME = 0  # counted from the chunk's first game
    DEAL = 1
    DEALER = 2
    END = 3  # DealEnd
    TRUMP = 4  # suit index
    WINNER = 5
    DECLARER = 6
    BID = 7
    KAPUT = 8  # side
    LAST_TRICK = 9  # side
    SPEAKING = 10
    BIDS = 11
    ASKED = 12
    CHANGE_0 = 13
    CHANGE_1 = 14
    SCORE_0 = 15
    SCORE_1 = 16
    TRICKS_0 = 17
    TRICKS_1 = 18
    CARD_POINTS_0 = 19  # last-trick bonus included
    CARD_POINTS_1 = 20
    MELD_POINTS_0 = 21  # before any wipe
    MELD_POINTS_1 = 22
    MOVES = 23  # actions in the deal
    FORCED = 24  # actions that were the only legal one
    LEGAL = 25  # sum over actions of how many were legal
    MELDS = 26  # rows in melds
    FIRST_SPEAKER = 27


class MeldField(IntEnum):
    """Columns of a raw meld row (int32)."""

    DEAL_ROW = 0  # row in the chunk's deals
    SEAT = 1
    MELD = 2  # position of the meld in the rule set's table
    SUIT = 3  # suit index, NONE for melds over all suits or exact cards
    COPIES = 4
    POINTS = 5  # of all copies


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
        games: int32[games, GameField].
        deals: int32[rows, DealField], empty if the log level keeps none.
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
