"""What the bots of the auction family read off a hand and a view: what is out, what counts most.

All take and return plain integers (layout: `sixtysix_sim.contract`); nothing here allocates.
"""

from typing import Any

from sixtysix_sim.contract import EVEN, SUIT_MASK
from sixtysix_sim.contract.auction import View
from sixtysix_sim.kernels.bits import lowest
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.policies.masks import SUITS

_PACKS, _RANKS, _VALUES = int(View.PACKS), int(View.RANKS), int(View.VALUES)
_PLAYED, _HAND_SIZE, _BONUS = int(View.PLAYED), int(View.HAND_SIZE), int(View.BONUS)
_VOIDS = int(View.VOIDS)


@inlined
def rank_cards(view: Any, hand: int, place: int) -> int:
    """Return the hand's cards of the strongest rank (place 1), the second strongest (2), …"""
    shift = 2 * (view[_RANKS] - place)
    return hand & ((3 << shift) * SUITS) if shift >= 0 else 0


@inlined
def void_suits(view: Any, seat: int) -> int:
    """Return the mask of the suits that a seat has failed to follow."""
    bits = (view[_VOIDS] >> (4 * seat)) & 15
    return ((bits | (bits << 15) | (bits << 30) | (bits << 45)) & SUITS) * SUIT_MASK


@inlined
def unseen(view: Any, hand: int) -> int:
    """Return the faces of which at least one copy is neither played nor in the own hand."""
    played = view[_PLAYED]
    both = ((played | hand) >> 1) | (played & hand)
    gone = both if view[_PACKS] == 2 else played | hand
    deck = (((1 << (2 * view[_RANKS])) - 1) * SUITS) & EVEN
    return deck & ~gone


@inlined
def trick_points(view: Any) -> int:
    """Return what the cards of four hands count on average, and the last trick (C2.4, C6.6)."""
    total = 0
    for rank in range(view[_RANKS]):
        total += view[_VALUES + rank]
    return 4 * view[_HAND_SIZE] * total // view[_RANKS] + view[_BONUS]


@inlined
def value(view: Any, card: int) -> int:
    """Return what a card counts (C2.4)."""
    return view[_VALUES + ((card & 15) >> 1)]


@inlined
def dearest(view: Any, cards: int) -> int:
    """Return the card that counts most; among equals the weakest. ``cards`` is not empty."""
    found, most = 0, -16
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        worth = value(view, card) * 16 - (card & 15)
        if worth > most:
            found, most = card, worth
    return found


@inlined
def cheapest(view: Any, cards: int) -> int:
    """Return the card that counts least; among equals the weakest. ``cards`` is not empty."""
    found, least = 0, 1 << 30
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        worth = value(view, card) * 16 + (card & 15)
        if worth < least:
            found, least = card, worth
    return found
