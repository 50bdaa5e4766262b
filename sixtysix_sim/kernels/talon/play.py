"""One deal in the hot loop: leads, follows, draws, claims (K1–K7, D2–D7), with bots deciding.

Each function returns a status first: OK, or the code of an illegal answer of a policy.
"""

from typing import Any

import numpy as np

from sixtysix_sim.contract.talon import (
    CLAIM,
    CLOSE,
    DRAW,
    EXCHANGE,
    LAST_WORD,
    MARRIAGE,
    View,
    bit_of,
)
from sixtysix_sim.kernels.bits import popcount, seldom
from sixtysix_sim.kernels.family import OK
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.rows import NO_CODE, count_trick, log_move
from sixtysix_sim.kernels.talon.apply import (
    draw_round,
    give_bonus,
    open_trick,
    put_card,
    put_closing,
    put_exchange,
    put_lead,
    put_marriage,
    take_trick,
)
from sixtysix_sim.kernels.talon.decide import CHOOSE, FOLLOW, LEAD, SLOTS_A_TRICK, decide
from sixtysix_sim.kernels.talon.desk import Desk
from sixtysix_sim.kernels.talon.legal import (
    cards_to_follow,
    cards_to_lead,
    choice_words,
    first_holder,
    is_correction,
    lead_words,
    next_seat,
    nobody_holds,
    plain,
)
from sixtysix_sim.kernels.talon.scoring import is_out, settle_claim, settle_out, settle_played
from sixtysix_sim.kernels.talon.slips import (
    count_slip,
    draw_with_slips,
    show_wrong_marriage,
    wrong_card,
)
from sixtysix_sim.logs.raw import NONE
from sixtysix_sim.vocabulary import Action, Slip

PLAYED, MARRIED, CLAIMS = int(Action.PLAY), int(Action.MARRIAGE), int(Action.CLAIM)
CORRECTED, SLIP_CORRECTED = int(Action.CORRECT_MARRIAGE), int(Slip.CORRECTED)
EXCHANGED, CLOSED, DREW = int(Action.EXCHANGE), int(Action.CLOSE), int(Action.DRAW)
ILLEGAL_LEAD, ILLEGAL_FOLLOW, ILLEGAL_CHOICE = 1, 2, 3
WORDS = 63  # bits of View.MAY
_bit_of = inlined(bit_of)


@inlined
def is_legal_word(view: Any, words: int, answer: int) -> bool:
    """Tell whether an answer is a word that may be said here; a wrong claim may (K6.2)."""
    bit = _bit_of(answer)
    said = answer >= LAST_WORD and bit < WORDS and (words >> bit) & 1 != 0
    return said or (answer == CLAIM and view[View.MAY_CLAIM] != 0)


@inlined
def log_word(desk: Desk, trick: int, seat: int, answer: int, width: int) -> None:
    """Write a word into the log, before it is carried out."""
    if seldom(desk.rows.log_moves != 0):
        suit = NO_CODE
        if answer <= MARRIAGE:
            action, suit = MARRIED, MARRIAGE - answer
            if len(desk.table.wide) and is_correction(desk.table, desk.public, seat, suit):
                action = CORRECTED
        elif answer == CLAIM:
            action = CLAIMS
        elif answer == CLOSE:
            action = CLOSED
        else:
            action = EXCHANGED if answer == EXCHANGE else DREW
        log_move(desk.rows, trick, seat, action, NO_CODE, suit, NONE, width)


