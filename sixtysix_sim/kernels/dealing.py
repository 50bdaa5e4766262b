"""Dealing: the deck of a deal from its own stream, and hands as masks (C2)."""

from typing import Any

import numpy as np

from sixtysix_sim.kernels.bits import hand_of_counts
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.random import bounded, bounded_low, draw
from sixtysix_sim.kernels.table import Table


@inlined
def deal_hands(table: Table, deck: Any, hands: Any, key: int) -> None:
    """Shuffle the deck by a stream and deal it (C2.1, C2.2; `deal.packet`).

    Fisher and Yates from the top; each draw serves two places. Only dealt places are shuffled.

    Args:
        deck: uint8[deck_size], scratch. hands: int64[4], filled.
    """
    size = table.deck_size
    for place in range(size):
        deck[place] = table.faces[place]
    dealt = min(4 * table.hand_size, size - 1)
    for pair in range((dealt + 1) >> 1):
        bits = draw(key, pair)
        place = 2 * pair
        _swap(deck, place, place + bounded(bits, size - place))
        if place + 1 < dealt:
            _swap(deck, place + 1, place + 1 + bounded_low(bits, size - place - 1))
    at = 0
    for seat in range(4):
        counts = np.int64(0)
        for _ in range(table.hand_size):
            counts += 1 << np.int64(deck[table.slots[at]])
            at += 1
        hands[seat] = hand_of_counts(counts)


@inlined
def _swap(deck: Any, a: int, b: int) -> None:
    kept = deck[a]
    deck[a] = deck[b]
    deck[b] = kept
