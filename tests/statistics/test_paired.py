"""Paired differences: against the definition game by game, exact zeros, extremes, coverage."""

import math
from statistics import stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import ttest_rel

from sixtysix_sim.statistics import PairSums, Sums, paired_difference, ratio_interval

Counts = NDArray[np.int64]


def pair_sums(ka: Counts, ma: Counts, kb: Counts, mb: Counts) -> PairSums:
    return PairSums.of(ka.tolist(), ma.tolist(), kb.tolist(), mb.tolist())


def shared_luck(
    rng: np.random.Generator, games: int, shift: float
) -> tuple[Counts, Counts, Counts, Counts]:
    """Two sides over the same games; a game's luck moves the rate of both alike."""
    luck = rng.normal(0.0, 0.15, games)
    ma = rng.integers(5, 12, games)
    mb = ma + rng.integers(-1, 2, games)
    ka = rng.binomial(ma, np.clip(0.5 + luck, 0, 1))
    kb = rng.binomial(mb, np.clip(0.5 + shift + luck, 0, 1))
    return ka, ma, kb, mb


def test_agrees_with_the_definition_game_by_game() -> None:
    ka, ma, kb, mb = shared_luck(np.random.default_rng(1), 60, 0.05)
    result = paired_difference(pair_sums(ka, ma, kb, mb))
    ea = (ka - ka.sum() / ma.sum() * ma) / ma.mean()
    eb = (kb - kb.sum() / mb.sum() * mb) / mb.mean()
    assert result.value == pytest.approx(kb.sum() / mb.sum() - ka.sum() / ma.sum(), rel=1e-12)
    assert result.se == pytest.approx(stdev(eb - ea) / math.sqrt(60), rel=1e-12)
    assert result.correlation == pytest.approx(np.corrcoef(ea, eb)[0, 1], rel=1e-12)
    saved = (ea.var() + eb.var()) / (eb - ea).var()
    assert result.games_saved == pytest.approx(saved, rel=1e-12)
    assert (result.a, result.b) == (ka.sum() / ma.sum(), kb.sum() / mb.sum())
    assert result.games == 60


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_one_thing_a_game_is_the_paired_t_test(level: float) -> None:
    a, b = [100, 30, 66, -20, 45, 80], [120, 20, 70, 5, 44, 130]
    result = paired_difference(PairSums.of(a, [1] * 6, b, [1] * 6), level)
    oracle = ttest_rel(b, a)
    interval = oracle.confidence_interval(level)
    assert result.p_value == pytest.approx(oracle.pvalue, rel=1e-9)
    assert (result.low, result.high) == pytest.approx((interval.low, interval.high), rel=1e-9)


@pytest.mark.parametrize("games", [1, 2, 977])
def test_equal_in_every_game_is_exactly_zero(games: int) -> None:
    rng = np.random.default_rng(2)
    k, m = rng.integers(-1500, 1500, games), rng.integers(1, 31, games)
    result = paired_difference(pair_sums(k, m, k, m))
    assert (result.value, result.low, result.high, result.se) == (0.0, 0.0, 0.0, 0.0)
    assert (result.p_value, result.correlation, result.games_saved) == (1.0, 1.0, None)
    assert math.copysign(1.0, result.value or 0.0) == 1.0


def test_equal_contributions_from_other_counts_are_exactly_zero() -> None:
    """Side b counts everything three times: not the same numbers, but the same figure."""
    k, m = np.array([3, 1, 4, 1, 5, 9, 2]), np.array([7, 3, 11, 13, 10, 9, 6])
    result = paired_difference(pair_sums(k, m, 3 * k, 3 * m))
    assert (result.value, result.low, result.high, result.se) == (0.0, 0.0, 0.0, 0.0)
    assert (result.p_value, result.correlation, result.games_saved) == (1.0, 1.0, None)


def test_fractions_that_agree_are_exactly_zero_too() -> None:
    k, m = [0.1, 0.2, 0.7], [0.3, 0.9, 1.1]
    result = paired_difference(PairSums.of(k, m, k, m))
    assert (result.value, result.low, result.high, result.p_value) == (0.0, 0.0, 0.0, 1.0)


