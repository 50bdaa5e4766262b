"""What the rules of the auction family measure by: a deal's tricks, a hand's melds."""

from math import comb

from sixtysix_sim.contract import EVEN
from sixtysix_sim.kernels.auction.melds import HEADER, WIDTH, meld_table
from sixtysix_sim.policies.auction.fit import Fit, Situation, Units, Weights
from sixtysix_sim.rules.auction import AuctionRules


def units_of(rules: AuctionRules) -> Units:
    """Return the units of a rule set."""
    return Units(
        trick_points=mean_trick_points(rules),
        hand_size=rules.deal.hand_size,
        mean_melds=mean_melds(rules),
    )


def carried(fit: Fit, rules: AuctionRules) -> Fit:
    """Return a fit in the units of a rule set; as it is if it was made under such rules.

    What a trump or a top card adds goes with the trick points that a card of a hand stands for,
    what partner adds with a usual total, and how far totals lie from the estimate with `_spread`.
    """
    old, new = fit.units, units_of(rules)
    card = new.trick_points / new.hand_size / (old.trick_points / old.hand_size)
    usual, spread = _usual(new) / _usual(old), _spread(new) / _spread(old)
    weights = fit.weights
    return Fit(
        made_by=fit.made_by,
        units=new,
        weights=Weights(
            melds=weights.melds,
            length=weights.length * card,
            top=weights.top * card,
            second=weights.second * card,
            plain_top=weights.plain_top * card,
            plain_second=weights.plain_second * card,
            partner_bid=weights.partner_bid,
            usual=weights.usual * usual,
        ),
        situations={
            name: Situation(
                contracts=found.contracts,
                mean=found.mean * usual,
                quantiles=tuple(points * spread for points in found.quantiles),
            )
            for name, found in fit.situations.items()
        },
        rules=fit.rules,
    )


def _usual(units: Units) -> float:
    """Return the size of a usual total: half the tricks, the melds of two hands."""
    return 0.5 * units.trick_points + 2.0 * units.mean_melds


def _spread(units: Units) -> float:
    """Return how far totals lie from their estimate, but for a factor."""
    return 0.05 * units.trick_points + 0.33 * units.mean_melds


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
