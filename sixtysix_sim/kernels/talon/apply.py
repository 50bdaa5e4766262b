"""What an action changes: the view, the hands, the talon (K1–K5, D2–D6). Hot loop and stepper."""

from typing import Any

import numpy as np

from sixtysix_sim.contract.talon import View
from sixtysix_sim.kernels.bits import add_card, pick, seldom, take_card
from sixtysix_sim.kernels.following import beats
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.rows import write_meld
from sixtysix_sim.kernels.talon.desk import Desk
from sixtysix_sim.kernels.talon.legal import card_points, next_seat, talon_rights
from sixtysix_sim.kernels.talon.table import TRICK_TO_COUNT, Table
from sixtysix_sim.logs.raw import NONE, MeldField

MARRIAGE_MELD = 0  # the only meld of the family


@inlined
def open_deal(table: Table, view: Any, dealer: int, upcard: int) -> None:
    """Set a view to the start of a deal that is dealt; scores and stake stay (K1.3, D2.2)."""
    view[View.DEALER] = dealer
    view[View.FOREHAND] = next_seat(table, dealer)  # K1.4, D2.3
    view[View.TRUMP] = upcard >> 4
    view[View.UPCARD] = upcard
    view[View.TALON] = table.deck_size - table.dealt
    view[View.CLOSER] = NONE
    view[View.CLOSED_AT] = NONE
    view[View.CLOSE_TRICK] = 0
    view[View.EXCHANGER] = NONE
    view[View.ENDGAME] = 0
    if len(table.wide):  # fewer cards than seats count as none from the start (D3.3)
        view[View.ENDGAME] = np.int64(view[View.TALON] < table.least_talon)
    view[View.RIGHTS] = talon_rights(table, view)
    view[View.PLAYED] = 0
    view[View.VOIDS] = 0
    for seat in range(len(table.seats)):
        view[View.TRICKS + seat] = 0
        view[View.CARD_POINTS + seat] = 0
        view[View.MELD_POINTS + seat] = 0
        view[View.PENDING + seat] = 0
        view[View.SHOWN + seat] = 0
        view[View.TIED + seat] = 0
        if len(table.wide):
            view[View.OWED + seat] = 0
            view[View.FACED + seat] = 0
            view[View.FACED_AT + seat] = 0
    view[View.SLIPS] = 0


@inlined
def open_trick(table: Table, view: Any, trick: int, leader: int) -> None:
    """Set a view to the lead to a trick."""
    view[View.TRICK] = trick
    view[View.LEADER] = leader
    view[View.LED] = NONE
    view[View.BEST] = NONE
    view[View.BEST_SEAT] = leader
    view[View.TRICK_POINTS] = 0
    view[View.DECLARED] = NONE
    for seat in range(len(table.seats)):
        view[View.TABLE + seat] = NONE


@inlined
def taken_from(mask: int, card: int) -> int:
    """Return a mask with one copy of a card less, if it has one."""
    return mask & ~(1 << (card + ((mask >> (card + 1)) & 1)))


@inlined
def leave_hand(desk: Desk, seat: int, hand: int, card: int) -> int:
    """Take a card out of a seat's hand, a copy that was shown first; return what is left."""
    view = desk.public
    left = take_card(hand, card)
    desk.hands[seat] = left
    view[View.SHOWN + seat] = taken_from(view[View.SHOWN + seat], card)
    if seldom(desk.table.packs == 2):  # with one pack a card played cannot come back
        view[View.TIED + seat] = taken_from(view[View.TIED + seat], card)
    return left


@inlined
def put_lead(desk: Desk, seat: int, hand: int, card: int) -> int:
    """Put the card led on the table; return what is left of the hand (K2.1)."""
    view = desk.public
    left = leave_hand(desk, seat, hand, card)
    if len(desk.table.wide) and view[View.FACED_AT + seat] < view[View.TRICK]:
        view[View.FACED + seat] = 0  # the lead on which it might be corrected is over (D8.5)
    view[View.LED] = card
    view[View.BEST] = card
    view[View.TABLE + seat] = card
    view[View.TRICK_POINTS] = card_points(desk.table, card)
    note_card(desk, seat, card)
    return left


@inlined
def note_card(desk: Desk, seat: int, card: int) -> None:
    """Note a card among all that were played, and who played it."""
    view = desk.public
    view[View.PLAYED] = add_card(view[View.PLAYED], card)
    place = View.HISTORY + len(desk.table.seats) * (view[View.TRICK] - 1) + seat
    view[np.uint64(place)] = card  # unsigned: no place counts from the end


