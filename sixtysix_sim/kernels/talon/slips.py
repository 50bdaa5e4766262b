"""Irregularities of imperfect players, by their rates (D8.1–D8.5); compiled for wide tables alone.

What happens is drawn from a stream of its own, so that a slip moves nobody's cards. A slip happens
only where it can still be made good before the talon ends. Each is logged as an action of which
the number of legal ones is 0: it was none of them.
"""

from typing import Any

import numpy as np

from sixtysix_sim.contract.talon import View
from sixtysix_sim.kernels.bits import add_card, kth_alone, lowest, popcount, take_card
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.random import bounded, draw, fraction
from sixtysix_sim.kernels.rows import NO_CODE, log_move
from sixtysix_sim.kernels.talon.apply import draw_due
from sixtysix_sim.kernels.talon.desk import Desk
from sixtysix_sim.kernels.talon.legal import next_seat
from sixtysix_sim.logs.raw import NONE
from sixtysix_sim.vocabulary import SLIP_BITS, Action, Slip

# places of `Table.rates`
EXPOSE, EXPOSE_REDEAL, MISDEAL, MISDEAL_REDEAL, DOUBLE, MISSED, WRONG = range(7)
# slots of the stream: the deal, then draws by trick and seat, then marriages by trick and action
AT_DEAL, AT_DRAW, AT_MARRIAGE, OTHER_CARD = 0, 16, 1024, 4096
EXPOSED, MISDEALT = int(Action.IRREGULAR_EXPOSE), int(Action.IRREGULAR_MISDEAL)
TWICE, FORGOT = int(Action.IRREGULAR_DOUBLE_DRAW), int(Action.IRREGULAR_MISSED_DRAW)
WRONG_MARRIAGE = int(Action.IRREGULAR_WRONG_MARRIAGE)
DEMAND, LET_STAND = int(Action.DEMAND_REDEAL), int(Action.LET_STAND)
TWO_ANSWERS = 2
SLIP_EXPOSED, SLIP_MISDEALT = int(Slip.EXPOSED), int(Slip.MISDEALT)
SLIP_DOUBLE, SLIP_MISSED = int(Slip.DOUBLE_DRAWS), int(Slip.MISSED_DRAWS)
SLIP_WRONG = int(Slip.WRONG_MARRIAGES)


@inlined
def happens(desk: Desk, key: int, rate: int, slot: int) -> bool:
    """Tell whether something with a rate happens, by a draw of the chance stream."""
    chance = desk.table.rates[rate]
    return chance > 0.0 and fraction(draw(key, slot)) < chance


@inlined
def count_slip(view: Any, kind: int) -> None:
    """Count an irregularity of the deal."""
    view[View.SLIPS] += 1 << (SLIP_BITS * kind)


@inlined
def misdeal(desk: Desk, key: int) -> int:
    """Deal a seat one card too few now and then; return the seat, −1 for none (D8.2).

    The card lies on top of the talon. With hands of one card nobody would be left to play it, and
    the seat must come to draw it: then it does not happen.
    """
    table, view, seats = desk.table, desk.public, len(desk.table.seats)
    if table.hand_size < TWO_ANSWERS or view[View.TALON] < max(table.least_talon, seats):
        return NONE
    if not happens(desk, key, MISDEAL, AT_DEAL):
        return NONE
    seat = bounded(draw(key, AT_DEAL + 1), seats)
    hand = desk.hands[seat]
    card = lowest(kth_alone(hand, bounded(draw(key, AT_DEAL + 2), popcount(hand)))) & ~1
    desk.hands[seat] = take_card(hand, card)
    view[View.TALON] += 1
    desk.deck[table.deck_size - view[View.TALON]] = card
    return seat


@inlined
def exposed_card(desk: Desk, key: int) -> Any:
    """Draw which card the dealer exposes; return (card, whether it is forehand's) (D8.1)."""
    table, view = desk.table, desk.public
    hand = desk.hands[view[View.FOREHAND]]
    held = popcount(hand)
    number = bounded(draw(key, AT_DEAL + 4), held + view[View.TALON] - 1)
    if number < held:
        return lowest(kth_alone(hand, number)) & ~1, True
    place = table.deck_size - view[View.TALON] + number - held
    return np.int64(desk.deck[place]), False


@inlined
def log_slip(desk: Desk, trick: int, seat: int, action: int, card: int, value: int) -> None:
    """Write an irregularity into the log; ``card`` NONE and ``value`` NONE for none."""
    code = np.int64(NO_CODE)
    if card != NONE:
        code = np.int64(desk.table.codes[card])
    log_move(desk.rows, trick, seat, action, code, NO_CODE, value, 0)


