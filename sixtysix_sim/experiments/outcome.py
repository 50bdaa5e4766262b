"""What a comparison found: from the sums of two sides to differences, however they were played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sixtysix_sim.experiments.stopping import Rule, Stopped
from sixtysix_sim.metrics import Metric, estimate, metrics_of
from sixtysix_sim.scenario import Scenario
from sixtysix_sim.statistics import (
    Difference,
    Estimate,
    PairSums,
    Sums,
    adjusted_p_values,
    difference_sequence,
    independent_pairs,
    paired_difference,
    unpaired_difference,
)

Pair = tuple[Scenario, Scenario]
SumsByName = Mapping[str, Sums]


@dataclass(frozen=True)
class Compared:
    """A metric under both scenarios.

    Attributes:
        metric: as the first scenario has it.
        difference: b − a with its interval; always-valid if the comparison had a rule.
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
    """What `compare` found.

    Attributes:
        a, b: the scenarios as played.
        games: how many games of a (and of b, unless they are finished runs).
        compared: every metric that both have.
        one_sided: those that only one has.
        apart: why the games are not paired, '' if they are.
        stopped: how it ended, if it had a rule for stopping.
        games_b: games of b.
    """

    a: Scenario
    b: Scenario
    games: int
    compared: Sequence[Compared]
    one_sided: Sequence[OneSided]
    apart: str = ""
    stopped: Stopped | None = None
    games_b: int = 0

    @property
    def alike(self) -> bool:
        """Whether both have the same rules and bots, so that no game can differ."""
        return self.a.hash == self.b.hash

    @property
    def primary(self) -> Compared:
        """The metric the comparison was made for."""
        return next(one for one in self.compared if one.primary)


def difference_of(pairs: PairSums) -> Difference:
    """Return the paired difference at a fixed number of games."""
    return paired_difference(pairs)


def comparison_of(
    scenarios: Pair,
    sums: tuple[SumsByName, SumsByName],
    pairs: Mapping[str, PairSums] | None,
    primary: Metric,
    *,
    apart: str = "",
    rule: Rule | None = None,
    cap: int = 0,
    met: bool = False,
) -> Comparison:
    """Return the differences of every metric that both sides have sums of.

    Args:
        scenarios, sums: of both sides; sums by metric name.
        pairs: by metric name; None: the games are independent.
        primary: the metric that needs no adjusting.
        apart: why the games are not paired.
        rule, cap, met: the rule for stopping, the games it could have, and whether it was met.
    """
    metrics = [metrics_of(scenario.ruleset) for scenario in scenarios]
    names = [
        {m.name for m in own} & set(by_name) for own, by_name in zip(metrics, sums, strict=True)
    ]
    both = [metric for metric in metrics[0] if metric.name in names[0] & names[1]]
    fixed = [_fixed(m, sums, pairs, watched=rule is not None) for m in both]
    shown = fixed if rule is None else [_watched(d, pairs is not None) for d in fixed]
    is_primary = [metric.name == primary.name for metric in both]
    adjusted = adjusted_p_values(
        None if first else found.p_value for found, first in zip(shown, is_primary, strict=True)
    )
    stopped = None
    if rule is not None:
        at = fixed[is_primary.index(True)]
        stopped = Stopped(rule, cap, met, None if rule.sprt is None else rule.sprt.llr(at))
    one_sided = [
        OneSided(metric, side, estimate(metric, sums[side][metric.name]))
        for side, own in enumerate(metrics)
        for metric in own
        if metric.name in names[side] - names[1 - side]
    ]
    rows = zip(both, shown, adjusted, is_primary, strict=True)
    games = [next(iter(side.values())).n for side in sums]
    return Comparison(
        *scenarios, games[0], [Compared(*row) for row in rows], one_sided, apart, stopped, games[1]
    )


def _fixed(
    metric: Metric,
    sums: tuple[SumsByName, SumsByName],
    pairs: Mapping[str, PairSums] | None,
    *,
    watched: bool,
) -> Difference:
    """Return the difference at a fixed number of games."""
    if pairs is not None:
        return difference_of(pairs[metric.name])
    a, b = (side[metric.name] for side in sums)
    if watched:
        return difference_of(independent_pairs(a, b))
    return unpaired_difference(a, b, rate=metric.unit == "rate")


def _watched(fixed: Difference, paired: bool) -> Difference:
    """Return its always-valid form; independent games without variation have no width to show."""
    found = difference_sequence(fixed)
    if paired:
        return found
    found = replace(found, correlation=None, games_saved=None)
    return found if found.se else replace(found, low=None, high=None, p_value=None)
