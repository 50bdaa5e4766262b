"""Always-valid intervals and the sequential test: known values, coverage under watching, errors."""

import math
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import betaln

from sixtysix_sim.statistics import (
    Difference,
    PairSums,
    Sprt,
    Sums,
    difference_sequence,
    estimate_sequence,
    paired_difference,
    rate_interval,
    rate_sequence,
    ratio_interval,
    ratio_sequence,
)
from sixtysix_sim.statistics.sequential import TIGHTEST, stretch

LOOKS, STEP = 60, 50
Counts = NDArray[np.int64]


def test_stretch_at_the_number_of_games_it_is_made_for() -> None:
    """By hand: −2 log 0.05 = 5.9915, log 6.9915 = 1.9447, tρ² = 7.9362; √9.2135 / 1.95996."""
    assert stretch(TIGHTEST) == pytest.approx(1.5487, abs=2e-4)
    reach = math.sqrt(2 * 8.9362 / 7.9362 * math.log(math.sqrt(8.9362) / 0.05))
    assert stretch(TIGHTEST) == pytest.approx(reach / 1.959964, rel=1e-5)
    assert stretch(100 * TIGHTEST) / stretch(TIGHTEST) == pytest.approx(7 / 6, abs=0.01)
    assert all(stretch(n) > 1.5 for n in (1, 100, 2_000, 50_000, 10**9))


@pytest.mark.parametrize(("events", "trials"), [(0, 10), (10, 10), (3, 10), (500, 2000), (1, 5000)])
@pytest.mark.parametrize("level", [0.9, 0.95])
def test_a_rate_ends_where_the_mixture_reaches_the_bar(
    events: int, trials: int, level: float
) -> None:
    low, high = rate_sequence(events, trials, level)
    assert 0.0 <= low <= events / trials <= high <= 1.0
    for p in (low, high):
        if 0.0 < p < 1.0:
            likelihood = events * math.log(p) + (trials - events) * math.log(1 - p)
            mixture = betaln(events + 1, trials - events + 1) - likelihood
            assert mixture == pytest.approx(-math.log(1 - level), abs=1e-6)
    assert (low == 0.0) == (events == 0)
    assert (high == 1.0) == (events == trials)


def test_no_event_in_n_trials_by_hand() -> None:
    """B(1, n+1) = 1/(n+1), so (1−p)^n = 0.05/(n+1)."""
    assert rate_sequence(0, 99)[1] == pytest.approx(1 - (0.05 / 100) ** (1 / 99), rel=1e-9)
    assert rate_sequence(0, 0) == (0.0, 1.0)
    assert rate_sequence(99, 99)[0] == pytest.approx((0.05 / 100) ** (1 / 99), rel=1e-9)


@pytest.mark.parametrize("wrong", [(-1, 5, 0.95), (6, 5, 0.95), (1, 5, 1.0), (1, 5, 0.0)])
def test_no_rate_of_impossible_counts(wrong: tuple[int, int, float]) -> None:
    with pytest.raises(ValueError, match=r"between 0 and 1|0 ≤ events"):
        rate_sequence(*wrong)
    with pytest.raises(ValueError, match="0 games"):
        stretch(0)


def misses(rows: list[list[tuple[float, float]]], truth: float) -> float:
    """Share of runs in which some look leaves out the truth."""
    return float(np.mean([any(not lo <= truth <= hi for lo, hi in row) for row in rows]))


def test_a_watched_rate_is_never_left_out_in_95_of_100_runs_and_a_fixed_one_is() -> None:
    rng = np.random.default_rng(11)
    ends = STEP * np.arange(1, LOOKS + 1)
    valid, fixed = [], []
    for _ in range(300):
        events = np.cumsum(rng.random(LOOKS * STEP) < 0.3)[ends - 1].tolist()
        seen = list(zip(events, ends.tolist(), strict=True))
        valid.append([rate_sequence(k, n) for k, n in seen])
        fixed.append([bounds_of(rate_interval(Sums(n, k, n, k, k, n))) for k, n in seen])
    assert misses(valid, 0.3) <= 0.05
    assert misses(fixed, 0.3) > 0.2


