"""Against every deal of a small deck, one by one, under random rules."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from sixtysix_sim.odds import suits
from sixtysix_sim.odds.auction import melds
from sixtysix_sim.odds.auction.counting import points_with_best_trump, points_with_trump
from sixtysix_sim.odds.auction.questions import answer_all
from sixtysix_sim.odds.auction.units import prices_of, trump_groups
from sixtysix_sim.odds.tally import Pack, Tally
from sixtysix_sim.rules.auction import AuctionRules
from tests.odds import by_hand

SUITS = "SHDC"


def same(found: Tally, counted: Counter[int]) -> None:
    assert dict(found.counts) == dict(counted)
    assert found.total == sum(counted.values())


@pytest.mark.parametrize("seed", range(40))
def test_points_of_one_hand(seed: int) -> None:
    rules = by_hand.small_rules(Random(seed), hand_sizes=(4,) if seed % 4 == 0 else (2, 3))
    counted = [Counter[int]() for _ in SUITS]
    best = Counter[int]()
    for hand in by_hand.every_hand(rules):
        points = [by_hand.points(rules, hand, trump) for trump in SUITS]
        best[max(points)] += 1
        for count, value in zip(counted, points, strict=True):
            count[value] += 1
    for trump in range(4):
        same(points_with_trump(rules, trump), counted[trump])
    same(points_with_best_trump(rules), best)
    for group in trump_groups(rules):
        assert all(counted[trump] == counted[group[0]] for trump in group)


@pytest.mark.parametrize("seed", range(40, 52))
def test_points_of_a_side(seed: int) -> None:
    rules = by_hand.small_rules(Random(seed), hand_sizes=(2,))
    counted = [Counter[int]() for _ in SUITS]
    best = Counter[int]()
    known = {
        hand: [by_hand.points(rules, hand, trump) for trump in SUITS]
        for hand in by_hand.every_hand(rules)
    }
    for first, second in by_hand.every_side(rules):
        pairs = zip(known[tuple(first)], known[tuple(second)], strict=True)
        points = [one + other for one, other in pairs]
        best[max(points)] += 1
        for count, value in zip(counted, points, strict=True):
            count[value] += 1
    for trump in range(4):
        same(points_with_trump(rules, trump, hands=2), counted[trump])
    same(points_with_best_trump(rules, hands=2), best)


@pytest.mark.parametrize("seed", range(60, 90))
def test_copies_and_pairs_of_melds(seed: int) -> None:
    rules = by_hand.small_rules(Random(seed))
    hands = list(by_hand.every_hand(rules))
    names = list(prices_of(rules))
    table = {
        (name, trump): [by_hand.copies(rules, hand, trump, name) for hand in hands]
        for name in names
        for trump in SUITS
    }
    for name in names:
        by_trump = [table[name, trump] for trump in SUITS]
        for trump in range(4):
            same(melds.copies(rules, name, trump), Counter(by_trump[trump]))
        same(melds.copies(rules, name, None), Counter(map(max, *by_trump)))
    for pair in combinations(names, 2):
        both = [
            [a > 0 and b > 0 for a, b in zip(*(table[name, trump] for name in pair), strict=True)]
            for trump in SUITS
        ]
        for trump in range(4):
            expected = Fraction(sum(both[trump]), len(hands))
            assert melds.together(rules, *pair, trump) == expected
        if melds.can_join(rules, *pair):
            some = Fraction(sum(map(any, zip(*both, strict=True))), len(hands))
            assert melds.together(rules, *pair, None) == some
        else:
            with pytest.raises(ValueError, match="no best trump in common"):
                melds.together(rules, *pair, None)


@pytest.mark.parametrize(("packs", "size"), [(1, 3), (2, 3), (1, 1)])
def test_suit_lengths(packs: int, size: int) -> None:
    rules = by_hand.rules_of(
        {"deck": {"ranks": ["A", "K", "Q"], "packs": packs}, "deal": {"hand_size": size}},
        by_hand.only({}),
    )
    pack = Pack.of(rules)
    lengths = [
        tuple(sum(card[1] == suit for card in hand) for suit in SUITS)
        for hand in by_hand.every_hand(rules)
    ]
    same(suits.suit_length(pack), Counter(length[2] for length in lengths))
    same(suits.longest_suit(pack), Counter(map(max, lengths)))
    same(suits.voids(pack), Counter(length.count(0) for length in lengths))
    shapes = Counter(tuple(sorted(length, reverse=True)) for length in lengths)
    assert suits.shapes(pack) == {s: Fraction(n, len(lengths)) for s, n in shapes.items()}


@pytest.mark.parametrize("seed", range(5))
def test_every_answer_of_a_rule_set_without_or_with_few_melds(seed: int) -> None:
    rules: AuctionRules = by_hand.small_rules(Random(seed))
    answers = answer_all(rules, side_best=True)
    assert not answers.left_out
    texts = [question.text for question in answers.questions]
    assert len(texts) == len(set(texts))
    assert all(0 <= question.chance <= 1 for question in answers.questions)
    shapes = [question.chance for question in answers.questions if question.group == "shapes"]
    assert sum(shapes) == 1
