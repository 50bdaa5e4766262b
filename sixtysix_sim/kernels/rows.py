"""The arrays a kernel writes its raw rows to (layout: `sixtysix_sim.logs.raw`)."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sixtysix_sim.cards import CARD_NAMES
from sixtysix_sim.kernels.bits import popcount, seldom
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.slots import M_COPIES, M_DEAL_ROW, M_MELD, M_POINTS, M_SEAT, M_SUIT
from sixtysix_sim.kernels.table import Table
from sixtysix_sim.logs.raw import DealField, GameField, Int32, Int64, MeldField, RawMoves

NO_CODE = 255
CARD_TEXT = np.frombuffer("".join(CARD_NAMES).encode(), dtype=np.uint8).copy()


class Rows(NamedTuple):
    """Where a kernel writes; columns as in `logs.raw`. ``keep`` 0: rows of one game at a time."""

    keep: int
    log_moves: int
    games: Int32
    deals: Int32
    melds: Int32
    decks: NDArray[np.uint8]
    seq: NDArray[np.int16]
    trick: NDArray[np.int8]
    seat: NDArray[np.int8]
    action: NDArray[np.uint8]
    card: NDArray[np.uint8]
    suit: NDArray[np.uint8]
    value: NDArray[np.int16]
    legal: NDArray[np.int16]
    card_text: NDArray[np.uint8]
    cursor: Int64  # [row of the next action, its number within the deal]


def new_rows(games: int, deals: int, melds: int, moves: int, deck_size: int, keep: bool) -> Rows:
    """Return arrays for so many rows; ``moves`` 0 logs neither actions nor decks."""
    decks = (deals, 2 * deck_size) if moves else (0, 0)
    return Rows(
        keep=int(keep),
        log_moves=int(moves > 0),
        games=np.empty((games, len(GameField)), dtype=np.int32),
        deals=np.empty((deals, len(DealField)), dtype=np.int32),
        melds=np.empty((melds, len(MeldField)), dtype=np.int32),
        decks=np.empty(decks, dtype=np.uint8),
        seq=np.empty(moves, dtype=np.int16),
        trick=np.empty(moves, dtype=np.int8),
        seat=np.empty(moves, dtype=np.int8),
        action=np.empty(moves, dtype=np.uint8),
        card=np.empty(moves, dtype=np.uint8),
        suit=np.empty(moves, dtype=np.uint8),
        value=np.empty(moves, dtype=np.int16),
        legal=np.empty(moves, dtype=np.int16),
        card_text=CARD_TEXT,
        cursor=np.zeros(2, dtype=np.int64),
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
def write_meld(
    rows: Rows, at: int, deal_row: int, seat: int, meld: int, suit: int, copies: int, points: int
) -> None:
    """Write one meld row."""
    rows.melds[at, M_DEAL_ROW] = deal_row
    rows.melds[at, M_SEAT] = seat
    rows.melds[at, M_MELD] = meld
    rows.melds[at, M_SUIT] = suit
    rows.melds[at, M_COPIES] = copies
    rows.melds[at, M_POINTS] = points


@inlined
def log_deck(rows: Rows, table: Table, row: int, hands: Any) -> None:
    """Begin a deal's log at the level ``moves``: the deck as text, sorted hands, then the rest."""
    if seldom(rows.log_moves != 0):
        rows.cursor[1] = 0
        at = 0
        for seat in range(4):
            at = _write_hand(rows, table, row, at, hands[seat])
        if 4 * table.hand_size < table.deck_size:
            for n in range(table.text_order.size):
                card = np.int64(table.text_order[n])
                dealt = _copies(hands[0], card) + _copies(hands[1], card)
                dealt += _copies(hands[2], card) + _copies(hands[3], card)
                for _ in range(table.deck_size // table.text_order.size - dealt):
                    at = _write_card(rows, table, row, at, card)


@inlined
def _copies(hand: int, card: int) -> int:
    return popcount((hand >> card) & 3)


@inlined
def _write_hand(rows: Rows, table: Table, row: int, at: int, hand: int) -> int:
    """Write a hand in the order of `Table.text_order` and return the place after it."""
    for n in range(table.text_order.size):
        card = np.int64(table.text_order[n])
        for _ in range(_copies(hand, card)):
            at = _write_card(rows, table, row, at, card)
    return at


@inlined
def _write_card(rows: Rows, table: Table, row: int, at: int, card: int) -> int:
    """Write a card's two characters and return the place after them."""
    code = np.int64(table.codes[card])
    rows.decks[row, at] = rows.card_text[2 * code]
    rows.decks[row, at + 1] = rows.card_text[2 * code + 1]
    return at + 2
