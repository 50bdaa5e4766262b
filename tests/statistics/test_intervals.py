"""Intervals: known values, extremes, and the coverage they promise."""

import math
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import binomtest
from scipy.stats import t as student

from sixtysix_sim.statistics import Estimate, Sums, mean_interval, rate_interval, ratio_interval

Counts = NDArray[np.int64]
Interval = Callable[[Sums], Estimate]


def one_trial_a_game(events: int, games: int) -> Sums:
    return Sums(games, events, games, events, events, games)


def sums_of(ks: Counts, ms: Counts) -> Sums:
    return Sums(
        len(ks),
        int(ks.sum()),
        int(ms.sum()),
        int((ks * ks).sum()),
        int((ks * ms).sum()),
        int((ms * ms).sum()),
    )


# Known values


def test_standard_error_is_the_formula() -> None:
    ks, ms = [3, 0, 5, 2], [7, 4, 9, 3]
    p = 10 / 23
    square = sum((k - p * m) ** 2 for k, m in zip(ks, ms, strict=True))
    estimate = ratio_interval(Sums.of(ks, ms))
    assert estimate.value == pytest.approx(p)
    assert estimate.se == pytest.approx(math.sqrt(square * 4 / 3) / 23, rel=1e-14)
    assert estimate.n == 23


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
@pytest.mark.parametrize("points", [[161, -150, 0, 1500], [3, 4], list(range(50))])
def test_mean_with_one_thing_a_game_is_students_interval(points: list[int], level: float) -> None:
    estimate = mean_interval(Sums.of(points, [1] * len(points)), level)
    se = stdev(points) / math.sqrt(len(points))
    low, high = student.interval(level, len(points) - 1, fmean(points), se)
    assert (estimate.low, estimate.high) == pytest.approx((low, high), rel=1e-9)
    assert estimate.se == pytest.approx(se)


@pytest.mark.parametrize("level", [0.9, 0.95, 0.999])
@pytest.mark.parametrize(
    ("events", "trials"),
    [(0, 1), (1, 1), (0, 3), (1, 2), (0, 1000), (1000, 1000), (4, 1000), (996, 1000), (4, 9)],
)
def test_few_events_are_clopper_pearson(events: int, trials: int, level: float) -> None:
    oracle = binomtest(events, trials).proportion_ci(level, method="exact")
    estimate = rate_interval(one_trial_a_game(events, trials), level)
    assert (estimate.low, estimate.high) == pytest.approx((oracle.low, oracle.high), rel=1e-9)
    assert estimate.value == events / trials


@pytest.mark.parametrize(("events", "trials"), [(5, 10), (5, 100), (20, 40), (999_000, 1_000_000)])
def test_one_trial_a_game_is_wilson(events: int, trials: int) -> None:
    oracle = binomtest(events, trials).proportion_ci(0.95, method="wilson")
    estimate = rate_interval(one_trial_a_game(events, trials))
    assert (estimate.low, estimate.high) == pytest.approx((oracle.low, oracle.high), rel=1e-9)


def test_games_without_a_trial_do_not_widen_a_rate() -> None:
    oracle = binomtest(30, 80).proportion_ci(0.95, method="wilson")
    estimate = rate_interval(Sums(10_000, 30, 80, 30, 30, 80))
    assert (estimate.low, estimate.high) == pytest.approx((oracle.low, oracle.high), rel=1e-9)
    assert estimate.n == 80


def test_rate_and_ratio_agree_on_many_games() -> None:
    """Wilson leans to 1/2 by (1/2 − p)·z²/n = 4e-5 here, on a half-width of 0.0096."""
    sums = one_trial_a_game(4_000, 10_000)
    rate, ratio = rate_interval(sums), ratio_interval(sums)
    assert (rate.low, rate.high) == pytest.approx((ratio.low, ratio.high), abs=5e-5)
    assert rate.se == ratio.se


def test_none_of_n_has_an_upper_bound_whatever_the_games() -> None:
    estimate = rate_interval(Sums.of([0] * 50, [20] * 50))
    assert (estimate.value, estimate.low) == (0.0, 0.0)
    assert estimate.high == pytest.approx(1 - 0.025 ** (1 / 1000))  # 1 − (α/2)^(1/n)
    every = rate_interval(Sums.of([20] * 50, [20] * 50))
    assert every.high == 1.0
    assert every.low == pytest.approx(0.025 ** (1 / 1000))


