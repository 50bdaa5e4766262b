"""The difference of two figures measured over the same games, game by game.

Two rule sets (or bots) a and b play the same deals with the same randomness. Each figure is a
ratio p = ΣK/ΣM over the games (see `intervals`); what game g adds to the difference b − a is,
with M̄ the mean of M over the games and to first order,

    d_g = (Kb_g − pb·Mb_g)/M̄b − (Ka_g − pa·Ma_g)/M̄a

so that se = √( Σd²·G/(G−1) )/G, in which luck that both sides share cancels. The sums need the
cross products of both. They are evaluated in exact integers: where both sides agree in every
game, difference and width are exactly 0.0.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from sixtysix_sim.statistics.intervals import Sums, multiplier, small_sample
from sixtysix_sim.statistics.quantiles import Exact, check_level, exact, t_p_value

_NO_GAMES = Sums()


@dataclass(frozen=True, slots=True)
class PairSums:
    """Sums of both sides over the same games, and of their products.

    `kakb` = ΣKaKb, `kamb` = ΣKaMb, `makb` = ΣMaKb, `mamb` = ΣMaMb. Adds up with `+`.
    Raises ValueError if the two sides count different numbers of games.
    """

    a: Sums = _NO_GAMES
    b: Sums = _NO_GAMES
    kakb: Exact = 0
    kamb: Exact = 0
    makb: Exact = 0
    mamb: Exact = 0

    def __post_init__(self) -> None:
        for name in ("kakb", "kamb", "makb", "mamb"):
            object.__setattr__(self, name, exact(getattr(self, name)))
        if self.a.n != self.b.n:
            raise ValueError(f"a pair is over the same games, not {self.a.n} and {self.b.n}")

    def __add__(self, other: "PairSums") -> "PairSums":
        return PairSums(
            self.a + other.a,
            self.b + other.b,
            self.kakb + other.kakb,
            self.kamb + other.kamb,
            self.makb + other.makb,
            self.mamb + other.mamb,
        )

    @classmethod
    def of(
        cls,
        ka: Iterable[int | float],
        ma: Iterable[int | float],
        kb: Iterable[int | float],
        mb: Iterable[int | float],
    ) -> "PairSums":
        """The sums of games given one by one; ValueError if the lengths differ."""
        total = cls()
        rows = (map(exact, column) for column in (ka, ma, kb, mb))
        for k, m, x, y in zip(*rows, strict=True):
            one = Sums(1, k, m, k * k, k * m, m * m)
            two = Sums(1, x, y, x * x, x * y, y * y)
            total += cls(one, two, k * x, k * y, m * x, m * y)
        return total

    def squared_change(self) -> Exact:
        """Σ(Kb−Ka)² + Σ(Mb−Ma)²; for whole numbers, at most so many games differ at all."""
        return (self.a.kk - 2 * self.kakb + self.b.kk) + (self.a.mm - 2 * self.mamb + self.b.mm)

    def residual_product(self) -> Exact:
        """Σ(Ka−pa·Ma)(Kb−pb·Mb) · ΣMa·ΣMb, exact."""
        a, b = self.a, self.b
        own = self.kakb * a.m * b.m + a.k * b.k * self.mamb
        return own - b.k * a.m * self.kamb - a.k * b.m * self.makb


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference b − a with its interval; None stands for what cannot be known.

    `a`, `b`: the two values; `value` = b − a, rounded once (b − a of the rounded values may differ
    in the last digit). `low`, `high`, `se`: in the same units. `p_value`: two-sided, for "no
    difference". `correlation`: of the two sides' residuals over games, −1 to 1. `games_saved`:
    var(unpaired)/var(paired), how many times as many games two separate runs would need for this
    width; above 1 when pairing helps, and None where the paired variance is 0 (no finite number of
    games would do). `games`: how many pairs.
    """

    a: float | None
    b: float | None
    value: float | None
    low: float | None
    high: float | None
    se: float | None
    p_value: float | None
    correlation: float | None
    games_saved: float | None
    games: int


def paired_difference(sums: PairSums, level: float = 0.95) -> Difference:
    """Interval and test for b − a over the same games: value ± t·se.

    t has C − 1 degrees of freedom as in `intervals` (the smaller C of the two sides), and no more
    than D − 1 when at most D games differ between a and b: the spread is then known from those D
    games only. (Five games that all differ to the same side are no proof at 95 %: sign test 6 %.)

    - Equal in every game: difference, low, high, se exactly 0.0, p 1, correlation 1, games_saved
      None. Holds for a single game too.
    - ΣM = 0 on a side: its value and all that follows are None.
    - One game (or all M of a side in one): the difference stands, the rest is None.
    - Every game differs alike: se is 0, low = high = value; p is that of the sign test, 2^(1−C).
    - No variation on one side: correlation None (it is not defined).

    Raises ValueError for a level outside (0, 1).
    """
    check_level(level)
    a, b = sums.a, sums.b
    pa = float(a.k / a.m) if a.m else None
    pb = float(b.k / b.m) if b.m else None
    if pa is None or pb is None:
        return Difference(pa, pb, None, None, None, None, None, None, None, a.n)
    if sums.squared_change() == 0:
        return Difference(pa, pb, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, None, a.n)
    value = float((b.k * a.m - a.k * b.m) / (a.m * b.m))
    clusters = min(a.clusters(), b.clusters())
    if clusters == 0.0:
        return Difference(pa, pb, value, None, None, None, None, None, None, a.n)
    se = sqrt(_variance(sums))
    freedom = _freedom(sums, clusters)
    half = se * multiplier(level, a.n, clusters, freedom)
    if se > 0.0:
        p_value = t_p_value(value / (se * small_sample(a.n, clusters)), freedom)
    else:
        p_value = 1.0 if value == 0.0 else 2.0 ** (1.0 - clusters)
    return Difference(
        pa, pb, value, value - half, value + half, se, p_value,
        _correlation(sums), _games_saved(sums), a.n,
    )  # fmt: skip


def _variance_numbers(sums: PairSums) -> tuple[Exact, Exact]:
    """(unpaired, paired) variance of the difference, both times (ΣMa·ΣMb)⁴·(G−1)/G, exact."""
    a, b = sums.a, sums.b
    unpaired = a.residual_square() * b.m**4 + b.residual_square() * a.m**4
    paired = unpaired - 2 * sums.residual_product() * a.m**2 * b.m**2
    return unpaired, max(0, paired)


def _variance(sums: PairSums) -> float:
    """Σd²·G/(G−1)/G², in squared units of the difference. Needs two games."""
    games = sums.a.n
    _, paired = _variance_numbers(sums)
    return float(paired * games / ((sums.a.m * sums.b.m) ** 4 * (games - 1)))


def _freedom(sums: PairSums, clusters: float) -> float:
    change = sums.squared_change()
    if isinstance(change, int):  # fractional changes do not bound the number of games
        return max(1.0, min(clusters, float(change)) - 1.0)
    return clusters - 1.0


def _correlation(sums: PairSums) -> float | None:
    square_a, square_b = sums.a.residual_square(), sums.b.residual_square()
    product = sums.residual_product()
    if square_a == 0 or square_b == 0:
        return None
    ratio = float(product**2 / (square_a * square_b))  # exactly 1.0 for exact proportion
    return sqrt(min(1.0, ratio)) * (1.0 if product >= 0 else -1.0)


def _games_saved(sums: PairSums) -> float | None:
    unpaired, paired = _variance_numbers(sums)
    return float(unpaired / paired) if paired else None