def test_games_that_carry_nothing_change_nothing() -> None:
    sums = PairSums.of([30, 12, 41, 20], [5] * 4, [33, 19, 40, 31], [5] * 4)
    nothing = Sums(n=9_996)
    alone, among = paired_difference(sums), paired_difference(sums + PairSums(nothing, nothing))
    assert (among.low, among.high) == pytest.approx((alone.low, alone.high), rel=1e-12)
    assert among.p_value == pytest.approx(alone.p_value, rel=1e-9)


def test_pairing_is_narrower_than_two_runs() -> None:
    sums = pair_sums(*shared_luck(np.random.default_rng(3), 500, 0.02))
    paired = paired_difference(sums)
    a, b = ratio_interval(sums.a), ratio_interval(sums.b)
    assert a.se is not None
    assert b.se is not None
    assert paired.se is not None
    unpaired = math.hypot(a.se, b.se)
    assert paired.se < 0.9 * unpaired
    assert paired.games_saved == pytest.approx((unpaired / paired.se) ** 2, rel=1e-12)
    assert paired.correlation is not None
    assert paired.correlation > 0.2


def test_opposite_luck_costs_games() -> None:
    result = paired_difference(PairSums.of([0, 1, 0, 1, 1], [1] * 5, [1, 0, 1, 0, 1], [1] * 5))
    assert result.games_saved is not None
    assert result.games_saved < 1.0
    assert result.correlation == pytest.approx(-2 / 3)


def test_swapping_sides_changes_the_sign_only() -> None:
    ka, ma, kb, mb = shared_luck(np.random.default_rng(4), 50, 0.1)
    there = paired_difference(pair_sums(ka, ma, kb, mb))
    back = paired_difference(pair_sums(kb, mb, ka, ma))
    assert there.value is not None
    assert there.low is not None
    assert there.high is not None
    assert (back.value, back.low, back.high) == (-there.value, -there.high, -there.low)
    assert (back.p_value, back.se, back.correlation) == (
        there.p_value,
        there.se,
        there.correlation,
    )


# Extremes


def test_nothing_counted() -> None:
    for sums in (PairSums(), PairSums.of([0, 0], [0, 0], [0, 0], [0, 0])):
        result = paired_difference(sums)
        assert (result.a, result.b, result.value, result.low, result.p_value) == (None,) * 5
    one_side = paired_difference(PairSums.of([1, 1], [2, 2], [0, 0], [0, 0]))
    assert (one_side.a, one_side.b, one_side.value, one_side.games) == (0.5, None, None, 2)


@pytest.mark.parametrize("empty", [0, 500])
def test_one_game_that_differs_has_no_interval(empty: int) -> None:
    rest = [0] * empty
    result = paired_difference(PairSums.of([1, *rest], [4, *rest], [3, *rest], [4, *rest]))
    assert result.value == 0.5
    assert (result.low, result.high, result.se, result.p_value) == (None,) * 4


def test_every_game_differs_alike() -> None:
    ones = [1] * 8
    result = paired_difference(PairSums.of([2, 5, 1, 9, 0, 4, 4, 7], ones,
                                           [3, 6, 2, 10, 1, 5, 5, 8], ones))  # fmt: skip
    assert (result.value, result.low, result.high, result.se) == (1.0, 1.0, 1.0, 0.0)
    assert result.p_value == 2.0**-7  # all 8 signs equal, two-sided
    assert (result.correlation, result.games_saved) == (1.0, None)


def test_no_variation_on_one_side() -> None:
    result = paired_difference(PairSums.of([1, 1, 1, 1], [1] * 4, [0, 1, 3, 2], [1] * 4))
    assert result.correlation is None
    assert result.games_saved == 1.0
    assert result.value == 0.5