def bounds_of(found: object) -> tuple[float, float]:
    low, high = getattr(found, "low"), getattr(found, "high")  # noqa: B009 - two result types
    return (-math.inf, math.inf) if low is None or high is None else (low, high)


def running(*columns: Counts) -> list[list[int]]:
    """Running totals of per-game columns at every look, a row a look."""
    ends = STEP * np.arange(1, LOOKS + 1) - 1
    result: list[list[int]] = np.stack([np.cumsum(c)[ends] for c in columns], axis=1).tolist()
    return result


def clustered(
    rng: np.random.Generator, shift: float, luck: NDArray[np.float64] | None = None
) -> list[Counts]:
    games = LOOKS * STEP
    m = rng.integers(4, 13, games)
    base = rng.normal(0.0, 0.15, games) if luck is None else luck
    return [rng.binomial(m, np.clip(0.5 + shift + base, 0.0, 1.0)), m]


def test_a_watched_ratio_of_clusters() -> None:
    rng = np.random.default_rng(12)
    valid, fixed = [], []
    for _ in range(300):
        k, m = clustered(rng, 0.0)
        looks = [
            Sums(STEP * (n + 1), *row)
            for n, row in enumerate(running(k, m, k * k, k * m, m * m))
        ]  # fmt: skip
        valid.append([bounds_of(ratio_sequence(s)) for s in looks])
        fixed.append([bounds_of(ratio_interval(s)) for s in looks])
    assert misses(valid, 0.5) <= 0.05
    assert misses(fixed, 0.5) > 0.2


def pair_looks(rng: np.random.Generator, shift: float) -> list[Difference]:
    """A paired difference at every look; both sides share the luck of a game."""
    luck = rng.normal(0.0, 0.15, LOOKS * STEP)
    (k, m), (x, y) = clustered(rng, 0.0, luck), clustered(rng, shift, luck)
    ours = running(k, m, k * k, k * m, m * m)
    theirs = running(x, y, x * x, x * y, y * y)
    both = running(k * x, k * y, m * x, m * y)
    return [
        paired_difference(PairSums(Sums(n, *a), Sums(n, *b), *ab))
        for n, a, b, ab in zip(range(STEP, STEP * LOOKS + 1, STEP), ours, theirs, both, strict=True)
    ]


def test_a_watched_paired_difference() -> None:
    rng = np.random.default_rng(13)
    valid, fixed, false = [], [], 0
    for _ in range(300):
        looks = pair_looks(rng, 0.0)
        watched = [difference_sequence(d) for d in looks]
        valid.append([bounds_of(d) for d in watched])
        fixed.append([bounds_of(d) for d in looks])
        false += any(d.p_value is not None and d.p_value <= 0.05 for d in watched)
    assert misses(valid, 0.0) <= 0.05
    assert misses(fixed, 0.0) > 0.2
    assert false <= 0.05 * 300


def test_the_p_value_is_that_of_the_interval_that_just_leaves_out_zero() -> None:
    base = Difference(0.5, 0.6, 0.1, 0.1 - 0.03, 0.1 + 0.03, 0.0153, 0.001, 0.3, 1.4, TIGHTEST)
    reach = stretch(TIGHTEST)
    edge = replace(base, value=0.03 * reach, low=0.03 * (reach - 1), high=0.03 * (reach + 1))
    found = difference_sequence(edge)
    assert found.low == pytest.approx(0.0, abs=1e-12)
    assert found.p_value == pytest.approx(0.05, rel=1e-9)
    assert (found.value, found.se, found.games) == (edge.value, edge.se, edge.games)
    clear = difference_sequence(base).p_value
    assert clear is not None
    assert clear < 0.05


