"""`sixtysix check`: exit codes, what a person reads, what a script reads."""

import json
from pathlib import Path

import pytest

from sixtysix_sim.cli.app import build, run

CASES = Path(__file__).parent.parent / "cases"

BAD = """\
rules = "cift66"

[[case]]
id = "wrong-beat"
cites = ["C6.4"]
title = "says a jack beats a ten"
phase = "play"
trump = "H"
leader = 0
trick = ["TH"]
hands = { 1 = "JH AH" }
legal = ["play JH"]

[[case]]
id = "right"
cites = ["C8.1"]
phase = "game"
score = [0, 1500]
game_winner = 1
"""


def check(*arguments: str) -> int:
    return run(build(), ["check", *arguments])


@pytest.fixture
def bad(tmp_path: Path) -> str:
    file = tmp_path / "bad.toml"
    file.write_text(BAD, encoding="utf-8")
    return str(file)


def test_files_that_pass(capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted(str(file) for file in CASES.glob("*.toml"))
    assert len(files) >= 2
    assert check(*files) == 0
    shown = capsys.readouterr()
    assert shown.out.endswith(" cases, all passed\n")
    assert shown.out.count("\n") == 1
    assert shown.err == ""


def test_a_failure_explains_itself(bad: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(bad) == 1
    out = capsys.readouterr().out
    assert f"FAILED wrong-beat ({bad}:3): says a jack beats a ten" in out
    assert "phase play · trump H · leader 0 · trick [TH] · hands 1: JH AH" in out
    assert "legal  play JH   play AH" in out
    assert "C6.4: seat 1 plays J♥ to 10♥ (trump ♥): it can beat the highest card" in out
    assert "\nC6.4: When trump was led, a seat that can beat the highest trump" in out
    assert "right" not in out.replace("right,", "")
    assert out.endswith("1 of 2 cases failed\n")


def test_json_has_a_row_a_case(bad: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(bad, "--json") == 1
    result = json.loads(capsys.readouterr().out)
    assert result["command"] == "check"
    wrong, right = result["rows"]
    assert (wrong["id"], wrong["passed"], wrong["cites"]) == ("wrong-beat", False, ["C6.4"])
    assert (wrong["expected"], wrong["got"]) == ("legal = play JH", "legal = play AH")
    assert (right["passed"], right["expected"]) == (True, "game_winner = 1")
    assert right["got"] == "game_winner = 1"


def test_unreadable_input_is_wrong_usage(
    bad: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text(BAD.replace('trump = "H"', 'trump = "Z"'), encoding="utf-8")
    assert check(bad, str(broken)) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"sixtysix: {broken}: line 8, case 'wrong-beat': trump 'Z'")
    assert check(str(tmp_path / "none.toml")) == 2
    assert check() == 2


def test_clauses_of_a_failure_are_those_cited_and_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = BAD.replace('legal = ["play JH"]', 'illegal = { "play JH" = "C6.3" }')
    file = tmp_path / "other.toml"
    file.write_text(text, encoding="utf-8")
    assert check(str(file)) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line[:5] for line in lines if line[:1] == "C" and line[4:5] == ":"] == [
        "C6.4:",
        "C6.3:",
    ]
