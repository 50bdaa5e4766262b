"""One deal in the hot loop: auction, trump, tricks (C3, C4, C6), with bots deciding.

Each function returns a status first: OK, REDEALT, or the code of an illegal answer of a policy.
"""

from typing import Any

import numpy as np

from sixtysix_sim.contract.auction import ASK, NO_BID, PASS, REDEAL, SPEAK, View
from sixtysix_sim.kernels.auction.apply import (
    close_trick,
    open_trick,
    put_call,
    put_card,
    put_lead,
    put_trump,
)
from sixtysix_sim.kernels.auction.decide import (
    bits_of_trick,
    decide_answer,
    decide_call,
    decide_card,
    decide_trump,
)
from sixtysix_sim.kernels.auction.desk import Desk
from sixtysix_sim.kernels.auction.legal import (
    bids_from,
    first_speaker,
    is_bid,
    lowest_bid,
    may_ask,
    may_pass,
)
from sixtysix_sim.kernels.bits import pick, popcount, seldom
from sixtysix_sim.kernels.family import OK
from sixtysix_sim.kernels.following import follow_cards, lead_cards
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.random import ANSWER_SLOT, CALL_SLOT, SECOND_CALL_SLOT, TRUMP_SLOT
from sixtysix_sim.kernels.rows import NO_CODE, count_trick, log_move
from sixtysix_sim.logs.raw import NONE
from sixtysix_sim.vocabulary import Action

PASSED, BID, ASKED = int(Action.PASS), int(Action.BID), int(Action.ASK)
ANSWERED_REDEAL, ANSWERED_SPEAK = int(Action.ANSWER_REDEAL), int(Action.ANSWER_SPEAK)
NAMED, PLAYED = int(Action.TRUMP), int(Action.PLAY)
REDEALT, ILLEGAL_CALL, ILLEGAL_ANSWER, ILLEGAL_TRUMP, ILLEGAL_CARD = 1, 2, 3, 4, 5


@inlined
def auction(desk: Desk, key: int, dealer: int, askers: int) -> Any:
    """Play the auction (C3.1–C3.5).

    Returns:
        (status, moves, forced, legal, speaking, bids): `speaking` is the declarer's place; the
        contract, its bidder and the asker stand in the view.
    """
    table, view = desk.table, desk.public
    first = first_speaker(table, dealer)
    speaking, bids, moves, forced, legal = NONE, 0, 0, 0, 0
    for place in range(4):
        seat = (first + place) & 3
        high = view[View.HIGH_BID]
        low = lowest_bid(table, high)
        options = bids_from(table, low)
        view[View.PLACE] = place
        asks = may_ask(table, place, seat, high, askers)
        passes = True
        call, width = one_word(desk, seat, low, options, asks, passes, key, CALL_SLOT)
        if asks and call == ASK:
            status = ask_partner(desk, seat, key, width)
            legal += width + 2
            moves += 2
            if status != OK:
                return status, moves, forced, legal, speaking, bids
            passes = may_pass(table, low, 1)
            call, width = one_word(desk, seat, low, options, False, passes, key, SECOND_CALL_SLOT)
        legal += width
        forced += width == 1
        bid = call != PASS
        if seldom(not (is_bid(table, low, call) | (passes & (call == PASS)))):
            return ILLEGAL_CALL, moves, forced, legal, speaking, bids
        said, value = pick(bid, BID, PASSED), pick(bid, call, NONE)
        log_move(desk.rows, 0, seat, said, NO_CODE, NO_CODE, value, width)
        moves += 1
        put_call(view, seat, call)
        speaking = pick(bid, place, speaking)
        bids += bid
    status = REDEALT if view[View.HIGH_BID] == NO_BID else OK  # C3.5
    return status, moves, forced, legal, speaking, bids


@inlined
def one_word(
    desk: Desk, seat: int, low: int, options: int, asks: bool, passes: bool, key: int, slot: int
) -> Any:
    """Let a seat speak; return (PASS, ASK or a bid's points; how many actions were legal)."""
    view = desk.public
    view[View.SEAT] = seat
    view[View.MAY_ASK] = asks
    view[View.MAY_PASS] = passes
    width = options + np.int64(passes) + np.int64(asks)
    hand = desk.hands[seat]
    call = decide_call(desk.players, view, hand, low, asks, passes, key, seat, slot)
    return call, width