@inlined
def lead(desk: Desk, keys: Any, seat: int, hand: int, trick: int, trump: int, melds: Any) -> Any:
    """Let the leader use its rights until it leads or claims (K2–K6, D3–D7).

    Args:
        keys: (stream of the bots, stream of chance).
        hand: the leader's.
        melds: (the deal's row, first meld row, next meld row).

    Returns:
        (status, card led or CLAIM, hand, moves, forced, legal, next meld row)
    """
    table, view = desk.table, desk.public
    row, first, meld_at = melds
    key, chance = keys
    view[View.SEAT] = seat
    slot = SLOTS_A_TRICK * trick
    moves, forced, wide, bound = 0, 0, 0, 0
    while True:
        legal = cards_to_lead(hand, bound)
        words, view[View.MAY_CLAIM] = lead_words(table, view, hand, seat, trump, bound)
        view[View.MAY] = words
        slot += 1
        answer = decide(desk.players, LEAD, view, hand, legal, key, seat, slot)
        width = popcount(legal) + popcount(words)
        moves += 1
        forced += width == 1
        wide += width
        if answer >= 0:
            if seldom(answer > 62 or (legal >> answer) & 1 == 0):
                return ILLEGAL_LEAD, answer, hand, moves, forced, wide, meld_at
            code = np.int64(table.codes[answer])
            log_move(desk.rows, trick, seat, PLAYED, code, NO_CODE, NONE, width)
            return OK, answer, hand, moves, forced, wide, meld_at
        if seldom(not is_legal_word(view, words, answer)):
            return ILLEGAL_LEAD, answer, hand, moves, forced, wide, meld_at
        if len(table.wide) and answer <= MARRIAGE:
            suit = MARRIAGE - answer
            other = wrong_card(desk, chance, seat, hand, suit, slot)
            if other != NONE:
                show_wrong_marriage(desk, seat, 16 * suit + table.king, other)
                moves += 1
                forced -= width == 1
                wide -= width
                continue
        log_word(desk, trick, seat, answer, width)
        if answer == CLAIM:
            return OK, answer, hand, moves, forced, wide, meld_at
        if answer == CLOSE:
            put_closing(table, view, seat)
        elif answer == EXCHANGE:
            put_exchange(desk, seat)
            hand = desk.hands[seat]
        else:
            suit = MARRIAGE - answer
            if len(table.wide) and is_correction(table, view, seat, suit):
                count_slip(view, SLIP_CORRECTED)
            leads, added = put_marriage(desk, seat, suit, row, first, meld_at)
            bound |= leads
            meld_at += added


@inlined
def follow(desk: Desk, key: int, leader: int, left: int, trick: int, trump: int, led: int) -> Any:
    """Let the others follow (K2, D3).

    Args:
        left: what is left of the leader's hand.

    Returns:
        (status, winner of the trick, its hand, forced, legal, followers)
    """
    table, view = desk.table, desk.public
    view[View.MAY] = 0
    view[View.MAY_CLAIM] = 0
    top, seat = (led, leader, left), leader
    forced, wide, played = 0, 0, len(table.seats) - 1
    for _ in range(1, len(table.seats)):
        seat = next_seat(table, seat)
        view[View.SEAT] = seat
        hand = desk.hands[seat]
        if len(table.wide) and hand == 0:  # it sits the trick out (D3.3)
            played -= 1
            continue
        legal = cards_to_follow(table, view, hand, trump, led, top[0])
        slot = SLOTS_A_TRICK * trick
        card = decide(desk.players, FOLLOW, view, hand, legal, key, seat, slot)
        if seldom(card < 0 or card > 62 or (legal >> card) & 1 == 0):
            return ILLEGAL_FOLLOW, seat, hand, forced, wide, played
        width = popcount(legal)
        code = np.int64(table.codes[card])
        log_move(desk.rows, trick, seat, PLAYED, code, NO_CODE, NONE, width)
        wide += width
        forced += width == 1
        top = put_card(desk, seat, hand, card, trump, led, top)
    return OK, top[1], top[2], forced, wide, played


@inlined
def choose(desk: Desk, key: int, chance: int, seat: int, trick: int) -> Any:
    """Let the winner of a trick draw, close or claim (D5.1).

    Returns:
        (status, word, legal, irregular draws)
    """
    table, view = desk.table, desk.public
    open_trick(table, view, trick, seat)
    view[View.SEAT] = seat
    words, view[View.MAY_CLAIM] = choice_words(table, view, seat)
    view[View.MAY] = words
    slot = SLOTS_A_TRICK * trick
    answer = decide(desk.players, CHOOSE, view, desk.hands[seat], 0, key, seat, slot)
    width = popcount(words)
    if seldom(answer >= 0 or not is_legal_word(view, words, answer)):
        return ILLEGAL_CHOICE, answer, width, 0
    log_word(desk, trick, seat, answer, width)
    slipped = 0
    if answer == CLOSE:
        put_closing(table, view, seat)
    elif answer == DRAW:
        if len(table.wide):
            slipped = draw_with_slips(desk, chance, trick, seat)
        else:
            draw_round(desk, seat, desk.hands[seat])
    return OK, answer, width, slipped


