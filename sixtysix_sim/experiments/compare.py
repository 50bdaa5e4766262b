"""Two scenarios over the same games: same deals, same randomness of the bots, paired differences.

Both play the game numbers 0 … n − 1 of one seed, chunk by chunk. What is kept are sums over games
of each metric's K and M on both sides and of their products, whole numbers added in the order of
the chunks: neither memory nor results depend on the number of games or threads. A rule for stopping
looks after every chunk, in that order, so neither does the number of games it takes.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Protocol, cast

import numpy as np

from sixtysix_sim.errors import BadInput
from sixtysix_sim.experiments.headlines import headlines_of
from sixtysix_sim.experiments.ordered import in_order
from sixtysix_sim.experiments.outcome import (
    Compared,
    Comparison,
    OneSided,
    comparison_of,
    difference_of,
)
from sixtysix_sim.experiments.stopping import Rule
from sixtysix_sim.logs.raw import Int64, RawChunk
from sixtysix_sim.metrics import Metric, find_metric, metrics_of
from sixtysix_sim.runs.options import Silent, Watcher
from sixtysix_sim.scenario import Scenario
from sixtysix_sim.statistics import PairSums, Sums, independent_pairs
from sixtysix_sim.vocabulary import Family, LogLevel

__all__ = [
    "Compared",
    "Comparison",
    "InterruptedComparison",
    "OneSided",
    "common_metrics",
    "compare",
    "unpairable",
]

CHUNK_GAMES = 2_000  # the measures of a chunk are 4 MB a side: both stay in the cache's reach
APART = 500_000_000_000  # the first game of b where the games cannot be paired
CARD_KEYS = ("seats", "deck.ranks", "deck.packs", "deal.hand_size", "deal.packet")


class Player(Protocol):
    """What plays one side's games: `kernels.engine.Engine`. Called from several threads at once."""

    def play(
        self, first_game: int, games: int, log: LogLevel, keep_measures: bool = False
    ) -> RawChunk:
        """Play the games ``first_game`` … and return their sums and measures."""


class InterruptedComparison(KeyboardInterrupt):
    """Ctrl-C with games behind it; ``found`` is what they came to."""

    def __init__(self, found: Comparison) -> None:
        super().__init__()
        self.found = found


def unpairable(a: Scenario, b: Scenario) -> str:
    """Return the keys by which two scenarios cannot meet the same deals; '' if they can.

    Other cards, seats or ways of dealing leave no deal of one that the other could have.
    """
    ours, theirs = a.ruleset.values, b.ruleset.values
    return ", ".join(key for key in CARD_KEYS if ours.get(key) != theirs.get(key))


def one_family(a: Scenario, b: Scenario) -> Family:
    """Return the family of two scenarios.

    Raises:
        BadInput: they are of two, whose games have few figures in common.
    """
    family, other = a.ruleset.family, b.ruleset.family
    if family is not other:
        raise BadInput(
            f"{a.source} is of the {family} family and {b.source} of the {other} family, which "
            "have few figures in common: compare scenarios of one family"
        )
    return family


def common_metrics(a: Scenario, b: Scenario) -> list[tuple[Metric, Metric]]:
    """Return the metrics both scenarios have, matched by name, in the first one's order."""
    theirs = {metric.name: metric for metric in metrics_of(b.ruleset)}
    ours = metrics_of(a.ruleset)
    return [(metric, theirs[metric.name]) for metric in ours if metric.name in theirs]


def compare(
    a: Scenario,
    b: Scenario,
    games: int,
    primary: str | None = None,
    jobs: int | None = None,
    watcher: Watcher | None = None,
    make_player: Callable[[Scenario], Player] | None = None,
    *,
    rule: Rule | None = None,
    first_game: int = 0,
) -> Comparison:
    """Play ``games`` games under both scenarios and return the paired differences.

    Scenarios that cannot meet the same deals play games of their own each (those of b are numbered
    from APART), and their differences are unpaired.

    Args:
        a, b: the scenarios; both are played with the seed of ``a``.
        games: how many; with a rule at most so many, and few if the scenarios are alike.
        primary: name of the metric that needs no adjusting; None: the usual one of the family.
        jobs: threads, one a core if None.
        watcher: told how it gets on, in pairs of games.
        make_player: what plays a scenario, `kernels.engine.Engine` if None.
        rule: stops before the last game; all intervals are then always-valid ones.
        first_game: number of the first game.

    Raises:
        BadInput: no metric of both scenarios has that name, or they are of two families.
        InvalidScenario: a bot does not exist or refuses its parameters.
        InterruptedComparison: Ctrl-C after at least one chunk.
    """
    b = b.with_games(seed=a.seed)
    family = one_family(a, b)
    pairs = common_metrics(a, b)
    name = headlines_of(family).primary if primary is None else primary
    chosen = find_metric([metric for metric, _ in pairs], name)
    watcher = watcher or Silent()
    made = None if make_player is None else (make_player(a), make_player(b))
    players = made or _engines((a, b), watcher)
    asked = _Asked(a, b, games, first_game, pairs, chosen, rule)
    watcher.start(games, 0)
    return _play(asked, _Pairing(*players, asked), jobs or cores(), watcher)