def test_few_events_apart_count_as_trials_and_few_in_one_game_do_not() -> None:
    ms = [10] * 100
    apart = rate_interval(Sums.of([1] * 4 + [0] * 96, ms))
    together = rate_interval(Sums.of([4] + [0] * 99, ms))
    oracle = binomtest(4, 1000).proportion_ci(0.95, method="exact")
    assert (apart.low, apart.high) == pytest.approx((oracle.low, oracle.high), rel=1e-9)
    assert together.low is not None
    assert together.high is not None
    assert together.low < oracle.low / 5
    assert together.high > oracle.high * 1.3


def test_few_misses_mirror_few_events() -> None:
    for events in ([4] + [0] * 99, [1] * 3 + [0] * 97, [9] * 100):
        sums = Sums.of(events, [10] * 100)
        mirror = Sums.of([10 - k for k in events], [10] * 100)
        left, right = rate_interval(sums), rate_interval(mirror)
        assert right.low is not None
        assert right.high is not None
        assert (left.low, left.high) == pytest.approx((1 - right.high, 1 - right.low), abs=1e-12)


def test_whole_games_alike_count_once() -> None:
    """Ten deals a game, all alike: the interval is about that of the games, not of the deals."""
    ks = [10] * 40 + [0] * 60
    rate = rate_interval(Sums.of(ks, [10] * 100))
    games = rate_interval(one_trial_a_game(40, 100))
    assert (rate.low, rate.high) == pytest.approx((games.low, games.high), abs=0.005)


def test_width_in_few_weighted_games_does_not_depend_on_empty_ones() -> None:
    """A metric seen in 4 of 100,000 games is known from 4 games."""
    ks, ms = [3, 1, 4, 2], [5, 5, 5, 5]
    alone = ratio_interval(Sums.of(ks, ms))
    among = ratio_interval(Sums.of(ks, ms) + Sums(n=99_996))
    assert (among.low, among.high) == pytest.approx((alone.low, alone.high), rel=1e-12)


def test_levels_nest() -> None:
    sums = Sums.of([3, 0, 5, 2, 8, 1], [7, 4, 9, 3, 9, 6])
    for interval in (rate_interval, ratio_interval, mean_interval):
        inner, outer = interval(sums, 0.5), interval(sums, 0.99)
        assert outer.low is not None
        assert inner.low is not None
        assert outer.low < inner.low


# Extremes


@pytest.mark.parametrize("interval", [rate_interval, ratio_interval, mean_interval])
@pytest.mark.parametrize("sums", [Sums(), Sums(n=1), Sums(n=1000)])
def test_nothing_counted_has_no_value(interval: Interval, sums: Sums) -> None:
    estimate = interval(sums)
    assert (estimate.value, estimate.low, estimate.high, estimate.se) == (None,) * 4
    assert estimate.n == 0


@pytest.mark.parametrize("empty", [0, 1, 5000])
def test_one_game_knows_no_spread(empty: int) -> None:
    sums = Sums.of([12], [30]) + Sums(n=empty)
    mean, rate = mean_interval(sums), rate_interval(sums)
    assert (mean.value, mean.low, mean.high, mean.se) == (0.4, None, None, None)
    # Wilson for 0.4 with n = 1: (0.4 + z²/2 ± z·√(0.24 + z²/4)) / (1 + z²), z² = 3.8415.
    middle, half, scale = 0.4 + 1.92075, math.sqrt(3.8415 * (0.24 + 0.960375)), 4.8415
    expected = ((middle - half) / scale, (middle + half) / scale)
    assert (rate.low, rate.high) == pytest.approx(expected, abs=1e-5)
    assert (rate.value, rate.se, rate.n) == (0.4, None, 30)


def test_one_game_of_one_trial_or_of_none_of_ten() -> None:
    one = rate_interval(Sums.of([1], [1]))
    assert (one.low, one.high) == pytest.approx((0.025, 1.0))
    none = rate_interval(Sums.of([0], [10]))
    assert none.low == 0.0
    assert none.high == pytest.approx(1 - 0.025**0.1)


