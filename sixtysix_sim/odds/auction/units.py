"""Meld patterns as units: one pattern in one place, under one trump (C5.1–C5.11).

A unit counts min(held // needed) copies over its cards, capped by ``most``. The trump marriage
beside runs (C5.6) carries the run units along. Several questions are asked of the same units by
changing what a copy is worth, see ``Price``.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sixtysix_sim.cards import RANKS, SUITS, card_code
from sixtysix_sim.rules.auction import AuctionRules, Meld

Needs = tuple[tuple[int, int], ...]  # (face, how many), sorted by face


@dataclass(frozen=True)
class Price:
    """What a copy of a meld counts in a question.

    ``single``: no more than one copy counts in each suit (or at all, for a meld of all suits).
    """

    value: int
    single: bool = False


@dataclass(frozen=True)
class Unit:
    """One pattern in one place.

    Attributes:
        meld: name of the pattern.
        needs: the cards of one copy.
        value: what a copy counts.
        most: how many copies count at most.
        runs: for a marriage that runs take from or forbid: the cards of each run unit.
        spare: copies beside a run count if their cards are left after all runs; False: none do.
    """

    meld: str
    needs: Needs
    value: int
    most: int
    runs: tuple[Needs, ...] = ()
    spare: bool = False

    @property
    def faces(self) -> frozenset[int]:
        """Every card that bears on the number of copies."""
        return frozenset(face for needs in (self.needs, *self.runs) for face, _ in needs)


def prices_of(rules: AuctionRules) -> dict[str, Price]:
    """Return the points of the rule set's melds; a meld worth nothing does not score."""
    return {name: Price(meld.points) for name, meld in rules.melds.patterns.items() if meld.points}


def units_of(
    rules: AuctionRules, trump: int, prices: Mapping[str, Price] | None = None
) -> tuple[Unit, ...]:
    """Return the units of the priced melds (default: all, by their points) under a trump."""
    prices = prices_of(rules) if prices is None else prices
    found: list[Unit] = []
    for name, price in prices.items():
        meld = rules.melds.patterns[name]
        most = 1 if price.single or capped(rules, meld) else rules.deck.packs
        for needs in _places(meld, trump):
            found.append(_beside_runs(rules, trump, Unit(name, needs, price.value, most)))
    return tuple(found)


def capped(rules: AuctionRules, meld: Meld) -> bool:
    """Whether only one copy a meld and suit counts (C5.10: never for a meld of a single card)."""
    one_card = len(meld.cards or meld.ranks or SUITS) == 1
    return rules.melds.copies == "once" and not one_card


def bound_to_trump(rules: AuctionRules, name: str) -> bool:
    """Whether the copies of a meld depend on which suit is trump."""
    meld = rules.melds.patterns[name]
    if meld.suit in ("trump", "plain"):
        return True
    run = rules.melds.patterns.get("run")
    linked = meld.with_run in ("never", "spare_pair") and run is not None
    return linked and run is not None and run.suit in ("trump", "plain")


def trump_groups(rules: AuctionRules, names: Iterable[str] | None = None) -> list[tuple[int, ...]]:
    """Return the suits in groups that give the same chances when they are trump.

    A suit that no pattern of exact cards names is as good as any other such suit. ``names``: only
    these melds matter (default: all that score).
    """
    wanted = set(prices_of(rules) if names is None else names)
    if "trump_marriage" in wanted:
        wanted.add("run")
    if not any(bound_to_trump(rules, name) for name in wanted if name in rules.melds.patterns):
        return [tuple(range(len(SUITS)))]
    patterns = [rules.melds.patterns[name] for name in wanted if name in rules.melds.patterns]
    named = {card_code(card) >> 3 for meld in patterns for card in meld.cards or ()}
    others = tuple(suit for suit in range(len(SUITS)) if suit not in named)
    return sorted([(suit,) for suit in named] + ([others] if others else []))


def _places(meld: Meld, trump: int) -> list[Needs]:
    """Return the cards of one copy in every place a pattern can stand under a trump."""
    if meld.cards:
        return [_needs(card_code(card) for card in meld.cards)]
    if meld.rank:
        return [_needs(8 * suit + RANKS.index(meld.rank) for suit in range(len(SUITS)))]
    every = range(len(SUITS))
    suits = {"trump": [trump], "plain": [s for s in every if s != trump], "any": list(every)}
    ranks = [RANKS.index(rank) for rank in meld.ranks or ()]
    return [_needs(8 * suit + rank for rank in ranks) for suit in suits[meld.suit or "any"]]


def _needs(faces: Iterable[int]) -> Needs:
    return tuple(sorted(Counter(faces).items()))


def _beside_runs(rules: AuctionRules, trump: int, unit: Unit) -> Unit:
    """Return the unit with what C5.6 says of runs in the same hand."""
    with_run = rules.melds.patterns[unit.meld].with_run
    run = rules.melds.patterns.get("run")
    if run is None or with_run not in ("never", "spare_pair"):
        return unit
    runs = _places(run, trump)
    spare = with_run == "spare_pair"
    if spare:  # a run in cards the marriage does not need takes nothing from it
        own = {face for face, _ in unit.needs}
        runs = [needs for needs in runs if own & {face for face, _ in needs}]
    return Unit(unit.meld, unit.needs, unit.value, unit.most, tuple(runs), spare)
