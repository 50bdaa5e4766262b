"""When `standard` closes: what a hand is likely to bring once the talon is closed.

The weights were fitted to 1,000,000 leads in self-play of the three presets, at each of
which a coin decided whether the talon was closed; they are in units that carry over to other decks:
the points of an average trick.
"""

from math import inf
from typing import Any

from sixtysix_sim.contract.talon import View
from sixtysix_sim.kernels.bits import param, popcount
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.policies.masks import SUITS, suit_cards
from sixtysix_sim.policies.talon.hand import prospects
from sixtysix_sim.rules.talon import TalonRules

_SEAT, _TRUMP, _TALON = int(View.SEAT), int(View.TRUMP), int(View.TALON)
_SEATS = int(View.SEATS)
# what `facts` puts behind the five parameters of `standard`
LIMIT, TRICK, DEAR, DEAR_POINTS, WHOLE_TRICK = 5, 6, 7, 8, 9
NEVER = 200.0  # of `close_at`, its highest
USUAL_TARGET = 66  # what `close_at` is stated for
# points by which a closer may fall short, since failing costs no more than that
_EASE = {"two_or_three": 4, "by_count": 18, "flat_three": 0}
_HELD, _UNKNOWN = 1.7, 0.2  # tricks that a trump of the opponent, a card of the talon costs


def facts(
    rules: TalonRules, wrong: float, delay: float, close_at: float, exchange: float, declare: float
) -> tuple[float, ...]:
    """Return what the decisions need of rules and parameters, worked out once.

    Returns:
        The points from which on it closes, for the target and the price of a failure in play; the
        points of two average cards; the dear ranks, those that count at least three quarters of
        that (A and T as a rule), as a mask within a suit; what a dear card counts on average; the
        points of an average trick of all seats.
    """
    ranks = tuple(reversed(rules.deck.ranks))
    values = [rules.deck.values[rank] for rank in ranks]
    trick = 2 * sum(values) / len(values)
    limit = (close_at - _EASE[rules.closing.failure]) * rules.claim.target / USUAL_TARGET
    limit = limit if close_at < NEVER else inf
    dear = [place for place, each in enumerate(values) if each >= 0.75 * trick]
    mean = sum(values[place] for place in dear) / max(1, len(dear))
    whole = rules.seats * sum(values) / len(values)
    return limit, trick, float(sum(1 << (2 * place) for place in dear)), mean, whole


@inlined
def dear_cards(view: Any) -> int:
    """Return the mask of the ranks that count most, A and T as a rule, of all suits."""
    return int(param(view, DEAR)) * SUITS


@inlined
def closes(view: Any, hand: int, out: int, masters: int) -> bool:
    """Tell whether a closer can count on the points that it asks for.

    Those it has, what its masters count, and what falls to its trumps and masters: an average trick
    each, less for the trumps that the opponents are likely to hold and for each card of the talon.

    Args:
        out: unseen cards. masters: the hand's dear cards that none of these beats.
    """
    trumps, unknown = suit_cards(view[_TRUMP]), popcount(out)
    # times `unknown`: a division is slow
    held = popcount(out & trumps) * popcount(hand) * (view[_SEATS] - 1)
    tricks = popcount((hand & trumps) | masters) - _UNKNOWN * view[_TALON]
    own = prospects(view, view[_SEAT]) + param(view, DEAR_POINTS) * popcount(masters)
    trick = param(view, WHOLE_TRICK)
    short = param(view, LIMIT) - own - trick * tricks
    return short * unknown + _HELD * trick * held <= 0.0
