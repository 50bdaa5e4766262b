"""How a deal ends and what it is worth, and how a match ends (K5–K7, D5, D7)."""

from typing import Any

from sixtysix_sim.contract.talon import TWO_SEATS, View
from sixtysix_sim.kernels.bits import pick
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.talon.legal import points_of
from sixtysix_sim.kernels.talon.table import (
    FAIL_BY_COUNT,
    FAIL_FLAT_THREE,
    OUT_ANY_TRICK,
    OUT_AT_END,
    WINS_LAST_TRICK,
    WINS_SOLE,
    WRONG_BY_COUNT,
    WRONG_TWO_OR_THREE,
    Table,
)
from sixtysix_sim.logs.raw import NONE
from sixtysix_sim.vocabulary import DealEnd

CLAIMED, WRONG_CLAIM = int(DealEnd.CLAIM), int(DealEnd.WRONG_CLAIM)
CLOSER_OUT, CLOSER_FAILED = int(DealEnd.CLOSER_OUT), int(DealEnd.CLOSER_FAILED)
PLAYED_OUT, DRAWN = int(DealEnd.PLAYED_OUT), int(DealEnd.DRAWN)
TWO, THREE = 2, 3


@inlined
def opponent(table: Table, seat: int) -> int:
    """Return the other one of two seats, NONE with more: then no other seat is the only one."""
    if len(table.wide):
        return pick(len(table.seats) == TWO_SEATS, 1 - seat, NONE)
    return 1 - seat


@inlined
def is_several(table: Table) -> bool:
    """Tell whether there are more than two seats; compiled away where there are two (D1.3)."""
    return len(table.wide) > 0 and len(table.seats) != TWO_SEATS


@inlined
def price(table: Table, tricks: int, points: int) -> int:
    """Return what a loser with these tricks and points pays (K7.1, D7.1)."""
    some = pick(points < table.under, table.under_pays, table.base)
    return pick(tricks == 0, table.no_trick_pays, some)


@inlined
def price_now(table: Table, view: Any, loser: int) -> int:
    """Return what a loser pays by its tricks and points at the end (K7.1, D7.1)."""
    return price(table, view[View.TRICKS + loser], points_of(view, loser))


@inlined
def price_of_closer(table: Table, view: Any, loser: int) -> int:
    """Return what a closer who is out is paid, by the end or by the closing (K5.2, D5.3)."""
    if table.score_at_close:
        tricks, points = view[View.CLOSE_TRICKS + loser], view[View.CLOSE_POINTS + loser]
        return price(table, tricks, points)
    return price_now(table, view, loser)


@inlined
def price_of_failure(table: Table, view: Any, closer: int, other: int) -> int:
    """Return what a closer who failed pays an opponent (K5.3, D5.4)."""
    if table.failure == FAIL_BY_COUNT:
        return price_now(table, view, closer)
    if table.failure == FAIL_FLAT_THREE:
        return THREE
    at = View.CLOSE_TRICKS if table.tricks_at_close else View.TRICKS
    return pick(view[at + other] == 0, THREE, TWO)


@inlined
def price_of_wrong_claim(table: Table, view: Any, claimer: int, other: int) -> int:
    """Return what a wrong claim costs, paid to an opponent (K6.2, D7.2)."""
    if table.wrong_fails_closer and view[View.CLOSER] == claimer:
        return price_of_failure(table, view, claimer, other)
    if table.wrong == WRONG_BY_COUNT:
        return price_now(table, view, claimer)
    none = view[View.TRICKS + other] == 0
    return pick(none & (table.wrong == WRONG_TWO_OR_THREE), THREE, TWO)


@inlined
def settle_claim(table: Table, view: Any, claimer: int) -> Any:
    """Settle a deal ended by a claim, right or wrong; return (end, winner, price) (K6.1, K6.2).

    Here and below the price is that of two seats; `pay_each` works out what several pay.
    """
    other, closer = opponent(table, claimer), view[View.CLOSER]
    wrong = points_of(view, claimer) < table.target
    if is_several(table):
        return pick(wrong, WRONG_CLAIM, CLAIMED), pick(wrong, other, claimer), 0
    if wrong:
        return WRONG_CLAIM, other, price_of_wrong_claim(table, view, claimer, other)
    if closer == claimer:
        return CLAIMED, claimer, price_of_closer(table, view, other)
    if closer == other and table.claim_fails_closer:
        return CLAIMED, claimer, price_of_failure(table, view, closer, claimer)  # K5.3, D5.4
    return CLAIMED, claimer, price_now(table, view, other)


@inlined
def is_out(table: Table, view: Any, winner: int) -> bool:
    """Tell whether a closer is out with a trick it won, without a claim (K5.2: any_trick)."""
    if table.auto_out != OUT_ANY_TRICK:
        return False
    return view[View.CLOSER] == winner and points_of(view, winner) >= table.target


