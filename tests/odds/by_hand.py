"""Melds counted straight from the rule text, and every small deal one by one: slow and plain."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any

from sixtysix_sim.rules.auction import AuctionRules, Meld
from sixtysix_sim.rules.ruleset import resolve_rules

Cards = Sequence[str]


def rules_of(*changes: dict[str, Any]) -> AuctionRules:
    return resolve_rules("cift66", *changes).auction


def only(melds: dict[str, Any], **deal: Any) -> dict[str, Any]:
    """Changes that leave no meld of the preset but those given."""
    preset = resolve_rules("cift66").auction.melds.patterns
    table: dict[str, Any] = {name: {"remove": True} for name in preset}
    return {"melds": {**table, **melds}, **deal}


def deck(rules: AuctionRules) -> list[str]:
    return [r + s for s in "SHDC" for r in rules.deck.ranks for _ in range(rules.deck.packs)]


def places(meld: Meld, trump: str) -> list[list[str]]:
    if meld.cards is not None:
        return [list(meld.cards)]
    if meld.rank is not None:
        return [[meld.rank + suit for suit in "SHDC"]]
    suits = {"trump": trump, "plain": "SHDC".replace(trump, ""), "any": "SHDC"}[meld.suit or ""]
    return [[rank + suit for rank in meld.ranks or ()] for suit in suits]


def whole_sets(held: Counter[str], cards: list[str]) -> int:
    return min(held[card] // cards.count(card) for card in cards)


def copies(rules: AuctionRules, hand: Cards, trump: str, name: str) -> int:
    """C5.1 to C5.11: copies of a meld that score in a hand."""
    meld = rules.melds.patterns[name]
    held = Counter(hand)
    run = rules.melds.patterns.get("run")
    runs = [(cards, whole_sets(held, cards)) for cards in places(run, trump)] if run else []
    if meld.with_run == "never" and any(n for _, n in runs):
        return 0
    if meld.with_run == "spare_pair":
        for cards, n in runs:
            held -= Counter(cards * n)
    total = 0
    for cards in places(meld, trump):
        n = whole_sets(held, cards)
        total += min(n, 1) if rules.melds.copies == "once" and len(cards) > 1 else n
    return total


def points(rules: AuctionRules, hand: Cards, trump: str) -> int:
    patterns = rules.melds.patterns
    return sum(meld.points * copies(rules, hand, trump, n) for n, meld in patterns.items())


def every_hand(rules: AuctionRules) -> Iterator[Cards]:
    return combinations(deck(rules), rules.deal.hand_size)


def every_side(rules: AuctionRules) -> Iterator[tuple[Cards, Cards]]:
    """Every two hands, one after the other, with copies of a card told apart."""
    cards = list(enumerate(deck(rules)))
    size = rules.deal.hand_size
    for first in combinations(cards, size):
        taken = {number for number, _ in first}
        left = [card for card in cards if card[0] not in taken]
        for second in combinations(left, size):
            yield [card for _, card in first], [card for _, card in second]


def small_rules(rng: Random, hand_sizes: tuple[int, ...] = (2, 3)) -> AuctionRules:
    """A random rule set with three ranks and a small hand, melds of every pattern among it."""
    ranks = ["A", "K", "Q"]
    size = rng.choice(hand_sizes)
    packs = rng.choice((1, 2)) if size <= len(ranks) else 2
    marriage = pattern(rng, packs, size)
    linked = marriage.get("suit") == "trump"
    with_run = rng.choice(("never", "spare_pair", "always")) if linked else "always"
    melds: dict[str, Any] = {"trump_marriage": marriage | {"with_run": with_run}}
    for name in ("run", "other", "third"):
        if rng.random() < 0.8:
            melds[name] = pattern(rng, packs, size)
    names = list(melds)
    rng.shuffle(names)
    return rules_of(
        {"deck": {"ranks": ranks, "packs": packs}, "deal": {"hand_size": size}},
        only({name: melds[name] for name in names}),
        {"melds": {"copies": rng.choice(("each", "once"))}},
    )


def pattern(rng: Random, packs: int, size: int) -> dict[str, Any]:
    points = {"points": rng.choice((0, 10, 15, 20, 25, 40))}
    count = rng.randint(1, min(3, size))
    kind = rng.random()
    if kind < 0.3 and size >= 4:
        return points | {"rank": rng.choice("AKQ"), "suits": "each"}
    if kind < 0.5:
        cards = [rank + suit for rank in "AKQ" for suit in "SHDC"] * packs
        return points | {"cards": rng.sample(cards, count)}
    ranks = rng.sample("AKQ" * packs, count)
    return points | {"ranks": ranks, "suit": rng.choice(("trump", "trump", "plain", "any"))}
