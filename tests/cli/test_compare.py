"""`sixtysix compare` from the outside."""

import json
from pathlib import Path
from typing import Any

import pytest

from sixtysix_sim.cli.app import build, run

BOTS = '[bots]\ndefault = "random"\n'


@pytest.fixture
def scenario(tmp_path: Path) -> str:
    path = tmp_path / "first.toml"
    path.write_text(f'[scenario]\nname = "First"\nseed = 5\n[rules]\nbase = "cift66"\n{BOTS}')
    return str(path)


def compared(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(build(), ["compare", *arguments]) == 0
    return capsys.readouterr().out


def rows(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(compared(capsys, *arguments, "--json"))
    return found


def test_a_lower_opening_bid(scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    change = "rules.auction.min_bid=120"
    shown = compared(capsys, scenario, "--set", change, "--games", "200")
    assert "primary figure first" in shown
    last = shown.rstrip().splitlines()[-1]
    assert last.startswith("Playing with auction.min_bid 120 instead of 150 raises the share of")
    assert last.endswith("with random bots in every seat, over the same 200 games of seed 5.")


def test_json_says_what_was_compared(scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    change = ("--set", "rules.game.target=1000", "--primary", "deals_per_game")
    found = rows(capsys, scenario, *change, "--games", "60", "--seed", "9")
    assert (found["command"], found["seed"], found["games"]) == ("compare", 9, 60)
    assert len(set(found["rules_hash"])) == 2
    assert found["bots"] == [[{"policy": "random"}] * 4] * 2
    primary = [row for row in found["rows"] if row["primary"]]
    assert [row["metric"] for row in primary] == ["deals_per_game"]
    assert primary[0]["difference"] < 0


def test_two_files_that_differ_in_name_only(
    scenario: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "second.toml"
    other.write_text(Path(scenario).read_text().replace("First", "Second").replace("= 5", "= 6"))
    found = rows(capsys, scenario, str(other), "--games", "120")
    assert {row["difference"] for row in found["rows"]} <= {0.0, None}
    assert {row["low"] for row in found["rows"]} <= {0.0, None}
    assert "changes nothing" in compared(capsys, scenario, str(other), "--games", "120")


def test_results_do_not_depend_on_jobs(scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = (scenario, "--set", "rules.kaput.wipes_melds=false", "--games", "5000")
    one, two = (rows(capsys, *arguments, "--jobs", jobs) for jobs in ("1", "2"))
    assert one == two


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "nothing to compare with"),
        (("--set", "rules.auction.min_bit=120"), "did you mean auction.min_bid"),
        (("--set", "rules.auction.min_bid=800"), "below auction.min_bid"),
        (("--set", "rules.game.target=9", "--primary", "mad"), "did you mean made?"),
        (("--set", "rules.game.target=9", "--games", "0"), "--games is 0"),
        (("--set", "rules.game.target=9", "--jobs", "0"), "jobs"),
        (("nowhere.toml", "--until-width", "0"), "--until-width 0 must be above 0"),
        (("nowhere.toml", "--sprt", "0.1:0"), "the lower first, as in 0:0.01"),
        (("nowhere.toml", "--sprt", "0:1", "--until-width", "1"), "give one of them"),
        (("nowhere.toml",), "no such scenario file"),
    ],
)
def test_what_cannot_be_compared_is_one_sentence(
    scenario: str, arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(build(), ["compare", scenario, *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert said in shown.err
    assert shown.err.count("\n") == 1


def test_ctrl_c_shows_what_was_learned_and_the_command(
    scenario: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(self: object, games: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sixtysix_sim.cli.progress.Bar.advance", stop)
    change = ("--set", "rules.game.target=1000", "--games", "5000")
    monkeypatch.setattr("sys.argv", ["sixtysix", "compare", "first.toml", *change])
    assert run(build(), ["compare", scenario, *change]) == 130
    shown = capsys.readouterr()
    assert "over the same 2,000 games of seed 5." in shown.out
    assert "interrupted after 2,000 of 5,000 games" in shown.err
    assert "to go on: sixtysix compare first.toml --set" in shown.err


def test_json_says_how_a_watched_comparison_ended(
    scenario: str, capsys: pytest.CaptureFixture[str]
) -> None:
    change = (scenario, "--set", "rules.game.target=1000", "--games", "9000")
    found = rows(capsys, *change, "--primary", "deals_per_game", "--until-width", "0.5")
    assert (found["games"], found["paired"]) == (2000, True)
    assert found["stopped"] == {"met": True, "cap": 9000, "width": 0.5}
    tested = rows(capsys, *change, "--primary", "deals_per_game", "--sprt", "0:1")
    assert tested["stopped"]["verdict"] == "low"
    assert tested["stopped"]["llr"] < tested["stopped"]["bounds"][0] < 0
    assert rows(capsys, *change[:3], "--games", "60")["stopped"] is None
