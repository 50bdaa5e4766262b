"""Marriages in several hands of one deal: nobody has one, somebody, everybody."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod

from sixtysix_sim.odds.tally import Pack, ways_to_deal

Pair = tuple[int, int]  # kings and queens of one suit that can be dealt
Hands = tuple[int, ...]  # cards by hand


def marriages_of_any_suit(pack: Pack, hands: int) -> list[Fraction]:
    """Return the chance that none of the first 0, 1, … ``hands`` hands holds a marriage."""
    pairs = [(pack.packs, pack.packs)] * 4
    return [nobody(pack.size, pack.hand_size, pairs, count) for count in range(hands + 1)]


def marriages_of_trump(pack: Pack, hands: int) -> list[Fraction]:
    """Return the same of the marriage of trump, whose upcard lies beside the hands."""
    king, queen = (pack.ranks.index(rank) for rank in "KQ")
    found = [Fraction(0)] * (hands + 1)
    for up in range(len(pack.ranks)):
        pair = pack.packs - (up == king), pack.packs - (up == queen)
        for count in range(hands + 1):
            chance = nobody(pack.size - 1, pack.hand_size, [pair], count)
            found[count] += chance / len(pack.ranks)
    return found


def somebody(none: Sequence[Fraction]) -> Fraction:
    """Return the chance that at least one of all hands has what the first 0, 1, … hands lack."""
    return 1 - none[-1]


def everybody(none: Sequence[Fraction]) -> Fraction:
    """Return the chance that all hands have it, by inclusion and exclusion."""
    hands = len(none) - 1
    terms = (comb(hands, count) * (-1) ** count * none[count] for count in range(hands + 1))
    return sum(terms, Fraction(0))


def nobody(cards: int, size: int, pairs: Sequence[Pair], hands: int) -> Fraction:
    """Return the chance that no hand of ``size`` out of ``cards`` holds king and queen of a suit.

    Hands with equally many kings and queens are alike, so only how many each has is kept, in order.
    """
    counted: Counter[Hands] = Counter({(0,) * hands: 1})
    for kings, queens in pairs:
        new: Counter[Hands] = Counter()
        apart = list(_apart(kings, queens, hands))
        for held, ways in counted.items():
            for more, others in apart:
                now = tuple(sorted(a + b for a, b in zip(held, more, strict=True)))
                new[now] += ways * others
        counted = new
    left = cards - sum(map(sum, pairs))
    deals = sum(
        ways * ways_to_deal(left, tuple(size - own for own in held))
        for held, ways in counted.items()
    )
    return Fraction(deals, ways_to_deal(cards, (size,) * hands))


def _apart(kings: int, queens: int, hands: int) -> Iterator[tuple[Hands, int]]:
    """Yield cards by hand of a suit's kings and queens where no hand has both, with the ways."""
    for first, ways in _spread(kings, hands):
        for second, others in _spread(queens, hands):
            if not any(a and b for a, b in zip(first, second, strict=True)):
                yield tuple(a + b for a, b in zip(first, second, strict=True)), ways * others


def _spread(copies: int, hands: int) -> Iterator[tuple[Hands, int]]:
    """Yield how copies of a card can lie in the hands, the rest undealt, with the ways."""
    for held in product(range(copies + 1), repeat=hands):
        if sum(held) <= copies:
            left = [copies - sum(held[:at]) for at in range(hands)]
            yield held, prod(comb(own, taken) for own, taken in zip(left, held, strict=True))
