"""Intervals and tests that stay right while somebody watches and stops when it suits.

A 95 % interval is right for one number of games named beforehand. Looked at sixty times, it has
missed the true value at least once in about half of all runs. The intervals here hold at all
numbers of games at once: with probability `level` not one of the looks misses (a confidence
sequence), so a run may be stopped at any look, for any reason. The price is width: at most looks
1.5 to 2 times that of an interval for a fixed number of games.

Sums of any number of looks of the same games may be handed in; nothing is remembered between them.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import exp, inf, log, log1p, sqrt
from typing import Literal

from sixtysix_sim.statistics.intervals import Estimate, Sums, ratio_interval
from sixtysix_sim.statistics.paired import Difference
from sixtysix_sim.statistics.quantiles import check_level, normal_quantile

TIGHTEST = 20_000
"""Number of games at which the mixture makes the intervals of ratios and differences tightest; any
number fixed beforehand is valid, and 100 times as many games cost a sixth of the width."""

Verdict = Literal["low", "high"]


def rate_sequence(events: int, trials: int, level: float = 0.95) -> tuple[float, float]:
    """Always-valid interval of a proportion, `events` of `trials` independent trials (low, high).

    The beta-binomial mixture (Robbins 1970; Howard, Ramdas, McAuliffe and Sekhon 2021, §3.2) with
    the uniform law of p as its mixture:

        { p :  B(K+1, N−K+1) / ( p^K (1−p)^(N−K) )  <  1/α }

    The ratio is a martingale of mean 1 under p, so by Ville's inequality it ever reaches 1/α with
    probability α at most: no approximation, any N ≥ 0. No trial gives (0, 1).
    Raises ValueError unless 0 ≤ events ≤ trials, or for a level outside (0, 1).
    """
    check_level(level)
    if not 0 <= events <= trials:
        raise ValueError(f"a rate needs 0 ≤ events ≤ trials, not {events} of {trials}")
    if trials == 0:
        return 0.0, 1.0
    from scipy.special import betaln

    misses = trials - events
    bar = float(betaln(events + 1.0, misses + 1.0)) + log(1.0 - level)

    def below(p: float) -> bool:
        """Whether p is outside the interval."""
        return events * log(p) + misses * log1p(-p) <= bar

    middle = events / trials
    low = 0.0 if events == 0 else _edge(0.0, middle, below)
    high = 1.0 if misses == 0 else _edge(1.0, middle, below)
    return low, high


def _edge(outside: float, inside: float, is_outside: Callable[[float], bool]) -> float:
    """Return where an interval ends, by bisection to the last bit; errs to the outside."""
    while True:
        middle = (outside + inside) / 2.0
        if middle in (outside, inside):
            return outside
        if is_outside(middle):
            outside = middle
        else:
            inside = middle


def stretch(games: int, level: float = 0.95) -> float:
    """How many times as wide as a fixed interval an always-valid one is after `games` games.

    The two-sided asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas
    (Time-uniform central limit theory and asymptotic confidence sequences, Annals of Statistics
    2024, theorem 2.2) reaches to each side, in standard errors of the mean of t games,

        √( 2 (tρ²+1)/(tρ²) · log( √(tρ²+1) / α ) )

    where the fixed interval has the normal quantile. ρ is theirs for the tightest interval at
    t = TIGHTEST: ρ² = (−2 log α + log(−2 log α + 1)) / t. It needs a mean of independent games with
    a finite variance, or an estimator that is one to first order, as the linearised ratio and the
    paired difference of two are. Raises ValueError for games < 1 or a level outside (0, 1).
    """
    check_level(level)
    if games < 1:
        raise ValueError(f"there is no interval after {games} games")
    alpha = 1.0 - level
    spread = games * _mixture(alpha)
    reach = sqrt(2.0 * (spread + 1.0) / spread * (0.5 * log(spread + 1.0) - log(alpha)))
    return reach / normal_quantile(level)


def _mixture(alpha: float) -> float:
    """ρ²: the variance of the normal mixture."""
    return (log(1.0 - 2.0 * log(alpha)) - 2.0 * log(alpha)) / TIGHTEST


def ratio_sequence(sums: Sums, level: float = 0.95) -> Estimate:
    """Always-valid interval of ΣK/ΣM over games, M ≥ 0: the clustered one times `stretch`.

    Student's t and the small-sample factor of `ratio_interval` stay in, so that figures that few
    games carry are not called sure early. No variation between games so far says nothing of what
    is to come: low and high are None then, as they are with fewer than two games with M > 0.
    """
    fixed = ratio_interval(sums, level)
    if fixed.value is None or fixed.low is None or fixed.high is None or not fixed.se:
        return replace(fixed, low=None, high=None)
    half = (fixed.high - fixed.low) / 2.0 * stretch(sums.n, level)
    return replace(fixed, low=fixed.value - half, high=fixed.value + half)


def estimate_sequence(sums: Sums, *, rate: bool, level: float = 0.95) -> Estimate:
    """Always-valid interval of a figure: K events of M trials a game if `rate`, else a mean.

    A rate with at most one trial a game has `rate_sequence`, which is exact; one with more (deals
    of a game hang together) has `ratio_sequence`, cut at 0 and 1.
    """
    found = ratio_sequence(sums, level)
    if not rate or found.value is None:
        return found
    if sums.mm == sums.m:
        low, high = rate_sequence(int(sums.k), int(sums.m), level)
        return replace(found, low=low, high=high)
    if found.low is None or found.high is None:
        return found
    return replace(found, low=max(0.0, found.low), high=min(1.0, found.high))


def difference_sequence(fixed: Difference, level: float = 0.95) -> Difference:
    """The always-valid form of a difference that `paired_difference` made at the same level.

    The interval reaches `stretch` times as far to each side. `p_value` is the smallest α whose
    interval leaves out 0, valid at any look: min(1, √(tρ²+1) · exp(−z² tρ²/(2(tρ²+1)))) with the ρ
    of α = 1 − level and z by the reach of the fixed interval towards 0.
    A difference that is the same in every game so far, or not known, has no width to stretch and
    stays as it is.
    """
    if fixed.value is None or fixed.low is None or fixed.high is None or not fixed.se:
        return fixed
    down, up = fixed.value - fixed.low, fixed.high - fixed.value
    spread = fixed.games * _mixture(1.0 - level)
    z = fixed.value / ((down if fixed.value > 0.0 else up) / normal_quantile(level))
    p_value = min(1.0, sqrt(spread + 1.0) * exp(-z * z * spread / (2.0 * (spread + 1.0))))
    factor = stretch(fixed.games, level)
    return replace(
        fixed, low=fixed.value - down * factor, high=fixed.value + up * factor, p_value=p_value
    )


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of two values of a mean: `low` (the null) against `high`, low < high.

    Wald's bounds (1945) for the error chances: accept `low` at or below log(β/(1−α)), `high` at or
    above log((1−β)/α). Raises ValueError for low ≥ high, not finite, or errors outside (0, ½).
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -inf < self.low < self.high < inf:
            raise ValueError(f"the lower value must be below the higher one: {self}")
        if not (0.0 < self.alpha < 0.5 and 0.0 < self.beta < 0.5):
            raise ValueError(f"chances of error lie between 0 and one half: {self}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which `low` and `high` are accepted."""
        return log(self.beta / (1.0 - self.alpha)), log((1.0 - self.beta) / self.alpha)

    def llr(self, difference: Difference) -> float:
        """Generalised log-likelihood ratio of `high` against `low` after G = difference.games.

        Games are taken as independent draws of a normal law of unknown variance, which is
        estimated under each value (the GSPRT of engine testing: M. Van den Bergh, A practical
        introduction to the GSPRT). With x the difference and s² = G·se² its variance a game:

            LLR = G/2 · log( (s² + (x − low)²) / (s² + (x − high)²) )

        0 while nothing is known: no or one game with the figure, or no game yet that differs.
        """
        x, se, games = difference.value, difference.se, difference.games
        if x is None or se is None or (se == 0.0 and x == 0.0):
            return 0.0
        square = games * se * se
        top, bottom = square + (x - self.low) ** 2, square + (x - self.high) ** 2
        if top == 0.0 or bottom == 0.0:
            return inf if bottom == 0.0 else -inf
        return games / 2.0 * log(top / bottom)

    def verdict(self, llr: float) -> Verdict | None:
        """Which value is accepted, None while neither is."""
        accept_low, accept_high = self.bounds
        return "low" if llr <= accept_low else "high" if llr >= accept_high else None
