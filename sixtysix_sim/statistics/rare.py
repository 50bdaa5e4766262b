"""Widths for differences that few games carry.

Where only a handful of games differ, the spread seen in them is no guide to the spread there is:
three games to one side and none to the other show almost none. How many games differ is then the
main thing that is uncertain, and it follows Poisson's law. With D games that differ, S the sum of
their changes, Q that of the squares, and u = √(Q/D) the size of a change, the change goes up in
n₊ = (D + S/u)/2 games and down in n₋ = (D − S/u)/2 (exactly so where all changes are ±u). The exact
limits (l, h) of the two expected counts (Garwood, Biometrika 1936) are joined to those of their
difference (MOVER: Zou and Donner, Statistics in Medicine 2008):

    low = S − u·√((n₊−l₊)² + (h₋−n₋)²),   high = S + u·√((h₊−n₊)² + (n₋−l₋)²)

`tests/statistics/test_rare.py` simulates it: 0.5 to 25 such games expected, to one side or to
both, covered in 95 % of runs or more.
"""

from dataclasses import dataclass
from math import hypot, sqrt

from sixtysix_sim.statistics.quantiles import normal_quantile, poisson_interval

MANY = 30
"""From so many games that differ on, the spread among them is guide enough."""
RARE_SHARE = 4
"""Changes are rare where at most one game in so many differs; Poisson's law needs that."""


@dataclass(frozen=True, slots=True)
class Changes:
    """How a count changed from a to b over the same games, and what a unit of it weighs.

    `differing`: games in which it changed. `total`, `square`: sum of the changes and of their
    squares. `weight`: what a change by 1 adds to the figure, to first order.
    """

    differing: int
    total: float
    square: float
    weight: float

    def is_rare(self, clusters: float) -> bool:
        """Whether few of the `clusters` games that carry weight differ."""
        return self.differing < MANY and RARE_SHARE * self.differing <= clusters

    def excess(self, level: float) -> tuple[float, float]:
        """By how much the squared reach exceeds that of the normal law, (down, up), both ≥ 0.

        In squared units of the figure. If no game changed, the bounds of 0 events, as of changes
        by 1; if the changes of every game come to nothing in the figure, nothing.
        """
        unit = sqrt(self.square / self.differing) if self.differing else 1.0
        if unit == 0.0:
            return 0.0, 0.0
        net = self.total / unit
        up, down = (max(0.0, (self.differing + sign * net) / 2.0) for sign in (1, -1))
        (low_up, high_up), (low_down, high_down) = (
            poisson_interval(count, level) for count in (up, down)
        )
        reach = hypot(up - low_up, high_down - down), hypot(high_up - up, down - low_down)
        normal = normal_quantile(level) ** 2 * self.square
        size = self.weight**2
        lower, upper = (size * max(0.0, (unit * side) ** 2 - normal) for side in reach)
        return (lower, upper) if self.weight >= 0.0 else (upper, lower)
