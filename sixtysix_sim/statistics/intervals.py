"""Rates, ratios and means over games, with intervals that know that deals of a game hang together.

For a figure such as "contracts made a contract", game g brings K_g (contracts made) and M_g
(contracts). The figure is the ratio p = ΣK/ΣM; its error comes from the residuals of whole games,
E_g = K_g − p·M_g (the linearised ratio estimator: Cochran, Sampling Techniques, 3rd ed., ch. 6):

    se = √( ΣE² · G/(G−1) ) / ΣM        over G games

ΣE² = ΣK² − 2p·ΣKM + p²·ΣM² is worked out in exact integers, so that nothing is lost by
cancellation and no variation is exactly 0.

Width: Student's t, not the normal law, since a spread estimated from few games is itself
uncertain; with many games both agree. Its degrees of freedom count the games that carry weight,
C = (ΣM)²/ΣM² (Kish's effective number; C = G when all games have the same M), less 1: a metric
that occurs in 5 of 100,000 games has been seen five times. The factor G/(G−1) is brought to
C/(C−1) in the same step.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from sixtysix_sim.statistics.quantiles import (
    Exact,
    check_level,
    clopper_pearson,
    exact,
    normal_quantile,
    t_quantile,
    wilson,
)

FEW = 5
"""With fewer events (or non-events) than this the exact binomial interval is used."""


@dataclass(frozen=True, slots=True)
class Sums:
    """What is kept of a figure over `n` games: ΣK, ΣM, ΣK², ΣKM, ΣM².

    Sums of disjoint sets of games add up with `+`; `Sums()` is the empty set. Whole numbers
    (numpy's too) are kept as Python ints, others as exact fractions. M must not be negative.
    Raises ValueError for nan, infinities, a negative n, m, kk or mm.
    """

    n: int = 0
    k: Exact = 0
    m: Exact = 0
    kk: Exact = 0
    km: Exact = 0
    mm: Exact = 0

    def __post_init__(self) -> None:
        for name in self.__slots__:
            object.__setattr__(self, name, exact(getattr(self, name)))
        if self.n < 0 or self.m < 0 or self.kk < 0 or self.mm < 0:
            raise ValueError(f"a count of games, ΣM, ΣK² and ΣM² cannot be negative: {self}")

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(
            self.n + other.n,
            self.k + other.k,
            self.m + other.m,
            self.kk + other.kk,
            self.km + other.km,
            self.mm + other.mm,
        )

    @classmethod
    def of(cls, ks: Iterable[int | float], ms: Iterable[int | float]) -> "Sums":
        """The sums of games given one by one; ValueError if the lengths differ."""
        total = cls()
        for k, m in zip(map(exact, ks), map(exact, ms), strict=True):
            total += cls(1, k, m, k * k, k * m, m * m)
        return total

    def residual_square(self) -> Exact:
        """ΣE² · (ΣM)², exact; never below 0 (sums rounded before they came here could be)."""
        return max(0, self.kk * self.m**2 - 2 * self.k * self.m * self.km + self.k**2 * self.mm)

    def clusters(self) -> float:
        """C = (ΣM)²/ΣM², at least 2; or 0.0 if at most one game has M > 0 (spread unknown)."""
        if self.n < 2 or self.mm == 0 or self.m**2 <= self.mm:
            return 0.0
        return min(float(self.n), max(2.0, float(self.m**2 / self.mm)))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval.

    `value` = ΣK/ΣM, None when ΣM = 0. `low`, `high`: the interval, None when it cannot be known.
    `n` = ΣM, what the value is out of (deals, contracts, hands …; not games). `se`: the clustered
    standard error, in units of the value, None when fewer than two games have M > 0.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int | float
    se: float | None


def ratio_interval(sums: Sums, level: float = 0.95) -> Estimate:
    """Clustered interval of ΣK/ΣM for any K and any M ≥ 0: value ± t·se (formula above).

    - No game, or ΣM = 0: value, low, high, se are None and n is 0.
    - One game, or all of M in one game: the value stands; low, high, se are None.
    - No variation between games: low = value = high and se = 0. That says that none was *seen*;
      for what can be rare use `rate_interval`, which never does this.

    Raises ValueError for a level outside (0, 1).
    """
    check_level(level)
    if sums.m == 0:
        return Estimate(None, None, None, 0, None)
    value, se = float(sums.k / sums.m), standard_error(sums)
    if se is None:
        return Estimate(value, None, None, _plain(sums.m), None)
    half = se * multiplier(level, sums.n, sums.clusters())
    return Estimate(value, value - half, value + half, _plain(sums.m), se)


def mean_interval(sums: Sums, level: float = 0.95) -> Estimate:
    """Clustered interval of a mean: K the total of a game, M ≥ 0 how many things it is over.

    Mean points a deal: K points, M deals of the game. A mean per game has M = 1, and the interval
    is then Student's ordinary one. Degenerate input and errors as in `ratio_interval`: the mean
    is a ratio of two totals and is treated as one.
    """
    return ratio_interval(sums, level)


def rate_interval(sums: Sums, level: float = 0.95) -> Estimate:
    """Interval of a proportion: K of the M trials of a game were events, 0 ≤ K ≤ M.

    Never leaves [0, 1], and has a width even at 0 of n and n of n.

    - 5 events and 5 non-events or more: Wilson's interval on the effective number of trials,
      n_eff = M / (design effect), at most M: the number of independent trials that would give the
      clustered standard error (with its t quantile). Wilson on M itself if no game has two trials.
    - Fewer: Clopper–Pearson on the counts. If those few events share games they are not so many
      independent ones, and n_eff replaces the number of trials (Korn and Graubard 1998).
    - Events, but all trials in one game: n_eff = 1, since one game cannot tell how much its
      deals hang together. 0 of n and n of n show no variation and count as n trials.
    - No game or no trial: value, low, high, se are None and n is 0.

    Rare and bunched events are hard for any interval: 400 games of 4 to 16 deals with correlation
    0.1 within a game, p = 0.001: 95 % intervals covered 89 % (value ± t·se: 82 %).

    n_eff never exceeds M, so trials of a game that exclude each other get an interval a little
    too wide rather than one that can vanish. Raises ValueError for K > M, K < 0, or a level
    outside (0, 1).
    """
    check_level(level)
    if not 0 <= sums.k <= sums.m:
        raise ValueError(f"a rate needs 0 ≤ ΣK ≤ ΣM, not {sums.k} of {sums.m}")
    if sums.m == 0:
        return Estimate(None, None, None, 0, None)
    value = float(sums.k / sums.m)
    if min(sums.k, sums.m - sums.k) >= FEW:
        low, high = wilson(value, _effective_trials(sums, level), normal_quantile(level))
    else:
        trials = float(sums.m) if _few_lie_apart(sums) else _effective_trials(sums, level)
        low, high = clopper_pearson(value * trials, trials, level)
    # Rounding may push a bound past the value or past 0 and 1 by a last digit.
    low, high = max(0.0, min(low, value)), min(1.0, max(high, value))
    return Estimate(value, low, high, _plain(sums.m), standard_error(sums))


def standard_error(sums: Sums) -> float | None:
    """√(ΣE²·G/(G−1))/ΣM, or None when fewer than two games have M > 0."""
    if sums.clusters() == 0.0:
        return None
    return sqrt(float(sums.residual_square() * sums.n / (sums.m**4 * (sums.n - 1))))


def multiplier(level: float, games: int, clusters: float, freedom: float | None = None) -> float:
    """How many standard errors an interval reaches to each side: t, with C/(C−1) for G/(G−1).

    `freedom`: degrees of freedom, C − 1 unless given. Needs games ≥ clusters ≥ 2.
    """
    t = t_quantile(level, clusters - 1.0 if freedom is None else freedom)
    return t * small_sample(games, clusters)


def small_sample(games: int, clusters: float) -> float:
    """√( C/(C−1) ÷ G/(G−1) ): 1 if all games carry the same weight, more if few carry it all."""
    return sqrt((clusters / (clusters - 1.0)) * ((games - 1) / games))


def _few_lie_apart(sums: Sums) -> bool:
    """No game holds two of the few events (or non-events): ΣK² = ΣK (or the same for M − K)."""
    if 2 * sums.k <= sums.m:
        return sums.kk == sums.k
    return sums.mm - 2 * sums.km + sums.kk == sums.m - sums.k


def _effective_trials(sums: Sums, level: float) -> float:
    """Independent trials worth as much as the ΣM seen; between 0 (excluded) and ΣM.

    The design effect is measured against the unbiased binomial variance p(1−p)/(M−1), so that one
    trial a game gives exactly M. The t quantile enters as (z/t)², as Wilson only sees z²/n.
    """
    trials = float(sums.m)
    if sums.mm == sums.m:  # no game has more than one trial: independent
        return trials
    se = standard_error(sums)
    if se is None:
        return 1.0
    if se == 0.0:
        return trials
    p = float(sums.k / sums.m)
    reach = se * multiplier(level, sums.n, sums.clusters()) / normal_quantile(level)
    return min(trials, trials / (trials - 1.0) * p * (1.0 - p) / reach**2)


def _plain(value: Exact) -> int | float:
    """A number that prints and serialises: an int, or the nearest float of a fraction."""
    return value if isinstance(value, int) else float(value)
