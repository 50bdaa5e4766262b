"""Adjusted p-values: a worked example, gaps, and the error rate they promise."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control

from sixtysix_sim.statistics import adjusted_p_values


def test_worked_example() -> None:
    # By hand, m = 5: 0.01·5/1 = 0.05, 0.02·5/2 = 0.05, 0.03·5/3 = 0.05, 0.20·5/4 = 0.25, 0.9.
    assert adjusted_p_values([0.9, 0.01, 0.03, 0.02, 0.2]) == pytest.approx(
        [0.9, 0.05, 0.05, 0.05, 0.25]
    )


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_agrees_with_scipy(raw: list[float]) -> None:
    assert adjusted_p_values(raw) == pytest.approx(list(false_discovery_control(raw)), abs=1e-12)


def test_gaps_stay_and_do_not_count() -> None:
    result = adjusted_p_values([None, 0.01, math.nan, 0.04])
    assert result == [None, pytest.approx(0.02), None, pytest.approx(0.04)]


def test_empty_and_untested() -> None:
    assert adjusted_p_values([]) == []
    assert adjusted_p_values(iter([None, math.nan])) == [None, None]
    assert adjusted_p_values([0.03]) == [0.03]


@pytest.mark.parametrize("bad", [-0.1, 1.5, math.inf])
def test_what_is_no_probability_is_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        adjusted_p_values([0.5, bad])


@given(st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=30))
def test_never_below_the_raw_value_nor_above_one_and_in_order(raw: list[float | None]) -> None:
    adjusted = adjusted_p_values(raw)
    pairs = [(p, q) for p, q in zip(raw, adjusted, strict=True) if p is not None]
    assert [q is None for q in adjusted] == [p is None for p in raw]
    assert all(q is not None and p * (1 - 1e-12) <= q <= 1.0 for p, q in pairs)
    by_raw = [q for _, q in sorted(pairs, key=lambda pair: pair[0]) if q is not None]
    assert all(a <= b for a, b in pairwise(by_raw))


def test_false_discoveries_stay_at_the_level() -> None:
    rng = np.random.default_rng(6)
    shares = []
    for _ in range(400):
        raw = np.concatenate([rng.uniform(0, 1, 40), rng.uniform(0, 1e-4, 10)])
        found = [i for i, q in enumerate(adjusted_p_values(raw.tolist())) if q and q <= 0.1]
        shares.append(sum(i < 40 for i in found) / max(1, len(found)))
    assert np.mean(shares) == pytest.approx(0.08, abs=0.02)  # level × share of true nulls
