"""Differences that few games carry: known limits, coverage by simulation, agreement with p."""

import math
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chi2

from sixtysix_sim.statistics import PairSums, Sums, paired_difference
from sixtysix_sim.statistics.quantiles import poisson_interval
from sixtysix_sim.statistics.rare import Changes

Counts = NDArray[np.int64]
GAMES, DEALS, P = 2_000, 7, 0.004
ROUNDS = 400


def fast_sums(ka: Counts, ma: Counts, kb: Counts, mb: Counts) -> PairSums:
    def own(k: Counts, m: Counts) -> Sums:
        return Sums(k.size, *(int(x) for x in (k.sum(), m.sum(), k @ k, k @ m, m @ m)))

    products = (int(x) for x in (ka @ kb, ka @ mb, ma @ kb, ma @ mb))
    differing = int(((ka != kb) | (ma != mb)).sum())
    return replace(PairSums(own(ka, ma), own(kb, mb), *products), differing=differing)


@pytest.mark.parametrize("count", [0, 1, 3, 17.5])
def test_poisson_limits_are_those_of_chi_square(count: float) -> None:
    low, high = poisson_interval(count, 0.95)
    assert low == pytest.approx(chi2.ppf(0.025, 2 * count) / 2 if count else 0.0)
    assert high == pytest.approx(chi2.ppf(0.975, 2 * count + 2) / 2)


def test_three_events_fewer_of_three_by_hand() -> None:
    """Limits of 3: 0.619 and 8.767, of 0: 0 and 3.689; low −3 − 5.767, high −3 + √(3.689²+2.381²).

    The normal law reaches 1.96·√3 = 3.395, the rest is the excess.
    """
    down, up = Changes(3, -3.0, 3.0, 1.0).excess(0.95)
    assert math.sqrt(down + 3.395**2) == pytest.approx(5.767, abs=2e-3)
    assert math.sqrt(up + 3.395**2) == pytest.approx(math.hypot(3.689, 2.381), abs=2e-3)
    assert Changes(3, -3.0, 3.0, -1.0).excess(0.95) == (up, down)


@pytest.mark.parametrize("shorter", [0.0, 0.05], ids=["same length", "some a deal shorter"])
@pytest.mark.parametrize(
    ("up", "down"), [(0.5, 0.0), (1, 1), (3, 0), (3, 3), (6, 0), (8, 4), (12, 12), (25, 0)]
)
def test_rare_events_are_covered(up: float, down: float, shorter: float) -> None:
    """Games of seven deals; in `up` of all games an event is added, in `down` one is lost.

    In a share `shorter` of them the last deal, event or not, falls away. A round in which nothing
    at all differs is left out: it says that nothing was seen, not that nothing can be.
    """
    rng = np.random.default_rng(66)
    ma = np.full(GAMES, DEALS)
    trials = DEALS - shorter
    truth = (P * trials + (up - down) / GAMES) / trials - P
    hits = rounds = 0
    for _ in range(ROUNDS):
        last = rng.random(GAMES) < P
        ka = rng.binomial(DEALS - 1, P, GAMES) + last
        gone = rng.random(GAMES) < shorter
        kb = ka - (gone & last) + (rng.random(GAMES) < up / GAMES)
        kb -= rng.random(GAMES) < down / GAMES
        found = paired_difference(fast_sums(ka, ma, kb, ma - gone))
        if found.se == 0.0:
            continue
        rounds += 1
        assert found.low is not None
        assert found.high is not None
        hits += found.low <= truth <= found.high
    assert hits / rounds >= 0.93


@pytest.mark.parametrize(("up", "down"), [(3, 0), (3, 3), (8, 4)])
def test_rare_changes_of_points_are_covered(up: float, down: float) -> None:
    rng = np.random.default_rng(67)
    ones, hits, rounds = np.ones(GAMES, dtype=np.int64), 0, 0
    for _ in range(ROUNDS):
        ka = rng.integers(-50, 50, GAMES)
        sizes = 10 * rng.integers(1, 11, (2, GAMES))
        kb = ka + (rng.random(GAMES) < up / GAMES) * sizes[0]
        kb -= (rng.random(GAMES) < down / GAMES) * sizes[1]
        found = paired_difference(fast_sums(ka, ones, kb, ones))
        if found.se == 0.0:
            continue
        rounds += 1
        assert found.low is not None
        assert found.high is not None
        hits += found.low <= 55 * (up - down) / GAMES <= found.high
    assert hits / rounds >= 0.93


@pytest.mark.parametrize("lost", range(1, 12))
def test_interval_and_p_value_agree(lost: int) -> None:
    """All to one side: 0 is left out from six games on, as by the sign test."""
    ka = np.zeros(5_000, dtype=np.int64)
    ka[:20] = 1
    kb = ka.copy()
    kb[:lost] = 0
    ones = np.ones_like(ka)
    found = paired_difference(fast_sums(ka, ones, kb, ones))
    assert found.p_value is not None
    assert found.high is not None
    assert (found.p_value < 0.05) == (found.high < 0.0) == (2 * 0.5**lost < 0.05)
    at_p = paired_difference(fast_sums(ka, ones, kb, ones), 1.0 - found.p_value)
    assert at_p.high == pytest.approx(0.0, abs=1e-9)


def test_events_that_nearly_always_happen_are_as_rare_to_fail() -> None:
    rng = np.random.default_rng(3)
    ka = (rng.random(4_000) < 0.99).astype(np.int64) * 7
    ma = np.full(4_000, 7)
    mb = ma - (rng.random(4_000) < 0.1)
    kb = np.minimum(ka, mb)
    kb[:3] = np.where(kb[:3] > 0, kb[:3] - 1, 1)
    events = paired_difference(fast_sums(ka, ma, kb, mb))
    others = paired_difference(fast_sums(ma - ka, ma, mb - kb, mb))
    assert events.low is not None
    assert others.high is not None
    assert events.low == pytest.approx(-others.high)


def test_changes_that_come_to_nothing_leave_exactly_nothing() -> None:
    """Trick points are 250 a deal in games of any length."""
    ma = np.full(1_000, 7)
    mb = ma.copy()
    mb[:5] -= 1
    found = paired_difference(fast_sums(250 * ma, ma, 250 * mb, mb))
    assert (found.value, found.low, found.high, found.p_value) == (0.0, 0.0, 0.0, 1.0)


def test_uncounted_games_are_bounded_by_the_squares() -> None:
    ka, ones = np.arange(2_000) % 2, np.ones(2_000, dtype=np.int64)
    kb = ka.copy()
    kb[:4] ^= 1
    counted = fast_sums(ka, ones, kb, ones)
    uncounted = PairSums(counted.a, counted.b, counted.kakb, counted.kamb, counted.makb,
                         counted.mamb)  # fmt: skip
    assert uncounted.most_differing() == counted.most_differing() == 4
    assert paired_difference(uncounted) == paired_difference(counted)
    assert (counted + uncounted).differing is None
    assert (counted + counted).differing == 8
