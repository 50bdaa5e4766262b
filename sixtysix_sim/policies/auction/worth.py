"""What a hand is worth to `standard` in an auction, by the weights of a fit (`fit.Fit`).

The estimate of its side's total under a trump is a sum of the hand's features (`features`), points
for what partner has said, and, if partner has bid, for how much.
"""

from typing import Any

from sixtysix_sim.contract.auction import PASS, View
from sixtysix_sim.kernels.auction.melds import meld_points
from sixtysix_sim.kernels.bits import param, popcount, suit_of
from sixtysix_sim.kernels.jit import inlined, jit
from sixtysix_sim.policies.auction.fit import SITUATIONS, WITH_BID, Fit, built_in
from sixtysix_sim.policies.auction.hand import rank_cards
from sixtysix_sim.policies.auction.units import carried
from sixtysix_sim.rules.auction import AuctionRules

_SEAT, _PLACE, _CALLS = int(View.SEAT), int(View.PLACE), int(View.CALLS)
_ASKED = int(View.ASKED)
_RANKS, _HAND_SIZE = int(View.RANKS), int(View.HAND_SIZE)
UNSPOKEN, PASSED, BID, SPOKE = (SITUATIONS.index(s) for s in ("unspoken", "passed", "bid", "spoke"))
LAST = 3  # the place of the last speaker; its situations follow those of the third
# What `facts` puts behind the two parameters of `standard`, `bid_risk` and `ask`.
MEAN_MELDS, MELDS, LENGTH, TOP, SECOND, PLAIN_TOP, PLAIN_SECOND, PARTNER_BID = range(2, 10)
BID_MARGINS = 10
ASK_MARGINS = BID_MARGINS + len(SITUATIONS)


def facts(
    rules: AuctionRules, bid_risk: float, ask: float, fit: Fit | None = None
) -> tuple[float, ...]:
    """Return what the decisions need of rules and parameters, worked out once.

    Args:
        fit: the fit to use, `built_in` if None; one to other rules is carried over.

    Returns:
        Mean melds of a hand; the weights; then, a situation each, what is added to the weights' sum
        so that a bid of that many points is set with the chance ``bid_risk``; and so that it is
        made with the chance ``ask``.
    """
    fit = carried(fit or built_in(), rules)
    weights = fit.weights
    known = weights.partner_bid * (weights.usual + fit.quantile("unspoken", bid_risk))
    margins = [
        found.mean + fit.quantile(name, chance) - known * (name in WITH_BID)
        for chance in (bid_risk, 1 - ask)
        for name, found in ((name, fit.situations[name]) for name in SITUATIONS)
    ]
    return (
        fit.units.mean_melds,
        weights.melds,
        weights.length,
        weights.top,
        weights.second,
        weights.plain_top,
        weights.plain_second,
        weights.partner_bid,
        *margins,
    )


@inlined
def features(view: Any, hand: int, trump: int) -> Any:
    """Return what a hand is judged by under a trump, in the order of `Weights`.

    Own melds; trumps; trumps of the highest rank, of the second; other cards of the highest rank,
    of the second.
    """
    tops, seconds = rank_cards(view, hand, 1), rank_cards(view, hand, 2)
    top, second = popcount(suit_of(tops, trump)), popcount(suit_of(seconds, trump))
    return (
        meld_points(view, hand, trump),
        popcount(suit_of(hand, trump)),
        top,
        second,
        popcount(tops) - top,
        popcount(seconds) - second,
    )


@jit()
def features_of(view: Any, hands: Any, trumps: Any, found: Any) -> None:
    """Write the features of hands (int64[n]) under trumps (int64[n]) to found (int64[n, 6])."""
    for n in range(len(hands)):
        values = features(view, hands[n], trumps[n])
        for column in range(6):
            found[n, column] = values[column]


@inlined
def worth_under(view: Any, hand: int, trump: int) -> float:
    """Return the points that a hand's features add up to under a trump."""
    melds, length, top, second, plain_top, plain_second = features(view, hand, trump)
    points = param(view, MELDS) * melds + param(view, LENGTH) * length
    points += param(view, TOP) * top + param(view, SECOND) * second
    return points + param(view, PLAIN_TOP) * plain_top + param(view, PLAIN_SECOND) * plain_second


@inlined
def best_trump(view: Any, hand: int) -> Any:
    """Return (suit, points): the trump under which the features add up to most, and the sum."""
    suit, most = 0, -1e9
    for each in range(4):
        points = worth_under(view, hand, each)
        if points > most:
            suit, most = each, points
    return suit, most


@inlined
def situation(view: Any) -> int:
    """Return the number of the situation in `SITUATIONS`: what partner has said so far."""
    call = view[_CALLS + (view[_SEAT] ^ 2)]
    if view[_ASKED] == view[_SEAT]:
        return SPOKE
    if call < PASS:
        return UNSPOKEN
    last = view[_PLACE] == LAST
    return (PASSED if call == PASS else BID) + last


@inlined
def told_by_partner(view: Any, case: int) -> float:
    """Return the points that partner's bid adds in a situation."""
    if case < BID or case == SPOKE:
        return 0.0
    return param(view, PARTNER_BID) * view[_CALLS + (view[_SEAT] ^ 2)]


@inlined
def helps(view: Any, hand: int) -> bool:
    """Tell whether a hand is a help to a partner who asks: melds and top cards of some worth."""
    melds = 0
    for trump in range(4):
        melds += meld_points(view, hand, trump)
    extra = popcount(rank_cards(view, hand, 1)) - view[_HAND_SIZE] / view[_RANKS]
    return 0.25 * melds + param(view, PLAIN_TOP) * extra >= 0.8 * param(view, MEAN_MELDS)
