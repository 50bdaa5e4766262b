"""What every comparison relies on: alike is 0, a shift is exact, pairs are worth playing."""

from typing import Any

import pytest

from sixtysix_sim.experiments.compare import Comparison, compare
from sixtysix_sim.experiments.finished import Finished, compare_finished
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.metrics import metrics_of
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.scenario import Scenario, load_scenario
from sixtysix_sim.statistics import Difference, Sums
from sixtysix_sim.vocabulary import LogLevel

GAMES = 2_000
PRESETS = ("cift66", "classic_66_v1", "seksogtres", "schnapsen")


def run_of(scenario: Scenario, games: int) -> Finished:
    """Return what a finished run of a scenario holds."""
    engine = Engine(scenario.ruleset, load_policies(scenario), scenario.seed)
    rows = engine.play(0, games, LogLevel.NONE).sums.astype(int).tolist()
    names = [metric.name for metric in metrics_of(scenario.ruleset)]
    sums = {name: Sums(games, *row) for name, row in zip(names, rows, strict=True)}
    return Finished("run", scenario, 0, games, sums)


def differences(found: Comparison) -> dict[str, Difference]:
    return {one.metric.name: one.difference for one in found.compared}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_scenario_differs_from_itself_in_nothing(preset: str) -> None:
    a = load_scenario(preset)
    found = differences(compare(a, load_scenario(preset), 200))
    known = [d for d in found.values() if d.a is not None]
    assert len(known) > 50
    for d in known:
        assert (d.value, d.low, d.high, d.se) == (0.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("bots", ["standard", "greedy"])
def test_ten_points_more_for_the_last_trick_are_exactly_ten_points_a_deal(bots: str) -> None:
    sets = [f"bots.default={bots}"]
    a = load_scenario("cift66", sets)
    b = load_scenario("cift66", [*sets, "rules.last_trick.bonus=20"])
    points = differences(compare(a, b, 300))["trick_points"]
    assert (points.value, points.low, points.high) == (10.0, 10.0, 10.0)


@pytest.mark.parametrize("change", ["contract.penalty_factor=2", "game.target=1600"])
def test_paired_intervals_are_at_most_half_as_wide(change: str) -> None:
    """Against two runs of seeds of their own, each of as many games."""
    a, b = load_scenario("cift66"), load_scenario("cift66", [f"rules.{change}"])
    paired = differences(compare(a, b, GAMES))
    separate = compare_finished(run_of(a, GAMES), run_of(b.with_games(seed=67), GAMES))
    assert separate.apart == "the seed"
    unpaired = differences(separate)
    for name in ("made", "kaput", "written"):
        assert 2 * width(paired[name]) <= width(unpaired[name]), name


def width(difference: Any) -> float:
    assert difference.low is not None
    assert difference.high is not None
    return float(difference.high - difference.low)