def test_no_variation() -> None:
    sums = Sums.of([3, 6, 9], [7, 14, 21])  # 3/7 in every game
    mean, rate = mean_interval(sums), rate_interval(sums)
    assert mean.value == mean.low == mean.high == 3 / 7
    assert mean.se == 0.0
    oracle = binomtest(18, 42).proportion_ci(0.95, method="wilson")
    assert (rate.low, rate.high) == pytest.approx((oracle.low, oracle.high), rel=1e-9)


def test_one_game_outweighing_another_counts_as_two_games() -> None:
    """C would be 1.002, and t with 0.002 degrees of freedom is beyond all numbers."""
    estimate = mean_interval(Sums.of([500, 1], [1000, 1]))
    assert estimate.value is not None
    assert estimate.high is not None
    assert estimate.se is not None
    half = student.ppf(0.975, 1) * estimate.se
    assert estimate.high - estimate.value == pytest.approx(half, rel=1e-6)


def test_no_cancellation_in_large_sums() -> None:
    """A spread of ±1 point on 10^9 a game: sums of squares in floats would lose it."""
    points = [10**9 + (-1) ** game for game in range(1000)]
    estimate = mean_interval(Sums.of(points, [1] * 1000))
    assert estimate.se == pytest.approx(1 / math.sqrt(999), rel=1e-12)


def test_numpy_integers_do_not_overflow() -> None:
    plain = Sums.of([0, 3_000_000_000], [1, 1])
    # As numpy hands them over: ΣK² still fits in 64 bits, ΣK²·(ΣM)² does not.
    fields: list[Any] = [np.int64(x) for x in (plain.n, plain.k, 2, plain.kk, plain.km, 2)]
    again = Sums(*fields)
    assert again == plain
    assert mean_interval(again).se == pytest.approx(1.5e9)


