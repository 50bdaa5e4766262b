"""Worlds of a two-hand deal: hidden hands and talons that agree with all a seat has seen.

Seen are its own hand, the cards played, the upcard, and the cards the other seat has shown
(marriages, the exchanged upcard, the upcard it drew). What the other seat played under a duty to
follow, beat or trump tells what it did not hold then; it holds such a card now at most as often as
it has drawn since. All worlds that fit have the same chance.
"""

from typing import Any

import numpy as np

from sixtysix_sim.contract.talon import MOST_CARDS, View
from sixtysix_sim.kernels.bits import (
    above,
    add_card,
    counts_of_hand,
    hand_of_counts,
    kth_alone,
    lowest,
    pick,
    popcount,
    suit_of,
    take_card,
)
from sixtysix_sim.kernels.following import BEAT_ALWAYS, BEAT_TRUMP_LED, beats
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.random import bounded, draw
from sixtysix_sim.kernels.talon.desk import Desk
from sixtysix_sim.kernels.talon.table import Table
from sixtysix_sim.logs.raw import NONE

# what `note_known` writes, followed by pairs (mask, most cards of it)
FREE, SHOWN, NEED, NEVER, LIMITS, FIRST = range(6)
KNOWN_WORDS = FIRST + MOST_CARDS
TRIES = 32  # at a hand within the limits; a wider guess then stands
ALL = -1


@inlined
def less(mask: int, other: int) -> int:
    """Return a mask without the cards of another, which it holds."""
    return hand_of_counts(counts_of_hand(mask) - counts_of_hand(other))


@inlined
def lacking(table: Table, trump: int, led: int, card: int) -> int:
    """Return the cards a follower cannot have held who played a card under a duty (K2.2, D3.4)."""
    suit = led >> 4
    duty = (table.must_beat == BEAT_ALWAYS) | (
        (table.must_beat == BEAT_TRUMP_LED) & (suit == trump)
    )
    if beats(card, led, trump) and card >> 4 == suit:
        return 0
    found = suit_of(above(led), suit) if duty else 0
    if card >> 4 != suit and table.must_follow:
        found = suit_of(ALL, suit)
        if table.must_trump and card >> 4 != trump:
            found |= suit_of(ALL, trump)
    return found


@inlined
def first_of_endgame(table: Table, view: Any, hand: int) -> int:
    """Return the first trick after the last draw; the one in play if there is one to come."""
    if view[View.CLOSER] != NONE:
        return view[View.CLOSE_TRICK]
    return view[View.TRICK] - pick(view[View.ENDGAME] != 0, table.hand_size - popcount(hand), 0)


@inlined
def note_known(known: Any, table: Table, view: Any, hand: int) -> None:
    """Write what a seat knows of the other's hand.

    Args:
        known: int64[KNOWN_WORDS]: cards that may be anywhere, cards that are in the hand, how many
            more it holds, cards it cannot hold, number of limits, the limits.
    """
    seat, up = view[View.SEAT], view[View.UPCARD]
    other = 1 - seat
    seen = (
        counts_of_hand(view[View.PLAYED]) + counts_of_hand(hand) + pick(up >= 0, 1 << (up & 63), 0)
    )
    shown = view[View.SHOWN + other]
    known[FREE] = hand_of_counts(counts_of_hand(table.cards) - seen - counts_of_hand(shown))
    known[SHOWN] = shown
    known[NEED] = popcount(hand) - np.int64(view[View.LED] >= 0) - popcount(shown)
    known[NEVER], known[LIMITS] = 0, 0
    trump, leader = view[View.TRUMP], view[View.FOREHAND]
    last = first_of_endgame(table, view, hand)
    for trick in range(1, view[View.TRICK]):
        at = View.HISTORY + 2 * (trick - 1)
        led, card = view[at + leader], view[at + 1 - leader]
        if (led < 0) | (card < 0):  # a trick before the deal was taken up
            continue
        drawn = max(last - trick, 0)
        if leader == seat and (drawn == 0 or table.while_open):
            note_limit(known, lacking(table, trump, led, card), drawn)
        leader = pick(beats(card, led, trump), 1 - leader, leader)


@inlined
def note_limit(known: Any, mask: int, most: int) -> None:
    """Note that the other hand holds at most so many cards of a mask."""
    if most == 0:
        known[NEVER] |= mask
    elif mask != 0:
        at = FIRST + 2 * known[LIMITS]
        known[at], known[at + 1] = mask, most
        known[LIMITS] += 1


@inlined
def is_certain(known: Any) -> bool:
    """Tell whether the other hand is all that is unseen."""
    return popcount(known[FREE]) == known[NEED]


@inlined
def fits(known: Any, hand: int) -> bool:
    """Tell whether a hand keeps within the limits."""
    for limit in range(known[LIMITS]):
        at = FIRST + 2 * limit
        if popcount(hand & known[at]) > known[at + 1]:
            return False
    return True


@inlined
def draw_world(desk: Desk, known: Any, key: Any) -> None:
    """Give the other seat a hand that fits, and put what is left into the talon as it comes.

    Args:
        desk: its view says whose eyes see the deal. key: of the world's draws (uint64).
    """
    view, number, hand = desk.public, 0, 0
    other = 1 - view[View.SEAT]
    for _ in range(TRIES):
        hand, left = known[SHOWN], known[FREE] & ~known[NEVER]
        for _ in range(known[NEED]):
            bit = kth_alone(left, bounded(draw(key, number), popcount(left)))
            card = lowest(bit) & ~1
            left, hand = take_card(left, card), add_card(hand, card)
            number += 1
        if fits(known, hand):
            break
    desk.hands[other] = hand
    if view[View.CLOSER] == NONE:
        left = less(known[FREE], less(hand, known[SHOWN]))
        size = desk.table.deck_size
        for place in range(size - view[View.TALON], size - 1):
            bit = kth_alone(left, bounded(draw(key, number), popcount(left)))
            card = lowest(bit) & ~1
            left = take_card(left, card)
            desk.deck[place] = card
            number += 1