def test_what_is_not_known_or_never_differs_stays() -> None:
    equal = paired_difference(PairSums.of([1, 2], [3, 3], [1, 2], [3, 3]))
    assert difference_sequence(equal) == equal
    assert (equal.low, equal.high) == (0.0, 0.0)
    single = paired_difference(PairSums.of([1], [3], [2], [3]))
    assert difference_sequence(single) == single
    flat = ratio_sequence(Sums.of([1, 1, 1], [2, 2, 2]))
    assert (flat.value, flat.low, flat.high) == (0.5, None, None)
    assert ratio_sequence(Sums()).value is None


def test_a_figure_has_the_exact_sequence_where_there_is_one() -> None:
    once = Sums(2000, 600, 2000, 600, 600, 2000)
    found = estimate_sequence(once, rate=True)
    assert (found.low, found.high) == rate_sequence(600, 2000)
    never = estimate_sequence(Sums(2000, 0, 2000, 0, 0, 2000), rate=True)
    assert (never.low, never.high) == rate_sequence(0, 2000)
    assert estimate_sequence(once, rate=False) == ratio_sequence(once)
    deals = Sums.of([0, 1, 0, 0, 2, 0, 0, 0], [3, 4, 3, 3, 4, 4, 5, 3])
    cut = estimate_sequence(deals, rate=True)
    plain = ratio_sequence(deals)
    assert plain.low is not None
    assert plain.low < 0.0 == cut.low
    assert cut.high == 1.0


# The sequential test


def known(value: float, se: float, games: int) -> Difference:
    return Difference(0.5, 0.5 + value, value, 0.0, 0.0, se, 0.5, 0.5, 1.0, games)


def test_bounds_and_llr_by_hand() -> None:
    """log 19 = 2.944; 100 games of variance 4 a game: 50·log((4+0.04)/(4+0.01))."""
    test = Sprt(0.0, 0.3)
    assert test.bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    assert test.llr(known(0.2, 0.2, 100)) == pytest.approx(50 * math.log(4.04 / 4.01), rel=1e-9)
    # the plain normal form, (high−low)(2x−low−high)·G/(2s²), agrees when s is known well
    plain = 0.3 * (0.4 - 0.3) * 100 / (2 * 4.0)
    assert test.llr(known(0.2, 0.2, 100)) == pytest.approx(plain, rel=0.01)
    assert test.llr(known(0.15, 0.2, 100)) == pytest.approx(0.0, abs=1e-12)
    assert [test.verdict(x) for x in (-3.0, -2.9, 2.9, 3.0)] == ["low", None, None, "high"]


def test_nothing_known_is_no_evidence() -> None:
    test = Sprt(0.0, 0.3)
    assert test.llr(paired_difference(PairSums.of([1, 2], [3, 3], [1, 2], [3, 3]))) == 0.0
    assert test.llr(Difference(0.5, 0.6, 0.1, None, None, None, None, None, None, 1)) == 0.0
    assert test.llr(known(0.3, 0.0, 5)) == math.inf
    assert test.llr(known(10.0, 0.0, 5)) > 0.0


@pytest.mark.parametrize("wrong", [(0.1, 0.1), (0.2, 0.1), (0.0, math.inf), (math.nan, 0.1)])
def test_two_values_in_order(wrong: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="below the higher"):
        Sprt(*wrong)


@pytest.mark.parametrize(("shift", "right"), [(0.0, "low"), (0.03, "high")])
def test_errors_stay_near_what_is_promised(shift: float, right: str) -> None:
    rng = np.random.default_rng(14)
    test = Sprt(0.0, 0.03)
    said = []
    for _ in range(150):
        verdicts = (test.verdict(test.llr(d)) for d in pair_looks(rng, shift))
        said.append(next((v for v in verdicts if v is not None), None))
    wrong = sum(v not in (right, None) for v in said)
    assert wrong <= 0.08 * 150  # 5 % promised, and the draw of 150
    assert sum(v == right for v in said) > 0.85 * 150
