"""The talon family's rights in the kernel: who may claim, exchange, declare, close (K3–K6, D4–D7).

Phase functions: each takes and returns plain integers, carries its clause, and is all the hot loop,
the stepper and playouts know of the rules, with `kernels.following` for the play of cards. Masks
and card numbers: `sixtysix_sim.contract`; words: `contract.talon`.
"""

from typing import Any

from sixtysix_sim.contract import EVEN
from sixtysix_sim.contract.talon import (
    MARRIAGES,
    MAY_CLAIM_RIGHTLY,
    MAY_CLOSE,
    MAY_DRAW,
    MAY_EXCHANGE,
    MAY_MARRY,
    TWO_SEATS,
    View,
)
from sixtysix_sim.kernels.bits import pick, seldom
from sixtysix_sim.kernels.following import follow_cards
from sixtysix_sim.kernels.jit import inlined, shared
from sixtysix_sim.kernels.talon.table import (
    GATE_BITS,
    GATE_TALON,
    GATE_TRICK,
    GATE_WON,
    ROTATE_FIXED,
    ROTATE_LOSER,
    ROTATE_NEXT,
    Table,
)
from sixtysix_sim.logs.raw import NONE

SEAT_BITS = 7


@inlined
def plain(seat: int) -> int:
    """Return a seat so that the compiler knows it to be no negative index."""
    return seat & SEAT_BITS


@inlined
def next_seat(table: Table, seat: int) -> int:
    """Return the seat that is next in turn (K1.4, D2.3)."""
    if len(table.seats) == TWO_SEATS:
        return seat ^ 1
    return pick(seat + 1 == len(table.seats), 0, plain(seat + 1))


@inlined
def card_points(table: Table, card: int) -> int:
    """Return what a card counts (K1.2, D1.4)."""
    return (table.values >> ((card & 15) << 2)) & 255


@inlined
def points_of(view: Any, seat: int) -> int:
    """Return a seat's points: cards won, and marriages that count; never pending ones (K6.1)."""
    return view[View.CARD_POINTS + seat] + view[View.MELD_POINTS + seat]


@inlined
def talon_rights(table: Table, view: Any) -> int:
    """Return the words that talon and upcard allow, as bits of `View.MAY` (K3.3, K4.1, K5.1, D5.2).

    The exchange is never for another card of its rank.
    """
    closed = view[View.CLOSER] != NONE
    rights = pick(closed, table.rights_closed, table.rights_empty)
    rights = pick(view[View.ENDGAME] == 0, table.rights_open, rights)
    upcard = view[View.UPCARD]
    swapped = (upcard == NONE) | (upcard == 16 * view[View.TRUMP] + table.exchange)
    return rights & ~pick(swapped, MAY_EXCHANGE, 0)


@inlined
def rights_of(table: Table, view: Any, seat: int) -> int:
    """Return the words allowed to the seat that leads next, whatever it holds, as bits.

    They depend on talon and upcard, on the number of the trick (`from_trick`), on the cards left
    (`min_talon`) and on the tricks the seat has won (`needs_trick`, `min_tricks_won`). Branches
    on the last: who leads is known late, and what waits for it would wait for the words.
    """
    by_trick = table.gates[GATE_TRICK + (view[View.TRICK] & GATE_BITS)]
    by_talon = table.gates[GATE_TALON + (view[View.TALON] & GATE_BITS)]
    rights = view[View.RIGHTS] & by_trick & by_talon
    tricks = view[View.TRICKS + seat]
    if seldom(tricks < table.most_tricks_needed):
        rights &= table.gates[GATE_WON + (tricks & GATE_BITS)]
    return rights


@inlined
def right_claim(table: Table, view: Any, seat: int) -> int:
    """Return the claim's bit if the seat has the points (K6.1, D7.2), else 0; again a branch."""
    claim = 0
    if seldom(points_of(view, seat) >= table.target):
        claim = MAY_CLAIM_RIGHTLY
    return claim


@inlined
def after_marriage(table: Table, rights: int, trump: int, bound: int) -> int:
    """Return what is left of a leader's rights once a marriage is declared (K3.1, K6.3, D4.2).

    Where K or Q may be exchanged, the pair of a trump marriage stays together for this lead.
    """
    in_trump = (bound >> (16 * trump)) & table.exchange_pair != 0
    return rights & table.rights_declared & ~pick(in_trump, MAY_EXCHANGE, 0)


