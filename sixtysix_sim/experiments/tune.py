"""The value of a parameter that brings a metric to a target: a search over a grid, common deals.

All points share deals and luck, so that the metric moves smoothly where independent runs would
jump about. If it moves one way along the grid, halving finds the crossing in log2(n) points; that
it does is checked at every point played.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sixtysix_sim.errors import BadInput
from sixtysix_sim.experiments.grid import GridPoint
from sixtysix_sim.experiments.points import Book, Measured
from sixtysix_sim.statistics import Estimate


@dataclass(frozen=True)
class Tuned:
    """What a search over grid values 0 … n − 1 found.

    Attributes:
        best: the value whose metric is closest to the target, of those played.
        low, high: first and last grid value whose interval contains the target; None: none does.
        played: estimates by grid value, in order.
        missed: the target lies beyond both ends of the grid.
        backward: neighbours among those played where the metric moves against the rest.
        clear: those of `backward` whose intervals do not touch: no noise.
    """

    best: int
    low: int | None
    high: int | None
    played: dict[int, Estimate]
    missed: bool
    backward: Sequence[tuple[int, int]]
    clear: Sequence[tuple[int, int]]


def tune(count: int, target: float, measure: Callable[[int], Estimate]) -> Tuned:
    """Search ``count`` grid values for the one that brings a metric to ``target``.

    Args:
        measure: plays a grid value; its estimate must have a value.
    """
    search = _Search(target, measure)
    first, last = search.gap(0), search.gap(count - 1)
    if first * last < 0:
        search.halve(0, count - 1)
    best = min(search.played, key=lambda n: (abs(search.gap(n)), n))
    missed = first * last > 0 and not search.holds(best)
    low = high = None
    if search.holds(best):
        low, high = search.edge(best, 0), search.edge(best, count - 1)
    played = dict(sorted(search.played.items()))
    best = min(played, key=lambda n: (abs(search.gap(n)), n))  # the edges may have come closer
    backward, clear = _against(played)
    return Tuned(best, low, high, played, missed, backward, clear)


def search_grid(
    book: Book, points: Sequence[GridPoint], metric: str, target: float, played: dict[int, Measured]
) -> Tuned:
    """Search the points of a grid; ``played`` fills as they are, also if Ctrl-C ends it.

    Raises:
        BadInput: the metric has no value at a point.
    """

    def at(n: int) -> Estimate:
        played[n] = book.measure(points[n].label, points[n].scenario)
        found = played[n].estimates.get(metric)
        if found is None or found.value is None:
            raise BadInput(f"{points[n].label}: {metric} has no value there to tune by")
        return found

    return tune(len(points), target, at)


class _Search:
    def __init__(self, target: float, measure: Callable[[int], Estimate]) -> None:
        self.target, self._measure = target, measure
        self.played: dict[int, Estimate] = {}

    def at(self, n: int) -> Estimate:
        if n not in self.played:
            self.played[n] = self._measure(n)
        return self.played[n]

    def gap(self, n: int) -> float:
        """Return the metric less the target."""
        value = self.at(n).value
        if value is None:
            raise ValueError(f"the metric has no value at grid point {n}")
        return value - self.target

    def holds(self, n: int) -> bool:
        """Tell whether the interval at a grid value contains the target."""
        found = self.at(n)
        if found.low is None or found.high is None:
            return False
        return found.low <= self.target <= found.high

    def halve(self, low: int, high: int) -> None:
        """Close in on where the metric crosses the target."""
        while high - low > 1:
            middle = (low + high) // 2
            if self.gap(middle) == 0.0:
                return
            if self.gap(middle) * self.gap(low) > 0:
                low = middle
            else:
                high = middle

    def edge(self, inside: int, end: int) -> int:
        """Return the last grid value towards ``end`` whose interval contains the target."""
        if self.holds(end):
            return end
        outside = end
        while abs(outside - inside) > 1:
            middle = (inside + outside) // 2
            if self.holds(middle):
                inside = middle
            else:
                outside = middle
        return inside


def _against(
    played: dict[int, Estimate],
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return neighbours where the metric moves against the way from first to last point."""
    order = list(played)
    values = {n: one.value or 0.0 for n, one in played.items()}
    way = 1.0 if values[order[-1]] >= values[order[0]] else -1.0
    pairs = list(pairwise(order))
    backward = [(a, b) for a, b in pairs if way * (values[b] - values[a]) < 0]
    return backward, [(a, b) for a, b in backward if _apart(played[a], played[b])]


def _apart(a: Estimate, b: Estimate) -> bool:
    if a.low is None or a.high is None or b.low is None or b.high is None:
        return False
    return a.high < b.low or b.high < a.low