@inlined
def settle_out(table: Table, view: Any, closer: int) -> Any:
    """Settle a deal whose closer is out; return (end, winner, price) (K5.2, D5.3)."""
    if is_several(table):
        return CLOSER_OUT, closer, 0
    return CLOSER_OUT, closer, price_of_closer(table, view, opponent(table, closer))


@inlined
def settle_played(table: Table, view: Any, last: int) -> Any:
    """Settle a deal whose last trick is taken; return (end, winner or −1, price).

    Args:
        last: who took the last trick, its bonus given.
    """
    closer = view[View.CLOSER]
    if closer == NONE:
        return settle_open(table, view, last)
    reached = points_of(view, closer) >= table.target
    if reached and (table.auto_out == OUT_AT_END or closer == last):  # K5.2, D5.3
        return settle_out(table, view, closer)
    other = opponent(table, closer)
    if is_several(table):
        return CLOSER_FAILED, other, 0
    return CLOSER_FAILED, other, price_of_failure(table, view, closer, other)  # K5.3, D5.4


@inlined
def settle_open(table: Table, view: Any, last: int) -> Any:
    """Settle a deal played out unclosed; return (end, winner or −1, price) (K7.3, D7.3)."""
    if table.wins == WINS_LAST_TRICK:
        return PLAYED_OUT, last, table.base
    if is_several(table):
        winner = winner_of_several(table, view)
        return pick(winner == NONE, DRAWN, PLAYED_OUT), winner, 0
    points_0, points_1 = points_of(view, 0), points_of(view, 1)
    winner = higher_of(table, view, points_0, points_1)
    if table.wins == WINS_SOLE:
        reached_0, reached_1 = points_0 >= table.target, points_1 >= table.target
        if reached_0 == reached_1:
            drawn = reached_0 | (table.higher_below == 0)
            winner = pick(drawn, NONE, winner)
        else:
            winner = pick(reached_0, 0, 1)
    if winner == NONE:
        return DRAWN, NONE, 0
    return PLAYED_OUT, winner, price_now(table, view, opponent(table, winner))


@inlined
def higher_of(table: Table, view: Any, points_0: int, points_1: int) -> int:
    """Return the seat with the higher count, −1 if they are equal (K7.3: compare)."""
    if table.compare_cards:
        points_0, points_1 = view[View.CARD_POINTS], view[View.CARD_POINTS + 1]
    return pick(points_0 == points_1, NONE, pick(points_0 > points_1, 0, 1))


@inlined
def winner_of_several(table: Table, view: Any) -> int:
    """Return who wins a deal of several seats played out unclosed, −1 if drawn (K7.3, D7.3)."""
    best, winner, there, sole = -1, NONE, 0, NONE
    for seat in range(len(table.seats)):
        points = points_of(view, seat)
        if points >= table.target:
            there += 1
            sole = seat
        if table.compare_cards:
            points = view[View.CARD_POINTS + seat]
        if points >= best:
            winner = NONE if points == best else seat
            best = points
    if table.wins != WINS_SOLE:
        return winner
    if there == 1:
        return sole
    return NONE if there > 1 or not table.higher_below else winner


@inlined
def payer_of(table: Table, view: Any, end: int, claimer: int) -> int:
    """Return who pays every opponent, having failed; −1 where one wins or none (D5.4, D7.2)."""
    closer = view[View.CLOSER]
    if end == WRONG_CLAIM:
        return claimer
    if end == CLOSER_FAILED:
        return closer
    against = (end == CLAIMED) & (closer != NONE) & (closer != claimer)
    return closer if against & (table.claim_fails_closer != 0) else NONE


@inlined
def price_between(table: Table, view: Any, result: Any, payer: int, seat: int) -> int:
    """Return what passes between a seat and the one that wins from all, or pays all (D7.1).

    Args:
        result: (end, winner or −1, price, claimer or −1, who took the last trick or −1).
        payer: as `payer_of`.
        seat: an opponent of the one who wins or pays.
    """
    end, winner, _, claimer, _ = result
    if payer != NONE:
        if end == WRONG_CLAIM:
            return price_of_wrong_claim(table, view, claimer, seat)
        return price_of_failure(table, view, payer, seat)
    if end == CLOSER_OUT or (end == CLAIMED and view[View.CLOSER] == winner):
        return price_of_closer(table, view, seat)
    if end == PLAYED_OUT and table.wins == WINS_LAST_TRICK:
        return table.base
    return price_now(table, view, seat)


@inlined
def leading_seat(table: Table, view: Any) -> int:
    """Return the seat with the highest score, −1 if the highest are equal (K7.2, D7.4)."""
    if len(table.wide):
        leader = 0
        for seat in range(1, len(table.seats)):
            if view[View.SCORES + seat] > view[View.SCORES + leader]:
                leader = seat
        for seat in range(len(table.seats)):
            if seat != leader and view[View.SCORES + seat] == view[View.SCORES + leader]:
                return NONE
        return leader
    score_0, score_1 = view[View.SCORES], view[View.SCORES + 1]
    return pick(score_0 == score_1, NONE, pick(score_0 > score_1, 0, 1))