@inlined
def marriages(table: Table, view: Any, hand: int, seat: int) -> int:
    """Return the suits in which a hand holds a marriage, the lowest bit of each (K3.1, D4.1).

    A card that has served in a marriage does not make another.
    """
    faces = hand & ~view[View.TIED + seat]
    if seldom(table.packs == 2):
        faces = (faces | (faces >> 1)) & EVEN
    return (faces >> table.king) & (faces >> table.queen) & table.each_suit


@inlined
def has_just_erred(view: Any, seat: int) -> bool:
    """Tell whether a seat showed a wrong marriage on this lead; it declares no other (D8.5)."""
    return view[View.FACED + seat] != 0 and view[View.FACED_AT + seat] == view[View.TRICK]


@shared
def is_correction(table: Table, view: Any, seat: int, suit: int) -> bool:
    """Tell whether a marriage mends a wrong one: a card of it was shown on a lead before (D8.5)."""
    faced = view[View.FACED + seat]
    faces = (faced | (faced >> 1)) & EVEN
    pair = (1 << table.king | 1 << table.queen) << (16 * suit)
    return faces & pair != 0 and view[View.FACED_AT + seat] < view[View.TRICK]


@inlined
def lead_words(table: Table, view: Any, hand: int, seat: int, trump: int, bound: int) -> Any:
    """Return the words that are legal and right on lead, and whether any claim may be made (K3–K6).

    Args:
        bound: the cards that marriages declared for this lead leave to be led, 0 any.

    Returns:
        (bits of `View.MAY`, MAY_CLAIM_RIGHTLY or 0)
    """
    rights = rights_of(table, view, seat)
    if len(table.wide) and has_just_erred(view, seat):
        rights &= ~MARRIAGES
    if bound != 0:
        rights = after_marriage(table, rights, trump, bound)
    claim = right_claim(table, view, seat)
    exchange = ((hand >> (16 * trump + table.exchange)) & 1) * MAY_EXCHANGE
    marry = marriages(table, view, hand, seat) * MAY_MARRY
    return rights & (claim | MAY_CLOSE | exchange | marry), rights & MAY_CLAIM_RIGHTLY


@inlined
def choice_words(table: Table, view: Any, seat: int) -> Any:
    """Return the same at the draw choice: draw, close or claim (D5.1)."""
    rights = rights_of(table, view, seat)
    claim = right_claim(table, view, seat)
    return MAY_DRAW | rights & (claim | MAY_CLOSE), rights & MAY_CLAIM_RIGHTLY


@inlined
def cards_to_lead(hand: int, bound: int) -> int:
    """Return the cards that may be led: any (K2.1), or a declared marriage's (K3.1, D4.3)."""
    return pick(bound == 0, hand & EVEN, bound)


@inlined
def cards_to_follow(table: Table, view: Any, hand: int, trump: int, led: int, best: int) -> int:
    """Return the cards that may follow: any while the talon is open (K2.1, K2.2, D3.1, D3.4)."""
    if view[View.ENDGAME] | table.while_open:
        return follow_cards(table, hand, trump, led, best)
    return hand & EVEN


@inlined
def next_dealer(table: Table, dealer: int, winner: int, payer: int) -> int:
    """Return who deals after a deal (K1.5, D2.3).

    Where one seat pays several, ``winner`` is the seat after it; where several pay one, ``loser``
    is the seat after that one.

    Args:
        winner: who won the deal alone. payer: who paid every opponent. Both NONE: it was drawn.
    """
    if (winner == NONE) & (payer == NONE):
        return next_seat(table, dealer) if table.draw_rotates else dealer
    if table.rotation == ROTATE_FIXED:
        return dealer
    if table.rotation == ROTATE_NEXT:
        return next_seat(table, dealer)
    deals, other = winner, payer
    if table.rotation == ROTATE_LOSER:
        deals, other = payer, winner
    return next_seat(table, other) if deals == NONE else deals


@inlined
def nobody_holds(hands: Any, table: Table) -> bool:
    """Tell whether every hand is empty, where hands may differ in size (D3.3, D8)."""
    held = 0
    for seat in range(len(table.seats)):
        held |= hands[seat]
    return held == 0


@inlined
def first_holder(hands: Any, table: Table, seat: int) -> int:
    """Return the first seat from this one on that holds a card; who has none sits out (D3.3)."""
    for _ in range(len(table.seats)):
        if hands[seat] != 0:
            break
        seat = next_seat(table, seat)
    return seat


@inlined
def count_holders(hands: Any, table: Table) -> int:
    """Return how many seats hold a card, and so play to the next trick (D3.3)."""
    count = 0
    for seat in range(len(table.seats)):
        count += pick(hands[seat] != 0, 1, 0)
    return count
