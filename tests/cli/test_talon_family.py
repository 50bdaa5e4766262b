"""Commands over runs of the talon family: simulate, report, replay."""

import json
from pathlib import Path

import polars as pl
import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.rules.ruleset import preset_names, resolve_rules
from sixtysix_sim.vocabulary import Family

TALON = [item for item in map(resolve_rules, preset_names()) if item.family is Family.TALON]
PRESETS = tuple(item.preset for item in TALON if item.sides == 2)


def call(*words: str | Path) -> int:
    return run(build(), list(map(str, words)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs of the presets by name, with moves, and one of the auction family."""
    root = tmp_path_factory.mktemp("talon")
    runs = [(preset, "moves", preset) for preset in PRESETS]
    runs += [("classic_66_v1", "deals", "unlogged"), ("cift66", "none", "cift66")]
    for preset, log, name in runs:
        bots = ("--set", "bots.default=random", "--games", "20")
        assert call("simulate", preset, *bots, "--log", log, "--out", root / name) == 0
    return root


def shown(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    capsys.readouterr()
    assert call(*words) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("preset", PRESETS)
def test_report_agrees_with_the_tables(
    folder: Path, preset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = json.loads(shown(capsys, "report", folder / preset, "--json"))["rows"]
    figures = {(row["metric"], row["group"]): row["value"] for row in rows}
    deals = pl.read_parquet(folder / preset / "deals" / "*.parquet")
    closed = deals.filter(pl.col("closer") >= 0)
    moves = pl.read_parquet(folder / preset / "moves" / "*.parquet")
    melds = pl.read_parquet(folder / preset / "melds" / "*.parquet")
    for key, value in {
        ("game_points", None): deals["game_points"].mean(),
        ("deal_end", "claim"): (deals["end"] == "claim").mean(),
        ("deals_won_by_role", "forehand"): (deals["winner"] == deals["forehand"]).mean(),
        ("closed", None): closed.height / deals.height,
        ("closer_wins", None): (closed["winner"] == closed["closer"]).mean(),
        ("closed_by_talon", "4"): (closed["closed_at"] == 4).mean(),
        ("exchanges", None): (deals["exchanger"] >= 0).mean(),
        ("marriages", None): melds["copies"].sum() / deals.height,
        ("marriages_counted", None): melds.filter("counted")["copies"].sum() / deals.height,
        ("trick_points", None): (deals["card_points_0"] + deals["card_points_1"]).mean(),
        ("moves_per_deal", None): moves.height / deals.height,
        ("cards_per_deal", None): (moves["action"] == "play").sum() / deals.height,
        ("legal_per_move", None): moves["legal"].mean(),
        ("forced", None): (moves["legal"] == 1).mean(),
    }.items():
        assert figures[key] == pytest.approx(value), key
    closings = moves.filter(pl.col("action") == "close")
    assert figures["closed_by_trick", "2"] == pytest.approx((closings["trick"] == 2).mean())


def test_report_of_two_families_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert call("report", folder / "cift66", folder / "seksogtres") == 2
    error = capsys.readouterr().err
    assert "report each family by itself" in error
    assert error.count("\n") == 1


def test_report_writes_a_csv_file_a_section(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown(capsys, "report", folder / "seksogtres", "--csv", tmp_path)
    assert pl.read_csv(tmp_path / "closing_talon.csv")["group"].to_list()[:2] == [12, 12]


@pytest.mark.parametrize("preset", PRESETS)
def test_replay_tells_a_deal_as_it_was_logged(
    folder: Path, preset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = shown(capsys, "replay", folder / preset, "--game", "3", "--deal", "1")
    deal = pl.read_parquet(folder / preset / "deals" / "*.parquet").filter(
        pl.col("game") == 3, pl.col("deal") == 1
    )
    score = next(line for line in out.splitlines() if line.startswith("score "))
    assert [int(word) for word in score.split()[1:]] == [
        deal["score_0"].item(), deal["score_1"].item(),
    ]  # fmt: skip
    assert f"seat {deal['forehand'].item()} leads" in out
    assert "Rules broken" not in out
    assert "not logged" not in out


def test_replay_plays_again_what_was_not_logged_and_finds_deals(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = shown(capsys, "replay", folder / "unlogged", "--game", "0")
    note = "Moves were not logged; played again from seed 66."
    logged = shown(capsys, "replay", folder / "classic_66_v1", "--game", "0")
    assert note in first
    assert logged.split() == first.replace(note, "").split()
    where = "end = 'closer_failed' and game_points = 3"
    found = shown(capsys, "replay", folder / "unlogged", "--where", where, "--limit", "2")
    assert found.count(" fails with ") == 2
    assert found.count("gets 3 game points") == 2


def test_replay_names_a_condition_of_the_family(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert call("replay", folder / "schnapsen") == 2
    assert "--where 'closer >= 0 and game_points = 3'" in capsys.readouterr().err
    assert call("replay", folder / "schnapsen", "--where", "kaput >= 0") == 2
    error = capsys.readouterr().err
    assert "there is no column kaput" in error
    assert "as in 'closer >= 0 and game_points = 3'" in error
