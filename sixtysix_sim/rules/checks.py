"""Combinations of rule values that no deal could be played with."""

from collections import Counter

from sixtysix_sim.cards import SUITS
from sixtysix_sim.rules.auction import MELD_POINTS_LIMIT, AuctionRules, Meld

BITS_PER_SUIT = 15  # a suit is 15 cards at most: the kernels hold it in a 16-bit field

Problem = tuple[str, str]


def impossible_combination(rules: AuctionRules) -> Problem | None:
    """Return (key, one sentence) for the first impossible combination of values, or None."""
    for check in (_deck, _deal, _auction, _melds):
        if problem := check(rules):
            return problem
    return None


def _deck(rules: AuctionRules) -> Problem | None:
    ranks, packs = len(rules.deck.ranks), rules.deck.packs
    missing = [rank for rank in rules.deck.ranks if rank not in rules.deck.values]
    if missing:
        return "deck.values", f"has no points for {missing[0]}, which deck.ranks lists"
    if ranks * packs > BITS_PER_SUIT:
        return "deck.packs", (
            f"{packs} packs of {ranks} ranks make {ranks * packs} cards a suit, "
            f"more than {BITS_PER_SUIT}: take one pack or at most 7 ranks"
        )
    return None


def _deal(rules: AuctionRules) -> Problem | None:
    deck = len(rules.deck.ranks) * rules.deck.packs * len(SUITS)
    needed = rules.deal.hand_size * rules.seats
    if needed > deck:
        return "deal.hand_size", (
            f"{rules.seats} hands of {rules.deal.hand_size} need {needed} cards but the deck has "
            f"{deck}: at most {deck // rules.seats} each"
        )
    if rules.deal.packet > rules.deal.hand_size:
        return "deal.packet", (
            f"is {rules.deal.packet}, more than the {rules.deal.hand_size} cards of a hand"
        )
    first = rules.deal.first_dealer
    if isinstance(first, int) and first >= rules.seats:
        return "deal.first_dealer", f"is seat {first} but seats run from 0 to {rules.seats - 1}"
    return None


def _auction(rules: AuctionRules) -> Problem | None:
    low, high = rules.auction.min_bid, rules.auction.max_bid
    if high < low:
        return "auction.max_bid", f"is {high}, below auction.min_bid = {low}"
    return None


def _melds(rules: AuctionRules) -> Problem | None:
    for name, meld in rules.melds.patterns.items():
        if problem := _meld(rules, name, meld):
            return problem
    most = sum(_most_points(rules, meld) for meld in rules.melds.patterns.values())
    if most > MELD_POINTS_LIMIT:
        return "melds", (
            f"a team's melds could reach {most} points, more than the {MELD_POINTS_LIMIT} "
            "the tables hold: lower the points"
        )
    return None


def _meld(rules: AuctionRules, name: str, meld: Meld) -> Problem | None:
    if meld.with_run is not None and name != "trump_marriage":
        return f"melds.{name}.with_run", "belongs to trump_marriage only (C5.6)"
    if name == "trump_marriage" and meld.with_run is None:
        return f"melds.{name}.with_run", "is missing: one of never, spare_pair, always (C5.6)"
    lacking = [rank for rank in meld.needs() if rank not in rules.deck.ranks]
    if lacking:
        return f"melds.{name}", (
            f"needs the rank {lacking[0]}, which deck.ranks lacks: "
            "change the meld or set remove = true"
        )
    cards = meld.cards or meld.ranks or ()
    for card, count in Counter(cards).items():
        if count > rules.deck.packs:
            return f"melds.{name}", (
                f"needs {card} {count} times but there are only {rules.deck.packs} of each card"
            )
    size = len(SUITS) if meld.suits else len(cards)
    if size > rules.deal.hand_size:
        return f"melds.{name}", f"needs {size} cards but a hand has {rules.deal.hand_size}"
    return None


def _most_points(rules: AuctionRules, meld: Meld) -> int:
    """Return an upper bound of a team's points from one meld: every suit, both hands."""
    suits = {"trump": 1, "plain": 3, "any": 4}.get(meld.suit or "", 1)
    return meld.points * suits * rules.deck.packs
