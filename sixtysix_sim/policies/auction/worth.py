"""What a hand is worth to `standard` in an auction: own melds, partner's likely ones, and tricks.

The weights below were fitted by least squares to 22,150 deals of Çift 66 played by four `standard`
in which one seat always declared, in units that carry over to other rules: the trick points of a
deal, the trick points a card of a hand stands for, and the mean melds of a hand. The fit left a
standard error of 45 points; the margins of `facts` are those of a logistic curve of that width.
"""

from math import comb, log
from typing import Any

from sixtysix_sim.contract import EVEN
from sixtysix_sim.contract.auction import PASS, View
from sixtysix_sim.kernels.auction.melds import HEADER, WIDTH, meld_points, meld_table
from sixtysix_sim.kernels.bits import param, popcount, suit_of
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.policies.auction.hand import rank_cards
from sixtysix_sim.rules.auction import AuctionRules

_SEAT, _CALLS, _ASKED = int(View.SEAT), int(View.CALLS), int(View.ASKED)
_RANKS, _HAND_SIZE = int(View.RANKS), int(View.HAND_SIZE)
# What `facts` puts behind the two parameters of `standard`, `bid_risk` and `ask`.
MEAN_MELDS, TRICK_POINTS, BID_MARGIN, ASK_MARGIN = 2, 3, 4, 5


def facts(rules: AuctionRules, bid_risk: float, ask: float) -> tuple[float, ...]:
    """Return what the decisions need of rules and parameters, worked out once.

    Returns:
        Mean melds of a hand; trick points of a deal; by how many points a bid may exceed the
        expected total so that it is set with the chance ``bid_risk``; and so that it is made with
        the chance ``ask``.
    """
    melds, tricks = mean_melds(rules), mean_trick_points(rules)
    width = 0.05 * tricks + 0.33 * melds
    return melds, tricks, width * _log_odds(bid_risk), width * _log_odds(1 - ask)


def _log_odds(chance: float) -> float:
    inside = min(max(chance, 0.001), 0.999)
    return log(inside / (1 - inside))


def mean_trick_points(rules: AuctionRules) -> float:
    """Return what the cards of four hands count on average, and the last trick (C2.4, C6.6)."""
    ranks = rules.deck.ranks
    rank = sum(rules.deck.values[rank] for rank in ranks) / len(ranks)
    return 4 * rules.deal.hand_size * rank + rules.last_trick.bonus


def mean_melds(rules: AuctionRules) -> float:
    """Return the mean meld points of a dealt hand under a given trump.

    Exact but for C5.6: a trump marriage beside a run is counted too.
    """
    table = [int(number) for number in meld_table(rules)]
    total = 0.0
    for unit in range(table[0]):
        at = HEADER + unit * WIDTH
        points, most = table[at + 2], table[at + 5]
        for mask in table[at : at + most]:
            total += points * _chance(rules, mask) if mask else 0.0
    return total


def _chance(rules: AuctionRules, mask: int) -> float:
    """Return the chance that a hand holds the cards of a mask, by inclusion and exclusion."""
    packs, size = rules.deck.packs, rules.deal.hand_size
    deck = 4 * len(rules.deck.ranks) * packs
    pairs = (mask & ~EVEN).bit_count()
    faces = (mask & EVEN).bit_count() - pairs
    if size < 2 * pairs + faces:
        return 0.0
    left, room = deck - 2 * pairs, size - 2 * pairs
    ways = sum(
        (-1) ** lacking * comb(faces, lacking) * comb(left - packs * lacking, room)
        for lacking in range(faces + 1)
    )
    return ways / comb(deck, size)


@inlined
def best_trump(view: Any, hand: int) -> Any:
    """Return (suit, points): the best trump, and own melds and the side's tricks under it."""
    tricks = param(view, TRICK_POINTS)
    card = tricks / view[_HAND_SIZE]
    top, second = rank_cards(view, hand, 1), rank_cards(view, hand, 2)
    suit, most = 0, -1.0
    for each in range(4):
        length, high = popcount(suit_of(hand, each)), popcount(suit_of(top, each))
        strength = 0.5 * length + 0.15 * high + 0.65 * popcount(suit_of(second, each))
        points = card * strength + meld_points(view, hand, each)
        if points > most:
            suit, most = each, points
    return suit, most + 0.21 * tricks + 0.65 * card * popcount(top)


@inlined
def partner_melds(view: Any) -> float:
    """Return what partner's melds are likely to add, by what partner said."""
    mean = param(view, MEAN_MELDS)
    call = view[_CALLS + (view[_SEAT] ^ 2)]
    if view[_ASKED] == view[_SEAT]:  # partner answered "speak"
        return mean
    if call == PASS:
        return 0.3 * mean
    if call < 0:
        return mean
    usual = 0.5 * param(view, TRICK_POINTS) + 2.0 * mean
    return max(0.3 * mean, 1.1 * mean + 0.5 * (call - usual))


@inlined
def helps(view: Any, hand: int) -> bool:
    """Tell whether a hand is a help to a partner who asks: melds and top cards of some worth."""
    melds = 0
    for trump in range(4):
        melds += meld_points(view, hand, trump)
    card = param(view, TRICK_POINTS) / view[_HAND_SIZE]
    extra = popcount(rank_cards(view, hand, 1)) - view[_HAND_SIZE] / view[_RANKS]
    return 0.25 * melds + 0.65 * card * extra >= 0.8 * param(view, MEAN_MELDS)
