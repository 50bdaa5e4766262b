"""The sums of a chunk held against its tables.

The kernel added them up while it played. A family counts every game's measures again from the rows,
by column arithmetic alone, so that a report made from sums can be trusted as far as the tables can.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from sixtysix_sim.metrics import measure_names, metrics_of
from sixtysix_sim.referee.audit.findings import Finding
from sixtysix_sim.rules.ruleset import RuleSet

Tables = dict[str, pl.DataFrame]
Measures = dict[str, NDArray[np.int64]]
Recount = Callable[[Tables, RuleSet], Measures]
_SUMS = ("k", "m", "kk", "km", "mm")
_ROUNDING = 1e-12  # squares are kept as float64


def sums_findings(
    sums: pl.DataFrame, tables: Tables, ruleset: RuleSet, recount: Recount
) -> Iterator[Finding]:
    """Yield the metrics whose sums the tables do not give; only those the tables can answer.

    Args:
        recount: (tables, rules) → the measures (`metrics.measure_names`) the tables can answer,
            one value a game.
    """
    metrics, names = metrics_of(ruleset), measure_names(ruleset)
    keys = [(metric.key, metric.group) for metric in metrics]
    if sums.select("metric", "group").rows() != keys:
        yield Finding("G7", "the metrics are not those of the rule set", place="sums")
        return
    measures = recount(tables, ruleset)
    for metric, row in zip(metrics, sums.iter_rows(named=True), strict=True):
        k, m = measures.get(names[metric.num]), measures.get(names[metric.den])
        if k is not None and m is not None:
            yield from _compare(metric.name, row, _five(k, m))


def _five(k: NDArray[np.int64], m: NDArray[np.int64]) -> dict[str, float]:
    kf, mf = k.astype(np.float64), m.astype(np.float64)
    squares = {"kk": kf @ kf, "km": kf @ mf, "mm": mf @ mf}
    return {"k": int(k.sum()), "m": int(m.sum())} | {n: float(x) for n, x in squares.items()}


def _compare(name: str, row: dict[str, Any], right: dict[str, float]) -> Iterator[Finding]:
    wrong = [
        column for column in _SUMS
        if row[column] is None
        or abs(row[column] - right[column]) > _ROUNDING * max(1.0, abs(right[column]))
    ]  # fmt: skip
    if wrong:
        said = ", ".join(f"{column} is {row[column]}" for column in wrong)
        gives = ", ".join(f"{right[column]:.15g}" for column in wrong)
        yield Finding("G7", f"{name}: {said}; the tables give {gives}", place="sums")


def games_once(tables: Tables) -> pl.DataFrame:
    """Return a row a game, in order."""
    games = tables["games"].drop_nulls("game")
    return games.sort("game").unique("game", maintain_order=True)


def arrays(frame: pl.DataFrame) -> Measures:
    """Return every column but `game` as an array; what is missing is 0."""
    columns = (name for name in frame.columns if name != "game")
    return {name: frame[name].fill_null(0).cast(pl.Int64).to_numpy() for name in columns}


def per_game(games: pl.DataFrame, counts: pl.DataFrame) -> Measures:
    """Return counts by game in the order of games; a game without a row has 0."""
    return arrays(games.select("game").join(counts, "game", "left", maintain_order="left"))
