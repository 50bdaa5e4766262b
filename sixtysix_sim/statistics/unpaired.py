"""The difference of two figures measured over other games: two runs, or decks that differ."""

from dataclasses import replace
from fractions import Fraction
from math import hypot

from sixtysix_sim.statistics.intervals import Estimate, Sums, mean_interval, rate_interval
from sixtysix_sim.statistics.paired import Difference, PairSums
from sixtysix_sim.statistics.quantiles import Exact, t_p_value


def unpaired_difference(a: Sums, b: Sums, *, rate: bool, level: float = 0.95) -> Difference:
    """Interval for b − a over independent games, made of the two figures' own intervals.

    Squares add up on each side (MOVER: Newcombe 1998, method 10; Zou and Donner 2008), with
    (la, ua), (lb, ub) the clustered intervals of `intervals`, those of rates if `rate`:

        low = d − √((pb−lb)² + (ua−pa)²),   high = d + √((ub−pb)² + (pa−la)²)

    so that rates never seen keep a width. `p_value` is Welch's, t = d/√(se_a²+se_b²), and None
    where no side varies. `games` is that of the side with fewer; correlation and games_saved are
    None, and so is what is not known of a side. Raises ValueError for a level outside (0, 1).
    """
    interval = rate_interval if rate else mean_interval
    one, two = interval(a, level), interval(b, level)
    games = min(a.n, b.n)
    found = Difference(one.value, two.value, None, None, None, None, None, None, None, games)
    if one.value is None or two.value is None:
        return found
    value = two.value - one.value
    found = replace(found, value=value)
    if one.low is None or one.high is None or two.low is None or two.high is None:
        return found
    low = value - hypot(two.value - two.low, one.high - one.value)
    high = value + hypot(two.high - two.value, one.value - one.low)
    found = replace(found, low=low, high=high)
    if one.se is None or two.se is None or one.se + two.se == 0.0:
        return found
    se = hypot(one.se, two.se)
    return replace(found, se=se, p_value=t_p_value(value / se, _freedom((a, one), (b, two))))


def independent_pairs(a: Sums, b: Sums) -> PairSums:
    """Return the pair sums of G independent games a side: ΣKaKb = ΣKa·ΣKb/G, and so on.

    That makes the covariance of the residuals exactly 0, so that what is made for pairs serves
    the difference of independent games too. Raises ValueError if the sides count different numbers
    of games, or none.
    """
    if a.n == 0:
        raise ValueError("no games, no pairs")

    def mean(x: Exact, y: Exact) -> Fraction:
        return Fraction(x) * Fraction(y) / a.n

    return PairSums(a, b, mean(a.k, b.k), mean(a.k, b.m), mean(a.m, b.k), mean(a.m, b.m))


def _freedom(*sides: tuple[Sums, Estimate]) -> float:
    """Welch's degrees of freedom, from the games that carry weight on each side."""
    squares = [(found.se or 0.0) ** 2 for _, found in sides]
    parts = [
        square**2 / max(1.0, sums.clusters() - 1.0)
        for square, (sums, _) in zip(squares, sides, strict=True)
    ]
    return max(1.0, sum(squares) ** 2 / sum(parts))
