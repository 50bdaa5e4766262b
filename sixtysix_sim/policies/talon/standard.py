"""`standard`: a sensible human-like player, who counts cards and closes on what it counts."""

from typing import Any

import numpy as np

from sixtysix_sim.contract.talon import (
    CLAIM,
    CLOSE,
    DRAW,
    EXCHANGE,
    MARRIAGES,
    MAY_CLOSE,
    MAY_EXCHANGE,
    View,
)
from sixtysix_sim.kernels.bits import lowest, param
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.policy import decision
from sixtysix_sim.policies.masks import beaten_by
from sixtysix_sim.policies.talon.claims import SPAN, claims
from sixtysix_sim.policies.talon.closing import closes, dear_cards, facts
from sixtysix_sim.policies.talon.hand import best_marriage, unseen
from sixtysix_sim.policies.talon.tricks import (
    follow_endgame,
    follow_open,
    lead_endgame,
    lead_open,
)

__all__ = ["choose", "facts", "follow", "lead"]

_TRUMP, _MAY, _ENDGAME = int(View.TRUMP), int(View.MAY), int(View.ENDGAME)
EXCHANGE_RATE, DECLARE_RATE = 3, 4  # places of its parameters
_HALF = np.uint64(32)


@inlined
def uses(view: Any, rate: int, draw: int) -> bool:
    """Tell whether to use a right now, by the high half of the decision's random bits."""
    chance = param(view, rate)
    return chance >= 1.0 or np.float64(draw >> _HALF) < chance * SPAN


@decision
def lead(hand: int, legal: int, view: Any, draw: int) -> int:
    """Claim, exchange, declare, close on the points it expects; then lead a card."""
    if claims(view, draw):
        return CLAIM
    may = view[_MAY]
    if may & MAY_EXCHANGE and uses(view, EXCHANGE_RATE, draw):
        return EXCHANGE
    if may & MARRIAGES and uses(view, DECLARE_RATE, draw):
        return best_marriage(may, view[_TRUMP])
    out = unseen(view, hand)
    beaten = beaten_by(out)
    if view[_ENDGAME]:
        return lead_endgame(view, hand, legal, out, beaten)
    if may & MAY_CLOSE and closes(view, hand, out, hand & dear_cards(view) & ~beaten):
        return CLOSE
    return lead_open(view, hand, legal, out, beaten)


@decision
def follow(hand: int, legal: int, view: Any, draw: int) -> int:
    """Follow with what the talon, open or not, and the cards seen so far suggest."""
    if not legal & (legal - 1):
        return lowest(legal)
    if view[_ENDGAME]:
        return follow_endgame(view, hand, legal)
    return follow_open(view, hand, legal)


@decision
def choose(hand: int, legal: int, view: Any, draw: int) -> int:
    """Claim; close on the points it expects; else draw."""
    if claims(view, draw):
        return CLAIM
    out = unseen(view, hand)
    masters = hand & dear_cards(view) & ~beaten_by(out)
    closing = view[_MAY] & MAY_CLOSE and closes(view, hand, out, masters)
    return CLOSE if closing else DRAW
