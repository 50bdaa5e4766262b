"""Two scenarios over the same games: same deals, same randomness of the bots, paired differences.

Both play the game numbers 0 … n − 1 of one seed, chunk by chunk. What is kept are sums over games
of each metric's K and M on both sides and of their products, whole numbers added in the order of
the chunks: neither memory nor results depend on the number of games or threads.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

import numpy as np

from sixtysix_sim.logs.raw import Int64, RawChunk
from sixtysix_sim.metrics import Metric, estimate, find_metric, metrics_of
from sixtysix_sim.runs.simulate import Silent, Watcher
from sixtysix_sim.scenario import Scenario
from sixtysix_sim.statistics import (
    Difference,
    Estimate,
    PairSums,
    Sums,
    adjusted_p_values,
    paired_difference,
)
from sixtysix_sim.vocabulary import LogLevel

CHUNK_GAMES = 2_000  # the measures of a chunk are 4 MB a side: both stay in the cache's reach
DEFAULT_PRIMARY = "made"


class Player(Protocol):
    """What plays one side's games: `kernels.engine.Engine`. Called from several threads at once."""

    def play(
        self, first_game: int, games: int, log: LogLevel, keep_measures: bool = False
    ) -> RawChunk:
        """Play the games ``first_game`` … and return their sums and measures."""


@dataclass(frozen=True)
class Compared:
    """A metric under both scenarios.

    Attributes:
        metric: as the first scenario has it.
        difference: b − a with its paired interval.
        p_adjusted: of a metric that is not primary, adjusted for all of those looked at.
        primary: the one metric the comparison was made for.
    """

    metric: Metric
    difference: Difference
    p_adjusted: float | None
    primary: bool


@dataclass(frozen=True)
class OneSided:
    """A metric that only one scenario has, such as bids the other does not allow."""

    metric: Metric
    side: int
    estimate: Estimate


@dataclass(frozen=True)
class Comparison:
    """What `compare` found: the scenarios as played, the games, and every metric."""

    a: Scenario
    b: Scenario
    games: int
    compared: Sequence[Compared]
    one_sided: Sequence[OneSided]

    @property
    def primary(self) -> Compared:
        """The metric the comparison was made for."""
        return next(one for one in self.compared if one.primary)


def common_metrics(a: Scenario, b: Scenario) -> list[tuple[Metric, Metric]]:
    """Return the metrics both scenarios have, matched by name, in the first one's order."""
    theirs = {metric.name: metric for metric in metrics_of(b.ruleset)}
    ours = metrics_of(a.ruleset)
    return [(metric, theirs[metric.name]) for metric in ours if metric.name in theirs]


def compare(
    a: Scenario,
    b: Scenario,
    games: int,
    primary: str = DEFAULT_PRIMARY,
    jobs: int | None = None,
    watcher: Watcher | None = None,
    make_player: Callable[[Scenario], Player] | None = None,
) -> Comparison:
    """Play ``games`` games under both scenarios and return the paired differences.

    Args:
        a, b: the scenarios; both are played with the seed of ``a``.
        primary: name of the metric that needs no adjusting.
        jobs: threads, one a core if None.
        watcher: told how it gets on, in pairs of games.
        make_player: what plays a scenario, `kernels.engine.Engine` if None.

    Raises:
        BadInput: no metric of both scenarios has that name.
        InvalidScenario: a bot does not exist or refuses its parameters.
    """
    b = b.with_games(seed=a.seed)
    pairs = common_metrics(a, b)
    chosen = find_metric([metric for metric, _ in pairs], primary)
    watcher = watcher or Silent()
    if make_player is None:
        work = _Pairing(*_engines((a, b), watcher), pairs)
    else:
        work = _Pairing(make_player(a), make_player(b), pairs)
    totals: _Totals | None = None
    watcher.start(games, 0)
    for first, found in _in_order(work, games, jobs or cores()):
        totals = found if totals is None else totals + found
        watcher.advance(min(CHUNK_GAMES, games - first))
    if totals is None:
        raise ValueError("a comparison needs at least one game")
    return _comparison(a, b, games, pairs, chosen, totals)


