"""Odds of the talon family: published chances, every deal of small decks, dealing at random."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from random import Random
from time import process_time
from typing import Any

import pytest

from sixtysix_sim.odds.question import Question
from sixtysix_sim.odds.talon.questions import answer_all
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.rules.talon import TalonRules

Hands = Sequence[Sequence[str]]
PRESETS = ("classic_66_v1", "seksogtres", "schnapsen")


def rules_of(preset: str, *changes: dict[str, Any]) -> TalonRules:
    return resolve_rules(preset, *changes).talon


def chances(rules: TalonRules) -> dict[str, Fraction]:
    return {question.text: question.chance for question in answer_all(rules).questions}


@pytest.mark.parametrize(
    ("preset", "any_marriage", "mean"),
    [("classic_66_v1", "20.895", "0.21739"), ("schnapsen", "20.433", "0.21053")],
)
def test_published_chances(preset: str, any_marriage: str, mean: str) -> None:
    rules = rules_of(preset)
    found = chances(rules)
    assert f"{100 * float(found['a marriage in a hand']):.3f}" == any_marriage
    marriages = next(n.tally for n in answer_all(rules).numbers if n.name == "marriages")
    assert f"{float(marriages.mean):.5f}" == mean
    # The upcard is one of as many cards as there are ranks, of which one can be exchanged.
    rank = rules.exchange.rank
    assert found[f"the {rank} of trump turned up"] == Fraction(1, len(rules.deck.ranks))


def test_trumps_are_those_that_do_not_lie_up() -> None:
    found = chances(rules_of("classic_66_v1"))
    assert found["exactly 2 trumps in a hand"] == Fraction(comb(5, 2) * comb(18, 4), comb(23, 6))


def held(hand: Sequence[str], suit: str) -> int:
    cards = Counter(hand)
    return min(cards["K" + suit], cards["Q" + suit])


def worth(rules: TalonRules, hand: Sequence[str], trump: str, of: str) -> int:
    cards = sum(rules.deck.values[card[0]] for card in hand)
    if of == "cards":
        return cards
    prices = {suit: rules.marriage.trump if suit == trump else rules.marriage.plain
              for suit in "SHDC"}  # fmt: skip
    return cards + sum(price * held(hand, suit) for suit, price in prices.items())


def is_so(question: Question, rules: TalonRules, hands: Hands, upcard: str) -> bool:
    """Answer a question about one deal by looking at the cards."""
    about: Any = question.about
    hand, trump = hands[0], upcard[1]
    if question.group == "marriages":
        kinds = {"any": "SHDC", "named": "S", "trump": trump, "plain": "SHDC".replace(trump, "")}
        suits = kinds[about.get("marriage", "any")]
        having = [sum(held(each, suit) for suit in suits) for each in hands]
        if about["who"] == "hand":
            return bool(having[0] >= about.get("count", 1))
        return bool(any(having) if about["who"] == "somebody" else all(having))
    if question.group == "exchange":
        card = rules.exchange.rank + trump
        where = {
            "hand": card in hand,
            "others": any(card in other for other in hands[1:]),
            "somebody": any(card in each for each in hands),
            "talon": [upcard, *(c for each in hands for c in each)].count(card) < rules.deck.packs,
            "upcard": upcard == card,
            "marriage": upcard[0] in "KQ" and card in hand and upcard not in hand
            and "KQ".replace(upcard[0], "") + trump in hand,
        }  # fmt: skip
        return bool(where[about["where"]])
    if question.group == "points":
        return bool(worth(rules, hand, trump, about["of"]) >= about["points"])
    lengths = [sum(card[1] == suit for card in hand) for suit in "SHDC"]
    if question.group == "shapes":
        return bool("-".join(map(str, sorted(lengths, reverse=True))) == about["shape"])
    numbers = {
        "trumps": sum(card[1] == trump for card in hand),
        "aces": sum(card[0] == rules.deck.ranks[0] for card in hand),
        "named suit": lengths[0], "named void": lengths[0], "longest suit": max(lengths),
        "voids": lengths.count(0),
    }  # fmt: skip
    number = numbers[about["feature"]]
    exactly = about.get("how") == "exactly" or about["feature"] == "named void"
    return bool(number == about["count"] if exactly else number >= about["count"])


def deck_of(rules: TalonRules) -> list[str]:
    return [rank + suit for suit in "SHDC" for rank in rules.deck.ranks] * rules.deck.packs


def every_deal(rules: TalonRules) -> Iterator[tuple[Hands, str]]:
    """Yield every two hands and upcard, copies of a card told apart."""
    cards, size = list(enumerate(deck_of(rules))), rules.deal.hand_size
    for first in combinations(cards, size):
        rest = [card for card in cards if card not in first]
        for second in combinations(rest, size):
            for upcard in rest:
                if upcard not in second:
                    yield [[card for _, card in each] for each in (first, second)], upcard[1]


SMALL = {"deck": {"ranks": ["A", "K", "Q"], "values": {"A": 11, "K": 4, "Q": 3}},
         "deal": {"hand_size": 2, "packet": 1}}  # fmt: skip


def test_every_deal_of_a_small_deck() -> None:
    changes = {"exchange": {"rank": "A"}, "claim": {"target": 7}, "marriage": {"trump": 5}}
    rules = rules_of("classic_66_v1", SMALL, changes)
    questions = answer_all(rules).questions
    seen: Counter[str] = Counter()
    total = 0
    for hands, upcard in every_deal(rules):
        total += 1
        seen.update(q.text for q in questions if is_so(q, rules, hands, upcard))
    for question in questions:
        assert Fraction(seen[question.text], total) == question.chance, question.text


DEALS = 1_000


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("classic_66_v1", {}),
        ("seksogtres", {"deck": {"packs": 2}, "deal": {"hand_size": 9}, "exchange": {"rank": "T"}}),
        ("schnapsen", {"seats": 3}),
    ],
)
def test_dealing_at_random_agrees(preset: str, changes: dict[str, Any]) -> None:
    """Every chance within four standard errors; what was counted as never is never seen."""
    rules = rules_of(preset, changes)
    rng, deck, size = Random(66), deck_of(rules), rules.deal.hand_size
    questions = answer_all(rules).questions
    seen: Counter[str] = Counter()
    for _ in range(DEALS):
        cards = rng.sample(deck, rules.seats * size + 1)
        hands = [cards[seat * size : (seat + 1) * size] for seat in range(rules.seats)]
        seen.update(q.text for q in questions if is_so(q, rules, hands, cards[-1]))
    for question in questions:
        chance = float(question.chance)
        error = sqrt(chance * (1 - chance) / DEALS)
        # A rare thing seen once is no contradiction: one deal more is let pass.
        near = abs(seen[question.text] / DEALS - chance) <= 4 * error + (chance > 0) / DEALS
        assert near, question.text


@pytest.mark.parametrize("preset", PRESETS)
def test_questions_differ_and_their_chances_add_up(preset: str) -> None:
    questions = answer_all(rules_of(preset)).questions
    assert len({question.text for question in questions}) == len(questions)
    for feature in ("trumps", "aces", "named suit", "longest suit"):
        exactly = [
            q.chance
            for q in questions
            if q.about.get("feature") == feature and q.about.get("how") == "exactly"
        ]
        assert sum(exactly) == 1, feature
    assert sum(q.chance for q in questions if q.group == "shapes") == 1
    where = {q.about["where"]: q.chance for q in questions if q.group == "exchange"}
    assert where["somebody"] + where["talon"] + where["upcard"] == 1


def test_the_hands_worth_most() -> None:
    rules = rules_of("classic_66_v1")
    cards, everything = answer_all(rules).best
    for best, of in ((cards, "cards"), (everything, "all")):
        names = ["ATKQJ987"[code & 7] + "SHDC"[code >> 3] for code in best.cards]
        assert worth(rules, names, "S", of) == best.points
        assert best.upcard not in best.cards
        assert best.upcard >> 3 == 0
    points = {n.name: n.tally.highest for n in answer_all(rules).numbers}
    assert (cards.points, everything.points) == (points["card_points"], points["all_points"])
    assert cards.points == 4 * 11 + 2 * 10


def test_other_decks_and_no_exchange() -> None:
    plain = {"deck": {"ranks": ["A", "T", "K", "J"]}, "exchange": {"rank": "none"},
             "deal": {"hand_size": 3}}  # fmt: skip
    answers = answer_all(rules_of("classic_66_v1", plain))
    assert {q.group for q in answers.questions} == {"trumps", "aces", "suits", "shapes", "points"}


def test_large_rule_sets_take_seconds() -> None:
    ranks = list("ATKQJ97")
    large = {"deck": {"packs": 2, "ranks": ranks, "values": dict.fromkeys(ranks, 97)},
             "deal": {"hand_size": 24, "packet": 1}}  # fmt: skip
    started = process_time()
    answer_all(rules_of("seksogtres", large))
    answer_all(rules_of("seksogtres", {"seats": 6, "deck": {"packs": 2}}))
    assert process_time() - started < 10.0
