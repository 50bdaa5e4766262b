"""Published chances, and the preset against dealing at random."""

from collections import Counter
from fractions import Fraction
from math import comb, sqrt
from random import Random
from time import process_time
from typing import Any

import pytest

from sixtysix_sim.odds import suits
from sixtysix_sim.odds.auction import melds
from sixtysix_sim.odds.auction.counting import (
    points_with_best_trump,
    points_with_trump,
)
from sixtysix_sim.odds.auction.questions import BEST, answer_all, trumps_asked
from sixtysix_sim.odds.auction.reach import bound_of_melds, highest_total
from sixtysix_sim.odds.auction.units import trump_groups
from sixtysix_sim.odds.tally import Effort, Pack, Tally, TooWide
from tests.odds import by_hand

PRESET = by_hand.rules_of()
MARRIAGES = by_hand.only({"marriage": {"ranks": ["K", "Q"], "suit": "any", "points": 20}})


def shown(chance: Fraction, digits: int) -> str:
    return f"{100 * float(chance):.{digits}f}"


def test_preset_chances() -> None:
    aces, bezique, run = (
        melds.copies(PRESET, name, 0) for name in ("aces_around", "bezique", "run")
    )
    assert shown(aces.at_least(1), 4) == "2.7624"
    assert shown(bezique.at_least(1), 3) == "18.571"
    assert shown(bezique.at_least(2), 4) == "0.2544"
    assert shown(run.at_least(1), 4) == "0.9587"


@pytest.mark.parametrize(
    ("ranks", "hand", "chance"), [("ATKQJ9", 6, "20.895"), ("ATKQJ", 5, "20.433")]
)
def test_marriages_of_single_packs(ranks: str, hand: int, chance: str) -> None:
    rules = by_hand.rules_of(
        {"deck": {"ranks": list(ranks), "packs": 1}, "deal": {"hand_size": hand}}, MARRIAGES
    )
    found = melds.copies(rules, "marriage", 0)
    assert shown(found.at_least(1), 3) == chance
    assert melds.copies(rules, "marriage", None) == found
    if hand == 6:
        assert f"{float(found.mean):.5f}" == "0.21739"
    cards = len(ranks) * 4
    assert found.mean == Fraction(4 * comb(cards - 2, hand - 2), comb(cards, hand))


def test_a_side_has_twice_the_points_of_a_hand_on_average() -> None:
    for trump in range(4):
        hand, side = (points_with_trump(PRESET, trump, hands) for hands in (1, 2))
        assert side.mean == 2 * hand.mean
        assert side.total == comb(48, 12) * comb(36, 12)


def test_the_best_trump_gives_no_less() -> None:
    best = points_with_best_trump(PRESET)
    assert best.highest == max(points_with_trump(PRESET, trump).highest for trump in range(4))
    for bid in (10, 150, 400):
        named = [points_with_trump(PRESET, trump).at_least(bid) for trump in range(4)]
        assert max(named) <= best.at_least(bid) <= sum(named)


def test_suits_named_by_a_meld_stand_alone() -> None:
    assert trump_groups(PRESET) == [(0,), (1, 3), (2,)]
    assert trump_groups(PRESET, ["run"]) == [(0, 1, 2, 3)]
    assert [name for name, _ in trumps_asked(PRESET)] == ["S", "HC", "D", BEST]
    assert [name for name, _ in trumps_asked(PRESET, ["bezique"])] == ["any"]


def test_pairs_that_turn_out_alike_are_told_once() -> None:
    found = {
        question.text: question
        for question in answer_all(PRESET).questions
        if question.group == "pairs"
    }
    assert "bezique and trump_nine, a named trump" in found
    assert found["run and bezique, ♠ or ♦ trump"].about["trump"] == "SD"
    assert found["run and bezique, ♥ or ♣ trump"].about["trump"] == "HC"
    assert found["run and trump_marriage, best trump"].chance == 0


