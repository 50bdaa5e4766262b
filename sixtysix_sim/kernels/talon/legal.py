"""The talon family's rights in the kernel: who may claim, exchange, declare, close (K3–K6, D4–D7).

Phase functions: each takes and returns plain integers, carries its clause, and is all the hot loop,
the stepper and playouts know of the rules, with `kernels.following` for the play of cards. Masks
and card numbers: `sixtysix_sim.contract`; words: `contract.talon`.
"""

from typing import Any

import numpy as np

from sixtysix_sim.contract import EVEN
from sixtysix_sim.contract.talon import View
from sixtysix_sim.kernels.bits import pick
from sixtysix_sim.kernels.following import follow_cards
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.talon.table import (
    ROTATE_FIXED,
    ROTATE_LOSER,
    ROTATE_NEXT,
    TRICK_TO_DECLARE,
    Table,
)
from sixtysix_sim.logs.raw import NONE

# places of the words' bits in View.MAY
CLOSE_BIT, EXCHANGE_BIT, DRAW_BIT, MARRY_BIT = 1, 2, 3, 4
# Brings the lowest bits of four suits side by side, from bit 48 on.
_GATHER = (1 << 48) | (1 << 33) | (1 << 18) | (1 << 3)
_GATHERED = 48


@inlined
def next_seat(table: Table, seat: int) -> int:
    """Return the seat that is next in turn (K1.4, D2.3)."""
    return pick(seat + 1 == table.seats, 0, seat + 1)


@inlined
def card_points(table: Table, card: int) -> int:
    """Return what a card counts (K1.2, D1.4)."""
    return (table.values >> ((card & 15) << 2)) & 255


@inlined
def points_of(view: Any, seat: int) -> int:
    """Return a seat's points: cards won, and marriages that count; never pending ones (K6.1)."""
    return view[View.CARD_POINTS + seat] + view[View.MELD_POINTS + seat]


@inlined
def may_claim(table: Table, view: Any) -> Any:
    """Tell whether a claim, right or wrong, can be made on lead or at the draw choice (K6.3)."""
    after_own_trick = (view[View.TRICK] > 1) & (view[View.DECLARED] == NONE)
    return np.int64((table.claim_on_lead != 0) | after_own_trick)


@inlined
def claims_rightly(table: Table, view: Any, seat: int) -> Any:
    """Tell whether a claim can be made and would be right (K6.1, D7.2)."""
    return may_claim(table, view) & np.int64(points_of(view, seat) >= table.target)


@inlined
def may_close(table: Table, view: Any, seat: int) -> Any:
    """Tell whether the seat on lead, or at the draw choice, may close the talon (K5.1, D5.1)."""
    return np.int64(
        (table.closing != 0)
        & (view[View.ENDGAME] == 0)
        & (view[View.TRICK] >= table.close_from)
        & (view[View.TRICKS + seat] >= table.close_tricks)
        & (view[View.TALON] >= table.close_talon)
    )


@inlined
def may_exchange(table: Table, view: Any, hand: int, seat: int, trump: int) -> Any:
    """Tell whether the seat on lead may swap the lowest trump for the upcard (K4.1, D6.1).

    Never for another card of that rank; a talon that is empty has no upcard. Where the rank is K or
    Q, the pair of a trump marriage declared for this lead stays together.
    """
    if table.exchange == NONE:
        return 0
    card = 16 * trump + table.exchange
    if (hand >> card) & 1 == 0:
        return 0
    reachable = (view[View.ENDGAME] == 0) | (
        (table.exchange_after_close != 0) & (view[View.CLOSER] != NONE)
    )
    return np.int64(
        reachable
        & (view[View.UPCARD] != card)
        & ((table.exchange_needs_trick == 0) | (view[View.TRICKS + seat] > 0))
        & (view[View.TRICK] >= table.exchange_from)
        & (view[View.TALON] >= table.exchange_talon)
        & ((view[View.BOUND] >> (16 * trump)) & table.exchange_pair == 0)
    )


@inlined
def marriages(table: Table, view: Any, hand: int, seat: int) -> int:
    """Return the suits the seat on lead may declare, one bit each from bit 0 (K3.1–K3.3, D4).

    A card that has served in a marriage does not make another.
    """
    free = hand & ~view[View.TIED + seat]
    faces = (free | (free >> 1)) & EVEN
    pairs = (faces >> table.king) & (faces >> table.queen) & table.each_suit
    closed = view[View.CLOSER] != NONE
    late = pick(closed, table.marriage_after_close, table.marriage_after_exhausted)  # K3.3, D4.3
    allowed = (
        ((view[View.ENDGAME] == 0) | (late != 0))
        & ((table.needs_trick != TRICK_TO_DECLARE) | (view[View.TRICKS + seat] > 0))  # D4.2
        & (view[View.TRICK] >= table.marriage_from)
        & ((table.one_per_lead == 0) | (view[View.DECLARED] == NONE))
    )
    suits = ((pairs * _GATHER) >> _GATHERED) & 15
    return pick(allowed, suits, 0)


@inlined
def lead_words(table: Table, view: Any, hand: int, seat: int, trump: int) -> int:
    """Return the words that are legal and right on lead, as bits of `View.MAY`."""
    return (
        claims_rightly(table, view, seat)
        | may_close(table, view, seat) << CLOSE_BIT
        | may_exchange(table, view, hand, seat, trump) << EXCHANGE_BIT
        | marriages(table, view, hand, seat) << MARRY_BIT
    )


@inlined
def choice_words(table: Table, view: Any, seat: int) -> int:
    """Return the words legal and right at the draw choice, as bits of `View.MAY` (D5.1)."""
    close = may_close(table, view, seat) << CLOSE_BIT
    return claims_rightly(table, view, seat) | close | 1 << DRAW_BIT


@inlined
def cards_to_lead(view: Any, hand: int) -> int:
    """Return the cards that may be led: any (K2.1), or a declared marriage's (K3.1, D4.3)."""
    bound = view[View.BOUND]
    return pick(bound == 0, hand & EVEN, bound)


@inlined
def cards_to_follow(table: Table, view: Any, hand: int, trump: int, led: int, best: int) -> int:
    """Return the cards that may follow: any while the talon is open (K2.1, K2.2, D3.1, D3.4)."""
    if view[View.ENDGAME] | table.while_open:
        return follow_cards(table, hand, trump, led, best)
    return hand & EVEN


@inlined
def next_dealer(table: Table, dealer: int, winner: int) -> int:
    """Return who deals after a deal; ``winner`` NONE: it was drawn (K1.5, D2.3)."""
    if winner == NONE:
        return next_seat(table, dealer) if table.draw_rotates else dealer
    if table.rotation == ROTATE_FIXED:
        return dealer
    if table.rotation == ROTATE_NEXT:
        return next_seat(table, dealer)
    return next_seat(table, winner) if table.rotation == ROTATE_LOSER else winner
