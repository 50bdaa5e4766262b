"""`sixtysix report` from the outside: text, JSON, CSV, errors; and figures against the tables."""

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.runs.manifest import MANIFEST
from sixtysix_sim.runs.options import Options
from sixtysix_sim.runs.simulate import simulate
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.vocabulary import LogLevel
from tests.reporting.made_up_runs import make_run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_run(tmp_path_factory.mktemp("report") / "run")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real run with its tables."""
    path = tmp_path_factory.mktemp("played") / "run"
    scenario = load_scenario("cift66", ["bots.default=random"])
    simulate(scenario, path, Options(games=400, log=LogLevel.DEALS))
    return path


def change_rule(folder: Path) -> None:
    """Change a rule in run.json alone."""
    text = (folder / "run.json").read_text("utf-8")
    assert '"min_bid": 150' in text
    (folder / "run.json").write_text(text.replace('"min_bid": 150', '"min_bid": 140'), "utf-8")


def report(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert run(build(), ["report", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def test_people_get_the_head_the_tables_and_whose_play_it_was(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = report(capsys, folder)
    assert shown.startswith("Çift 66\n")
    assert "In short" in shown
    assert "Bid success by level of the bid" in shown
    assert shown.rstrip().endswith("with whole games as units.")


def test_json_names_seed_games_rules_and_bots(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(report(capsys, folder, "--json"))
    assert found["command"] == "report"
    assert (found["seed"], found["games"]) == (66, 105)
    assert len(found["rules_hash"]) == 64
    assert found["bots"] == [{"policy": "standard"}] * 4
    assert list(found["rows"][0]) == ["section", "metric", "group", "value", "low", "high", "n"]


def test_json_of_several_runs_lists_them(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = make_run(tmp_path / "other", sets=["scenario.seed=7"], chunks=(5,))
    found = json.loads(report(capsys, folder, other, "--json"))
    assert (found["seed"], found["games"]) == ([66, 7], [105, 5])
    assert {row["run"] for row in found["rows"]} == {str(folder), str(other)}


def test_csv_writes_a_file_a_section_and_still_shows_the_report(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "In short" in report(capsys, folder, "--csv", tmp_path / "csv")
    names = sorted(path.name for path in (tmp_path / "csv").iterdir())
    assert len(names) == 15
    assert {"runs.csv", "melds.csv", "levels.csv"} <= set(names)
    with (tmp_path / "csv" / "kaput.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[0]["metric"] == "kaput"
    assert rows[0]["out_of"] == "deals"


@pytest.mark.parametrize(
    ("make", "code", "said"),
    [
        (lambda path: None, 2, "there is not there: give the folder"),
        (lambda path: path.write_text("x"), 2, "there is no folder: give the folder"),
        (lambda path: path.mkdir(), 2, "has no run.json"),
        (lambda path: (make_run(path) / MANIFEST).write_text(""), 2, "no finished game yet"),
        (lambda path: (make_run(path) / MANIFEST).write_text("{}\n{}\n"), 3, "damaged"),
        (lambda path: (make_run(path) / "sums/chunk-000000.parquet").unlink(), 3, "is missing"),
        (
            lambda path: (make_run(path) / "sums/chunk-000001.parquet").write_bytes(b"PAR1"),
            3,
            "sums/chunk-000001.parquet is damaged",
        ),
        (lambda path: change_rule(make_run(path)), 3, "scenario_hash is not that of the scenario"),
    ],
)
def test_what_is_no_run_is_one_sentence(
    make: Any, code: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make(tmp_path / "there")
    assert run(build(), ["report", str(tmp_path / "there")]) == code
    shown = capsys.readouterr()
    assert shown.out == ""
    assert said in shown.err
    assert shown.err.count("\n") == 1


def test_a_report_loads_neither_the_kernels_nor_arrow(folder: Path) -> None:
    """Both would cost it a second."""
    code = (
        "import sys\nfrom sixtysix_sim.cli.app import build, run\n"
        f"assert run(build(), ['report', {str(folder)!r}]) == 0\n"
        "print([m for m in ('numba', 'pyarrow', 'scipy.stats') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def figures(played: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, Any]]:
    rows = json.loads(report(capsys, played, "--json"))["rows"]
    return {row["metric"] + (f".{row['group']}" if row["group"] else ""): row for row in rows}


def test_figures_of_contracts_are_those_of_the_deals_table(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = figures(played, capsys)
    deals = pl.read_parquet(played / "deals" / "*.parquet")
    scored = deals.filter(pl.col("end") != "redeal")
    made = scored["made"].mean()
    assert found["made"]["value"] == pytest.approx(made)
    assert found["made"]["n"] == scored.height
    by_level = scored.group_by(pl.col("bid").cast(pl.String)).agg(pl.col("made").mean(), pl.len())
    for bid, rate, count in by_level.iter_rows():
        assert found[f"made_by_level.{bid}"]["value"] == pytest.approx(rate)
        assert found[f"made_by_level.{bid}"]["n"] == count
    for key, column in (("speaker", pl.col("speaking") + 1), ("bids", pl.col("bids"))):
        for group, rate, count in (
            scored.group_by(column.alias("group")).agg(pl.col("made").mean(), pl.len()).iter_rows()
        ):
            assert found[f"made_by_{key}.{group}"]["value"] == pytest.approx(rate)
            assert found[f"made_by_{key}.{group}"]["n"] == count
    failed = scored.filter(~pl.col("made"))
    side = pl.col("declarer") % 2
    cost = failed.select(
        -pl.when(side == 0).then(pl.col("change_0")).otherwise(pl.col("change_1"))
    ).to_series()
    assert found["set_cost"]["value"] == pytest.approx(cost.mean())
    assert found["redeals"]["value"] == pytest.approx((deals["end"] == "redeal").mean())
    assert found["asked"]["value"] == pytest.approx((deals["asked"] >= 0).mean())
    assert found["kaput"]["value"] == pytest.approx((scored["kaput"] >= 0).mean())
    assert found["trick_points"]["value"] == 250.0


def test_figures_of_melds_are_those_of_the_melds_table(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = figures(played, capsys)
    melds = pl.read_parquet(played / "melds" / "*.parquet")
    deals = found["made"]["n"]
    for name, in_deals, in_hands, points in (
        melds.group_by(pl.col("meld").cast(pl.String))
        .agg(
            pl.struct("game", "deal").n_unique().alias("deals"),
            pl.struct("game", "deal", "seat").n_unique().alias("hands"),
            pl.col("points").sum(),
        )
        .iter_rows()
    ):
        assert found[f"deals_with_meld.{name}"]["value"] == pytest.approx(in_deals / deals)
        assert found[f"hands_with_meld.{name}"]["value"] == pytest.approx(in_hands / deals / 4)
        assert found[f"points_of_meld.{name}"]["value"] == pytest.approx(points / deals)


def test_figures_of_games_are_those_of_the_games_table(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = figures(played, capsys)
    games = pl.read_parquet(played / "games" / "*.parquet")
    shares = [found[name]["value"] for name in ("wins_by_side.0", "wins_by_side.1", "no_winner")]
    assert sum(shares) == pytest.approx(1.0)
    for side in range(2):
        assert shares[side] == pytest.approx((games["winner"] == side).mean())
    decided = games.filter(pl.col("winner") >= 0)
    lead = decided["score_0"] - decided["score_1"]
    margin = (lead * (1 - 2 * decided["winner"].cast(pl.Int32))).mean()
    assert found["margin"]["value"] == pytest.approx(margin)  # C8.2: the lower score may win
    assert found["spread"]["value"] == pytest.approx(lead.abs().mean())
    redeals = found["redeals_per_game"]["value"]
    assert found["deals_per_game"]["value"] + redeals == pytest.approx(games["deals"].mean())