@inlined
def put_card(desk: Desk, seat: int, hand: int, card: int, trump: int, led: int, top: Any) -> Any:
    """Put a follower's card on the table (K2.3, D3.2).

    Args:
        hand: the follower's. top: (best card so far, its seat, what is left of its hand).

    Returns:
        The same of the best card now.
    """
    view, table = desk.public, desk.table
    left = leave_hand(desk, seat, hand, card)
    best, winner, kept = top
    took = beats(card, best, trump)
    best, winner, kept = pick(took, card, best), pick(took, seat, winner), pick(took, left, kept)
    view[View.BEST] = best
    view[View.BEST_SEAT] = winner
    view[View.TABLE + seat] = card
    view[View.TRICK_POINTS] += card_points(table, card)
    note_card(desk, seat, card)
    if view[View.ENDGAME] | table.while_open:
        failed = table.must_follow & np.int64(card >> 4 != led >> 4)
        view[View.VOIDS] |= failed << (4 * seat + (led >> 4))
    return best, winner, kept


@inlined
def take_trick(desk: Desk, winner: int) -> None:
    """Give a trick to its winner, whose pending marriages count from now on (K3.2)."""
    view = desk.public
    view[View.TRICKS + winner] += 1
    view[View.CARD_POINTS + winner] += view[View.TRICK_POINTS]
    if view[View.PENDING + winner] > 0:
        view[View.MELD_POINTS + winner] += view[View.PENDING + winner]
        view[View.PENDING + winner] = 0


@inlined
def give_bonus(table: Table, view: Any, winner: int) -> None:
    """Give the bonus for the last trick; after a closing only by option (K7.3, D1.2, D5.5)."""
    given = (view[View.CLOSER] == NONE) | (table.bonus_when_closed != 0)
    view[View.CARD_POINTS + winner] += pick(given, table.bonus, 0)


@inlined
def draw_round(desk: Desk, winner: int, hand: int) -> int:
    """Let each seat draw a card, the winner of the trick first, the upcard last (K1.4, D3.3).

    With draws owed (D8.2–D8.4), or an uneven talon, each as many as it is due and as there are.

    Args:
        hand: the winner's.

    Returns:
        The winner's hand then.
    """
    table, view = desk.table, desk.public
    if len(table.wide):
        draw_due(desk, winner, 0)
        return desk.hands[winner]
    talon = view[View.TALON]
    place = table.deck_size - talon
    seat = winner
    for turn in range(len(table.seats)):
        card = np.int64(desk.deck[place])
        grown = add_card(hand if turn == 0 else desk.hands[seat], card)
        desk.hands[seat] = grown
        hand = grown if turn == 0 else hand
        place += 1
        if place == table.deck_size:
            view[View.SHOWN + seat] = add_card(view[View.SHOWN + seat], card)
            view[View.UPCARD] = NONE
        seat = next_seat(table, seat)
    talon -= len(table.seats)
    view[View.TALON] = talon
    if talon < table.least_talon:
        view[View.ENDGAME] = 1
        view[View.RIGHTS] = talon_rights(table, view)
    return hand


@inlined
def draw_due(desk: Desk, winner: int, slips: int) -> None:
    """Let each seat draw what it is due, the winner of the trick first (D3.3, D8.3, D8.4).

    Args:
        slips: bit ``2 × seat`` for a seat that draws one card too many, the bit above it for one
            that forgets to draw. The next draw makes it good: what is owed is noted in the view.
    """
    table, view = desk.table, desk.public
    left, seat = view[View.TALON], winner
    for _ in range(len(table.seats)):
        due = 1 + view[View.OWED + seat]
        slip = (slips >> (2 * seat)) & 3
        take = max(due, 0) + (slip & 1) - (slip >> 1)
        view[View.OWED + seat] = due - take
        while (take > 0) & (left > 0):
            card = np.int64(desk.deck[table.deck_size - left])
            desk.hands[seat] = add_card(desk.hands[seat], card)
            take -= 1
            left -= 1
            if left == 0:
                view[View.SHOWN + seat] = add_card(view[View.SHOWN + seat], card)
                view[View.UPCARD] = NONE
        seat = next_seat(table, seat)
    view[View.TALON] = left
    if left < table.least_talon:
        view[View.ENDGAME] = 1
        view[View.RIGHTS] = talon_rights(table, view)


