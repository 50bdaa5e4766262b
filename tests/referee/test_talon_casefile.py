"""Case files of the talon family: what is wrong in one is said, and every wrong result shows."""

from pathlib import Path
from typing import Any

import pytest

from sixtysix_sim.errors import BadInput
from sixtysix_sim.referee.casefile import Verdict, judge, read_cases
from sixtysix_sim.referee.casefile.keys import EXPECTED
from sixtysix_sim.vocabulary import Family
from tests.referee.cases import read_one

GOOD = """\
rules = "seksogtres"

[[case]]
id = "first"
cites = ["D5.1"]
phase = "play"
trump = "H"
upcard = "JH"
talon = "9C JD TC"
to_draw = true
leader = 0
tricks = [1, 0]
hands = { 0 = "AS KS" }
legal = ["draw", "close", "claim"]
"""


def judge_all(file: Path) -> None:
    for case in read_cases(file):
        judge(case)


def judged(**table: Any) -> Verdict:
    case = {"id": "x", "cites": ["K2.2"], "phase": "play", "trump": "H", "leader": 0, **table}
    return judge(read_one(case, "classic_66_v1"))


WRONG = [
    (
        'phase = "play"',
        'phase = "auction"',
        "phase must be one of play, score, game under Seksogtres",
    ),
    ("to_draw = true", "to_drawn = true", "to_drawn is no key of a case", "did you mean to_draw"),
    ("to_draw = true", "to_draw = 1", "line 10, case 'first': to_draw must be true or false"),
    (
        "to_draw = true",
        'to_draw = true\nset = { "closing.when" = "after_draw" }',
        "case 'first': to_draw is true, but nothing is chosen before the draw",
    ),
    ('talon = "9C JD TC"\n', "", "to_draw is true, but nothing is chosen before the draw"),
    ('upcard = "JH"', 'upcard = "JD"', "J♦ occurs 2 times in the position; the deck has 1"),
    ('upcard = "JH"', 'upcard = "8H"', "upcard names 8H, but the deck has the ranks A T K Q J 9"),
    ('upcard = "JH"', 'upcard = "none"', "line 8, case 'first': upcard 'none' is not a card"),
    ('talon = "9C JD TC"', 'talon = ["9C"]', "talon must be text such as"),
    ("tricks = [1, 0]", "tricks = [1, 0, 0]", "tricks must be 2 whole numbers by side"),
    ("tricks = [1, 0]", "closed_by = 2", "closed_by must be a seat from 0 to 1"),
    ("tricks = [1, 0]", 'declared = "X"', "declared 'X' is not a suit"),
    (
        "tricks = [1, 0]",
        "declarer = 0",
        "declarer is no key of a case of phase play under Seksogtres",
    ),
    ('"draw", "close"', '"bid 150..700"', "legal has the range bid 150..700", "has no bids"),
    ('legal = ["draw", "close", "claim"]', 'end = "made"', "end must be one of claim, wrong_claim"),
    ('legal = ["draw", "close", "claim"]', "deal_winner = 2", "deal_winner must be a whole number"),
    ('legal = ["draw", "close", "claim"]', "game_winner = 2", "game_winner must be a whole number"),
    ('legal = ["draw", "close", "claim"]', "kaput = 1", "kaput is no key of a case"),
    ("hands = {", "hands = { 2 = 'TS',", "hands names seat 2; seats run from 0 to 1"),
]


@pytest.mark.parametrize("change", WRONG, ids=lambda change: str(change[1])[:40])
def test_what_is_wrong_is_one_sentence_with_the_place(
    tmp_path: Path, change: tuple[str, ...]
) -> None:
    old, new, *says = change
    assert old in GOOD
    file = tmp_path / "my.toml"
    file.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        judge_all(file)
    message = str(caught.value)
    assert message.startswith(f"{file}: ")
    assert "\n" not in message
    for words in says:
        assert words in message


