"""One deal in the hot loop: auction, trump, melds, tricks (C3–C6), with bots deciding.

Each function returns a status first: OK, REDEALT, or the code of an illegal answer of a policy.
"""

from typing import Any

import numpy as np

from sixtysix_sim.contract import ASK, NO_BID, NOT_SPOKEN, PASS, REDEAL, SPEAK
from sixtysix_sim.kernels.auction import (
    beats,
    bids_from,
    card_points,
    first_speaker,
    follow_cards,
    is_bid,
    lead_cards,
    lowest_bid,
    may_ask,
    may_pass,
)
from sixtysix_sim.kernels.bits import add_card, popcount, take_card
from sixtysix_sim.kernels.decide import (
    Players,
    decide_answer,
    decide_call,
    decide_card,
    decide_trump,
)
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.melds import AT, HEADER, WIDTH, unit_copies
from sixtysix_sim.kernels.random import ANSWER_SLOT, CALL_SLOT, SECOND_CALL_SLOT, TRUMP_SLOT
from sixtysix_sim.kernels.rows import NO_CODE, Rows, log_move, write_meld
from sixtysix_sim.kernels.slots import (
    V_ASKED,
    V_BEST,
    V_BEST_SEAT,
    V_CALLS,
    V_CARD_POINTS,
    V_DEALER,
    V_HIGH_BID,
    V_HIGH_SEAT,
    V_LEADER,
    V_LED,
    V_MAY_ASK,
    V_MAY_PASS,
    V_MELD_POINTS,
    V_PLACE,
    V_PLAYED,
    V_SEAT,
    V_SHOWN,
    V_TABLE,
    V_TRICK,
    V_TRICK_POINTS,
    V_TRICKS,
    V_TRUMP,
    V_VOIDS,
)
from sixtysix_sim.kernels.table import Table
from sixtysix_sim.logs.raw import NONE
from sixtysix_sim.vocabulary import Action

PASSED, BID, ASKED = int(Action.PASS), int(Action.BID), int(Action.ASK)
ANSWERED_REDEAL, ANSWERED_SPEAK = int(Action.ANSWER_REDEAL), int(Action.ANSWER_SPEAK)
NAMED, PLAYED = int(Action.TRUMP), int(Action.PLAY)
OK, REDEALT, ILLEGAL_CALL, ILLEGAL_ANSWER, ILLEGAL_TRUMP, ILLEGAL_CARD = 0, 1, 2, 3, 4, 5


@inlined
def open_view(view: Any, dealer: int) -> None:
    """Set the slots of a view to the start of a deal; scores stay."""
    view[V_DEALER] = dealer
    view[V_HIGH_BID] = NO_BID
    view[V_HIGH_SEAT] = NONE
    view[V_ASKED] = NONE
    view[V_TRUMP] = NONE
    view[V_TRICK] = 0
    view[V_PLAYED] = 0
    view[V_VOIDS] = 0
    for seat in range(4):
        view[V_CALLS + seat] = NOT_SPOKEN
        view[V_TABLE + seat] = NONE
        view[V_SHOWN + seat] = 0
    for side in range(2):
        view[V_TRICKS + side] = 0
        view[V_CARD_POINTS + side] = 0
        view[V_MELD_POINTS + side] = 0


@inlined
def auction(
    table: Table,
    view: Any,
    hands: Any,
    players: Players,
    rows: Rows,
    at: int,
    key: int,
    dealer: int,
    askers: int,
) -> Any:
    """Play the auction (C3.1–C3.5).

    Returns:
        (status, moves, forced, legal, speaking, bids): `speaking` is the declarer's place; the
        contract, its bidder and the asker stand in the view.
    """
    first = first_speaker(table, dealer)
    high, speaking, bids = NO_BID, NONE, 0
    moves, forced, legal = 0, 0, 0
    for place in range(4):
        seat = (first + place) & 3
        low = lowest_bid(table, high)
        options = bids_from(table, low)
        asks = may_ask(table, place, seat, high, askers)
        passes = True
        slot = CALL_SLOT
        view[V_PLACE] = place
        while True:
            view[V_SEAT] = seat
            view[V_MAY_ASK] = asks
            view[V_MAY_PASS] = passes
            width = options + np.int64(passes) + np.int64(asks)
            call = decide_call(players, view, hands[seat], low, asks, passes, key, seat, slot)
            legal += width
            forced += width == 1
            if call != ASK or not asks:
                break
            log_move(rows, at + moves, moves, 0, seat, ASKED, NO_CODE, NO_CODE, NONE, width)
            view[V_ASKED] = seat
            partner = seat ^ 2
            view[V_SEAT] = partner
            answer = decide_answer(players, view, hands[partner], key, partner, ANSWER_SLOT)
            if answer != REDEAL and answer != SPEAK:
                return ILLEGAL_ANSWER, moves, forced, legal, speaking, bids
            said = ANSWERED_SPEAK if answer == SPEAK else ANSWERED_REDEAL
            log_move(rows, at + moves + 1, moves + 1, 0, partner, said, NO_CODE, NO_CODE, NONE, 2)
            moves += 2
            legal += 2
            if answer == REDEAL:
                return REDEALT, moves, forced, legal, speaking, bids
            asks = False
            passes = may_pass(table, low, 1)
            slot = SECOND_CALL_SLOT
        if call == PASS:
            if not passes:
                return ILLEGAL_CALL, moves, forced, legal, speaking, bids
            log_move(rows, at + moves, moves, 0, seat, PASSED, NO_CODE, NO_CODE, NONE, width)
        else:
            if not is_bid(table, low, call):
                return ILLEGAL_CALL, moves, forced, legal, speaking, bids
            log_move(rows, at + moves, moves, 0, seat, BID, NO_CODE, NO_CODE, call, width)
            high, speaking = call, place
            bids += 1
            view[V_HIGH_BID] = call
            view[V_HIGH_SEAT] = seat
        view[V_CALLS + seat] = call
        moves += 1
    status = REDEALT if high == NO_BID else OK  # C3.5
    return status, moves, forced, legal, speaking, bids


