"""Asking a seat's policy for its decision, with its own draws; and what a blunder is."""

from typing import Any

import numpy as np

from sixtysix_sim.contract.auction import ASK, NO_BID, PASS, View
from sixtysix_sim.kernels.bits import kth_bit, pick, popcount, seldom
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.policy import FAILED, Players, ask
from sixtysix_sim.kernels.random import BLUNDER_SLOTS, SLOTS_PER_SEAT, bounded, draw, fraction

CALL, ANSWER, TRUMP, CARD = 0, 1, 2, 3
_TOP, _NEXT, _ONE = np.uint64(63), np.uint64(62), np.uint64(1)


@inlined
def random_call(view: Any, low: int, asks: int, passes: int, bits: int) -> int:
    """Ask with ½ when allowed, else pass or take the lowest legal bid with ½ each."""
    if asks and (bits >> _TOP):
        return ASK
    if low != NO_BID and (not passes or (bits >> _NEXT) & _ONE):
        return low
    return PASS


@inlined
def random_card(legal: int, bits: int) -> int:
    """Return a card drawn uniformly from the distinct legal ones."""
    return kth_bit(legal, bounded(bits, popcount(legal)))


@inlined
def bits_for(key: int, seat: int, slot: int) -> int:
    """Return a seat's random bits for one decision of a deal."""
    return draw(key, seat * SLOTS_PER_SEAT + slot)


@inlined
def bits_of_trick(key: int, leader: int, trick: int) -> Any:
    """Return the random bits of the four seats' decisions in a trick, the leader's first.

    All are drawn before it is asked who leads: the last card tells, and they need not wait for it.
    """
    own, left, partner, right = (
        np.int64(bits_for(key, 0, trick)),
        np.int64(bits_for(key, 1, trick)),
        np.int64(bits_for(key, 2, trick)),
        np.int64(bits_for(key, 3, trick)),
    )
    odd, far = leader & 1 != 0, leader & 2 != 0
    own, left, partner, right = (
        pick(odd, left, own),
        pick(odd, partner, left),
        pick(odd, right, partner),
        pick(odd, own, right),
    )
    return (
        pick(far, partner, own),
        pick(far, right, left),
        pick(far, own, partner),
        pick(far, left, right),
    )


@inlined
def blunders(players: Players, key: int, seat: int, slot: int) -> bool:
    """Tell whether a seat acts at random in this decision."""
    if not players.blunders:
        return False
    return fraction(bits_for(key, seat, slot + BLUNDER_SLOTS)) < players.chance[seat]


@inlined
def decide_call(
    players: Players,
    view: Any,
    hand: int,
    low: int,
    asks: int,
    passes: int,
    key: int,
    seat: int,
    slot: int,
) -> int:
    """Return PASS, ASK or a bid's points.

    A seat from which asking is hidden does not see that it may; to ask all the same is no answer.
    """
    mute = seldom(players.restricted != 0) and players.hidden[seat] != 0
    if mute:
        asks = 0
        view[View.MAY_ASK] = 0
    bits = bits_for(key, seat, slot)
    if blunders(players, key, seat, slot):
        return random_call(view, low, asks, passes, bits)
    said = ask(players.addresses[CALL, seat], hand, low, view, bits)
    return FAILED if mute and said == ASK else said


@inlined
def decide_answer(players: Players, view: Any, hand: int, key: int, seat: int, slot: int) -> int:
    """Return REDEAL or SPEAK."""
    bits = bits_for(key, seat, slot)
    if blunders(players, key, seat, slot):
        return bounded(bits, 2)
    return ask(players.addresses[ANSWER, seat], hand, 0, view, bits)


@inlined
def decide_trump(players: Players, view: Any, hand: int, key: int, seat: int, slot: int) -> int:
    """Return a suit."""
    bits = bits_for(key, seat, slot)
    if blunders(players, key, seat, slot):
        return bounded(bits, 4)
    return ask(players.addresses[TRUMP, seat], hand, 0, view, bits)


@inlined
def decide_card(
    players: Players, view: Any, hand: int, legal: int, bits: int, key: int, seat: int, slot: int
) -> int:
    """Return a card of the legal ones; ``bits`` are those of this seat and slot (`bits_for`)."""
    if blunders(players, key, seat, slot):
        return random_card(legal, bits)
    return ask(players.addresses[CARD, seat], hand, legal, view, bits)