@inlined
def slip_at_deal(desk: Desk, key: int, exposes: bool, short: int) -> Any:
    """Log what went wrong in dealing and let it stand or demand a redeal (D8.1, D8.2).

    Args:
        exposes: whether the dealer exposes a card. short: who has a card too few, −1.

    Returns:
        (whether the deal is dealt again, actions, sum of their legal ones)
    """
    view, again, moves = desk.public, False, 0
    if exposes:
        card, forehands = exposed_card(desk, key)
        forehand = view[View.FOREHAND]
        if forehands:
            view[View.SHOWN + forehand] = add_card(view[View.SHOWN + forehand], card)
        count_slip(view, SLIP_EXPOSED)
        log_slip(desk, 1, view[View.DEALER], EXPOSED, card, NONE)
        again = happens(desk, key, EXPOSE_REDEAL, AT_DEAL + 5)
        log_answer(desk, forehand, again)
        moves += 2
    if short != NONE:
        count_slip(view, SLIP_MISDEALT)
        log_slip(desk, 1, short, MISDEALT, NONE, desk.table.hand_size - 1)
        again = happens(desk, key, MISDEAL_REDEAL, AT_DEAL + 6)
        log_answer(desk, short, again)
        view[View.OWED + short] = 1
        moves += 2
    return again, moves, moves  # every other action is an answer, of two


@inlined
def log_answer(desk: Desk, seat: int, again: bool) -> None:
    """Write into the log what is said about a slip in dealing."""
    action = DEMAND if again else LET_STAND
    log_move(desk.rows, 1, seat, action, NO_CODE, NO_CODE, NONE, TWO_ANSWERS)


@inlined
def slips_of_draw(desk: Desk, key: int, trick: int, winner: int) -> int:
    """Draw who takes two cards in the coming draw, and who forgets to (D8.3, D8.4).

    Only a seat that is due one card, and only where the next draw can make it good: the talon must
    then still be open and hold what all are due.

    Args:
        trick: the one about to be led.

    Returns:
        slips, as `draw_due` takes them.
    """
    table, view, seats = desk.table, desk.public, len(desk.table.seats)
    slips, now, then = 0, 0, seats
    if table.hand_size < TWO_ANSWERS:
        return slips
    for seat in range(seats):
        now += max(0, 1 + view[View.OWED + seat])
    seat = winner
    for _ in range(seats):
        slot = AT_DRAW + 32 * trick + 2 * seat
        if view[View.OWED + seat] == 0:
            left = view[View.TALON] - now
            if happens(desk, key, DOUBLE, slot) and left - 1 >= max(seats, then - 1):
                slips |= 1 << (2 * seat)
                now, then = now + 1, then - 1
            elif happens(desk, key, MISSED, slot + 1) and left + 1 >= max(seats, then + 1):
                slips |= 2 << (2 * seat)
                now, then = now - 1, then + 1
        seat = next_seat(table, seat)
    return slips


@inlined
def draw_with_slips(desk: Desk, key: int, trick: int, winner: int) -> int:
    """Let each seat draw, some too many or none, and log that; return how many slipped (D8.3–4)."""
    view, slips = desk.public, slips_of_draw(desk, key, trick, winner)
    draw_due(desk, winner, slips)
    if slips == 0:
        return 0
    count, seat = 0, winner
    for _ in range(len(desk.table.seats)):
        slip = (slips >> (2 * seat)) & 3
        if slip != 0:
            count_slip(view, SLIP_DOUBLE if slip == 1 else SLIP_MISSED)
            log_slip(desk, trick, seat, TWICE if slip == 1 else FORGOT, NONE, NONE)
            count += 1
        seat = next_seat(desk.table, seat)
    return count


@inlined
def wrong_card(desk: Desk, key: int, seat: int, hand: int, suit: int, act: int) -> int:
    """Return the card that is shown with the king of a suit by mistake, −1 for no mistake (D8.5).

    It can be made good only while the talon is open for another lead.

    Args:
        hand: the leader's, who is about to declare the marriage of the suit. act: its actions on
            this lead so far.
    """
    table, view = desk.table, desk.public
    soon_over = view[View.TALON] < 2 * max(len(table.seats), table.least_talon)
    if view[View.ENDGAME] or soon_over or view[View.FACED + seat] != 0:
        return NONE
    slot = AT_MARRIAGE + 32 * view[View.TRICK] + act
    others = hand & ~((3 << table.king | 3 << table.queen) << (16 * suit))
    if others == 0 or not happens(desk, key, WRONG, slot):
        return NONE
    return lowest(kth_alone(others, bounded(draw(key, OTHER_CARD + slot), popcount(others)))) & ~1


@inlined
def put_wrong_marriage(desk: Desk, seat: int, first: int, second: int) -> None:
    """Show two cards that are no marriage; they stay known, and may be corrected (D8.5)."""
    view = desk.public
    cards = add_card(1 << first, second)
    view[View.FACED + seat] = cards
    view[View.FACED_AT + seat] = view[View.TRICK]
    view[View.SHOWN + seat] |= cards
    count_slip(view, SLIP_WRONG)


@inlined
def show_wrong_marriage(desk: Desk, seat: int, king: int, other: int) -> None:
    """Show a king and a card that is no queen to it, and log that (D8.5)."""
    trick = desk.public[View.TRICK]
    put_wrong_marriage(desk, seat, king, other)
    log_slip(desk, trick, seat, WRONG_MARRIAGE, king, NONE)
    log_slip(desk, trick, seat, WRONG_MARRIAGE, other, NONE)