@inlined
def name_trump(
    view: Any, hands: Any, players: Players, rows: Rows, at: int, key: int, seq: int
) -> Any:
    """Let the declarer name trump (C4.1) and return (status, suit)."""
    declarer = view[V_HIGH_SEAT]
    view[V_SEAT] = declarer
    trump = decide_trump(players, view, hands[declarer], key, declarer, TRUMP_SLOT)
    if trump < 0 or trump > 3:
        return ILLEGAL_TRUMP, trump
    log_move(rows, at, seq, 0, declarer, NAMED, NO_CODE, trump, NONE, 4)
    view[V_TRUMP] = trump
    return OK, trump


@inlined
def count_melds(view: Any, hands: Any, rows: Rows, row: int, at: int, trump: int) -> int:
    """Count every hand's melds into the view and the rows (C5.1–C5.12); return how many rows."""
    units = view[AT]
    base = AT + HEADER + trump * units * WIDTH
    found = 0
    for seat in range(4):
        hand = hands[seat]
        points, shown = 0, 0
        for unit in range(units):
            copies = unit_copies(view, hand, trump, unit)
            of_unit = base + unit * WIDTH
            worth = copies * view[of_unit + 2]
            if worth:
                points += worth
                shown |= view[of_unit + copies - 1]
                suit, meld = view[of_unit + 3], view[of_unit + 4]
                write_meld(rows, at + found, row, seat, meld, suit, copies, worth)
                found += 1
        view[V_SHOWN + seat] = shown
        view[V_MELD_POINTS + (seat & 1)] += points
    return found


@inlined
def open_trick(view: Any, trick: int, leader: int) -> None:
    """Set the slots of a view to the start of a trick."""
    view[V_TRICK] = trick
    view[V_LEADER] = leader
    view[V_LED] = NONE
    view[V_BEST] = NONE
    view[V_BEST_SEAT] = leader
    view[V_TRICK_POINTS] = 0
    for seat in range(4):
        view[V_TABLE + seat] = NONE


@inlined
def play_trick(
    table: Table,
    view: Any,
    hands: Any,
    players: Players,
    rows: Rows,
    at: int,
    seq: int,
    key: int,
    trick: int,
    leader: int,
    trump: int,
    played: int,
    voids: int,
) -> Any:
    """Play one trick (C6.1–C6.5).

    Returns:
        (status, winner, points, played, voids, forced, legal)
    """
    open_trick(view, trick, leader)
    led, best, winner, points = NONE, NONE, leader, 0
    forced, wide = 0, 0
    for turn in range(4):
        seat = (leader + turn) & 3
        hand = hands[seat]
        if turn == 0:
            legal = lead_cards(hand)
        else:
            legal = follow_cards(table, hand, trump, led, best)
        view[V_SEAT] = seat
        card = decide_card(players, view, hand, legal, key, seat, trick)
        if card < 0 or card > 62 or not (legal >> card) & 1:
            return ILLEGAL_CARD, seat, points, played, voids, forced, wide
        width = popcount(legal)
        log_move(
            rows,
            at + turn,
            seq + turn,
            trick,
            seat,
            PLAYED,
            np.int64(table.codes[card]),
            NO_CODE,
            NONE,
            width,
        )
        wide += width
        forced += width == 1
        hands[seat] = take_card(hand, card)
        if turn == 0:
            led, best = card, card
            view[V_LED] = card
        else:
            voids |= np.int64(card >> 4 != led >> 4) << (4 * seat + (led >> 4))
            view[V_VOIDS] = voids
            if beats(card, best, trump):
                best, winner = card, seat
        points += card_points(table, card)
        played = add_card(played, card)
        view[V_TABLE + seat] = card
        view[V_BEST] = best
        view[V_BEST_SEAT] = winner
        view[V_TRICK_POINTS] = points
        view[V_PLAYED] = played
    return OK, winner, points, played, voids, forced, wide


@inlined
def play_tricks(
    table: Table,
    view: Any,
    hands: Any,
    players: Players,
    rows: Rows,
    at: int,
    seq: int,
    key: int,
    trump: int,
) -> Any:
    """Play every trick of a deal (C6.1–C6.7); tricks and points by side stand in the view.

    Returns:
        (status, winner of the last trick, forced, legal); after an illegal card its seat.
    """
    leader = view[V_HIGH_SEAT]
    played, voids, forced, legal = 0, 0, 0, 0
    for trick in range(1, table.hand_size + 1):
        status, winner, points, played, voids, tight, wide = play_trick(
            table, view, hands, players, rows, at, seq, key, trick, leader, trump, played, voids
        )
        if status != OK:
            return status, winner, forced, legal
        forced += tight
        legal += wide
        at += 4
        seq += 4
        leader = winner
        if trick == table.hand_size:
            points += table.bonus  # C6.6
        view[V_TRICKS + (leader & 1)] += 1
        view[V_CARD_POINTS + (leader & 1)] += points
    return OK, leader, forced, legal
