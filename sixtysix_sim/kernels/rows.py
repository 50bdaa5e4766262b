"""The arrays a kernel writes its raw rows to (layout: `sixtysix_sim.logs.raw`)."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sixtysix_sim.kernels.bits import lowest, seldom
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.logs.raw import GAME_WIDTH, Int32, Int64, MeldField, RawMoves

NO_CODE = 255
MOST_TRICKS = 31  # 60 cards between two seats, and the choice before a trick not played; all bits
FORCED_AT, LEGAL_AT = 20, 40  # bits of a word of `Rows.by_trick`; actions stand below them


class Rows(NamedTuple):
    """Where a kernel writes; columns as in `logs.raw`. ``keep`` 0: rows of one game at a time."""

    keep: int
    log_moves: int
    games: Int32
    deals: Int32
    melds: Int32
    decks: NDArray[np.uint16]  # two characters a card
    seq: NDArray[np.int16]
    trick: NDArray[np.int8]
    seat: NDArray[np.int8]
    action: NDArray[np.uint8]
    card: NDArray[np.uint8]
    suit: NDArray[np.uint8]
    value: NDArray[np.int16]
    legal: NDArray[np.int16]
    cursor: Int64  # [row of the next action, its number within the deal]
    by_trick: Int64  # of the game so far: actions, forced ones, legal ones; places from 1


def new_rows(
    games: int, deals: int, melds: int, moves: int, deck_size: int, width: int, keep: bool
) -> Rows:
    """Return arrays for so many rows; ``moves`` 0 logs neither actions nor decks.

    Args:
        width: columns of a deal row.
    """
    decks = (deals, deck_size) if moves else (0, 0)
    return Rows(
        keep=int(keep),
        log_moves=int(moves > 0),
        games=np.zeros((games, GAME_WIDTH), dtype=np.int32),
        deals=np.zeros((deals, width), dtype=np.int32),
        melds=np.empty((melds, len(MeldField)), dtype=np.int32),
        decks=np.empty(decks, dtype=np.uint16),
        seq=np.empty(moves, dtype=np.int16),
        trick=np.empty(moves, dtype=np.int8),
        seat=np.empty(moves, dtype=np.int8),
        action=np.empty(moves, dtype=np.uint8),
        card=np.empty(moves, dtype=np.uint8),
        suit=np.empty(moves, dtype=np.uint8),
        value=np.empty(moves, dtype=np.int16),
        legal=np.empty(moves, dtype=np.int16),
        cursor=np.zeros(2, dtype=np.int64),
        by_trick=np.zeros(MOST_TRICKS + 1, dtype=np.int64),
    )


def raw_moves(rows: Rows, count: int) -> RawMoves:
    """Return the first ``count`` rows of the action log."""
    names = ("seq", "trick", "seat", "action", "card", "suit", "value", "legal")
    return RawMoves(*(getattr(rows, name)[:count] for name in names))


@inlined
def log_move(
    rows: Rows, trick: int, seat: int, action: int, card: int, suit: int, value: int, legal: int
) -> None:
    """Write one action if the level is ``moves``; where it goes is kept out of the hot path."""
    if seldom(rows.log_moves != 0):
        at = rows.cursor[0]
        rows.seq[at] = rows.cursor[1]
        rows.trick[at] = trick
        rows.seat[at] = seat
        rows.action[at] = action
        rows.card[at] = card
        rows.suit[at] = suit
        rows.value[at] = value
        rows.legal[at] = legal
        rows.cursor[0] = at + 1
        rows.cursor[1] += 1


@inlined
def count_trick(rows: Rows, trick: int, actions: int, forced: int, legal: int) -> None:
    """Count actions of a trick, how many were forced, and how many were legal in all."""
    rows.by_trick[trick & MOST_TRICKS] += actions + (forced << FORCED_AT) + (legal << LEGAL_AT)


@inlined
def trick_counts(word: int) -> Any:
    """Return (actions, forced, legal) of a word of `Rows.by_trick`."""
    forced = (word >> FORCED_AT) & ((1 << (LEGAL_AT - FORCED_AT)) - 1)
    return word & ((1 << FORCED_AT) - 1), forced, word >> LEGAL_AT


@inlined
def clear_tricks(rows: Rows) -> None:
    """Forget the tricks of the game before."""
    for trick in range(MOST_TRICKS + 1):
        rows.by_trick[trick] = 0


@inlined
def write_cards(rows: Rows, texts: Any, row: int, at: int, left: int) -> int:
    """Write cards, bits as `bits.in_reading_order` gives them, into a deal's deck; return the end.

    Args:
        texts: uint16[64], two characters by bit. at: place of the first card.
    """
    while left:
        rows.decks[row, at] = texts[lowest(left)]
        left &= left - 1
        at += 1
    return at


@inlined
def write_meld(
    rows: Rows, at: int, deal_row: int, seat: int, meld: int, suit: int, copies: int, points: int
) -> None:
    """Write one meld row, as one that counts."""
    rows.melds[at, MeldField.DEAL_ROW] = deal_row
    rows.melds[at, MeldField.SEAT] = seat
    rows.melds[at, MeldField.MELD] = meld
    rows.melds[at, MeldField.SUIT] = suit
    rows.melds[at, MeldField.COPIES] = copies
    rows.melds[at, MeldField.POINTS] = points
    rows.melds[at, MeldField.COUNTED] = 1
