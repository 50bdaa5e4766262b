"""Playing a deal out in thought: a seat does one thing, then the desk's players go on to the end.

Made of the phase functions the hot loop is made of; nothing is logged.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import types

from sixtysix_sim.contract import FAMILY_SLOT
from sixtysix_sim.contract.auction import DECISIONS, RIGHTS, SEATS, View
from sixtysix_sim.kernels.auction.apply import (
    close_trick,
    open_trick,
    put_card,
    put_lead,
    put_trump,
)
from sixtysix_sim.kernels.auction.deals import score_deal
from sixtysix_sim.kernels.auction.decide import bits_for, decide_card
from sixtysix_sim.kernels.auction.desk import Desk
from sixtysix_sim.kernels.auction.spare import new_desk
from sixtysix_sim.kernels.following import follow_cards, lead_cards
from sixtysix_sim.kernels.jit import inlined, jit
from sixtysix_sim.kernels.memory import copy_words, loader
from sixtysix_sim.kernels.seated import seat_policies
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.rules.ruleset import resolve_rules

ASK = -1  # no card: the seat's policy is asked
STATE = int(View.MIN_BID) - FAMILY_SLOT  # slots of a view that an action may change
NO_KEY = np.uint64(0)


class Playout(NamedTuple):
    """What deals are played out on.

    Attributes:
        desk: rules, view and hands of the position, and the players; changed and put back.
        saved: int64[STATE + SEATS], the position to come back to.
    """

    desk: Desk
    saved: Any


def new_playout(desk: Desk) -> Playout:
    """Return the room to play out deals of a desk."""
    return Playout(desk, np.zeros(STATE + SEATS, dtype=np.int64))


def _example() -> Playout:
    """Return one for its type."""
    nobody = seat_policies((), DECISIONS, RIGHTS)
    return new_playout(new_desk(resolve_rules("cift66").auction, nobody.players, ()))


load = loader(_example())


@inlined
def save(playout: Playout) -> None:
    """Keep the position."""
    copy_words(playout.saved, 0, playout.desk.public, FAMILY_SLOT, STATE)
    copy_words(playout.saved, STATE, playout.desk.hands, 0, SEATS)


@inlined
def restore(playout: Playout) -> None:
    """Bring back the position that was kept."""
    copy_words(playout.desk.public, FAMILY_SLOT, playout.saved, 0, STATE)
    copy_words(playout.desk.hands, 0, playout.saved, STATE, SEATS)


@inlined
def act(desk: Desk, seat: int, turn: int, answer: int) -> None:
    """Let a seat lead (turn 0) or follow (C6.1–C6.5)."""
    table, view, trump = desk.table, desk.public, desk.public[View.TRUMP]
    led, best, winner = view[View.LED], view[View.BEST], view[View.BEST_SEAT]
    view[View.SEAT] = seat
    if answer == ASK:
        hand = desk.hands[seat]
        legal = follow_cards(table, hand, trump, led, best) if turn else lead_cards(hand)
        trick = np.int64(view[View.TRICK])
        bits = bits_for(NO_KEY, seat, trick)
        answer = decide_card(desk.players, view, hand, legal, bits, NO_KEY, seat, trick)
    if turn == 0:
        put_lead(desk, seat, answer)
    else:
        put_card(desk, seat, answer, trump, led, best, winner)


@jit(types.int64(*3 * (types.int64,)))
def play_out(address: int, naming: int, answer: int) -> int:
    """Play the deal on a `Playout`'s desk to its end.

    Args:
        address: of the `Playout`. naming: 1 if the declarer is to name trump.
        answer: the card, or the suit, of the seat to act; the desk's players do all else.

    Returns:
        What the side of the seat to act writes less what the other side writes (C7).
    """
    desk = load(address).desk
    table, view = desk.table, desk.public
    seat = view[View.SEAT]
    side = seat & 1
    if naming:
        put_trump(desk, answer, 0, 0)
        open_trick(view, 1, seat)
        answer = ASK
    trick, last = view[View.TRICK], table.hand_size
    turn = (seat - view[View.LEADER]) & 3
    while True:
        act(desk, seat, turn, answer)
        answer = ASK
        seat = (seat + 1) & 3
        turn += 1
        if turn == SEATS:
            seat = view[View.BEST_SEAT]
            close_trick(desk, seat, trick == last)
            if trick == last:
                break
            trick += 1
            open_trick(view, trick, seat)
            turn = 0
    score_deal(table, view, desk.rows, 0)
    deal = desk.rows.deals
    return deal[0, DealField.CHANGE_0 + side] - deal[0, DealField.CHANGE_0 + 1 - side]
