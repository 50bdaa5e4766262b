"""The search for a target over made-up metrics."""

import pytest

from sixtysix_sim.experiments.tune import tune
from sixtysix_sim.statistics import Estimate


def around(value: float, half: float = 0.4) -> Estimate:
    return Estimate(value, value - half, value + half, 100, half / 2)


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("target", [0.0, 0.2, 7.4, 7.6, 99.0])
def test_the_closest_value_in_few_points(way: int, target: float) -> None:
    found = tune(100, way * target, lambda n: around(float(way * n)))
    assert found.best == round(target)
    assert not found.missed
    assert len(found.played) <= 2 + 7 + 2 * 7
    assert not found.backward


def test_the_interval_of_the_answer_are_the_values_that_contain_the_target() -> None:
    found = tune(100, 50.0, lambda n: around(float(n), 3.5))
    assert (found.best, found.low, found.high) == (50, 47, 53)
    whole = tune(10, 5.0, lambda n: around(float(n), 50))
    assert (whole.low, whole.high) == (0, 9)


def test_a_grid_too_coarse_has_no_interval() -> None:
    found = tune(10, 44.0, lambda n: around(10.0 * n, 1.0))
    assert (found.best, found.low, found.high, found.missed) == (4, None, None, False)


@pytest.mark.parametrize(("target", "best"), [(-5.0, 0), (30.0, 9)])
def test_a_target_out_of_reach_is_missed(target: float, best: int) -> None:
    found = tune(10, target, lambda n: around(float(n)))
    assert found.missed
    assert (found.best, found.low, found.high) == (best, None, None)
    assert sorted(found.played) == [0, 9]


def test_a_target_within_the_noise_of_an_end_is_none_missed() -> None:
    found = tune(10, -0.2, lambda n: around(float(n)))
    assert not found.missed
    assert (found.best, found.low, found.high) == (0, 0, 0)


def test_where_the_metric_goes_back_is_said_and_whether_clearly() -> None:
    hump = [0.0, 0.0, 9.0, 0.0, 3.0, 5.0, 6.0, 7.0, 8.0]
    found = tune(9, 1.5, lambda n: around(hump[n]))
    assert found.backward == [(2, 4)]
    assert found.clear == [(2, 4)]
    noise = tune(9, 1.5, lambda n: around(hump[n], 5.0))
    assert noise.backward
    assert not noise.clear
