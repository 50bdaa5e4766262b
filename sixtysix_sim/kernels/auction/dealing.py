"""Dealing: the deck of a deal from its own stream, hands as masks, the deck as text (C2)."""

from typing import Any

import numpy as np

from sixtysix_sim.kernels.auction.table import Table
from sixtysix_sim.kernels.bits import (
    PLACE_BITS,
    copy_bytes,
    hand_of_counts,
    in_reading_order,
    lowest,
    popcount,
    seldom,
)
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.random import bounded, bounded_low, draw
from sixtysix_sim.kernels.rows import Rows, write_cards


@inlined
def deal_hands(table: Table, deck: Any, hands: Any, key: int) -> None:
    """Shuffle the deck by a stream and deal it (C2.1, C2.2; `deal.packet`).

    Fisher and Yates from the top; each draw serves two places. Only dealt places are shuffled.

    Args:
        deck: uint8[deck_size], scratch. hands: int64[4], filled.
    """
    size = table.deck_size
    copy_bytes(deck, table.faces, size)
    dealt = min(4 * table.hand_size, size - 1)
    for pair in range((dealt + 1) >> 1):
        bits = draw(key, pair)
        place = 2 * pair
        _swap(deck, place, place + bounded(bits, size - place))
        if place + 1 < dealt:
            _swap(deck, place + 1, place + 1 + bounded_low(bits, size - place - 1))
    at, odd = 0, table.hand_size & 1
    for seat in range(4):
        counts = np.int64(0)
        for _ in range(table.hand_size >> 1):  # two at a time are quicker
            counts += _counted(table, deck, at) + _counted(table, deck, at + 1)
            at += 2
        if odd:
            counts += _counted(table, deck, at)
            at += 1
        hands[seat] = hand_of_counts(counts)


@inlined
def _counted(table: Table, deck: Any, slot: int) -> Any:
    """Return the card in a hand's slot as a term of a sum (`bits.hand_of_counts`)."""
    return 1 << np.int64(deck[table.slots[slot & PLACE_BITS] & PLACE_BITS])


@inlined
def _swap(deck: Any, a: int, b: int) -> None:
    a, b = a & PLACE_BITS, b & PLACE_BITS
    kept = deck[a]
    deck[a] = deck[b]
    deck[b] = kept


@inlined
def log_deck(rows: Rows, table: Table, row: int, hands: Any) -> None:
    """Begin a deal's log at the level ``moves``: the deck as text, sorted hands, then the rest."""
    if seldom(rows.log_moves != 0):
        rows.cursor[1] = 0
        at = 0
        for seat in range(4):
            at = write_cards(rows, table.texts, row, at, in_reading_order(hands[seat]))
        if at < table.deck_size:
            _log_rest(rows, table, row, at, hands)


@inlined
def _log_rest(rows: Rows, table: Table, row: int, at: int, hands: Any) -> None:
    """Write the cards nobody was dealt, behind the hands."""
    packs = table.deck_size // table.text_order.size
    for n in range(table.text_order.size):
        card = np.int64(table.text_order[n])
        dealt = 0
        for seat in range(4):
            dealt += popcount((hands[seat] >> card) & 3)
        for _ in range(packs - dealt):
            rows.decks[row, at] = table.texts[lowest(in_reading_order(1 << card))]
            at += 1
