"""What the tables of a run tell beside its sums: score paths, lengths, margins.

Only the first games are read, so that a page costs the same for any run; every file is held against
the manifest first. A run that kept no such table has no such part, and the page says so.
"""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import polars as pl

from sixtysix_sim.errors import CorruptData
from sixtysix_sim.logs.schema import table_schemas
from sixtysix_sim.runs.checked import checked_files
from sixtysix_sim.runs.info import RunInfo
from sixtysix_sim.runs.manifest import FileEntry
from sixtysix_sim.statistics import Estimate, Sums, rate_interval

GAMES = 10_000  # games that are read at most
LINES = 60  # games drawn one by one
BINS = 16
FEW_LEFT = 0.05  # a place that fewer of the games reach is not drawn


@dataclass(frozen=True)
class Place:
    """A figure at a place (after so many deals, in a trick, in a bin): what, value, interval."""

    at: float
    label: str
    estimate: Estimate


@dataclass(frozen=True)
class Paths:
    """How scores run, of the first ``games`` games.

    Attributes:
        lines: rows of ``game``, ``deal``, ``lead``: by how much the later winner is ahead.
        middle: rows of ``deal``, ``low``, ``median``, ``high`` over games still in play: the middle
            80 % and the median.
        holds: by deal, how often the side then in front wins.
        margins, lengths: the share of games by final margin and by number of deals.
    """

    games: int
    lines: list[dict[str, object]]
    middle: list[dict[str, object]]
    holds: list[Place]
    margins: list[Place]
    lengths: list[Place]


def read_paths(run: RunInfo) -> Paths | None:
    """Return how scores run; None if the run keeps no deals, or no game has a winner.

    Raises:
        CorruptData: a file is missing or damaged.
    """
    games, deals = _kept(run, "games"), _kept(run, "deals")
    if games is None or deals is None:
        return None
    sides = range(run.scenario.ruleset.sides)
    leads = _leads(games, deals, sides)
    last = leads.group_by("game", maintain_order=True).last()
    if not last.height:
        return None
    return Paths(
        games.height,
        _lines(leads),
        _middle(leads, last.height),
        _holds(leads, last.height),
        _margins(last),
        _lengths(deals),
    )


def _kept(run: RunInfo, name: str) -> pl.DataFrame | None:
    """Return a table of a run's first games, None if it is not kept.

    Raises:
        CorruptData: a file is missing, damaged, or has other columns.
    """
    schema = table_schemas(run.scenario.ruleset)[name]
    first, files = run.lines[0].first_game, dict[str, FileEntry]()
    for line in run.lines:
        if line.first_game >= first + GAMES:
            break
        own = {path: e for path, e in line.files.items() if path.startswith(f"{name}/")}
        if not own:
            return None
        files |= own
    parts = []
    for path, data in checked_files(run.folder, files):
        try:
            part = pl.read_parquet(io.BytesIO(data))
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
            raise CorruptData(f"{run.folder / path} cannot be read: {error}") from None
        if part.schema != schema:
            raise CorruptData(f"{run.folder / path} has other columns than its table")
        parts.append(part)
    return pl.concat(parts).filter(pl.col("game") < first + GAMES)


def _leads(games: pl.DataFrame, deals: pl.DataFrame, sides: Sequence[int]) -> pl.DataFrame:
    """Return a row a scored deal of games with a winner: game, deal from 1, lead, front, winner.

    ``lead``: the winner's score less the best of the others; ``front``: who is alone in front, −1.
    """
    scores = [pl.col(f"score_{side}").cast(pl.Int64) for side in sides]
    best = pl.max_horizontal(scores)
    alone = pl.sum_horizontal((score == best).cast(pl.Int64) for score in scores) == 1
    lead, front = pl.lit(0, pl.Int64), pl.lit(-1)
    for side, score in zip(sides, scores, strict=True):
        others = pl.max_horizontal(other for n, other in enumerate(scores) if n != side)
        lead = pl.when(pl.col("winner_of_game") == side).then(score - others).otherwise(lead)
        front = pl.when(alone & (score == best)).then(pl.lit(side)).otherwise(front)
    winners = games.filter(pl.col("winner") >= 0).select("game", winner_of_game="winner")
    scored = deals.filter(pl.col("end") != "redeal").join(winners, on="game", how="inner")
    return scored.sort("game", "deal").select(
        "game",
        deal=pl.int_range(1, pl.len() + 1, dtype=pl.Int64).over("game"),
        deals=pl.len().over("game"),
        lead=lead,
        front=front,
        winner="winner_of_game",
    )


def _lines(leads: pl.DataFrame) -> list[dict[str, object]]:
    chosen = leads["game"].unique(maintain_order=True).head(LINES)
    rows = leads.filter(pl.col("game").is_in(chosen.implode())).select("game", "deal", "lead")
    start: list[dict[str, object]] = [{"game": game, "deal": 0, "lead": 0} for game in chosen]
    return start + rows.to_dicts()


def _middle(leads: pl.DataFrame, games: int) -> list[dict[str, object]]:
    lead = pl.col("lead")
    table = leads.group_by("deal").agg(
        low=lead.quantile(0.1),
        median=lead.median(),
        high=lead.quantile(0.9),
        games=pl.len(),
    )
    known = table.filter(pl.col("games") >= max(2, FEW_LEFT * games)).sort("deal")
    start: dict[str, object] = {"deal": 0, "low": 0, "median": 0, "high": 0}
    return [start, *known.drop("games").to_dicts()]


def _holds(leads: pl.DataFrame, games: int) -> list[Place]:
    """How often the side in front after a deal that is not the last wins the game."""
    table = (
        leads.filter((pl.col("front") >= 0) & (pl.col("deal") < pl.col("deals")))
        .group_by("deal")
        .agg(k=(pl.col("front") == pl.col("winner")).sum(), m=pl.len())
        .filter(pl.col("m") >= max(2, FEW_LEFT * games))
        .sort("deal")
    )
    return [Place(d, f"{d}", _rate(k, m, m)) for d, k, m in table.iter_rows()]


def _lengths(deals: pl.DataFrame) -> list[Place]:
    counts = deals.filter(pl.col("end") != "redeal").group_by("game").len()["len"]
    longest = int(counts.quantile(0.995, "higher") or 1)
    return list(_shares(counts.clip(upper_bound=longest + 1), 1, longest + 1))


def _margins(last: pl.DataFrame) -> list[Place]:
    margins = last["lead"]
    top = float(margins.quantile(0.995) or 0.0)
    width = next(w for w in _widths() if w * BINS >= top)
    binned = (margins // width).clip(upper_bound=BINS) * width
    return list(_shares(binned, width, max(binned.to_list())))


def _widths() -> Iterator[int]:
    size = 1
    while True:
        yield from (size, 2 * size, 5 * size)
        size *= 10


def _shares(values: pl.Series, width: int, last: int) -> Iterator[Place]:
    """Yield the share of games in each bin from the lowest to ``last``, which holds all above."""
    counts = dict(values.value_counts().iter_rows())
    for at in range(int(min(counts)), last + 1, width):
        yield Place(at, f"{at:,}", _rate(counts.get(at, 0), len(values), len(values)))


def _rate(k: int, m: int, games: int) -> Estimate:
    """Return a rate of games: each is one trial."""
    return rate_interval(Sums(games, k, m, k, k, m))
