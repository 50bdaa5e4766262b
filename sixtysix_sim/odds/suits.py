"""Suit lengths of a dealt hand: one suit, the longest suit, voids, the whole shape."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import comb, prod

from sixtysix_sim.cards import SUITS
from sixtysix_sim.odds.question import Question
from sixtysix_sim.odds.tally import Pack, Tally

Shape = tuple[int, ...]  # lengths of the four suits, longest first


def suit_length(pack: Pack) -> Tally:
    """Count hands by their cards of a named suit (trump, say): the hypergeometric numbers."""
    others = pack.size - pack.suit_size
    counts = {
        length: comb(pack.suit_size, length) * comb(others, pack.hand_size - length)
        for length in range(min(pack.suit_size, pack.hand_size) + 1)
    }
    return Tally({length: n for length, n in counts.items() if n}, pack.deals())


def shapes(pack: Pack) -> dict[Shape, Fraction]:
    """Return the chance of every shape, likeliest first."""
    ways: Counter[Shape] = Counter()
    for lengths in _lengths(pack):
        ways[tuple(sorted(lengths, reverse=True))] += prod(
            comb(pack.suit_size, length) for length in lengths
        )
    return {shape: Fraction(n, pack.deals()) for shape, n in ways.most_common()}


def longest_suit(pack: Pack) -> Tally:
    """Count hands by the length of their longest suit."""
    return _by(pack, max)


def voids(pack: Pack) -> Tally:
    """Count hands by the number of suits they have no card of."""
    return _by(pack, lambda lengths: sum(length == 0 for length in lengths))


def _by(pack: Pack, feature: Callable[[Shape], int]) -> Tally:
    counts: Counter[int] = Counter()
    for shape, chance in shapes(pack).items():
        counts[feature(shape)] += int(chance * pack.deals())
    return Tally(counts, pack.deals())


def _lengths(pack: Pack) -> Iterator[Shape]:
    """Yield every way a hand's cards fall into the four suits."""
    for first in product(range(pack.suit_size + 1), repeat=len(SUITS) - 1):
        last = pack.hand_size - sum(first)
        if 0 <= last <= pack.suit_size:
            yield (*first, last)


def suit_lengths(pack: Pack, named_suit: str) -> Iterator[Question]:
    """Yield cards of a named suit, length of the longest suit, voids."""
    named = suit_length(pack)
    yield from lengths_asked("suits", named, f"cards of {named_suit}", "named suit")
    yield from lengths_asked(
        "suits", longest_suit(pack), "cards in the longest suit", "longest suit"
    )
    yield Question(
        "suits", "no card of a named suit", named.exactly(0), {"feature": "named void", "count": 0}
    )
    found = voids(pack)
    for count in range(1, len(SUITS)):
        if chance := found.at_least(count):
            text = f"no card of at least {count} suit{'s' * (count > 1)}"
            yield Question("suits", text, chance, {"feature": "voids", "count": count})


def hand_shapes(pack: Pack) -> Iterator[Question]:
    """Yield every shape: the lengths of the four suits, longest first."""
    for shape, chance in shapes(pack).items():
        text = "-".join(map(str, shape))
        yield Question("shapes", f"shape {text}", chance, {"shape": text})


def lengths_asked(group: str, found: Tally, what: str, feature: str) -> Iterator[Question]:
    """Yield for each number of cards: exactly so many, at least so many."""
    for count in range(min(found.counts), found.highest + 1):
        for how, chance in (("exactly", found.exactly(count)), ("at least", found.at_least(count))):
            about: dict[str, object] = {"feature": feature, "count": count, "how": how}
            yield Question(group, f"{how} {count} {what}", chance, about)