def test_floats_that_are_whole_and_fractions() -> None:
    assert Sums.of([1.0, 2.0], [1.0, 1.0]) == Sums.of([1, 2], [1, 1])
    half = mean_interval(Sums.of([0.5, 1.0, 0.0], [1, 1, 1]))
    assert half.value == 0.5
    assert half.se == pytest.approx(0.5 / math.sqrt(3))
    weighted = mean_interval(Sums.of([0.5, 1.5], [0.5, 1.0]))
    assert weighted.n == 1.5
    assert Sums(1, Fraction(4, 2), 1, 4, 2, 1).k == 2


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_no_nan_comes_in(bad: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        Sums.of([bad], [1])


def test_wrong_use_is_refused() -> None:
    with pytest.raises(ValueError, match="0 ≤ ΣK ≤ ΣM"):
        rate_interval(Sums.of([3], [2]))
    with pytest.raises(ValueError, match="0 ≤ ΣK ≤ ΣM"):
        rate_interval(Sums.of([-1, 0], [2, 2]))
    with pytest.raises(ValueError, match="negative"):
        Sums(1, 1, -1, 1, 1, 1)
    with pytest.raises(ValueError, match=r"shorter|longer"):
        Sums.of([1, 2], [1])
    for interval in (rate_interval, ratio_interval, mean_interval):
        for level in (0.0, 1.0, 95.0, math.nan):
            with pytest.raises(ValueError, match="level"):
                interval(one_trial_a_game(1, 2), level)


@pytest.mark.parametrize("level", [0.5, 0.6, 0.7, 0.8, 0.9, 0.99, 0.999])
@pytest.mark.parametrize("trials", [10**12, 10**13, 10**15])
def test_rounding_never_passes_the_bounds(trials: int, level: float) -> None:
    """Wilson's two terms cancel here to −1e-16 or 1 + 2e-16 at some of these levels."""
    for events in (5, trials - 5):
        estimate = rate_interval(Sums.of([events], [trials]), level)
        assert estimate.value is not None
        assert estimate.low is not None
        assert estimate.high is not None
        assert 0.0 <= estimate.low <= estimate.value <= estimate.high <= 1.0


# Properties

games = st.lists(
    st.integers(0, 30).flatmap(lambda m: st.tuples(st.integers(0, m), st.just(m))), max_size=40
)
totals = st.lists(st.tuples(st.integers(-2000, 2000), st.integers(0, 30)), max_size=40)


def split(rows: list[tuple[int, int]]) -> Sums:
    return Sums.of([k for k, _ in rows], [m for _, m in rows])


@given(games, st.sampled_from([0.5, 0.95, 0.999]))
def test_rates_stay_in_bounds_and_keep_a_width(rows: list[tuple[int, int]], level: float) -> None:
    estimate = rate_interval(split(rows), level)
    if estimate.value is None:
        assert sum(m for _, m in rows) == 0
        return
    assert estimate.low is not None
    assert estimate.high is not None
    assert 0.0 <= estimate.low <= estimate.value <= estimate.high <= 1.0
    assert estimate.low < estimate.high


@given(totals)
def test_means_are_ordered_and_finite(rows: list[tuple[int, int]]) -> None:
    estimate = mean_interval(split(rows))
    if estimate.low is None:
        assert estimate.high is None
        assert estimate.se is None
        assert sum(m > 0 for _, m in rows) < 2
        return
    assert estimate.value is not None
    assert estimate.high is not None
    assert estimate.se is not None
    assert -math.inf < estimate.low <= estimate.value <= estimate.high < math.inf
    assert estimate.se >= 0.0


@given(totals, totals)
def test_sums_add_as_games_do(left: list[tuple[int, int]], right: list[tuple[int, int]]) -> None:
    assert split(left) + split(right) == split(left + right) == split(right) + split(left)
    assert sum([split(left), split(right)], Sums()) == split(left + right)


@given(games)
def test_rates_never_claim_more_than_independent_trials(rows: list[tuple[int, int]]) -> None:
    sums = split(rows)
    if not 5 <= sums.k <= sums.m - 5:
        return
    estimate = rate_interval(sums)
    oracle = binomtest(int(sums.k), int(sums.m)).proportion_ci(0.95, method="wilson")
    assert estimate.low is not None
    assert estimate.high is not None
    assert estimate.low <= oracle.low + 1e-12
    assert estimate.high >= oracle.high - 1e-12


# Coverage


def correlated_games(
    rng: np.random.Generator, games: int, p: float, rho: float
) -> tuple[Counts, Counts]:
    """Games of 4 to 16 deals whose own rate is beta-distributed: correlation rho in a game."""
    ms = rng.integers(4, 17, games)
    scale = (1 - rho) / rho
    return rng.binomial(ms, rng.beta(p * scale, (1 - p) * scale, games)), ms


@pytest.mark.parametrize(("games", "p"), [(12, 0.5), (40, 0.3), (400, 0.7), (400, 0.05)])
def test_coverage_where_deals_hang_together(games: int, p: float) -> None:
    rng = np.random.default_rng(66)
    rounds, ratio_hits, rate_hits, naive_hits = 4000, 0, 0, 0
    for _ in range(rounds):
        sums = sums_of(*correlated_games(rng, games, p, rho=0.1))
        ratio, rate = ratio_interval(sums), rate_interval(sums)
        assert ratio.value is not None
        assert ratio.low is not None
        assert ratio.high is not None
        assert rate.low is not None
        assert rate.high is not None
        naive = 1.96 * math.sqrt(ratio.value * (1 - ratio.value) / ratio.n)
        ratio_hits += ratio.low <= p <= ratio.high
        rate_hits += rate.low <= p <= rate.high
        naive_hits += abs(ratio.value - p) <= naive
    assert 0.93 <= ratio_hits / rounds <= 0.97
    assert 0.93 <= rate_hits / rounds <= 0.97
    assert naive_hits / rounds < 0.89


def test_coverage_of_a_mean_seen_in_few_games() -> None:
    """Six of 10,000 games carry the metric: the normal interval would cover about 89 %."""
    rng = np.random.default_rng(67)
    rounds, hits, normal_hits = 4000, 0, 0
    for _ in range(rounds):
        ms = rng.integers(3, 8, 6)
        ks = np.round(1000 * ms * rng.normal(0.0, 1.0, 6)).astype(np.int64)
        estimate = mean_interval(sums_of(ks, ms) + Sums(n=9_994))
        assert estimate.value is not None
        assert estimate.low is not None
        assert estimate.high is not None
        assert estimate.se is not None
        hits += estimate.low <= 0.0 <= estimate.high
        normal_hits += abs(estimate.value) <= 1.96 * estimate.se
    assert 0.93 <= hits / rounds <= 0.97
    assert normal_hits / rounds < 0.90


# Start-up


def test_importing_the_package_does_not_import_scipy() -> None:
    code = "import sys, sixtysix_sim.statistics; print('scipy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
