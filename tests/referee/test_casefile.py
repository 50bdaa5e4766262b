"""The reader is strict and says where; the judge explains what differs."""

from pathlib import Path
from typing import Any

import pytest

from sixtysix_sim.errors import BadInput
from sixtysix_sim.referee.casefile import Verdict, cases_of, judge, read_cases
from tests.referee.cases import read_one

GOOD = """\
rules = "cift66"

[[case]]
id = "first"
cites = ["C6.2"]
phase = "play"
trump = "H"
leader = 0
trick = ["9S"]
hands = { 1 = "AS KD" }
legal = ["play AS"]

[[case]]
id = "second"
cites = ["C3.1"]
phase = "auction"
dealer = 3
calls = ["bid 200"]
legal = ["pass", "bid 210..700"]
"""


def judge_all(file: Path) -> None:
    for case in read_cases(file):
        judge(case)


def sentence(tmp_path: Path, text: str) -> str:
    file = tmp_path / "my.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        judge_all(file)
    message = str(caught.value)
    assert message.startswith(f"{file}: ")
    return message.removeprefix(f"{file}: ")


def verdict(**table: Any) -> Verdict:
    return judge(read_one({"id": "x", "cites": ["C6.2"], **table}))


def play(**table: Any) -> Verdict:
    return verdict(phase="play", trump="H", leader=0, **table)


WRONG = [
    (
        'trick = ["9S"]',
        'trik = ["9S"]',
        "line 9, case 'first': trik is no key",
        "did you mean trick",
    ),
    ('trick = ["9S"]', 'trick = ["1S"]', "line 9, case 'first': trick '1S' is not a card"),
    ('trick = ["9S"]', 'trick = ["7S"]', "trick names 7S, but the deck has the ranks A T K Q J 9"),
    ('trick = ["9S"]', 'trick = "9S"', "line 9", "must be a list of cards"),
    ('trick = ["9S"]', 'trick = ["9S", "9S", "TS", "TS", "AS"]', "has 5 cards, but only 4 seats"),
    ('"AS KD"', '"AS KD AS AS"', "line 10, case 'first': hands A♠ occurs 3 times"),
    ('trick = ["9S"]', 'trick = ["KD", "KD"]', "K♦ occurs 3 times in the position; the deck has 2"),
    ("{ 1 =", "{ 4 =", "hands names seat 4; seats run from 0 to 3"),
    ('"AS KD"', "7", "hands must be text such as"),
    ('{ 1 = "AS KD" }', "7", "hands must be a table by seat"),
    ('trump = "H"', 'trump = "X"', "line 7", "'X' is not a suit"),
    ("leader = 0", "leader = 4", "line 8, case 'first': leader must be a seat from 0 to 3"),
    ("leader = 0", "leader = true", "leader must be a seat"),
    ('["play AS"]', '["play XX"]', "line 11, case 'first': legal 'XX' is not a card"),
    ('["play AS"]', '["jump"]', "legal 'jump' is not an action"),
    ('["play AS"]', '["play AS", "play as"]', "names 'play AS' twice"),
    ('["play AS"]', '"play AS"', "legal must be a list of actions"),
    ('legal = ["play AS"]\n', "", "line 3, case 'first': expects nothing"),
    ('legal = ["play AS"]', 'illegal = { "play KD" = "C9.9" }', "names the rule C9.9"),
    ('legal = ["play AS"]', 'illegal = { "jump" = "C6.2" }', "'jump' is not an action"),
    ('legal = ["play AS"]', "made = 1", "made must be true or false"),
    ('legal = ["play AS"]', "change = [1]", "change must be 2 whole numbers by side"),
    ('legal = ["play AS"]', "change = [1, true]", "change must be 2 whole numbers by side"),
    ('legal = ["play AS"]', 'end = "drawn"', "end must be one of made, set, redeal"),
    ('legal = ["play AS"]', 'game_winner = "off"', "must be a side, -1 for nobody, or 'on'"),
    ('legal = ["play AS"]', "meld_points = [1, 2]", "expects nothing"),
    (
        'legal = ["play AS"]',
        "melds = { 1 = { rum = 1 } }",
        "names the meld rum; the rules have run",
    ),
    ('legal = ["play AS"]', 'steps = [{ do = "pass" }]', "steps step 1: seat is missing"),
    ('legal = ["play AS"]', 'steps = [{ seat = 1, do = "play 8S" }]', "step 1: do names 8S"),
    ('legal = ["play AS"]', "steps = [{ seat = 1, does = 1 }]", "step 1: does is no key of a step"),
    ('legal = ["play AS"]', "steps = 3", "steps must be a list of tables"),
    ('phase = "play"', 'phase = "plai"', "phase must be one of auction, trump, melds, play"),
    ('phase = "play"\n', "", "line 3, case 'first': phase must be given as text"),
    ('id = "first"\n', "", "case number 1: id must be given as text"),
    ('cites = ["C6.2"]', "cites = []", "line 5, case 'first': cites must be a list of rule ids"),
    ('cites = ["C6.2"]', 'cites = ["X1.1"]', "cites names the rule X1.1"),
    ('cites = ["C6.2"]', 'cites = ["C6.2"]\ntitle = 3', "line 6", "title must be text"),
    ('id = "first"', 'id = "second"', "'second' is used twice (lines 3, 13)"),
    (
        'cites = ["C6.2"]',
        'cites = ["C6.2"]\nset = { "follow.must_bet" = "never" }',
        "line 6",
        "must_beat",
    ),
    ('cites = ["C6.2"]', 'cites = ["C6.2"]\nset = { "deal.hand_size" = 13 }', "deal.hand_size"),
    ('cites = ["C6.2"]', 'cites = ["C6.2"]\nset = 3', "set must be a table of rule keys"),
    ('calls = ["bid 200"]', 'calls = ["answer speak"]', "case 'second': call 1 ('answer speak')"),
    ('calls = ["bid 200"]', 'calls = ["pass", "pass", "pass", "pass", "pass"]', "call 5 ('pass')"),
    ('calls = ["bid 200"]', "calls = 200", "line 18, case 'second': calls must be a list"),
    ("dealer = 3", "dealer = 3\nasks_used = 1", "asks_used must be 2 whole numbers by side"),
    ("dealer = 3", "dealer = 3\nstake = 1", "stake is no key of a case of phase auction"),
    ("bid 210..700", "bid 700..210", "has the range bid 700..210, which holds no bids"),
    ('rules = "cift66"', 'rules = "cift67"', "rules: is 'cift67', which is no preset", "cift66"),
    ('rules = "cift66"', "", 'write rules = "cift66"'),
    ('rules = "cift66"', 'rule = "cift66"', "line 1: 'rule' is no key of a case file"),
    ("[[case]]", "[[case]", "is not valid TOML"),
]