def _engines(scenarios: tuple[Scenario, Scenario], watcher: Watcher) -> tuple[Player, Player]:
    """Return what plays each scenario; compiles the kernels if they never were."""
    from sixtysix_sim.kernels.engine import Engine
    from sixtysix_sim.kernels.jit import is_cold, mark_warm
    from sixtysix_sim.policies.load import check_policies, load_policies

    for scenario in scenarios:
        check_policies(scenario)
    if cold := is_cold():
        watcher.say("compiling the games' machine code, once; this takes some seconds")
    a, b = (Engine(one.ruleset, load_policies(one), one.seed) for one in scenarios)
    if cold:
        mark_warm()
    return a, b


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class _Totals:
    """Sums over games: int64[metrics, 5] of each side, int64[common metrics, 4] of products."""

    a: Int64
    b: Int64
    products: Int64

    def __add__(self, other: "_Totals") -> "_Totals":
        return _Totals(self.a + other.a, self.b + other.b, self.products + other.products)


class _Pairing:
    """Plays the same games on both sides and sums them; safe to call from any thread."""

    def __init__(self, a: Player, b: Player, pairs: Sequence[tuple[Metric, Metric]]) -> None:
        self._players = a, b
        self._places = [
            np.array([getattr(pair[side], name) for pair in pairs], dtype=np.int64)
            for side in range(2)
            for name in ("num", "den")
        ]

    def __call__(self, first_game: int, games: int) -> _Totals:
        from sixtysix_sim.kernels.measures import add_pairs

        a, b = (
            player.play(first_game, games, LogLevel.NONE, keep_measures=True)
            for player in self._players
        )
        products = np.zeros((len(self._places[0]), 4), dtype=np.int64)
        add_pairs(products, a.measures, b.measures, *self._places)
        return _Totals(a.sums.astype(np.int64), b.sums.astype(np.int64), products)


def _in_order(work: _Pairing, games: int, jobs: int) -> Iterator[tuple[int, _Totals]]:
    """Yield (first game, sums) of every chunk in order, with few chunks in flight."""
    chunks = iter(range(0, games, CHUNK_GAMES))
    with ThreadPoolExecutor(jobs) as pool:
        waiting: deque[tuple[int, Future[_Totals]]] = deque()

        def start(count: int) -> None:
            for first in islice(chunks, count):
                size = min(CHUNK_GAMES, games - first)
                waiting.append((first, pool.submit(work, first, size)))

        try:
            start(2 * jobs)
            while waiting:
                first, future = waiting.popleft()
                yield first, future.result()
                start(1)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _comparison(
    a: Scenario,
    b: Scenario,
    games: int,
    pairs: Sequence[tuple[Metric, Metric]],
    primary: Metric,
    totals: _Totals,
) -> Comparison:
    sums_a = _sums_by_name(a, games, totals.a)
    sums_b = _sums_by_name(b, games, totals.b)
    differences = [
        paired_difference(PairSums(sums_a[metric.name], sums_b[metric.name], *row))
        for (metric, _), row in zip(pairs, totals.products.tolist(), strict=True)
    ]
    is_primary = [metric.name == primary.name for metric, _ in pairs]
    adjusted = adjusted_p_values(
        None if first else found.p_value
        for found, first in zip(differences, is_primary, strict=True)
    )
    compared = [
        Compared(metric, found, p, first)
        for (metric, _), found, p, first in zip(
            pairs, differences, adjusted, is_primary, strict=True
        )
    ]
    names = {metric.name for metric, _ in pairs}
    one_sided = [
        OneSided(metric, side, estimate(metric, sums[metric.name]))
        for side, (scenario, sums) in enumerate(((a, sums_a), (b, sums_b)))
        for metric in metrics_of(scenario.ruleset)
        if metric.name not in names
    ]
    return Comparison(a, b, games, compared, one_sided)


def _sums_by_name(scenario: Scenario, games: int, totals: Int64) -> dict[str, Sums]:
    metrics = metrics_of(scenario.ruleset)
    return {m.name: Sums(games, *row) for m, row in zip(metrics, totals.tolist(), strict=True)}
