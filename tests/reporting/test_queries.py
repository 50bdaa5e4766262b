"""From files of sums to figures: the same as from all games at once, or one sentence why not."""

from pathlib import Path

import numpy as np
import pytest

from sixtysix_sim.errors import BadInput, CorruptData
from sixtysix_sim.metrics import estimate, metrics_of
from sixtysix_sim.reporting.queries import read_played
from sixtysix_sim.runs.info import open_run
from sixtysix_sim.runs.manifest import MANIFEST
from sixtysix_sim.runs.sums import totals_of
from sixtysix_sim.statistics import Sums
from tests.kernels.raw_games import raw_games
from tests.reporting.made_up_runs import chunk_sums, make_run, relist


def test_sums_of_chunks_are_the_sums_of_the_run(tmp_path: Path) -> None:
    run = open_run(make_run(tmp_path / "run", chunks=(30, 30, 7)))
    rules = run.scenario.ruleset
    parts = [chunk_sums(rules, raw_games(rules, n, seed)) for seed, n in enumerate((30, 30, 7))]
    whole = np.sum(parts, axis=0)
    found, played = totals_of(run), read_played(run)
    assert run.games == 67
    for metric, row in zip(metrics_of(rules), whole.tolist(), strict=True):
        sums = Sums(67, *row)
        assert Sums(67, *found[metric.key, metric.group]) == sums, metric.name
        assert played.figures[metric.name].estimate == estimate(metric, sums)
    assert list(played.figures) == [metric.name for metric in metrics_of(rules)]


def test_only_chunks_of_the_manifest_count(tmp_path: Path) -> None:
    """A chunk whose files are there but whose line is not was never finished."""
    folder = make_run(tmp_path / "run", chunks=(10, 10))
    manifest = folder / MANIFEST
    manifest.write_text(manifest.read_text().splitlines()[0] + "\n")
    played = read_played(open_run(folder))
    assert played.run.games == 10
    assert played.figures["deals_per_game"].estimate.n == 10


def test_a_run_without_a_finished_game_says_so(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", chunks=(5,))
    (folder / MANIFEST).write_text("")
    with pytest.raises(BadInput, match="no finished game yet"):
        read_played(open_run(folder))


@pytest.mark.parametrize("damage", ["gone", "cut", "text", "empty"])
def test_a_damaged_file_of_sums_is_corrupt_data(tmp_path: Path, damage: str) -> None:
    folder = make_run(tmp_path / "run", chunks=(5, 5))
    path = folder / "sums" / "chunk-000001.parquet"
    data = path.read_bytes()
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes({"cut": data[: len(data) // 2], "text": b"games", "empty": b""}[damage])
    with pytest.raises(
        CorruptData, match=r"sums/chunk-000001\.parquet is (missing|damaged)"
    ) as caught:
        read_played(open_run(folder))
    assert "\n" not in caught.value.message


def test_impossible_sums_are_corrupt_data(tmp_path: Path) -> None:
    import polars as pl

    folder = make_run(tmp_path / "run", chunks=(5,))
    path = folder / "sums" / "chunk-000000.parquet"
    table = pl.read_parquet(path)
    table.with_columns(pl.col("k") + 1000).write_parquet(path)
    relist(folder, path.relative_to(folder))
    with pytest.raises(CorruptData, match=r"the sums of .* do not hold"):
        read_played(open_run(folder))
