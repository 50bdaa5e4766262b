"""`standard`: a sensible human-like player, who bids with partner in mind and counts cards."""

from typing import Any

from sixtysix_sim.contract.auction import ASK, NO_BID, PASS, REDEAL, SPEAK, View
from sixtysix_sim.kernels.bits import param
from sixtysix_sim.kernels.policy import decision
from sixtysix_sim.policies.auction.tricks import choose_card
from sixtysix_sim.policies.auction.worth import (
    ASK_MARGINS,
    BID_MARGINS,
    LAST,
    best_trump,
    facts,
    helps,
    situation,
    told_by_partner,
)

__all__ = ["answer", "call", "facts", "play", "trump"]

_SEAT, _PLACE, _HIGH_SEAT = int(View.SEAT), int(View.PLACE), int(View.HIGH_SEAT)
_MAX_BID, _STEP = int(View.MAX_BID), int(View.STEP)
_MAY_ASK, _MAY_PASS = int(View.MAY_ASK), int(View.MAY_PASS)
BETTER = 20  # points by which a hand must exceed what partner's bid asks for


@decision
def call(hand: int, legal: int, view: Any, draw: int) -> int:
    """Bid the highest step that `bid_risk` allows; the last speaker, the next step.

    Partner's bid is overbid only with a clearly better hand. A hand that falls short of `bid_risk`
    asks if its chance of making the lowest bid is at least `ask`.
    """
    if legal == NO_BID:
        return PASS
    _, points = best_trump(view, hand)
    case = situation(view)
    points += told_by_partner(view, case)
    limit = points + param(view, BID_MARGINS + case)
    partner_high = view[_HIGH_SEAT] == view[_SEAT] ^ 2
    if partner_high:
        limit -= BETTER
    if limit >= legal:
        steps = (min(int(limit), view[_MAX_BID]) - legal) // view[_STEP]
        return legal if view[_PLACE] == LAST else legal + steps * view[_STEP]
    if not view[_MAY_PASS]:
        return legal
    if view[_MAY_ASK] and not partner_high:
        return ASK if points + param(view, ASK_MARGINS + case) >= legal else PASS
    return PASS


@decision
def answer(hand: int, legal: int, view: Any, draw: int) -> int:
    """Answer "speak" with a hand that helps or bid itself, else "redeal"."""
    if view[_HIGH_SEAT] == view[_SEAT] or helps(view, hand):
        return SPEAK
    return REDEAL


@decision
def trump(hand: int, legal: int, view: Any, draw: int) -> int:
    """Name the suit under which the hand is worth most."""
    suit, _ = best_trump(view, hand)
    return suit


@decision
def play(hand: int, legal: int, view: Any, draw: int) -> int:
    """Play with partner, counting what is out."""
    return choose_card(view, hand, legal)
