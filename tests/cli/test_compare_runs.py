"""`sixtysix compare` of finished runs, and under two strengths of bots."""

import json
from pathlib import Path
from typing import Any

import pytest

from sixtysix_sim.cli.app import build, run

Capture = pytest.CaptureFixture[str]
RANDOM = ("--set", "bots.default=random")


def simulate(folder: Path, *arguments: str, games: int = 150) -> str:
    command = ["simulate", "cift66", "--out", str(folder), "--games", str(games), "--log", "none"]
    assert run(build(), [*command, *RANDOM, *arguments]) == 0
    return str(folder)


def compared(capsys: Capture, *arguments: str) -> dict[str, Any]:
    capsys.readouterr()
    assert run(build(), ["compare", *arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def refused(capsys: Capture, *arguments: str, code: int = 2) -> str:
    capsys.readouterr()
    assert run(build(), ["compare", *arguments]) == code
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    return shown.err


def test_runs_of_one_seed_are_paired_as_their_scenarios_are(
    tmp_path: Path, capsys: Capture
) -> None:
    change = ("--set", "rules.game.target=1000")
    a, b = simulate(tmp_path / "a"), simulate(tmp_path / "b", *change)
    scenarios = compared(
        capsys, "cift66", *("--set", "bots.default=random"), *change,
        "--games", "150", "--other-bots", "none",
    )  # fmt: skip
    (tmp_path / "plain.toml").write_text('[rules]\nbase = "cift66"\n[bots]\ndefault = "random"\n')
    same_bots = compared(
        capsys, str(tmp_path / "plain.toml"), *change, "--games", "150", "--other-bots", "none"
    )
    runs = compared(capsys, a, b)
    assert runs["paired"] is True
    assert runs["games"] == 150
    assert runs["rows"] == same_bots["rows"]
    assert runs["rows"] != scenarios["rows"]  # there a keeps its standard bots
    mixed = compared(capsys, a, str(tmp_path / "plain.toml"))
    assert {row["difference"] for row in mixed["rows"]} <= {0.0, None}


def test_runs_that_share_some_games_are_paired_over_these(tmp_path: Path, capsys: Capture) -> None:
    a = simulate(tmp_path / "a")
    b = simulate(tmp_path / "b", "--first-game", "100", "--set", "rules.last_trick.bonus=20")
    found = compared(capsys, a, b, "--primary", "trick_points")
    assert (found["games"], found["paired"]) == (50, True)
    (points,) = [row for row in found["rows"] if row["primary"]]
    assert (points["difference"], points["low"], points["high"]) == (10.0, 10.0, 10.0)


@pytest.mark.parametrize(
    ("arguments", "games", "why"),
    [
        (("--seed", "5"), 150, "the seed differs"),
        (("--first-game", "5000"), 150, "the range of games differs"),
        (("--set", "rules.deal.hand_size=10"), 80, "deal.hand_size differs"),
    ],
)
def test_runs_without_a_common_deal_are_compared_by_their_sums(
    tmp_path: Path, arguments: tuple[str, ...], games: int, why: str, capsys: Capture
) -> None:
    a, b = simulate(tmp_path / "a"), simulate(tmp_path / "b", *arguments, games=games)
    found = compared(capsys, a, b)
    assert found["paired"] is False
    (made,) = [row for row in found["rows"] if row["metric"] == "made"]
    assert made["correlation"] is None
    assert made["low"] < made["difference"] < made["high"]
    for folder, side in ((a, "a"), (b, "b")):
        capsys.readouterr()
        assert run(build(), ["report", folder, "--json"]) == 0
        report = json.loads(capsys.readouterr().out)["rows"]
        value = next(r["value"] for r in report if (r["metric"], r["group"]) == ("made", None))
        assert made[side] == value
    assert run(build(), ["compare", a, b]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert f"{why}, so no deal can be the same" in shown
    if games != 150:
        assert "150 of a, 80 of b" in shown
        assert "over 150 and 80 games, each side with deals of its own" in shown


def test_games_that_another_program_played_are_not_paired(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    a = simulate(tmp_path / "a")
    b = simulate(tmp_path / "b", "--set", "rules.game.target=1000")
    from sixtysix_sim.experiments import finished
    from sixtysix_sim.experiments.compare import compare

    def other(*arguments: Any, **options: Any) -> Any:
        options["first_game"] += 1
        return compare(*arguments, **options)

    monkeypatch.setattr(finished, "compare", other)
    assert "come out differently when played again" in refused(capsys, a, b, code=1)


def test_what_does_not_go_with_a_run_is_one_sentence(tmp_path: Path, capsys: Capture) -> None:
    a = simulate(tmp_path / "a", games=20)
    (tmp_path / "empty").mkdir()
    change = ("--set", "rules.game.target=1000")
    assert "leave out --games" in refused(capsys, a, a, "--games", "7")
    assert "leave out --until-width" in refused(capsys, a, a, "--until-width", "0.1")
    assert "--set changes a scenario" in refused(capsys, a, *change)
    assert "nothing to compare with" in refused(capsys, a)
    assert "has no run.json" in refused(capsys, a, str(tmp_path / "empty"))
    assert "of the auction family" in refused(capsys, a, "schnapsen")


# ---- two strengths


def test_the_main_figures_are_shown_under_other_bots_too(capsys: Capture) -> None:
    change = ("cift66", "--set", "rules.last_trick.bonus=20", "--games", "60")
    found = compared(capsys, *change, "--primary", "trick_points")
    assert found["bots"][0][0] == {"policy": "standard"}
    other = found["other_bots"]
    assert other["bots"] == [[{"policy": "greedy"}] * 4] * 2
    assert other["games"] == 60
    (points,) = [row for row in other["rows"] if row["primary"]]
    assert (points["metric"], points["difference"]) == ("trick_points", 10.0)
    assert run(build(), ["compare", *change, "--primary", "trick_points"]) == 0
    shown = capsys.readouterr().out
    assert "Does it depend on who plays?" in shown
    assert "Both move the points from tricks a deal the same way." in " ".join(shown.split())


def test_which_other_bots_is_the_users_choice(capsys: Capture) -> None:
    change = ("cift66", "--set", "rules.game.target=1000", "--games", "40")
    named = compared(capsys, *change, "--other-bots", "random")
    assert named["other_bots"]["bots"][0][3] == {"policy": "random"}
    assert "other_bots" not in compared(capsys, *change, "--other-bots", "none")
    bots = compared(capsys, "cift66", *RANDOM, "--games", "40")
    assert "other_bots" not in bots  # the bots are the question
    assert "did you mean greedy?" in refused(capsys, *change, "--other-bots", "gready")
