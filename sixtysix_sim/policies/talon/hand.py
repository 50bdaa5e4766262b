"""What the bots of the talon family read off a hand and a view."""

from typing import Any

from sixtysix_sim.contract import EVEN
from sixtysix_sim.contract.talon import MARRIAGES, MAY_MARRY, View, word_of
from sixtysix_sim.kernels.bits import lowest, pick, popcount
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.talon.legal import SEAT_BITS
from sixtysix_sim.policies.masks import SUITS

_UPCARD, _PLAYED, _PACKS = int(View.UPCARD), int(View.PLAYED), int(View.PACKS)
_RANKS, _VALUES = int(View.RANKS), int(View.VALUES)
_KING, _QUEEN = int(View.KING), int(View.QUEEN)
_CARD_POINTS, _MELD_POINTS = int(View.CARD_POINTS), int(View.MELD_POINTS)
_PENDING = int(View.PENDING)
_word = inlined(word_of)


@inlined
def best_marriage(may: int, trump: int) -> int:
    """Return the word that declares a marriage, the one in trump first; one may be declared."""
    in_trump = may & (MAY_MARRY << (16 * trump))
    return _word(lowest(pick(in_trump != 0, in_trump, may & MARRIAGES)))


@inlined
def prospects(view: Any, seat: int) -> int:
    """Return what a seat has once it takes one more trick: its points and what is pending."""
    seat &= SEAT_BITS  # so that the compiler knows it to be no negative index
    return view[_CARD_POINTS + seat] + view[_MELD_POINTS + seat] + view[_PENDING + seat]


@inlined
def value(view: Any, card: int) -> int:
    """Return what a card counts."""
    return view[_VALUES + ((card & 15) >> 1)]


@inlined
def total(view: Any, cards: int) -> int:
    """Return what all these cards count together."""
    found = 0
    for rank in range(view[_RANKS]):
        found += view[_VALUES + rank] * popcount(cards & ((3 * SUITS) << (2 * rank)))
    return found


@inlined
def unseen(view: Any, hand: int) -> int:
    """Return the faces of which a copy may be in another hand or face down in the talon.

    A card is seen if it was played, is in the own hand, or lies under the talon as the upcard. With
    two seats and an empty talon it is the opponent's hand.
    """
    played, up = view[_PLAYED], view[_UPCARD]
    if view[_PACKS] == 1:
        gone = played | hand | pick(up >= 0, 1 << (up & 63), 0)
    else:
        gone = ((played | hand) >> 1) | (played & hand)
    deck = (((1 << (2 * view[_RANKS])) - 1) * SUITS) & EVEN
    return deck & ~gone


@inlined
def pairs(view: Any, hand: int) -> int:
    """Return the hand's kings and queens that make marriages (even bits)."""
    king, queen = view[_KING] & 63, view[_QUEEN] & 63  # −1, no such rank, becomes a bit never set
    both = (hand >> king) & (hand >> queen) & SUITS
    return (both << king) | (both << queen)


@inlined
def likely_pairs(view: Any, hand: int, out: int) -> int:
    """Return the hand's kings and queens whose partner it holds or may still draw (even bits)."""
    king, queen = view[_KING] & 63, view[_QUEEN] & 63
    kings, queens = (hand >> king) & SUITS, (hand >> queen) & SUITS
    found = (kings & (queens | (out >> queen))) << king
    return found | ((queens & (kings | (out >> king))) << queen)