@pytest.mark.parametrize("change", WRONG, ids=lambda change: str(change[1])[:40])
def test_what_is_wrong_is_one_sentence_with_the_place(
    tmp_path: Path, change: tuple[str, ...]
) -> None:
    old, new, *says = change
    assert old in GOOD
    message = sentence(tmp_path, GOOD.replace(old, new, 1))
    for words in says:
        assert words in message
    assert "\n" not in message


def test_the_good_file_is_good(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(GOOD, encoding="utf-8")
    assert [(case.id, case.line, judge(case).passed) for case in read_cases(file)] == [
        ("first", 3, True),
        ("second", 13, True),
    ]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        read_cases(tmp_path / "none.toml")
    with pytest.raises(BadInput, match="cannot be read"):
        read_cases(tmp_path)
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'rules = "\xe7ift66"')
    with pytest.raises(BadInput, match="not UTF-8"):
        read_cases(latin)
    with pytest.raises(BadInput, match=r"holds no \[\[case\]\]"):
        cases_of({"rules": "cift66"}, "", "x")
    with pytest.raises(BadInput, match="trump is missing"):
        verdict(phase="melds", hands={"0": "AS"}, melds={})


class TestWhatFails:
    """A wrong expectation of every kind fails, with the difference in words."""

    def only_failure(self, done: Verdict) -> tuple[str, str, str, str]:
        assert not done.passed
        (check,) = done.failures
        return check.key, check.expected, check.got, check.note

    def test_legal(self) -> None:
        done = play(trick=["9S"], hands={"1": "AS JS KD"}, legal=["play AS", "play KD"])
        assert self.only_failure(done) == (
            "legal",
            "play AS, play KD",
            "play AS, play JS",
            "not legal: play KD; legal too: play JS; C6.2: seat 1 plays K♦ to 9♠ (trump ♥): "
            "it holds the led suit and must play one of A♠ J♠",
        )

    def test_bids_read_as_a_range(self) -> None:
        done = verdict(phase="auction", dealer=3, legal=["pass", "bid 160..700"])
        assert self.only_failure(done) == (
            "legal",
            "pass, bid 160..700",
            "pass, bid 150..700",
            "legal too: bid 150",
        )

    def test_illegal(self) -> None:
        done = play(trick=["9S"], hands={"1": "AS KD"}, illegal={"play KD": "C6.3"})
        key, expected, got, note = self.only_failure(done)
        assert (key, expected, got) == ("illegal[play KD]", "C6.3", "C6.2")
        assert "K♦" in note
        done = play(trick=["9S"], hands={"1": "AS KD"}, illegal={"play AS": "C6.3"})
        assert self.only_failure(done)[2] == "legal"

    def test_unreadable_actions_break_g3_only(self) -> None:
        assert play(trick=["9S"], hands={"1": "AS"}, illegal={"dance": "G3"}).passed

    def test_a_step_that_breaks_a_rule_ends_the_case(self) -> None:
        steps = [{"seat": 1, "do": "play KD"}, {"seat": 2, "do": "play AS"}]
        done = play(trick=["9S"], hands={"1": "AS KD"}, steps=steps, made=True)
        assert self.only_failure(done)[:3] == ("steps[1].do", "seat 1: play KD", "breaks C6.2")

    def test_legal_before_a_step(self) -> None:
        steps = [{"seat": 1, "do": "play AS", "legal": ["play KD"], "illegal": {"play KD": "G1"}}]
        done = play(trick=["9S"], hands={"1": "AS KD"}, steps=steps)
        assert [check.key for check in done.failures] == [
            "steps[1].legal",
            "steps[1].illegal[play KD]",
        ]

    def test_a_hand_that_is_needed(self) -> None:
        key, _, got, note = self.only_failure(play(trick=["9S"], legal=["play AS"]))
        assert (key, got) == ("legal", "not known")
        assert "the hand of seat 1 is not known" in note

    @pytest.mark.parametrize(
        ("key", "value", "got"),
        [
            ("winner", 0, "1"),
            ("points", 10, "30"),
            ("leader_after", 0, "1"),
            ("tricks_after", [7, 5], "[6, 6]"),
            ("points_after", [0, 0], "[160, 150]"),
            ("hands_after", {"3": "9D"}, "{ 3: no cards }"),
            ("made", False, "true"),
            ("kaput", 0, "-1"),
            ("change", [1, 2], "[160, 150]"),
            ("score_after", [0, 0], "[165, 160]"),
            ("deal_winner", 1, "0"),
            ("end", "set", "made"),
            ("dealer_after", 2, "3"),
            ("game_winner", 1, "on"),
            ("declarer_after", 3, "0"),
            ("bid_after", 160, "150"),
            ("asks_used_after", [1, 0], "[0, 1]"),
        ],
    )
    def test_results(self, key: str, value: Any, got: str) -> None:
        table: dict[str, Any] = {
            "dealer": 2,
            "declarer": 0,
            "bid": 150,
            "asks_used": [0, 1],
            "tricks": [6, 5],
            "card_points": [120, 100],
            "meld_points": [40, 10],
            "score": [5, 10],
            "trick": ["TS", "AS", "TD"],
            "hands": {"3": "9D"},
            "steps": [{"seat": 3, "do": "play 9D"}],
        }
        assert self.only_failure(play(**table, **{key: value}))[2] == got

    @pytest.mark.parametrize(
        ("key", "value", "why"),
        [
            ("winner", 0, "no trick was completed"),
            ("made", True, "the deal is not over after the steps"),
            ("game_winner", 0, "the deal is not over after the steps"),
        ],
    )
    def test_results_that_are_not_there_yet(self, key: str, value: Any, why: str) -> None:
        done = play(trick=["9S"], hands={"1": "AS KD"}, **{key: value})
        assert self.only_failure(done)[2:] == ("none", why)

    def test_results_before_trump(self) -> None:
        done = verdict(phase="auction", leader_after=0, melds={"0": {"run": 1}})
        assert [check.note for check in done.failures] == [
            "nobody leads yet",
            "trump has not been named",
        ]

    def test_melds(self) -> None:
        done = verdict(phase="melds", trump="H", hands={"0": "KH QH"}, melds={"0": {"run": 1}})
        assert self.only_failure(done)[1:3] == ("{ 0: { run: 1 } }", "{ 0: { trump_marriage: 1 } }")
        assert not verdict(phase="melds", trump="H", hands={"0": "KH QH"}, melds={}).passed

    def test_score_and_game(self) -> None:
        score: dict[str, Any] = {"bid": 150, "tricks": [6, 6], "card_points": [150, 100]}
        assert verdict(phase="score", **score, made=True).passed
        assert not verdict(phase="score", **score, made=False).passed
        assert not verdict(phase="game", score=[0, 0], game_winner=0).passed


