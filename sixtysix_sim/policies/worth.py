"""What a hand is worth to `standard` in an auction: own melds, partner's likely ones, and tricks.

The weights below were fitted by least squares to 22,150 deals of Çift 66 played by four `standard`
in which one seat always declared, in units that carry over to other rules: the trick points of a
deal, the trick points a card of a hand stands for, and the mean melds of a hand. The fit left a
standard error of 45 points; `margin` is a logistic curve of that width.
"""

from math import comb, log
from typing import Any

from sixtysix_sim.contract import EVEN, PASS, View
from sixtysix_sim.kernels.bits import param, popcount, suit_of
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.melds import HEADER, WIDTH, meld_points, meld_table
from sixtysix_sim.policies.hand import rank_cards, trick_points
from sixtysix_sim.rules.auction import AuctionRules

_SEAT, _CALLS, _ASKED = int(View.SEAT), int(View.CALLS), int(View.ASKED)
_RANKS, _HAND_SIZE = int(View.RANKS), int(View.HAND_SIZE)
BID_RISK, ASK_FROM, MEAN_MELDS = 0, 1, 2  # parameters of `standard`, the last from the rules


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
    tricks = trick_points(view)
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
    usual = 0.5 * trick_points(view) + 2.0 * mean
    return max(0.3 * mean, 1.1 * mean + 0.5 * (call - usual))


@inlined
def margin(view: Any, risk: float) -> float:
    """Return by how much a bid may exceed the expected total so that it is set with this chance."""
    width = 0.05 * trick_points(view) + 0.33 * param(view, MEAN_MELDS)
    inside = min(max(risk, 0.001), 0.999)
    return width * log(inside / (1.0 - inside))


@inlined
def helps(view: Any, hand: int) -> bool:
    """Tell whether a hand is a help to a partner who asks: melds and top cards of some worth."""
    melds = 0
    for trump in range(4):
        melds += meld_points(view, hand, trump)
    card = trick_points(view) / view[_HAND_SIZE]
    extra = popcount(rank_cards(view, hand, 1)) - view[_HAND_SIZE] / view[_RANKS]
    return 0.25 * melds + 0.65 * card * extra >= 0.8 * param(view, MEAN_MELDS)
