"""`sixtysix sensitivity` from the outside."""

import json
import shlex
from pathlib import Path

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.experiments.points import Book, Measured
from sixtysix_sim.scenario import Scenario

COMMON = ("--games", "40", "--seed", "5", "--set", "bots.default=random")


def test_options_are_ranked_and_those_that_never_mattered_have_a_bound(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(build(), ["sensitivity", "cift66", "--choices", *COMMON]) == 0
    shown = capsys.readouterr().out
    ranking = shown.split("How much each option moves the outcome\n")[1].split("other winner:")[0]
    lines = ranking.splitlines()[1:]
    assert len(lines) == 21
    assert "0 of 40" in lines[-1]
    assert "at most 8.81 %" in lines[-1]  # Clopper–Pearson, 0 of 40
    assert "C" in lines[0]
    assert "What moves the outcome most is" in shown


def test_json_has_every_change_by_rank(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(build(), ["sensitivity", "cift66", *COMMON, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    winners = [row for row in rows if row["metric"] == "other_winner"]
    assert [row["rank"] for row in winners] == list(range(1, len(winners) + 1))
    shares = [row["difference"] for row in winners]
    assert shares == sorted(shares, reverse=True)
    assert all(row["low"] <= row["difference"] <= row["high"] for row in winners)
    assert all(row["primary"] for row in winners)
    bonus = {(row["from"], row["to"]): row for row in rows if row["key"] == "last_trick.bonus"
             and row["metric"] == "made"}  # fmt: skip
    assert set(bonus) == {("10", "0"), ("10", "20")}
    assert {"a", "b", "p_adjusted", "correlation", "games_saved"} <= set(winners[0])


def test_rights(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["sensitivity", "cift66", "--rights", "--games", "200", "--seed", "5"]
    assert run(build(), [*arguments, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    asked = {row["to"]: row for row in rows if row["metric"] == "asked"}
    assert asked["nobody has it"]["b"] == 0.0
    assert 0.0 < asked["side 0 never uses it"]["b"] < asked["side 0 never uses it"]["a"]


def test_ctrl_c_names_the_command_that_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    measure = Book.measure

    def stopped(self: Book, label: str, scenario: Scenario) -> Measured:
        if len(self.state.points) == 3:
            raise KeyboardInterrupt
        return measure(self, label, scenario)

    monkeypatch.setattr(Book, "measure", stopped)
    assert run(build(), ["sensitivity", "cift66", "--choices", *COMMON]) == 130
    shown = capsys.readouterr()
    assert "What moves the outcome most" in shown.out
    command = shlex.split(shown.err.splitlines()[-1].partition("to go on: ")[2])
    assert command[:4] == ["sixtysix", "sensitivity", "cift66", "--choices"]
    assert Path(command[-1]).read_text("utf-8").count("\n") == 4


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--rights", "--choices"), "give one of them"),
        (("--rights", "--set", "rules.auction.ask=false"), "no right that could be taken away"),
        (("--set", "rules.auction.min_bit=1"), "did you mean auction.min_bid"),
        (("--set", "bots.default=standart"), "did you mean standard"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(build(), ["sensitivity", "cift66", *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert said in shown.err
    assert shown.err.count("\n") == 1
