"""compare, sweep, tune and sensitivity of the talon family, with its own figures and examples."""

import json

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.experiments.headlines import headlines_of
from sixtysix_sim.vocabulary import Family

COMMON = ("--games", "40", "--seed", "5", "--set", "bots.default=random")
USUAL = headlines_of(Family.TALON)


def rows_of(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, object]]:
    assert run(build(), [*words, "--json"]) == 0
    found: list[dict[str, object]] = json.loads(capsys.readouterr().out)["rows"]
    return found


def test_compare_is_about_game_points(capsys: pytest.CaptureFixture[str]) -> None:
    change = ("--set", USUAL.change)
    rows = rows_of(
        capsys, "compare", "classic_66_v1", *change, "--games", "40", "--other-bots", "none"
    )
    assert [row["metric"] for row in rows if row["primary"]] == ["game_points"]


def test_sweep_and_sensitivity_show_the_figures_of_the_family(
    capsys: pytest.CaptureFixture[str],
) -> None:
    vary = ("--vary", "rules.closing.min_talon=2,4")
    rows = rows_of(capsys, "sweep", "schnapsen", *vary, *COMMON)
    assert {row["metric"] for row in rows} == set(USUAL.sweep)
    rows = rows_of(capsys, "sensitivity", "seksogtres", "--rights", *COMMON)
    assert {row["metric"] for row in rows} == {*USUAL.rights, "other_winner", "margin_moved"}
    assert {row["to"] for row in rows} == {"nobody has it", "seat 0 never uses it"}
    closed = {
        row["to"]: row["b"]
        for row in rows
        if row["metric"] == "closed" and row["key"] == "the right to close"
    }
    assert closed["nobody has it"] == 0.0
    assert closed["seat 0 never uses it"] != 0.0  # the other seat does


def test_tune_finds_a_length(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = ("--vary", "rules.match.deals=3:6:1", "--target", "deals_per_game=5")
    assert run(build(), ["tune", "seksogtres", *wanted, *COMMON]) == 0
    assert "match.deals 5 " in capsys.readouterr().out


def test_what_cannot_be_compared_is_said_with_an_example_of_the_family(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(build(), ["compare", "schnapsen"]) == 2
    assert f"--set {USUAL.change}\n" in capsys.readouterr().err
    assert run(build(), ["compare", "schnapsen", "cift66"]) == 2
    assert "compare scenarios of one family\n" in capsys.readouterr().err