@inlined
def put_exchange(desk: Desk, seat: int) -> None:
    """Swap the trump that may be exchanged for the upcard (K4.1, D6.1)."""
    table, view = desk.table, desk.public
    gained = view[View.UPCARD]
    card = 16 * view[View.TRUMP] + table.exchange
    left = leave_hand(desk, seat, desk.hands[seat], card)
    desk.hands[seat] = add_card(left, gained)
    view[View.SHOWN + seat] = add_card(view[View.SHOWN + seat], gained)
    view[View.UPCARD] = card
    desk.deck[table.deck_size - 1] = card
    view[View.EXCHANGER] = seat
    view[View.RIGHTS] = talon_rights(table, view)


@inlined
def put_closing(table: Table, view: Any, seat: int) -> None:
    """Close the talon, and note what a failed closing is judged by (K5.1, K5.3, D5.1)."""
    view[View.CLOSER] = seat
    view[View.CLOSED_AT] = view[View.TALON]
    view[View.CLOSE_TRICK] = view[View.TRICK]
    view[View.ENDGAME] = 1
    view[View.RIGHTS] = talon_rights(table, view)
    for each in range(len(table.seats)):
        view[View.CLOSE_TRICKS + each] = view[View.TRICKS + each]
        points = view[View.CARD_POINTS + each] + view[View.MELD_POINTS + each]
        view[View.CLOSE_POINTS + each] = points


@inlined
def put_marriage(desk: Desk, seat: int, suit: int, row: int, first: int, at: int) -> Any:
    """Declare a marriage: points at once or pending, cards shown, one to be led (K3, D4).

    Args:
        first, at: the deal's meld rows so far are ``first`` … ``at − 1``.

    Returns:
        (mask of the cards of it that may be led, how many meld rows were added)
    """
    table, view = desk.table, desk.public
    points = pick(suit == view[View.TRUMP], table.trump_marriage, table.plain)  # K3.1, D4.1
    pending = (table.needs_trick == TRICK_TO_COUNT) & (view[View.TRICKS + seat] == 0)  # K3.2
    view[View.MELD_POINTS + seat] += pick(pending, 0, points)
    view[View.PENDING + seat] += pick(pending, points, 0)
    king, queen = 16 * suit + table.king, 16 * suit + table.queen
    tied = add_card(add_card(view[View.TIED + seat], king), queen)
    view[View.TIED + seat] = tied
    view[View.SHOWN + seat] = known_with(view[View.SHOWN + seat], tied, king, queen)
    endgame = view[View.ENDGAME] != 0
    only_queen = pick(endgame, table.queen_endgame, table.queen_open)  # K3.1, D4.3
    bound = 1 << queen | pick(only_queen != 0, 0, 1 << king)
    view[View.DECLARED] = suit
    return bound, write_marriage(desk, seat, suit, points, row, first, at)


@inlined
def known_with(shown: int, tied: int, king: int, queen: int) -> int:
    """Return the cards known to be in a hand once those of its marriages are seen, too."""
    return shown | (tied & (3 << king | 3 << queen))


@inlined
def write_marriage(
    desk: Desk, seat: int, suit: int, points: int, row: int, first: int, at: int
) -> int:
    """Write a marriage into the meld rows, as one that counts; return how many rows it added.

    A second marriage of a suit joins the first one's row.
    """
    rows = desk.rows
    if desk.table.packs == 2:
        for old in range(first, at):
            same_seat = rows.melds[old, MeldField.SEAT] == seat
            if same_seat and rows.melds[old, MeldField.SUIT] == suit:
                rows.melds[old, MeldField.COPIES] += 1
                rows.melds[old, MeldField.POINTS] += points
                return 0
    write_meld(rows, at, row, seat, MARRIAGE_MELD, suit, 1, points)
    return 1


@inlined
def mark_lost(desk: Desk, first: int, at: int) -> None:
    """Mark the marriages of seats that won no trick as lost, once a deal is over (K3.2)."""
    rows, view = desk.rows, desk.public
    if desk.table.needs_trick == TRICK_TO_COUNT:
        for meld in range(first, at):
            seat = rows.melds[meld, MeldField.SEAT]
            rows.melds[meld, MeldField.COUNTED] = view[View.TRICKS + seat] > 0
