"""Worlds of a deal of the auction family: hidden hands that agree with all a seat has seen.

Seen are its own hand, the cards played, and the cards of melds. What a seat played under a duty to
follow, beat or trump tells what it does not hold; that it showed no other melds tells what it was
not dealt together; and its words in the auction make some hands unlikely (`calls`).

Worlds come one out of the other: cards of two hands change places where both may be there, a few
times (Metropolis), so that in the long run each world that fits comes as often as its calls make it
likely. The first one is dealt at random to whoever may hold the cards.
"""

from typing import Any

import numpy as np

from sixtysix_sim.contract.auction import SEATS, View
from sixtysix_sim.kernels.auction.desk import Desk
from sixtysix_sim.kernels.auction.melds import AT, HEADER, WIDTH, copies_scored, units_held
from sixtysix_sim.kernels.auction.table import Table
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
from sixtysix_sim.kernels.random import bounded, bounded_low, draw, fraction
from sixtysix_sim.policies.auction.calls import unlikely
from sixtysix_sim.policies.auction.hand import void_suits

# what `note_known` writes: rows of a place each, four seats and the cards nobody was dealt
PLACES, ASIDE = 5, 4
FREE, FIXED, PLAYED, NEVER, NEED, AMISS, KEPT, KEPT_AMISS = (PLACES * row for row in range(8))
HOLDERS, COUNT = PLACES * 8, PLACES * 9  # places with hidden cards, and how many there are
KNOWN_WORDS = COUNT + 1
BURN_IN, SWAPS = 60, 12  # changes before the first world, and between two
DEALINGS = 8  # tries at the first world
ALL = -1


@inlined
def left_of(shown: int, played: int) -> int:
    """Return the cards of a mask that are still there, once others were played."""
    while played and shown:
        card = lowest(played)
        played &= played - 1
        face = 3 << (card & ~1)
        if shown & face:
            shown = take_card(shown, card & ~1)
    return shown


@inlined
def lacking(table: Table, trump: int, led: int, best: int, card: int) -> int:
    """Return the cards a follower does not hold who played a card (C6.2–C6.4, C6.7)."""
    suit, found = led >> 4, 0
    duty = (table.must_beat == BEAT_ALWAYS) | (
        (table.must_beat == BEAT_TRUMP_LED) & (suit == trump)
    )
    if duty and best >> 4 == suit and not (card >> 4 == suit and card > best):
        found = suit_of(above(best), suit)
    if card >> 4 != suit and table.must_follow:
        found |= suit_of(ALL, suit)
        if card >> 4 != trump and table.must_trump:
            found |= suit_of(ALL, trump)
        elif card >> 4 == trump and table.overtrump and best >> 4 == trump and card <= best:
            found |= suit_of(above(best), trump)
    return found


@inlined
def note_tricks(known: Any, table: Table, view: Any) -> None:
    """Write what each seat has played, and what it does not hold by that."""
    trump, leader = view[View.TRUMP], view[View.HIGH_SEAT]
    whole = True
    for trick in range(1, view[View.TRICK] + 1):
        row = View.HISTORY + 4 * (trick - 1)
        now = trick == view[View.TRICK]
        if now:
            row, leader = View.TABLE, view[View.LEADER]
        led, best, winner = -1, -1, leader
        for turn in range(SEATS):
            seat = (leader + turn) & 3
            card = view[row + seat]
            if card < 0:  # not yet played, or before the deal was taken up
                whole &= now
                continue
            known[PLAYED + seat] = add_card(known[PLAYED + seat], card)
            if led < 0:
                led = best = card
                continue
            if whole:
                known[NEVER + seat] |= lacking(table, trump, led, best, card)
            took = beats(card, best, trump)
            best, winner = pick(took, card, best), pick(took, seat, winner)
        leader = winner


