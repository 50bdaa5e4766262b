"""What an action changes: the view and the hands (C3–C6). Shared by hot loop and stepper."""

from typing import Any

import numpy as np

from sixtysix_sim.contract.auction import NO_BID, NOT_SPOKEN, PASS, View
from sixtysix_sim.kernels.auction.desk import Desk
from sixtysix_sim.kernels.auction.legal import card_points
from sixtysix_sim.kernels.auction.melds import AT, HEADER, WIDTH, copies_scored, units_held
from sixtysix_sim.kernels.bits import add_card, lowest, pick, take_card
from sixtysix_sim.kernels.following import beats
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.rows import write_meld
from sixtysix_sim.logs.raw import NONE

MASK_BITS = 63


@inlined
def open_deal(view: Any, dealer: int) -> None:
    """Set a view to the start of a deal; scores stay."""
    view[View.DEALER] = dealer
    view[View.HIGH_BID] = NO_BID
    view[View.HIGH_SEAT] = NONE
    view[View.ASKED] = NONE
    view[View.TRUMP] = NONE
    view[View.TRICK] = 0
    view[View.PLAYED] = 0
    view[View.VOIDS] = 0
    for seat in range(4):
        view[View.CALLS + seat] = NOT_SPOKEN
        view[View.TABLE + seat] = NONE
        view[View.SHOWN + seat] = 0
    for side in range(2):
        view[View.TRICKS + side] = 0
        view[View.CARD_POINTS + side] = 0
        view[View.MELD_POINTS + side] = 0


@inlined
def put_call(view: Any, seat: int, call: int) -> None:
    """Note a seat's word: PASS or a bid (C3.1, C3.2, C3.4)."""
    bid = call != PASS
    view[View.CALLS + seat] = call
    view[View.HIGH_BID] = pick(bid, call, view[View.HIGH_BID])
    view[View.HIGH_SEAT] = pick(bid, seat, view[View.HIGH_SEAT])


@inlined
def put_trump(desk: Desk, trump: int, row: int, meld_at: int) -> int:
    """Name trump and count every hand's melds into view and rows (C4.1, C5.1–C5.12).

    Returns:
        How many meld rows were written, from ``meld_at`` on.
    """
    view = desk.public
    view[View.TRUMP] = trump
    units = view[AT]
    seats = min(4, MASK_BITS // units) if units else 4
    found = 0
    for first in range(0, 4, seats):
        held = 0
        for seat in range(first, min(first + seats, 4)):
            held |= units_held(view, desk.hands[seat], trump) << ((seat - first) * units)
        while held:  # one loop for several hands: its end is hard to predict for the processor
            place = lowest(held)
            held &= held - 1
            skipped = np.int64(place >= units) + np.int64(place >= 2 * units) + (place >= 3 * units)
            unit = place - skipped * units
            found += put_meld(desk, first + skipped, trump, unit, row, meld_at + found)
    return found


@inlined
def put_meld(desk: Desk, seat: int, trump: int, unit: int, row: int, at: int) -> int:
    """Count one unit a hand holds into view and rows; return how many rows (C5.6, C5.10, C5.12)."""
    view = desk.public
    of_unit = AT + HEADER + (trump * view[AT] + unit) * WIDTH
    copies = copies_scored(view, desk.hands[seat], trump, unit)
    points = copies * view[of_unit + 2]
    if points == 0:
        return 0
    suit, meld = view[of_unit + 3], view[of_unit + 4]
    write_meld(desk.rows, at, row, seat, meld, suit, copies, points)
    view[View.SHOWN + seat] |= view[of_unit + copies - 1]
    view[View.MELD_POINTS + (seat & 1)] += points
    return 1


@inlined
def open_trick(view: Any, trick: int, leader: int) -> None:
    """Set a view to the start of a trick."""
    view[View.TRICK] = trick
    view[View.LEADER] = leader
    view[View.LED] = NONE
    view[View.BEST] = NONE
    view[View.BEST_SEAT] = leader
    view[View.TRICK_POINTS] = 0
    for seat in range(4):
        view[View.TABLE + seat] = NONE


@inlined
def note_card(view: Any, seat: int, card: int) -> None:
    """Note a card among all that were played, and who played it."""
    view[View.PLAYED] = add_card(view[View.PLAYED], card)
    place = View.HISTORY - 4 + 4 * view[View.TRICK] + seat
    view[np.uint64(place)] = card  # unsigned: no place counts from the end


@inlined
def put_lead(desk: Desk, seat: int, card: int) -> None:
    """Put the card led on the table (C6.1)."""
    view = desk.public
    desk.hands[seat] = take_card(desk.hands[seat], card)
    view[View.LED] = card
    view[View.BEST] = card
    view[View.TABLE + seat] = card
    view[View.TRICK_POINTS] = card_points(desk.table, card)
    note_card(view, seat, card)


@inlined
def put_card(desk: Desk, seat: int, card: int, trump: int, led: int, best: int, winner: int) -> Any:
    """Put a follower's card on the table; return (best card, its seat) (C6.5)."""
    view = desk.public
    desk.hands[seat] = take_card(desk.hands[seat], card)
    took = beats(card, best, trump)
    best, winner = pick(took, card, best), pick(took, seat, winner)
    view[View.BEST] = best
    view[View.BEST_SEAT] = winner
    view[View.TABLE + seat] = card
    view[View.TRICK_POINTS] += card_points(desk.table, card)
    note_card(view, seat, card)
    view[View.VOIDS] |= np.int64(card >> 4 != led >> 4) << (4 * seat + (led >> 4))
    return best, winner


@inlined
def close_trick(desk: Desk, winner: int, last: bool) -> None:
    """Give a trick to its winner's side, with the bonus if it is the last one (C6.6)."""
    view, side = desk.public, winner & 1
    view[View.TRICKS + side] += 1
    view[View.CARD_POINTS + side] += view[View.TRICK_POINTS] + (desk.table.bonus if last else 0)
