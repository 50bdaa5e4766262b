"""Counting the hands dealt beside an upcard by any number that adds up over suits.

Trump is the suit of the upcard (K1.3 D2.2), which is in nobody's hand; suits are alike, so trump is
♠ here. A suit's possible holdings become one polynomial a number of cards: how many holdings have
which value, side by side in one integer. Multiplying the polynomials of the four suits counts every
hand.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from math import comb, prod
from typing import NamedTuple

from sixtysix_sim.cards import SUITS
from sixtysix_sim.odds.tally import Pack, Tally, unpack
from sixtysix_sim.rules.talon import TalonRules

Held = tuple[int, ...]  # copies held of each rank of one suit, high to low
#: (copies held by rank, whether the suit is trump, place of the upcard's rank) → a number ≥ 0
Feature = Callable[[Held, bool, int], int]
Lanes = list[int]  # by number of cards: ways by value, a lane a value
TRUMP = 0


def tally(rules: TalonRules, feature: Feature) -> Tally:
    """Count one hand and the upcard by a feature, added up over the four suits."""
    pack = Pack.of(rules)
    total = len(pack.ranks) * comb(pack.size - 1, pack.hand_size)
    lane = total.bit_length()
    lanes = 0
    for up in range(len(pack.ranks)):
        plain = _suit(pack, feature, False, up, lane)
        hand = _suit(pack, feature, True, up, lane)
        for _ in range(len(SUITS) - 1):
            hand = _times(hand, plain, pack.hand_size)
        lanes += hand[pack.hand_size] if len(hand) > pack.hand_size else 0
    return Tally(dict(unpack(lanes, lane)), total)


def _suit(pack: Pack, feature: Feature, is_trump: bool, up: int, lane: int) -> Lanes:
    """Return a suit's holdings as a polynomial for each number of cards."""
    found = [0] * (min(pack.suit_size, pack.hand_size) + 1)
    for held, ways in _holdings(len(pack.ranks), pack.packs, up if is_trump else -1):
        if (cards := sum(held)) < len(found):
            found[cards] += ways << (lane * feature(held, is_trump, up))
    return found


@cache
def _holdings(ranks: int, packs: int, up: int) -> Sequence[tuple[Held, int]]:
    """Return every holding of a suit with its ways; ``up``: the rank that lacks a copy, or −1."""
    copies = [packs - (rank == up) for rank in range(ranks)]
    return [
        (held, prod(comb(own, taken) for own, taken in zip(copies, held, strict=True)))
        for held in product(*(range(own + 1) for own in copies))
    ]


def _times(first: Lanes, second: Lanes, most: int) -> Lanes:
    """Multiply the polynomials of two suits, up to a number of cards."""
    found = [0] * min(most + 1, len(first) + len(second) - 1)
    for cards, ways in enumerate(first):
        for more, others in enumerate(second[: len(found) - cards]):
            found[cards + more] += ways * others
    return found


class Best(NamedTuple):
    """A hand worth the most.

    Attributes:
        points: what it is worth.
        cards: card codes by suit and rank.
        upcard: the card turned up, one of trump (♠).
    """

    points: int
    cards: list[int]
    upcard: int


def best_hand(rules: TalonRules, worth: Feature) -> Best:
    """Return a dealt hand that a feature gives the most; trump is ♠."""
    pack = Pack.of(rules)
    found = [_best_beside(pack, worth, up) for up in range(len(pack.ranks))]
    return max(found, key=lambda best: best.points)


def _best_beside(pack: Pack, worth: Feature, up: int) -> Best:
    """Return the best hand beside an upcard: the best for each number of cards, suit by suit."""
    best: dict[int, tuple[int, list[Held]]] = {0: (0, [])}
    for suit in range(len(SUITS)):
        is_trump = suit == TRUMP
        new: dict[int, tuple[int, list[Held]]] = {}
        for held, _ in _holdings(len(pack.ranks), pack.packs, up if is_trump else -1):
            value = worth(held, is_trump, up)
            for cards, (points, before) in best.items():
                count = cards + sum(held)
                if count <= pack.hand_size and points + value > new.get(count, (-1, []))[0]:
                    new[count] = points + value, [*before, held]
        best = new
    points, holdings = best[pack.hand_size]
    return Best(points, list(_codes(pack, holdings)), pack.code(TRUMP, up))


def _codes(pack: Pack, holdings: Sequence[Held]) -> Iterator[int]:
    for suit, held in enumerate(holdings):
        for rank, copies in enumerate(held):
            yield from [pack.code(suit, rank)] * copies