@dataclass(frozen=True)
class _Asked:
    """What one comparison is about."""

    a: Scenario
    b: Scenario
    games: int
    first_game: int
    pairs: Sequence[tuple[Metric, Metric]]
    primary: Metric
    rule: Rule | None

    @property
    def alike(self) -> bool:
        """Whether no game can differ."""
        return self.a.hash == self.b.hash

    @property
    def apart(self) -> str:
        """Why the games cannot be paired, '' if they can."""
        return unpairable(self.a, self.b)


def _play(asked: _Asked, work: "_Pairing", jobs: int, watcher: Watcher) -> Comparison:
    """Play chunk by chunk until the last one, or until the rule is met."""
    state: tuple[int, _Totals | None] = (0, None)  # one name: Ctrl-C may come between any two
    met = False
    try:
        with closing(in_order(work, asked.first_game, asked.games, CHUNK_GAMES, jobs)) as chunks:
            for size, found in chunks:
                played, totals = state
                state = played + size, found if totals is None else totals + found
                watcher.advance(size)
                met = _enough(asked, *state)
                if met or (asked.rule is not None and asked.alike):
                    break
    except KeyboardInterrupt:
        played, totals = state
        if totals is None:
            raise
        raise InterruptedComparison(_comparison(asked, played, totals, met)) from None
    played, totals = state
    if totals is None:
        raise ValueError("a comparison needs at least one game")
    return _comparison(asked, played, totals, met)


def _enough(asked: _Asked, played: int, totals: "_Totals | None") -> bool:
    if asked.rule is None or totals is None:
        return False
    if asked.alike:  # any width is reached, and no value of a test is accepted
        return asked.rule.width is not None
    place = [metric.name for metric, _ in asked.pairs].index(asked.primary.name)
    sides = [
        Sums(played, *side[metrics.index(wanted)].tolist())
        for side, metrics, wanted in zip(
            (totals.a, totals.b),
            (metrics_of(asked.a.ruleset), metrics_of(asked.b.ruleset)),
            asked.pairs[place],
            strict=True,
        )
    ]
    sums = _pair_sums(sides[0], sides[1], totals.products[place].tolist(), asked.apart)
    return asked.rule.met(difference_of(sums))


def _pair_sums(a: Sums, b: Sums, products: Sequence[int], apart: str) -> PairSums:
    return independent_pairs(a, b) if apart else PairSums(a, b, *products)


def _engines(scenarios: tuple[Scenario, Scenario], watcher: Watcher) -> tuple[Player, Player]:
    """Return what plays each scenario; compiles the kernels if they never were."""
    from sixtysix_sim.policies.load import check_policies
    from sixtysix_sim.runs.player import make_player

    for scenario in scenarios:  # both, before the first compiles
        check_policies(scenario)
    a, b = (cast(Player, make_player(scenario, watcher)) for scenario in scenarios)
    return a, b


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class _Totals:
    """Sums over games: int64[metrics, 5] of each side, int64[common metrics, 5] of both.

    Those of both are the four products and the number of games in which K or M differs.
    """

    a: Int64
    b: Int64
    products: Int64

    def __add__(self, other: "_Totals") -> "_Totals":
        return _Totals(self.a + other.a, self.b + other.b, self.products + other.products)


class _Pairing:
    """Plays the same games on both sides and sums them; safe to call from any thread."""

    def __init__(self, a: Player, b: Player, asked: _Asked) -> None:
        self._players = a, b
        self._starts = 0, APART if asked.apart else 0
        self._places = [
            np.array([getattr(pair[side], name) for pair in asked.pairs], dtype=np.int64)
            for side in range(2)
            for name in ("num", "den")
        ]

    def __call__(self, first_game: int, games: int) -> _Totals:
        from sixtysix_sim.kernels.sums import add_pairs

        a, b = (
            player.play(start + first_game, games, LogLevel.NONE, keep_measures=True)
            for player, start in zip(self._players, self._starts, strict=True)
        )
        products = np.zeros((len(self._places[0]), 4), dtype=np.int64)
        add_pairs(products, a.measures, b.measures, *self._places)
        both = np.column_stack([products, self._differing(a.measures, b.measures)])
        return _Totals(a.sums.astype(np.int64), b.sums.astype(np.int64), both)

    def _differing(self, a: Int64, b: Int64) -> Int64:
        """Return in how many games K or M of each metric differs."""
        num_a, den_a, num_b, den_b = self._places
        other = a[:, num_a] != b[:, num_b]
        other |= a[:, den_a] != b[:, den_b]
        found: Int64 = other.sum(axis=0, dtype=np.int64)
        return found


def _comparison(asked: _Asked, played: int, totals: _Totals, met: bool) -> Comparison:
    a, b = (
        {m.name: Sums(played, *row) for m, row in zip(metrics_of(s.ruleset), rows, strict=True)}
        for s, rows in ((asked.a, totals.a.tolist()), (asked.b, totals.b.tolist()))
    )
    pairs = None
    if not asked.apart:
        pairs = {
            metric.name: PairSums(a[metric.name], b[metric.name], *row)
            for (metric, _), row in zip(asked.pairs, totals.products.tolist(), strict=True)
        }
    return comparison_of(
        (asked.a, asked.b), (a, b), pairs, asked.primary,
        apart=asked.apart, rule=asked.rule, cap=asked.games, met=met,
    )  # fmt: skip
