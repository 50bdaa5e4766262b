"""`sixtysix sweep` from the outside."""

import csv
import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.experiments.points import Book, Measured
from sixtysix_sim.scenario import Scenario

TARGETS = ("--vary", "rules.game.target=400,500,600")
COMMON = ("--games", "60", "--seed", "5", "--set", "bots.default.policy=random")


def swept(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run(build(), ["sweep", "cift66", *arguments]) == code
    return capsys.readouterr().out


def rows(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(swept(capsys, *arguments, "--json"))
    return found


def test_one_row_a_point_and_a_chart(capsys: pytest.CaptureFixture[str]) -> None:
    shown = swept(capsys, *TARGETS, *COMMON, "--metric", "deals_per_game")
    assert "Point by point" in shown
    chart = shown.split("deals a game\n")[-1].splitlines()
    assert [line.split()[0] for line in chart[1:4]] == ["400", "500", "600"]
    assert "base" in chart[1]
    assert [line.index("●" if n else "◉") for n, line in enumerate(chart[1:4])] == sorted(
        line.index("●" if n else "◉") for n, line in enumerate(chart[1:4])
    )
    assert "lies between" in shown


def test_json_rows_are_as_those_of_compare(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = ("--metric", "deals_per_game", "--metric", "made")
    found = rows(capsys, *TARGETS, *COMMON, *wanted)
    assert (found["command"], found["seed"], found["games"]) == ("sweep", 5, 60)
    assert len(found["rows"]) == 6
    assert [row["rules.game.target"] for row in found["rows"]] == ["400"] * 2 + ["500"] * 2 + [
        "600"
    ] * 2
    longer = found["rows"][-2]
    assert longer["metric"] == "deals_per_game"
    assert longer["difference"] == pytest.approx(longer["b"] - longer["a"])
    assert longer["low"] > 0
    assert longer["b_low"] < longer["b"] < longer["b_high"]
    first = found["rows"][0]
    assert (first["difference"], first["low"], first["high"]) == (0.0, 0.0, 0.0)
    assert first["p_adjusted"] is None


def test_csv_has_one_row_a_point(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deep" / "grid.csv"
    both = (*TARGETS, "--vary", "bots.default.blunder=0,0.5", "--csv", str(path))
    swept(capsys, *both, *COMMON, "--metric", "made")
    with path.open(encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    assert len(table) == 6
    assert {row["bots.default.blunder"] for row in table} == {"0", "0.5"}
    assert all(0 <= float(row["made_low"]) <= float(row["made"]) for row in table)


def test_points_that_cannot_be_are_said_and_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    vary = ("--vary", "rules.auction.min_bid=700,710", "--metric", "made")
    assert run(build(), ["sweep", "cift66", *vary, *COMMON]) == 0
    shown = capsys.readouterr()
    assert "rules.auction.min_bid=710 is not played" in shown.err
    assert "Not played: rules.auction.min_bid=710" in shown.out
    assert "Only one point tells of the share of contracts made: " in shown.out
    assert "(auction.min_bid=700); there is none to hold it against." in shown.out
    assert "does not move" not in shown.out


def test_an_error_names_the_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(build(), ["sweep", "cift66", "--vary", "rules.auction.min_bit=100,120"]) == 2
    assert capsys.readouterr().err.startswith(
        "sixtysix: --vary rules.auction.min_bit=100: rules.auction.min_bit is not a rule parameter"
    )


def test_ctrl_c_shows_what_was_learned_and_the_command_that_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    whole = swept(capsys, *TARGETS, *COMMON, "--metric", "made")
    measure = Book.measure
    played: list[str] = []

    def stopped(self: Book, label: str, scenario: Scenario) -> Measured:
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(label)
        return measure(self, label, scenario)

    monkeypatch.setattr(Book, "measure", stopped)
    assert run(build(), ["sweep", "cift66", *TARGETS, *COMMON, "--metric", "made"]) == 130
    shown = capsys.readouterr()
    assert "2 of 3 points" in shown.out
    assert "interrupted after 2 points" in shown.err
    command = shlex.split(shown.err.splitlines()[-1].partition("to go on: ")[2])
    assert command[0] == "sixtysix"
    monkeypatch.setattr(Book, "measure", measure)
    before = Path(command[-1]).read_text("utf-8")
    assert run(build(), command[1:]) == 0
    assert capsys.readouterr().out == whole
    after = Path(command[-1]).read_text("utf-8")
    assert after.startswith(before)
    assert after.count("\n") == 4


def test_another_sweep_in_the_file_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ("--out", str(tmp_path / "state.jsonl"), "--metric", "made")
    swept(capsys, *TARGETS, *COMMON, *out)
    assert run(build(), ["sweep", "cift66", "--vary", "rules.game.target=400", *COMMON, *out]) == 4
    assert "varies other keys or values" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "nothing to vary"),
        (("--vary", "rules.auction.min_bit=100,120"), "did you mean auction.min_bid"),
        (("--vary", "rules.kaput.factor=1,2", "--metric", "mad"), "did you mean made?"),
        (("--vary", "rules.kaput.factor=1,2", "--games", "0"), "--games is 0"),
        (("--vary", "rules.kaput.factor=11,12"), "kaput.factor"),
        (("--vary", "kaput.factor=1,2"), "did you mean rules.kaput.factor?"),
    ],
)
def test_what_cannot_be_swept_is_one_sentence(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(build(), ["sweep", "cift66", *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert said in shown.err
    assert shown.err.count("\n") == 1
