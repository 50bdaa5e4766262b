"""Playing a deal out in thought: a seat does one thing, then the desk's players go on to the end.

Made of the phase functions the hot loop is made of; nothing is logged. For two seats that never
slip (`table.is_wide`).
"""

from typing import Any

import numpy as np
from numba import types

from sixtysix_sim.contract.talon import CLAIM, CLOSE, DRAW, EXCHANGE, MARRIAGE, View
from sixtysix_sim.kernels.bits import pick
from sixtysix_sim.kernels.jit import inlined, jit
from sixtysix_sim.kernels.talon.apply import (
    draw_round,
    open_trick,
    put_card,
    put_closing,
    put_exchange,
    put_lead,
    put_marriage,
)
from sixtysix_sim.kernels.talon.decide import CHOOSE, FOLLOW, LEAD, SLOTS_A_TRICK, decide
from sixtysix_sim.kernels.talon.desk import Desk
from sixtysix_sim.kernels.talon.endgame import POINT, load
from sixtysix_sim.kernels.talon.legal import (
    cards_to_follow,
    cards_to_lead,
    choice_words,
    lead_words,
    next_seat,
)
from sixtysix_sim.kernels.talon.play import end_play, end_trick, is_over
from sixtysix_sim.kernels.talon.scoring import settle_claim
from sixtysix_sim.logs.raw import NONE

ASK = 1 << 20  # no answer: the seat's policy is asked
GOES_ON = (0, NONE, 0, NONE, NONE)  # the result of a deal that is not over, as in `end_trick`
NO_KEY = np.uint64(0)


@inlined
def gain(desk: Desk, winner: int, price: int, seat: int) -> int:
    """Return what a deal brings a seat: POINT × game points + its card points − the other's.

    Game points beyond those that win the match are worth nothing (K7.2, D7.4).
    """
    table, view = desk.table, desk.public
    paid = price + view[View.STAKE]
    if table.match_target > 0 and winner != NONE:
        paid = min(paid, table.match_target - view[View.SCORES + winner])
    paid = pick(winner == NONE, 0, paid)
    cards = view[View.CARD_POINTS + seat] - view[View.CARD_POINTS + 1 - seat]
    return pick(winner == seat, paid, -paid) * POINT + cards


@inlined
def act_on_lead(desk: Desk, seat: int, answer: int, bound: int) -> Any:
    """Let the leader lead or use a right; return (card led or −1, bound, over, result)."""
    table, view = desk.table, desk.public
    hand, trump = desk.hands[seat], view[View.TRUMP]
    legal = cards_to_lead(hand, bound)
    words, view[View.MAY_CLAIM] = lead_words(table, view, hand, seat, trump, bound)
    view[View.MAY] = words
    if answer == ASK:
        slot = SLOTS_A_TRICK * view[View.TRICK]
        answer = decide(desk.players, LEAD, view, hand, legal, NO_KEY, seat, slot)
    if answer >= 0:
        put_lead(desk, seat, hand, answer)
        return answer, bound, False, GOES_ON
    if answer == CLAIM:
        end, winner, price = settle_claim(table, view, seat)
        return NONE, bound, True, (end, winner, price, seat, NONE)
    if answer == CLOSE:
        put_closing(table, view, seat)
    elif answer == EXCHANGE:
        put_exchange(desk, seat)
    else:
        leads, _ = put_marriage(desk, seat, MARRIAGE - answer, 0, 0, 0)
        bound |= leads
    return NONE, bound, False, GOES_ON


@inlined
def act_on_follow(desk: Desk, seat: int, answer: int) -> Any:
    """Let the other follow and end the trick; return (its winner, over, result)."""
    table, view = desk.table, desk.public
    hand, trump, led, leader = (
        desk.hands[seat],
        view[View.TRUMP],
        view[View.LED],
        view[View.LEADER],
    )
    view[View.MAY] = 0
    view[View.MAY_CLAIM] = 0
    if answer == ASK:
        legal = cards_to_follow(table, view, hand, trump, led, led)
        slot = SLOTS_A_TRICK * view[View.TRICK]
        answer = decide(desk.players, FOLLOW, view, hand, legal, NO_KEY, seat, slot)
    top = put_card(desk, seat, hand, answer, trump, led, (led, leader, desk.hands[leader]))
    over, result = end_trick(desk, top[1], top[2])
    if not over:
        if not table.choice and view[View.ENDGAME] == 0:
            draw_round(desk, top[1], top[2])
        open_trick(table, view, view[View.TRICK] + 1, top[1])
    return top[1], over, result


@inlined
def act_on_choice(desk: Desk, seat: int, answer: int) -> Any:
    """Let the winner of a trick draw, close or claim (D5.1); return (over, result)."""
    table, view = desk.table, desk.public
    words, view[View.MAY_CLAIM] = choice_words(table, view, seat)
    view[View.MAY] = words
    if answer == ASK:
        slot, hand = SLOTS_A_TRICK * view[View.TRICK], desk.hands[seat]
        answer = decide(desk.players, CHOOSE, view, hand, 0, NO_KEY, seat, slot)
    if answer == CLAIM:
        end, winner, price = settle_claim(table, view, seat)
        return True, (end, winner, price, seat, NONE)
    if answer == CLOSE:
        put_closing(table, view, seat)
    elif answer == DRAW:
        draw_round(desk, seat, desk.hands[seat])
    if is_over(desk, desk.hands[seat]):
        return True, end_play(desk, seat)
    return False, GOES_ON


@jit(types.int64(*4 * (types.int64,)))
def play_out(address: int, decision: int, answer: int, bound: int) -> int:
    """Play the deal on an `Endgame`'s desk to its end; return what it brings the seat to act.

    Args:
        address: of the `Endgame`. decision: what is asked: LEAD, FOLLOW or CHOOSE.
        answer: what the seat to act does; the desk's players do all else.
        bound: cards that marriages declared for this lead leave to be led, 0 any.
    """
    desk = load(address).desk
    view = desk.public
    seat = own = view[View.SEAT]
    while True:
        view[View.SEAT] = seat
        if decision == LEAD:
            led, bound, over, result = act_on_lead(desk, seat, answer, bound)
            if led >= 0:
                seat, decision = next_seat(desk.table, seat), FOLLOW
        elif decision == FOLLOW:
            seat, over, result = act_on_follow(desk, seat, answer)
            bound = 0
            choice = (desk.table.choice != 0) & (view[View.ENDGAME] == 0)
            decision = CHOOSE if choice else LEAD
        else:
            over, result = act_on_choice(desk, seat, answer)
            decision = LEAD
        if over:
            return gain(desk, result[1], result[2], own)
        answer = ASK
