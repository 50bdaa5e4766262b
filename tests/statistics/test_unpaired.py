"""Differences of independent games: known values, widths where nothing was seen, coverage."""

import numpy as np
import pytest
from scipy.stats import ttest_ind

from sixtysix_sim.statistics import (
    Sums,
    independent_pairs,
    paired_difference,
    unpaired_difference,
)


def test_one_thing_a_game_is_welchs_test() -> None:
    a, b = [100, 30, 66, -20, 45, 80, 12], [120, 20, 70, 5, 44]
    found = unpaired_difference(Sums.of(a, [1] * 7), Sums.of(b, [1] * 5), rate=False)
    oracle = ttest_ind(b, a, equal_var=False)
    assert found.p_value == pytest.approx(oracle.pvalue, rel=1e-9)
    assert found.value == pytest.approx(np.mean(b) - np.mean(a), rel=1e-12)
    assert (found.games, found.correlation, found.games_saved) == (5, None, None)


def test_newcombes_example_of_two_rates() -> None:
    """Newcombe 1998, table II (a): 56/70 and 48/80, method 10: 0.0524 to 0.3339."""
    found = unpaired_difference(
        Sums(80, 48, 80, 48, 48, 80), Sums(70, 56, 70, 56, 56, 70), rate=True
    )
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=1e-4)


def test_what_neither_run_saw_keeps_a_width() -> None:
    never = Sums(1000, 0, 1000, 0, 0, 1000)
    found = unpaired_difference(never, never, rate=True)
    assert found.value == 0.0
    assert found.low is not None
    assert found.high is not None
    assert found.low == -found.high < -0.003
    assert found.p_value is None


def test_a_side_without_the_figure_is_not_known() -> None:
    some = Sums.of([1, 2, 2], [3, 3, 4])
    found = unpaired_difference(some, Sums(3, 0, 0, 0, 0, 0), rate=True)
    assert (found.a, found.b, found.value, found.low) == (0.5, None, None, None)


def test_95_of_100_intervals_hold_the_truth() -> None:
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(400):
        sides = []
        for rate, games in ((0.5, 150), (0.6, 240)):
            m = rng.integers(3, 12, games)
            k = rng.binomial(m, np.clip(rate + rng.normal(0, 0.15, games), 0, 1))
            sides.append(Sums.of(k.tolist(), m.tolist()))
        found = unpaired_difference(sides[0], sides[1], rate=True)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0.1 <= found.high
    assert 0.925 <= held / 400 <= 0.98


def test_independent_pairs_have_no_correlation() -> None:
    a, b = Sums.of([1, 0, 2, 4], [3, 3, 4, 6]), Sums.of([2, 2, 1, 0], [5, 3, 4, 4])
    pairs = independent_pairs(a, b)
    assert pairs.residual_product() == 0
    found = paired_difference(pairs)
    assert found.correlation == 0.0
    assert found.games_saved == 1.0
    with pytest.raises(ValueError, match="no games"):
        independent_pairs(Sums(), Sums())
    with pytest.raises(ValueError, match="same games"):
        independent_pairs(a, Sums.of([1], [2]))
