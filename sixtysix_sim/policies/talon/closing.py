"""When `standard` closes: what a hand is likely to bring once the talon is closed.

The weights were fitted to 1,000,000 leads of four-way self-play of the three presets, at each of
which a coin decided whether the talon was closed; they are in units that carry over to other decks:
the points of an average trick.
"""

from typing import Any

from sixtysix_sim.contract.talon import MAY_CLOSE, View
from sixtysix_sim.kernels.bits import param, popcount
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.policies.masks import SUITS, beaten_by, suit_cards
from sixtysix_sim.policies.talon.hand import prospects, total, unseen
from sixtysix_sim.rules.talon import TalonRules

_SEAT, _TRUMP, _MAY, _TALON = (
    int(View.SEAT),
    int(View.TRUMP),
    int(View.MAY),
    int(View.TALON),
)
# what `facts` puts behind the three parameters of `standard`
LIMIT, TRICK, DEAR = 3, 4, 5
USUAL_TARGET = 66  # what `close_at` is stated for
# points by which a closer may fall short, since failing costs no more than that
_EASE = {"two_or_three": 4, "by_count": 18, "flat_three": 0}
_HELD, _UNKNOWN = 1.7, 0.2  # tricks that a trump of the opponent, a card of the talon costs


def facts(rules: TalonRules, wrong: float, delay: float, close_at: float) -> tuple[float, ...]:
    """Return what the decisions need of rules and parameters, worked out once.

    Returns:
        The points from which on it closes, for the target and the price of a failure in play; the
        points of an average trick; the ranks that count at least three quarters of that, as a mask
        within a suit (A and T as a rule).
    """
    ranks = tuple(reversed(rules.deck.ranks))
    values = [rules.deck.values[rank] for rank in ranks]
    trick = 2 * sum(values) / len(values)
    limit = (close_at - _EASE[rules.closing.failure]) * rules.claim.target / USUAL_TARGET
    dear = sum(1 << (2 * place) for place, each in enumerate(values) if each >= 0.75 * trick)
    return limit, trick, float(dear)


@inlined
def dear_cards(view: Any) -> int:
    """Return the mask of the ranks that count most, A and T as a rule, of all suits."""
    return int(param(view, DEAR)) * SUITS


@inlined
def expected_points(view: Any, hand: int) -> float:
    """Return the points a closer can count on: its own, its masters' and what falls to them.

    A trump or a dear master is worth an average trick on top of its own points; each trump that the
    opponent is likely to hold and each card of the talon take from that.
    """
    trumps, out = suit_cards(view[_TRUMP]), unseen(view, hand)
    masters = hand & dear_cards(view) & ~beaten_by(out)
    held = popcount(out & trumps) * popcount(hand) / popcount(out)
    takers = popcount((hand & trumps) | masters)
    tricks = takers - _HELD * held - _UNKNOWN * view[_TALON]
    return prospects(view, view[_SEAT]) + total(view, masters) + param(view, TRICK) * tricks


@inlined
def closes(view: Any, hand: int) -> bool:
    """Tell whether closing is allowed and promises enough."""
    return (view[_MAY] & MAY_CLOSE) != 0 and expected_points(view, hand) >= param(view, LIMIT)
