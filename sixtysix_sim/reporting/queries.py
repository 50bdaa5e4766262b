"""From the files of sums of a run to figures with intervals; no other table is read.

Every chunk of a run has one file of sums, a row a metric (`logs.schema.SUMS`); the manifest says
which files count. They are whole numbers and are added as such, so that the result depends on no
order.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sixtysix_sim.errors import BadInput, CorruptData
from sixtysix_sim.metrics import Metric, estimate, metrics_of
from sixtysix_sim.runs.info import RunInfo
from sixtysix_sim.statistics import Estimate, Sums

LEVEL = 0.95
_SUMS = ("k", "m", "kk", "km", "mm")


@dataclass(frozen=True)
class Figure:
    """A metric of a run: its sums over games, its value and interval."""

    metric: Metric
    sums: Sums
    estimate: Estimate


@dataclass(frozen=True)
class Played:
    """A run and its figures by metric name, in the order of the catalogue."""

    run: RunInfo
    figures: Mapping[str, Figure]


def read_played(run: RunInfo, level: float = LEVEL) -> Played:
    """Return a run's figures with intervals of the given confidence.

    Raises:
        BadInput: not one chunk of the run is finished.
        CorruptData: a file of sums is missing or damaged.
    """
    if not run.lines:
        raise BadInput(f"{run.folder} has no finished game yet: play on with simulate --resume")
    sums = read_sums(run)
    figures = {}
    for metric in metrics_of(run.scenario.ruleset):
        if (found := sums.get((metric.key, metric.group))) is None:
            continue  # played by a version without this metric
        try:
            figures[metric.name] = Figure(metric, found, estimate(metric, found, level))
        except ValueError as error:
            raise CorruptData(
                f"{run.folder}: the sums of {metric.name} do not hold: {error}"
            ) from None
    return Played(run, figures)


def read_sums(run: RunInfo) -> dict[tuple[str, str | None], Sums]:
    """Return (metric, group) → sums over all finished games of a run.

    Raises:
        CorruptData: a file of sums is missing, damaged, or lacks a metric the others have.
    """
    import polars as pl

    files = run.files("sums")
    if len(files) != len(run.lines):
        raise CorruptData(f"{run.folder}: the manifest names no file of sums for some chunks")
    whole = [pl.col(name).cast(pl.Int64).sum() for name in _SUMS]
    try:
        table = (
            pl.scan_parquet(files)
            .group_by("metric", "group", maintain_order=True)
            .agg(*whole, pl.len().alias("files"))
            .collect(engine="streaming")
        )
    except (pl.exceptions.PolarsError, OSError) as error:
        reason = str(error).splitlines()[0]
        raise CorruptData(f"{run.folder}: a file of sums cannot be read: {reason}") from None
    if not (table["files"] == len(files)).all():
        raise CorruptData(f"{run.folder}: the files of sums do not hold the same metrics")
    games = run.games
    return {
        (row["metric"], row["group"]): Sums(games, *(row[name] for name in _SUMS))
        for row in table.iter_rows(named=True)
    }