@inlined
def is_over(desk: Desk, hand: int) -> bool:
    """Tell whether no card is left after a trick; ``hand`` is its winner's (K7.3, D3.3)."""
    if len(desk.table.wide):
        return nobody_holds(desk.hands, desk.table)
    return hand == 0


@inlined
def end_play(desk: Desk, winner: int) -> Any:
    """Give the bonus for the last trick and settle; return (end, winner, price, −1, last trick)."""
    give_bonus(desk.table, desk.public, winner)
    end, to, price = settle_played(desk.table, desk.public, winner)
    return end, to, price, NONE, winner


@inlined
def end_trick(desk: Desk, winner: int, hand: int) -> Any:
    """Give a trick to its winner; settle if it was the last or the closer is out (K5.2, D5.3).

    Args:
        hand: what the winner has left.

    Returns:
        (whether the deal is over, its result as in `play_tricks`)
    """
    table, view = desk.table, desk.public
    take_trick(desk, winner)
    last = (view[View.ENDGAME] != 0) & is_over(desk, hand)
    if last:
        give_bonus(table, view, winner)
    if is_out(table, view, winner):
        end, to, price = settle_out(table, view, winner)
        return True, (end, to, price, NONE, winner if last else NONE)
    if last:
        end, to, price = settle_played(table, view, winner)
        return True, (end, to, price, NONE, winner)
    return False, (0, NONE, 0, NONE, NONE)


@inlined
def play_tricks(desk: Desk, key: int, chance: int, row: int, first_meld: int) -> Any:
    """Play a deal to its end (K1.4, D2.3); points, tricks and closer stand in the view.

    Args:
        key, chance: the streams of the bots and of what happens by chance.

    Returns:
        (status, (end, winner, price, claimer, who took the last trick), next meld row,
        (moves, cards, forced, legal))
    """
    table, view = desk.table, desk.public
    trump, leader = view[View.TRUMP], view[View.FOREHAND]
    meld_at, moves, cards, forced, legal = first_meld, 0, 0, 0, 0
    trick, hand = 0, desk.hands[plain(leader)]
    while True:
        trick += 1
        if len(table.wide):
            leader = first_holder(desk.hands, table, leader)
            hand = desk.hands[leader]
        leader = plain(leader)
        open_trick(table, view, trick, leader)
        status, led, hand, acts, tight, wide, meld_at = lead(
            desk, (key, chance), leader, hand, trick, trump, (row, first_meld, meld_at)
        )
        moves += acts
        forced += tight
        legal += wide
        count_trick(desk.rows, trick, acts, tight, wide)
        if led == CLAIM:
            end, winner, paid = settle_claim(table, view, leader)
            result = (end, winner, paid, leader, NONE)
            return status, result, meld_at, (moves, cards, forced, legal)
        played = 0
        if status == OK:
            left = put_lead(desk, leader, hand, led)
            status, leader, hand, tight, wide, played = follow(
                desk, key, leader, left, trick, trump, led
            )
        if status != OK:
            return status, (0, NONE, 0, NONE, NONE), meld_at, (moves, cards, forced, legal)
        cards += played + 1
        moves += played
        forced += tight
        legal += wide
        count_trick(desk.rows, trick, played, tight, wide)
        over, result = end_trick(desk, leader, hand)
        if over:
            return OK, result, meld_at, (moves, cards, forced, legal)
        if view[View.ENDGAME] == 0:
            if not table.choice:
                if len(table.wide):
                    slipped = draw_with_slips(desk, chance, trick + 1, leader)
                    moves += slipped
                    count_trick(desk.rows, trick + 1, slipped, 0, 0)
                else:
                    hand = draw_round(desk, leader, hand)
            else:
                status, word, width, slipped = choose(desk, key, chance, leader, trick + 1)
                moves += 1 + slipped
                forced += width == 1
                legal += width
                count_trick(desk.rows, trick + 1, 1 + slipped, np.int64(width == 1), width)
                if status != OK:
                    return status, (0, NONE, 0, NONE, NONE), meld_at, (moves, cards, forced, legal)
                if word == CLAIM:
                    end, winner, paid = settle_claim(table, view, leader)
                    result = (end, winner, paid, leader, NONE)
                    return OK, result, meld_at, (moves, cards, forced, legal)
                hand = desk.hands[leader]
                if is_over(desk, hand):  # closed with no card left
                    result = end_play(desk, leader)
                    return OK, result, meld_at, (moves, cards, forced, legal)
