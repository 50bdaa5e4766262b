"""Chances of single melds and of two melds together in one dealt hand, as the rules count them."""

from fractions import Fraction

from sixtysix_sim.odds.auction.counting import points_with_best_trump, points_with_trump
from sixtysix_sim.odds.auction.units import Price, bound_to_trump, units_of
from sixtysix_sim.odds.tally import Effort, Tally
from sixtysix_sim.rules.auction import AuctionRules


def copies(
    rules: AuctionRules, name: str, trump: int | None, effort: Effort | None = None
) -> Tally:
    """Count hands by the copies of a meld that score, all suits added.

    ``trump``: the named trump; None: the trump under which most copies score. ``effort``: what it
    may cost.

    Raises:
        TooWide: it would cost more.
    """
    prices = {name: Price(1)}
    if trump is None:
        return points_with_best_trump(rules, prices=prices, effort=effort)
    return points_with_trump(rules, trump, prices=prices, effort=effort)


def together(
    rules: AuctionRules, first: str, second: str, trump: int | None, effort: Effort | None = None
) -> Fraction:
    """Return the chance that a hand scores both melds under one trump.

    ``trump``: the named trump; None: some trump, the same for both melds. ``effort``: what it may
    cost.

    Raises:
        TooWide: it would cost more.
        ValueError: ``trump`` is None and the pair has no order, see ``can_join``.
    """
    if not _can_lead(rules, first):
        if trump is None and not _can_lead(rules, second):
            raise ValueError(f"{first} and {second} have no best trump in common")
        first, second = second, first
    # One number tells both: copies of the second below ``base``, those of the first above it.
    places = units_of(rules, trump or 0, {second: Price(1)})
    base = 1 + sum(unit.most for unit in places)
    prices = {first: Price(base, single=True), second: Price(1)}
    found = (
        points_with_best_trump(rules, prices=prices, effort=effort)
        if trump is None
        else points_with_trump(rules, trump, prices=prices, effort=effort)
    )
    both = sum(n for value, n in found.counts.items() if value >= base and value % base)
    return Fraction(both, found.total)


def can_join(rules: AuctionRules, first: str, second: str) -> bool:
    """Whether ``together`` can find the best trump for both melds.

    It cannot if both are counted in several suits that depend on trump, as plain marriages are:
    then more copies of one could hide a trump under which both score.
    """
    return _can_lead(rules, first) or _can_lead(rules, second)


def _can_lead(rules: AuctionRules, name: str) -> bool:
    """Whether having the meld is worth the same under every trump that gives it."""
    return not bound_to_trump(rules, name) or len(units_of(rules, 0, {name: Price(1)})) == 1
