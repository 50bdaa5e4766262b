"""Exact numbers for the sums, and the quantiles behind the intervals.

scipy.special is imported inside the functions: it costs a command about 0.1 s that `--help` and
`rules list` need not pay.
"""

from fractions import Fraction
from functools import lru_cache
from numbers import Integral, Rational

Exact = int | Fraction


def exact(value: int | float | Fraction) -> Exact:
    """`value` as an int if it is whole, else as the fraction it stands for, without rounding.

    Also turns numpy integers into Python's, which cannot overflow when squares are multiplied.
    Raises ValueError for nan and infinities.
    """
    if isinstance(value, Integral):
        return int(value)
    try:
        fraction = Fraction(value) if isinstance(value, Rational) else Fraction(float(value))
    except (ValueError, OverflowError):
        raise ValueError(f"a sum over games must be a finite number, not {value}") from None
    return fraction.numerator if fraction.denominator == 1 else fraction


def check_level(level: float) -> None:
    """Raise ValueError unless 0 < level < 1."""
    if not 0.0 < level < 1.0:
        raise ValueError(f"a confidence level lies between 0 and 1, not at {level}")


@lru_cache(maxsize=256)
def normal_quantile(level: float) -> float:
    """Half-width, in standard errors, of the two-sided normal interval (1.96 for 0.95)."""
    from scipy.special import ndtri

    return float(-ndtri((1.0 - level) / 2.0))


@lru_cache(maxsize=4096)
def t_quantile(level: float, freedom: float) -> float:
    """The same for Student's t with `freedom` ≥ 1 degrees of freedom (12.7 for 0.95 and 1)."""
    from scipy.special import stdtrit

    return float(-stdtrit(freedom, (1.0 - level) / 2.0))


def t_p_value(t: float, freedom: float) -> float:
    """Two-sided p-value of a t statistic with `freedom` ≥ 1 degrees of freedom."""
    from scipy.special import stdtr

    return min(1.0, float(2.0 * stdtr(freedom, -abs(t))))


def clopper_pearson(events: float, trials: float, level: float) -> tuple[float, float]:
    """The exact binomial interval (Clopper and Pearson 1934), by quantiles of the beta law.

    `trials` > 0 may be fractional, for an effective number of trials (Korn and Graubard 1998).
    """
    from scipy.special import betaincinv

    tail = (1.0 - level) / 2.0
    misses = trials - events
    low = float(betaincinv(events, misses + 1.0, tail)) if events > 0 else 0.0
    high = float(betaincinv(events + 1.0, misses, 1.0 - tail)) if misses > 0 else 1.0
    return low, high


def poisson_interval(count: float, level: float) -> tuple[float, float]:
    """The exact interval of a Poisson mean of which ``count`` ≥ 0 events were seen (Garwood 1936).

    By quantiles of the gamma law, so that ``count`` may be fractional.
    """
    from scipy.special import gammaincinv

    tail = (1.0 - level) / 2.0
    low = float(gammaincinv(count, tail)) if count > 0 else 0.0
    return low, float(gammaincinv(count + 1.0, 1.0 - tail))


def wilson(rate: float, trials: float, z: float) -> tuple[float, float]:
    """Wilson's score interval (1927) for `rate` seen in `trials` > 0, `z` standard errors wide."""
    bend = z * z / trials
    centre = (rate + bend / 2.0) / (1.0 + bend)
    half = (bend * (rate * (1.0 - rate) + bend / 4.0)) ** 0.5 / (1.0 + bend)
    return centre - half, centre + half
