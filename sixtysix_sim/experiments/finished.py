"""Finished runs compared: game by game where they hold the same games, else by their sums.

A run keeps sums, not what each game came to. But a game is made again from scenario, seed and
number; so where two runs share games these are played once more on both sides, and a run's sums
must come out as it keeps them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isclose

from sixtysix_sim.errors import BadInput, SixtySixError
from sixtysix_sim.experiments.compare import Player, compare, one_family, unpairable
from sixtysix_sim.experiments.headlines import headlines_of
from sixtysix_sim.experiments.outcome import Comparison, comparison_of
from sixtysix_sim.metrics import find_metric, metrics_of
from sixtysix_sim.runs.options import Watcher
from sixtysix_sim.scenario import Scenario
from sixtysix_sim.statistics import Sums


@dataclass(frozen=True)
class Finished:
    """A run: its scenario with its seed, which games it has, and their sums by metric."""

    name: str
    scenario: Scenario
    first_game: int
    games: int
    sums: Mapping[str, Sums]


def compare_finished(
    a: Finished | Scenario,
    b: Finished | Scenario,
    primary: str | None = None,
    jobs: int | None = None,
    watcher: Watcher | None = None,
    make_player: Callable[[Scenario], Player] | None = None,
) -> Comparison:
    """Compare a run with another, or with a scenario, which then plays the games of the run.

    Raises:
        BadInput: no metric of both has that name, or they are of two families.
        SixtySixError: a run's games come out otherwise when played again.
        InterruptedComparison: Ctrl-C after at least one chunk.
    """
    if isinstance(a, Finished) and isinstance(b, Finished) and (reason := _apart(a, b)):
        return _by_sums(a, b, primary, reason)
    runs = [side for side in (a, b) if isinstance(side, Finished)]
    first = max(run.first_game for run in runs)
    games = min(run.first_game + run.games for run in runs) - first
    one, two = (
        side.scenario if isinstance(side, Finished) else side.with_games(seed=runs[0].scenario.seed)
        for side in (a, b)
    )
    found = compare(one, two, games, primary, jobs, watcher, make_player, first_game=first)
    for side, run in enumerate((a, b)):
        if isinstance(run, Finished) and run.games == games and not (side and found.apart):
            _check(run, found, side)
    return found


def _apart(a: Finished, b: Finished) -> str:
    """Return what keeps two runs from holding the same deals, '' if they do for some games."""
    if keys := unpairable(a.scenario, b.scenario):
        return keys
    if a.scenario.seed != b.scenario.seed:
        return "the seed"
    overlap = min(a.first_game + a.games, b.first_game + b.games) - max(a.first_game, b.first_game)
    return "the range of games" if overlap <= 0 else ""


def _by_sums(a: Finished, b: Finished, primary: str | None, apart: str) -> Comparison:
    family = one_family(a.scenario, b.scenario)
    name = headlines_of(family).primary if primary is None else primary
    both = [metric for metric in metrics_of(a.scenario.ruleset) if metric.name in b.sums]
    chosen = find_metric([metric for metric in both if metric.name in a.sums], name)
    return comparison_of(
        (a.scenario, b.scenario), (a.sums, b.sums), None, chosen, apart=apart, cap=a.games
    )


def _check(run: Finished, found: Comparison, side: int) -> None:
    """Hold what was played again, all games of a run, against what it keeps.

    Raises:
        SixtySixError: a figure is another.
    """
    for one in found.compared:
        value = one.difference.b if side else one.difference.a
        kept = run.sums.get(one.metric.name)
        if kept is None or value is None:
            continue
        if not kept.m or not isclose(value, float(kept.k) / float(kept.m), rel_tol=1e-9):
            raise SixtySixError(
                f"{run.name}: its games come out differently when played again ({one.metric.name}),"
                " so they cannot be paired: another version of the program or of a bot played them;"
                " play the run again with `simulate --force`"
            )


def needs_no_gaps(name: str, first_game: int, games: int, last: int) -> None:
    """Check that a run has every game from its first to its last.

    Raises:
        BadInput: some are not played yet.
    """
    if games != last - first_game:
        raise BadInput(f"{name} is not finished and has gaps: go on with `simulate --resume` first")