DEALS = 2500
OPTIONS: list[dict[str, Any]] = [
    {},
    {"melds": {"copies": "once", "trump_marriage": {"with_run": "spare_pair"}}},
    {
        "melds": {
            "trump_marriage": {"with_run": "always"},
            "run": {"ranks": ["K", "Q", "J"], "suit": "any"},
            "double_bezique": {"cards": ["JD", "JD", "QS", "QS"], "points": 200},
        }
    },
]


@pytest.mark.parametrize("changes", OPTIONS)
def test_sampling_agrees(changes: dict[str, Any]) -> None:
    rules = by_hand.rules_of(changes)
    rng, deck = Random(66), by_hand.deck(rules)
    hand_points: list[Counter[int]] = [Counter() for _ in range(3)]
    marriages: Counter[int] = Counter()
    for _ in range(DEALS):
        cards = rng.sample(deck, 24)
        by_trump = [by_hand.points(rules, cards[:12], trump) for trump in "SHDC"]
        hand_points[0][by_trump[2]] += 1
        hand_points[1][max(by_trump)] += 1
        hand_points[2][by_trump[2] + by_hand.points(rules, cards[12:], "D")] += 1
        marriages[by_hand.copies(rules, cards[:12], "D", "trump_marriage")] += 1
    exact = [
        points_with_trump(rules, 2),
        points_with_best_trump(rules),
        points_with_trump(rules, 2, hands=2),
    ]
    for found, counted in zip(exact, hand_points, strict=True):
        for value in (10, 40, 60, 100, 150, 200):
            assert_near(found, counted, value)
    assert_near(melds.copies(rules, "trump_marriage", 2), marriages, 1)


def assert_near(found: Tally, counted: Counter[int], value: int) -> None:
    chance = float(found.at_least(value))
    seen = sum(n for points, n in counted.items() if points >= value) / DEALS
    assert abs(seen - chance) <= 4 * sqrt(chance * (1 - chance) / DEALS)


def test_preset_shapes() -> None:
    pack = Pack.of(PRESET)
    chances = suits.shapes(pack)
    assert sum(chances.values()) == 1
    assert chances[3, 3, 3, 3] == Fraction(comb(12, 3) ** 4, comb(48, 12))
    assert suits.suit_length(pack).mean == 3


def test_too_many_kinds_of_deals_stop_the_count() -> None:
    with pytest.raises(TooWide, match="too many ways"):
        points_with_best_trump(PRESET, effort=Effort(1e7))
    with pytest.raises(TooWide, match="too many ways"):
        points_with_best_trump(PRESET, effort=Effort(1e12, most_bits=100_000))


#: Twelve melds of two to four cards of different suits: no order of faces keeps them apart.
TANGLED = {
    f"m{n}": {"cards": cards.split(), "points": 10 + 7 * n}
    for n, cards in enumerate((
        "AS KH QD JC", "9S AH KD", "TS QH", "KS JD 9C", "JS TH AD QC", "QS 9H TC", "AS TD",
        "KH 9D AC", "JS KC", "9S JH TD KC", "QS AH", "TS 9D QC",
    ))
}  # fmt: skip


def test_rules_of_tangled_melds_cost_no_more_than_the_budget() -> None:
    """By an estimate that is the same on every machine; the clock is given three times as much."""
    rules = by_hand.rules_of({"melds": TANGLED})
    started = process_time()
    answers = answer_all(rules)
    highest = highest_total(rules)
    assert process_time() - started < 30.0
    assert any(said.startswith("Left out (melds of ") for said in answers.left_out)
    assert (highest.trump, highest.hands, highest.exact) == (None, None, False)
    assert highest.melds == bound_of_melds(rules)
    assert highest.total == highest.melds + 250


def test_what_is_too_wide_is_left_out_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def wide(*_: object, **__: object) -> None:
        raise TooWide("too many ways")

    monkeypatch.setattr("sixtysix_sim.odds.auction.questions.points_with_best_trump", wide)
    answers = answer_all(PRESET)
    assert answers.left_out == ["Left out (melds of one hand, best trump): too many ways."]
    asked = [(points.who, points.trump) for points in answers.meld_points]
    assert asked == [(who, trump) for who in ("one hand", "a side") for trump in ("S", "HC", "D")]
    assert any(question.group == "shapes" for question in answers.questions)
