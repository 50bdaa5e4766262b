"""`sixtysix tune` from the outside."""

import json
import shlex
from pathlib import Path

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.experiments.points import Book, Measured
from sixtysix_sim.scenario import Scenario

VARY = ("--vary", "rules.game.target=200:1000:50")
COMMON = ("--games", "80", "--seed", "5", "--set", "bots.default=greedy")


def test_the_value_that_comes_closest(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["tune", "cift66", *VARY, "--target", "deals_per_game=3", *COMMON]
    assert run(build(), [*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    answer = found["answer"]
    best = min(found["rows"], key=lambda row: abs(row["b"] - 3))
    assert best["rules.game.target"] == answer["best"]
    assert answer["missed"] is False
    assert int(answer["low"]) <= int(answer["best"]) <= int(answer["high"])
    inside = [row for row in found["rows"] if row["b_low"] <= 3 <= row["b_high"]]
    assert answer["low"] == inside[0]["rules.game.target"]
    assert answer["high"] == inside[-1]["rules.game.target"]
    assert len(found["rows"]) < 17
    assert run(build(), arguments) == 0
    assert f"game.target {answer['best']} brings" in capsys.readouterr().out


def test_a_missed_target_ends_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(build(), ["tune", "cift66", *VARY, "--target", "deals_per_game=90", *COMMON]) == 1
    shown = capsys.readouterr()
    assert "a missed target: no game.target from 200 to 1000" in shown.err
    assert "1000 comes closest" in shown.err


def test_a_metric_that_goes_back_is_warned_of(capsys: pytest.CaptureFixture[str]) -> None:
    # A step of 50 leaves fewer bids, one of 100 makes the levels fit other hands: no order.
    vary = ("--vary", "rules.auction.step=10:110:20")
    run(build(), ["tune", "cift66", *vary, "--target", "wins_by_side.0=50%", *COMMON])
    assert "is not monotone: from auction.step" in capsys.readouterr().err


def test_ctrl_c_names_the_command_that_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    measure = Book.measure

    def stopped(self: Book, label: str, scenario: Scenario) -> Measured:
        if self.state.points:
            raise KeyboardInterrupt
        return measure(self, label, scenario)

    monkeypatch.setattr(Book, "measure", stopped)
    arguments = ["tune", "cift66", *VARY, "--target", "deals_per_game=3", *COMMON]
    assert run(build(), arguments) == 130
    shown = capsys.readouterr()
    assert "200" in shown.out
    command = shlex.split(shown.err.splitlines()[-1].partition("to go on: ")[2])
    monkeypatch.setattr(Book, "measure", measure)
    assert run(build(), command[1:]) == 0
    resumed = capsys.readouterr().out
    assert run(build(), arguments) == 0
    assert capsys.readouterr().out == resumed


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--vary", "rules.game.target=1,2", "--target", "made=0.5"), "tune needs a range"),
        ((*VARY, "--target", "made"), "write METRIC=VALUE"),
        ((*VARY, "--target", "made=much"), "write METRIC=VALUE"),
        ((*VARY, "--target", "made=nan"), "write METRIC=VALUE"),
        ((*VARY, "--target", "mad=0.5"), "did you mean made?"),
        (("--vary", "rules.game.targit=100:200:50", "--target", "made=1"), "game.target"),
        (("--target", "made=1"), "--vary"),
    ],
)
def test_what_cannot_be_tuned_is_one_sentence(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(build(), ["tune", "cift66", *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert said in shown.err
    assert shown.err.count("\n") == 1