def test_the_good_file_is_good(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(GOOD, encoding="utf-8")
    assert [judge(case).passed for case in read_cases(file)] == [True]


def test_sides_are_as_many_as_seats() -> None:
    changes = {"seats": 3}
    assert judged(set=changes, tricks=[1, 2, 3], tricks_after=[1, 2, 3]).passed
    assert judged(
        set=changes, phase="score", tricks=[1, 2, 3], card_points=[1, 2, 3], deal_winner=2
    ).passed
    assert judged(set=changes, phase="game", score=[1, 2, 13], game_winner=2).passed


POSITION: dict[str, Any] = {
    "dealer": 0,
    "tricks": [5, 6],
    "card_points": [40, 56],
    "meld_points": [20, 0],
    "pending": [0, 0],
    "score": [3, 4],
    "stake": 2,
    "trick": ["TS"],
    "hands": {"0": "", "1": "AS"},
    "steps": [{"seat": 1, "do": "play AS"}],
}
RIGHT: dict[str, Any] = {
    "winner": 1,
    "points": 21,
    "hands_after": {"0": "", "1": ""},
    "talon_after": "",
    "upcard_after": "none",
    "leader_after": 1,
    "points_after": [60, 87],
    "pending_after": [0, 0],
    "tricks_after": [5, 7],
    "change": [0, 3],
    "score_after": [3, 7],
    "deal_winner": 1,
    "game_points": 3,
    "stake_after": 0,
    "end": "played_out",
    "dealer_after": 1,
    "game_winner": "on",
}
OTHER: dict[str, Any] = {
    "winner": 0,
    "points": 20,
    "hands_after": {"1": "AS"},
    "talon_after": "AS",
    "upcard_after": "AS",
    "leader_after": 0,
    "points_after": [60, 77],
    "pending_after": [20, 0],
    "tricks_after": [6, 6],
    "change": [0, 1],
    "score_after": [3, 5],
    "deal_winner": 0,
    "game_points": 1,
    "stake_after": 2,
    "end": "drawn",
    "dealer_after": 0,
    "game_winner": 1,
}


class TestWhatFails:
    """A wrong expectation of every kind fails, with the difference in words."""

    def test_all_of_it_is_right(self) -> None:
        done = judged(**POSITION, **RIGHT)
        assert done.failures == ()
        assert {check.key for check in done.checks} == set(RIGHT)
        unasked = {"legal", "illegal", "meld_points"}
        assert set(EXPECTED[Family.TALON]) - unasked == set(RIGHT) == set(OTHER)

    @pytest.mark.parametrize("key", RIGHT)
    def test_a_wrong_result(self, key: str) -> None:
        done = judged(**POSITION, **{key: OTHER[key]})
        assert [check.key for check in done.failures] == [key]

    @pytest.mark.parametrize(
        ("key", "value", "why"),
        [
            ("winner", 0, "no trick was completed"),
            ("end", "drawn", "the deal is not over after the steps"),
            ("stake_after", 0, "the deal is not over after the steps"),
        ],
    )
    def test_results_that_are_not_there_yet(self, key: str, value: Any, why: str) -> None:
        (check,) = judged(trick=["9S"], hands={"1": "AS KD"}, **{key: value}).failures
        assert (check.got, check.note) == ("none", why)

    def test_legal(self) -> None:
        (check,) = judged(trick=["9S"], hands={"1": "AS JS KD"}, legal=["play KD"]).failures
        assert check.got == "play AS, play JS"
        assert check.note.startswith(
            "not legal: play KD; legal too: play AS, play JS; K2.2: seat 1"
        )

    def test_a_hand_that_is_needed(self) -> None:
        (check,) = judged(legal=["play AS"]).failures
        assert "the hand of seat 0 is not known: give it in hands" in check.note

    def test_a_step_that_breaks_a_rule_ends_the_case(self) -> None:
        done = judged(hands={"0": "9S"}, steps=[{"seat": 0, "do": "close"}], end="claim")
        (check,) = done.failures
        assert (check.key, check.got) == ("steps[1].do", "breaks K5.1")
        assert check.note == "seat 0 closes the talon, which is empty"


class TestPositionsThatAreNotWhole:
    def test_a_full_trick_without_hands_ends_nothing(self) -> None:
        assert judged(trick=["AS", "9S"], points_after=[11, 0]).passed

    def test_unless_all_cards_are_played(self) -> None:
        assert judged(trick=["AS", "9S"], tricks=[6, 5], points_after=[21, 0]).passed

    def test_or_the_result_is_asked(self) -> None:
        assert judged(trick=["AS", "9S"], points_after=[21, 0], end="played_out").passed
        done = judged(trick=["AS"], points_after=[0, 0], end="played_out")
        assert [check.key for check in done.failures] == ["end"]

    def test_cards_in_the_talon_go_on(self) -> None:
        table = {"trick": ["AS", "9S"], "upcard": "JH", "talon": "9C", "end": "played_out"}
        assert not judged(**table).passed

    def test_a_known_hand_tells(self) -> None:
        table = {"trick": ["AS", "9S"], "hands": {"0": "TS"}, "points_after": [11, 0]}
        assert judged(**table).passed
        assert not judged(**table, end="played_out").passed

    def test_a_deal_that_has_ended_is_not_ended_twice(self) -> None:
        table = {"trick": ["AS", "9S"], "hands": {"0": "", "1": ""}, "tricks": [6, 5]}
        assert judged(**table, points_after=[21, 0], end="played_out").passed

    def test_who_has_played_its_last_card_is_in_the_trick(self) -> None:
        table = {"set": {"seats": 3}, "leader": 1, "trick": ["AS"]}
        hands = {"0": "TS", "1": "", "2": ""}
        steps = [{"seat": 0, "do": "play TS"}]
        assert judged(**table, hands=hands, steps=steps, winner=1, points=21).passed

    def test_a_marriage_declared_long_ago_binds_no_follower(self) -> None:
        table = {"trick": ["KS"], "declared": "S", "hands": {"1": "9D AD"}}
        assert judged(**table, legal=["play 9D", "play AD"]).passed
