"""The difference of two figures measured over the same games, game by game.

Two rule sets (or bots) a and b play the same deals with the same randomness. Each figure is a
ratio p = ΣK/ΣM over the games (see `intervals`); what game g adds to the difference b − a is,
with M̄ the mean of M over the games and to first order,

    d_g = (Kb_g − pb·Mb_g)/M̄b − (Ka_g − pa·Ma_g)/M̄a

so that se = √( Σd²·G/(G−1) )/G, in which luck that both sides share cancels. The sums need the
cross products of both. They are evaluated in exact integers: where both sides agree in every
game, difference and width are exactly 0.0. Where few games differ the width is that of `rare`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import hypot, sqrt

from sixtysix_sim.statistics.intervals import Sums, multiplier, small_sample
from sixtysix_sim.statistics.quantiles import Exact, check_level, exact, t_p_value
from sixtysix_sim.statistics.rare import Changes

_NO_GAMES = Sums()


@dataclass(frozen=True, slots=True)
class PairSums:
    """Sums of both sides over the same games, and of their products.

    `kakb` = ΣKaKb, `kamb` = ΣKaMb, `makb` = ΣMaKb, `mamb` = ΣMaMb. `differing`: in how many games
    K or M differ, None if that was not counted. Adds up with `+`.
    Raises ValueError if the two sides count different numbers of games.
    """

    a: Sums = _NO_GAMES
    b: Sums = _NO_GAMES
    kakb: Exact = 0
    kamb: Exact = 0
    makb: Exact = 0
    mamb: Exact = 0
    differing: int | None = None

    def __post_init__(self) -> None:
        for name in ("kakb", "kamb", "makb", "mamb"):
            object.__setattr__(self, name, exact(getattr(self, name)))
        if self.a.n != self.b.n:
            raise ValueError(f"a pair is over the same games, not {self.a.n} and {self.b.n}")

    def __add__(self, other: "PairSums") -> "PairSums":
        counted = self.differing is not None and other.differing is not None
        return PairSums(
            self.a + other.a,
            self.b + other.b,
            self.kakb + other.kakb,
            self.kamb + other.kamb,
            self.makb + other.makb,
            self.mamb + other.mamb,
            (self.differing or 0) + (other.differing or 0) if counted else None,
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
        total = cls(differing=0)
        rows = (map(exact, column) for column in (ka, ma, kb, mb))
        for k, m, x, y in zip(*rows, strict=True):
            one = Sums(1, k, m, k * k, k * m, m * m)
            two = Sums(1, x, y, x * x, x * y, y * y)
            total += cls(one, two, k * x, k * y, m * x, m * y, int((k, m) != (x, y)))
        return total

    def squares(self) -> tuple[Exact, Exact, Exact]:
        """Σ(Kb−Ka)², Σ(Mb−Ma)², Σ(Kb−Ka)(Mb−Ma)."""
        a, b = self.a, self.b
        return (
            a.kk - 2 * self.kakb + b.kk,
            a.mm - 2 * self.mamb + b.mm,
            a.km - self.kamb - self.makb + b.km,
        )

    def most_differing(self) -> int:
        """In how many games K or M differ; if not counted, a bound: whole numbers differ by 1."""
        if self.differing is not None:
            return self.differing
        change = sum(self.squares()[:2])
        return min(self.a.n, change) if isinstance(change, int) else self.a.n

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
    than D − 1 when D games differ between a and b. Where few of many games differ, or few events
    change however many games have one trial more or less, the reach to each side is wider by what
    `rare` says; `p_value` is then the smallest α whose interval leaves out 0. (Five games that all
    differ to the same side are no proof at 95 %: sign test 6 %.)

    - Equal in every game: difference, low, high, se exactly 0.0, p 1, correlation 1, games_saved
      None: so it was in all games seen. Holds for a single game too.
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
    if sum(sums.squares()[:2]) == 0:
        return Difference(pa, pb, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, None, a.n)
    value = float((b.k * a.m - a.k * b.m) / (a.m * b.m))
    if min(a.clusters(), b.clusters()) == 0.0:
        return Difference(pa, pb, value, None, None, None, None, None, None, a.n)
    width = _Width.of(sums)
    down, up = width.reach(level)
    return Difference(
        pa, pb, value, value - down, value + up, width.se, width.p_value(value),
        _correlation(sums), _games_saved(sums), a.n,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Width:
    """How far an interval reaches: by Student's t with `freedom`, and by rare changes, if any."""

    se: float
    games: int
    clusters: float
    freedom: float
    rare: Changes | None

    @classmethod
    def of(cls, sums: PairSums) -> "_Width":
        clusters = min(sums.a.clusters(), sums.b.clusters())
        found = _changes(sums)
        rare = found if found.is_rare(clusters) else None
        differing = float(sums.most_differing())
        alone = rare is not None and rare.square == rare.differing  # no spread of sizes to guess
        carrying = clusters if alone else max(2.0, min(clusters, differing))
        return cls(sqrt(_variance(sums)), sums.a.n, clusters, carrying - 1.0, rare)

    def reach(self, level: float) -> tuple[float, float]:
        """Return how far the interval reaches down and up."""
        half = self.se * multiplier(level, self.games, self.clusters, self.freedom)
        if self.rare is None:
            return half, half
        down, up = self.rare.excess(level)
        return hypot(half, sqrt(down)), hypot(half, sqrt(up))

    def p_value(self, value: float) -> float:
        """Return the two-sided p-value of a difference of `value`."""
        if self.rare is not None:
            return self._crossing(value)
        if self.se == 0.0:
            return 1.0 if value == 0.0 else float(2.0 ** (1.0 - self.clusters))
        t = value / (self.se * small_sample(self.games, self.clusters))
        return t_p_value(t, self.freedom)

    def _crossing(self, value: float) -> float:
        """Return the smallest α whose interval leaves out 0, by bisection."""
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2.0 if low else high / 16.0
            if not 1e-15 < middle < 1.0 - 1e-15:
                break
            down, up = self.reach(1.0 - middle)
            if (down if value > 0.0 else up) < abs(value):
                high = middle
            else:
                low = middle
        return high


def _changes(sums: PairSums) -> Changes:
    """Return what changed from a to b: the events alone if few of the games that differ have one.

    A figure b − a changes by (ΔK − p·ΔM)/ΣM. Where most games that differ have but a trial more or
    less, the rare events among them carry the spread: K for p ≤ ½, else the others, M − K.
    """
    a, b = sums.a, sums.b
    trials = float(a.m + b.m) / 2.0
    p = (Fraction(a.k) / Fraction(a.m) + Fraction(b.k) / Fraction(b.m)) / 2
    k, m = b.k - a.k, b.m - a.m
    kk, mm, km = sums.squares()
    differing = sums.most_differing()
    events = kk if p <= 0.5 else kk - 2 * km + mm
    if 2 * events < differing:
        total, sign = (k, 1.0) if p <= 0.5 else (m - k, -1.0)
        return Changes(round(events), float(total), float(events), sign / trials)
    square = max(0.0, float(kk - 2 * p * km + p * p * mm))
    return Changes(differing, float(k - p * m), square, 1.0 / trials)


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
