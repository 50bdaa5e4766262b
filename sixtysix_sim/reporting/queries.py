"""From the files of sums of a run to figures with intervals; no other table is read.

Every chunk of a run has one file of sums, a row a metric (`logs.schema.SUMS`); `runs.sums` adds
them up.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sixtysix_sim.errors import BadInput, CorruptData
from sixtysix_sim.metrics import Metric, estimate, metrics_of
from sixtysix_sim.runs.info import RunInfo
from sixtysix_sim.runs.sums import totals_of
from sixtysix_sim.statistics import Estimate, Sums

LEVEL = 0.95


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
    totals = totals_of(run)
    games = run.games
    figures = {}
    for metric in metrics_of(run.scenario.ruleset):
        if (total := totals.get((metric.key, metric.group))) is None:
            continue  # played by a version without this metric
        found = Sums(games, *total)
        try:
            figures[metric.name] = Figure(metric, found, estimate(metric, found, level))
        except ValueError as error:
            raise CorruptData(
                f"{run.folder}: the sums of {metric.name} do not hold: {error}"
            ) from None
    return Played(run, figures)