@inlined
def ask_partner(desk: Desk, seat: int, key: int, width: int) -> int:
    """Let a seat ask its partner and the partner answer (C3.3)."""
    view, partner = desk.public, seat ^ 2
    log_move(desk.rows, 0, seat, ASKED, NO_CODE, NO_CODE, NONE, width)
    view[View.ASKED] = seat
    view[View.SEAT] = partner
    answer = decide_answer(desk.players, view, desk.hands[partner], key, partner, ANSWER_SLOT)
    if answer not in (REDEAL, SPEAK):
        return ILLEGAL_ANSWER
    said = ANSWERED_SPEAK if answer == SPEAK else ANSWERED_REDEAL
    log_move(desk.rows, 0, partner, said, NO_CODE, NO_CODE, NONE, 2)
    return OK if answer == SPEAK else REDEALT


@inlined
def name_trump(desk: Desk, key: int, row: int, meld_at: int) -> Any:
    """Let the declarer name trump, and count melds; return (status, suit, meld rows) (C4.1)."""
    view = desk.public
    declarer = view[View.HIGH_SEAT]
    view[View.SEAT] = declarer
    hand = desk.hands[declarer]
    trump = decide_trump(desk.players, view, hand, key, declarer, TRUMP_SLOT)
    if trump < 0 or trump > 3:
        return ILLEGAL_TRUMP, trump, 0
    log_move(desk.rows, 0, declarer, NAMED, NO_CODE, trump, NONE, 4)
    return OK, trump, put_trump(desk, trump, row, meld_at)


@inlined
def one_card(desk: Desk, seat: int, legal: int, bits: int, key: int, trick: int) -> Any:
    """Let a seat play one of the legal cards; return (card or −1 if illegal, how many legal)."""
    view = desk.public
    view[View.SEAT] = seat
    hand = desk.hands[seat]
    card = decide_card(desk.players, view, hand, legal, np.uint64(bits), key, seat, trick)
    if seldom(card < 0 or card > 62 or (legal >> card) & 1 == 0):
        return NONE, 0
    width = popcount(legal)
    code = np.int64(desk.table.codes[card])
    log_move(desk.rows, trick, seat, PLAYED, code, NO_CODE, NONE, width)
    return card, width


@inlined
def play_trick(desk: Desk, key: int, trick: int, leader: int, trump: int) -> Any:
    """Play one trick (C6.1–C6.5); return (status, winner, forced, legal)."""
    open_trick(desk.public, trick, leader)
    own, left, partner, right = bits_of_trick(key, leader, trick)
    led, wide = one_card(desk, leader, lead_cards(desk.hands[leader]), own, key, trick)
    if led == NONE:
        return ILLEGAL_CARD, leader, 0, 0
    forced = np.int64(wide == 1)
    put_lead(desk, leader, led)
    best, winner = led, leader
    for turn in range(1, 4):
        seat = (leader + turn) & 3
        legal = follow_cards(desk.table, desk.hands[seat], trump, led, best)
        card, width = one_card(desk, seat, legal, left, key, trick)
        left, partner = partner, right
        if card == NONE:
            return ILLEGAL_CARD, seat, forced, wide
        wide += width
        forced += width == 1
        best, winner = put_card(desk, seat, card, trump, led, best, winner)
    return OK, winner, forced, wide


@inlined
def play_tricks(desk: Desk, key: int, trump: int) -> Any:
    """Play every trick of a deal (C6.1–C6.7); tricks and points by side stand in the view.

    Returns:
        (status, winner of the last trick, forced, legal)
    """
    leader = desk.public[View.HIGH_SEAT]  # C6.1
    last = desk.table.hand_size
    forced, legal = 0, 0
    for trick in range(1, last + 1):
        status, leader, tight, wide = play_trick(desk, key, trick, leader, trump)
        if status != OK:
            return status, leader, forced, legal
        forced += tight
        legal += wide
        count_trick(desk.rows, trick, 4, tight, wide)
        close_trick(desk, leader, trick == last)
    return OK, leader, forced, legal
