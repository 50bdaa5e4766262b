"""Playing on until a figure is known well enough: a rule that looks after every chunk, in order."""

from dataclasses import dataclass, field
from math import ceil

from sixtysix_sim.metrics import Metric
from sixtysix_sim.runs.chunk import Prepared
from sixtysix_sim.runs.info import RunInfo
from sixtysix_sim.runs.manifest import chunk_path
from sixtysix_sim.runs.sums import COLUMNS, totals_of
from sixtysix_sim.statistics import Sums, estimate_sequence


@dataclass
class Until:
    """Adds up a metric's sums; met once its always-valid 95 % interval is narrower than ``width``.

    Chunks count in their order, so that when it is met does not depend on threads.
    """

    metric: Metric
    width: float
    sums: Sums = field(default_factory=Sums)

    def begin(self, run: RunInfo) -> None:
        """Take in what a run gone on with has.

        Raises:
            CorruptData: a file of its sums is damaged.
        """
        if run.lines:
            self.sums = Sums(run.games, *totals_of(run)[self.metric.key, self.metric.group])

    def add(self, prepared: Prepared) -> None:
        """Take in a chunk."""
        import polars as pl

        path = chunk_path("sums", prepared.line.chunk)
        row = (
            pl.read_parquet(bytes(prepared.data[path]))
            .filter(
                pl.col("metric").cast(pl.String) == self.metric.key,
                pl.col("group").cast(pl.String).eq_missing(pl.lit(self.metric.group)),
            )
            .select(pl.col(name).cast(pl.Int64) for name in COLUMNS)
            .row(0)
        )
        self.sums += Sums(prepared.line.games, *row)

    @property
    def reached(self) -> float | None:
        """How wide the interval is so far; None while that is not known."""
        found = estimate_sequence(self.sums, rate=self.metric.unit == "rate")
        if found.low is None or found.high is None:
            return None
        return found.high - found.low

    @property
    def met(self) -> bool:
        """Whether it is narrow enough."""
        reached = self.reached
        return reached is not None and reached < self.width

    @property
    def still_needed(self) -> int | None:
        """About how many games are still needed, since widths fall with √games; None: not known."""
        reached = self.reached
        if reached is None:
            return None
        return max(0, ceil(self.sums.n * ((reached / self.width) ** 2 - 1)))