@inlined
def melds_shown(view: Any, hand: int, trump: int) -> int:
    """Return the cards of a hand's melds (C5.12)."""
    held, found = units_held(view, hand, trump), 0
    while held:
        unit = lowest(held)
        held &= held - 1
        of_unit = AT + HEADER + (trump * view[AT] + unit) * WIDTH
        copies = copies_scored(view, hand, trump, unit)
        if copies * view[of_unit + 2]:
            found |= view[of_unit + copies - 1]
    return found


@inlined
def dealt_to(known: Any, place: int) -> int:
    """Return the hand a seat was dealt, by the world there is."""
    held = counts_of_hand(known[FREE + place]) + counts_of_hand(known[FIXED + place])
    return hand_of_counts(held + counts_of_hand(known[PLAYED + place]))


@inlined
def is_amiss(known: Any, view: Any, place: int) -> int:
    """Return 1 if a seat would have had to show other melds than it has, else 0."""
    if view[View.TRUMP] < 0 or place == ASIDE:
        return 0
    shown = melds_shown(view, dealt_to(known, place), view[View.TRUMP])
    return pick(shown == view[View.SHOWN + place], 0, 1)


@inlined
def note_known(known: Any, desk: Desk, hand: int) -> int:
    """Write what a seat knows of the others; return the cards that may be with any of them.

    Args:
        known: int64[KNOWN_WORDS]. hand: the own.
    """
    table, view = desk.table, desk.public
    own = view[View.SEAT]
    for word in range(KNOWN_WORDS):
        known[word] = 0
    if view[View.TRUMP] >= 0:
        note_tricks(known, table, view)
    whole = np.int64(0)
    for place in range(table.deck_size):
        whole += 1 << np.int64(table.faces[place])
    pool = whole - counts_of_hand(hand) - counts_of_hand(view[View.PLAYED])
    tricks, aside = max(view[View.TRICK] - 1, 0), 0
    for seat in range(SEATS):
        if seat == own:
            continue
        known[FIXED + seat] = left_of(view[View.SHOWN + seat], known[PLAYED + seat])
        known[NEVER + seat] |= void_suits(view, seat) if table.must_follow else 0
        need = table.hand_size - tricks - np.int64(view[View.TABLE + seat] >= 0)
        known[NEED + seat] = need - popcount(known[FIXED + seat])
        pool -= counts_of_hand(known[FIXED + seat])
        aside += known[NEED + seat]
        known[HOLDERS + known[COUNT]] = seat
        known[COUNT] += 1
    cards = hand_of_counts(pool)
    known[NEED + ASIDE] = popcount(cards) - aside
    if known[NEED + ASIDE] > 0:
        known[HOLDERS + known[COUNT]] = ASIDE
        known[COUNT] += 1
    return cards


@inlined
def may_hold(known: Any, card: int) -> int:
    """Return how many places may hold a card."""
    found = 0
    for n in range(known[COUNT]):
        found += 1 - ((known[NEVER + known[HOLDERS + n]] >> card) & 1)
    return found


@inlined
def deal_out(known: Any, pool: int, key: Any) -> bool:
    """Deal the hidden cards at random, those first that fewest may hold; tell whether all fit.

    A card that finds no place where it may be goes to any place with room.
    """
    number, well = 0, True
    for n in range(PLACES):
        known[FREE + n] = 0
    for places in range(PLACES):
        left = pool
        while left:
            bit = left & -left
            left ^= bit
            card = lowest(bit) & ~1
            if may_hold(known, card) != places:
                continue
            room, allowed = 0, 0
            for n in range(known[COUNT]):
                place = known[HOLDERS + n]
                empty = known[NEED + place] - popcount(known[FREE + place])
                room += empty
                allowed += empty * (1 - ((known[NEVER + place] >> card) & 1))
            fits = allowed > 0
            well &= fits
            ticket = bounded(draw(key, number), allowed if fits else room)
            number += 1
            for n in range(known[COUNT]):
                place = known[HOLDERS + n]
                empty = known[NEED + place] - popcount(known[FREE + place])
                barred = fits and (known[NEVER + place] >> card) & 1
                empty = 0 if barred else empty
                if 0 <= ticket < empty:
                    known[FREE + place] = add_card(known[FREE + place], card)
                ticket -= empty
    return well