@pytest.mark.parametrize("differing", [1, 2, 3, 4, 5])
def test_few_differing_games_are_no_proof(differing: int) -> None:
    """All to one side among 100,000: the sign test gives 2^(1−D) > 5 %, so must we."""
    ones = [1] * differing
    rest = Sums(n=100_000 - differing, m=100_000 - differing, mm=100_000 - differing)
    alike = PairSums(rest, rest, mamb=rest.mm)
    result = paired_difference(PairSums.of([0] * differing, ones, ones, ones) + alike)
    assert result.games == 100_000
    assert result.p_value is not None
    assert result.low is not None
    assert result.p_value > 0.05
    assert result.low < 0.0


def test_many_differing_games_are_proof() -> None:
    change = [1] * 40 + [-1] * 5 + [0] * 5000
    ones = [1] * len(change)
    result = paired_difference(PairSums.of([1] * len(change), ones, [1 + d for d in change], ones))
    assert result.p_value is not None
    assert result.p_value < 1e-5


def test_wrong_use_is_refused() -> None:
    one, two = PairSums.of([1], [1], [1], [1]), PairSums.of([1, 2], [1, 1], [1, 2], [1, 1])
    with pytest.raises(ValueError, match="same games"):
        PairSums(one.a, two.b)
    with pytest.raises(ValueError, match="level"):
        paired_difference(one, 95)
    with pytest.raises(ValueError, match=r"shorter|longer"):
        PairSums.of([1], [1], [1], [1, 2])


# Properties

row = st.tuples(
    st.integers(-300, 300), st.integers(0, 9), st.integers(-300, 300), st.integers(0, 9)
)
rows_of = st.lists(row, max_size=30)


def gather(rows: list[tuple[int, int, int, int]]) -> PairSums:
    return PairSums.of(*([r[i] for r in rows] for i in range(4)))


@given(rows_of, rows_of)
def test_sums_add_as_games_do(
    left: list[tuple[int, int, int, int]], right: list[tuple[int, int, int, int]]
) -> None:
    assert gather(left) + gather(right) == gather(left + right)


@given(rows_of)
def test_always_ordered_finite_and_consistent(rows: list[tuple[int, int, int, int]]) -> None:
    result = paired_difference(gather(rows))
    if result.low is None:
        assert result.p_value is None
        return
    assert result.value is not None
    assert result.high is not None
    assert result.p_value is not None
    assert -math.inf < result.low <= result.value <= result.high < math.inf
    assert 0.0 <= result.p_value <= 1.0
    assert result.correlation is None or -1.0 <= result.correlation <= 1.0
    assert result.games_saved is None or result.games_saved >= 0.0
    if result.se and abs(result.p_value - 0.05) > 1e-6:  # the test and the interval agree
        assert (result.p_value < 0.05) == (result.low > 0.0 or result.high < 0.0)


@given(rows_of)
def test_a_side_against_itself_is_exactly_zero(rows: list[tuple[int, int, int, int]]) -> None:
    result = paired_difference(gather([(k, m, k, m) for k, m, _, _ in rows]))
    if result.a is not None:
        assert (result.value, result.low, result.high, result.p_value) == (0.0, 0.0, 0.0, 1.0)


def test_coverage_and_false_alarms() -> None:
    """Under a known difference the interval covers it; under none, 5 % are called different."""
    rng = np.random.default_rng(5)
    rounds, hits, alarms = 1000, 0, 0
    for _ in range(rounds):
        games = 60
        luck = rng.beta(6, 6, games)
        ma, mb = rng.integers(5, 12, games), rng.integers(5, 12, games)
        ka = rng.binomial(ma, luck)
        kb, kc = rng.binomial(mb, 0.8 * luck), rng.binomial(mb, luck)
        better = paired_difference(pair_sums(ka, ma, kb, mb))
        same = paired_difference(pair_sums(ka, ma, kc, mb))
        assert better.low is not None
        assert better.high is not None
        assert same.p_value is not None
        hits += better.low <= -0.1 <= better.high
        alarms += same.p_value < 0.05
    assert 0.93 <= hits / rounds <= 0.97
    assert 0.03 <= alarms / rounds <= 0.07