class TestPositionsThatAreNotWhole:
    def test_a_full_trick_without_hands_may_be_the_last(self) -> None:
        trick = ["AS", "9S", "TS", "9S"]
        assert play(trick=trick, points_after=[20, 0]).passed
        assert play(trick=trick, tricks=[6, 5], points_after=[30, 0]).passed
        assert play(trick=trick, bid=150, made=False, kaput=-1).passed

    def test_unknown_hands_play_what_the_steps_say(self) -> None:
        steps = [{"seat": 0, "do": "play AS"}, {"seat": 1, "do": "play 9D"}]
        assert play(steps=steps, leader_after=0).passed

    def test_without_trump_no_card_is_trump(self) -> None:
        table = {"phase": "play", "leader": 0, "trick": ["9S", "AH", "AC", "AD"]}
        assert verdict(**table, winner=0).passed

    def test_hands_as_a_list_of_all_seats(self) -> None:
        hands = ["AS", "9S", "10♠", "ks"]
        assert play(hands=hands, steps=[{"seat": 0, "do": "play AS"}]).passed

    def test_nested_and_dotted_settings_are_the_same(self) -> None:
        dotted = {"follow.must_trump": False}
        nested = {"follow": {"must_trump": False}}
        for changes in (dotted, nested):
            table = {"trick": ["9S"], "hands": {"1": "9H AD"}, "set": changes}
            assert play(**table, legal=["play 9H", "play AD"]).passed