@inlined
def swap(known: Any, view: Any, bits: Any, more: Any) -> None:
    """Let two cards change places, if both may and no more melds come amiss by it.

    Args:
        bits, more: 64 random bits each.
    """
    count = known[COUNT]
    one = bounded(bits, count)
    two = bounded_low(bits, count - 1)
    two += two >= one
    a, b = known[HOLDERS + one], known[HOLDERS + two]
    mine, other = known[FREE + a], known[FREE + b]
    if (mine == 0) | (other == 0):
        return
    x = lowest(kth_alone(mine, bounded(more, popcount(mine)))) & ~1
    y = lowest(kth_alone(other, bounded_low(more, popcount(other)))) & ~1
    barred = ((known[NEVER + a] >> y) | (known[NEVER + b] >> x)) & 1
    if (x == y) | (barred != 0):
        return
    known[FREE + a] = add_card(take_card(mine, x), y)
    known[FREE + b] = add_card(take_card(other, y), x)
    first, second = is_amiss(known, view, a), is_amiss(known, view, b)
    if first + second > known[AMISS + a] + known[AMISS + b]:
        known[FREE + a], known[FREE + b] = mine, other
        return
    known[AMISS + a], known[AMISS + b] = first, second


@inlined
def doubt(known: Any, told: Any, view: Any) -> float:
    """Return how unlikely the words of the auction make the world there is."""
    total = 0.0
    for n in range(known[COUNT]):
        place = known[HOLDERS + n]
        if place != ASIDE:
            total += unlikely(told, view, place, dealt_to(known, place))
    return total


@inlined
def first_world(known: Any, told: Any, view: Any, pool: int, key: Any) -> float:
    """Deal a first world and let it settle; return how unlikely the auction makes it."""
    for attempt in range(DEALINGS):
        if deal_out(known, pool, draw(key, attempt)):
            break
    for place in range(PLACES):
        known[AMISS + place] = 0
    for n in range(known[COUNT]):
        place = known[HOLDERS + n]
        known[AMISS + place] = is_amiss(known, view, place)
    for n in range(BURN_IN):
        number = DEALINGS + 2 * n
        swap(known, view, draw(key, number), draw(key, number + 1))
    return doubt(known, told, view)


@inlined
def chance_of(more: float) -> float:
    """Return about e^−more: of sums and products alone, the same on every machine."""
    return 1.0 / (1.0 + more * (1.0 + more * (0.5 + more / 6.0)))


@inlined
def next_world(known: Any, told: Any, view: Any, doubted: float, key: Any) -> float:
    """Change the world a little, or keep it; return how unlikely the auction makes it.

    Args:
        doubted: that of the world there is.
    """
    for place in range(PLACES):
        known[KEPT + place] = known[FREE + place]
        known[KEPT_AMISS + place] = known[AMISS + place]
    for n in range(SWAPS):
        swap(known, view, draw(key, 2 * n), draw(key, 2 * n + 1))
    found = doubt(known, told, view)
    if found > doubted and fraction(draw(key, 2 * SWAPS)) >= chance_of(found - doubted):
        for place in range(PLACES):
            known[FREE + place] = known[KEPT + place]
            known[AMISS + place] = known[KEPT_AMISS + place]
        return doubted
    return found


@inlined
def put_world(desk: Desk, known: Any) -> None:
    """Give the other seats the hands of the world there is."""
    for n in range(known[COUNT]):
        place = known[HOLDERS + n]
        if place != ASIDE:
            held = counts_of_hand(known[FREE + place]) + counts_of_hand(known[FIXED + place])
            desk.hands[place] = hand_of_counts(held)
