"""How far a unit has got while the cards of a hand become known one face after another.

A gauge's state holds just what the faces seen so far still mean for the number of copies, so that
hands that differ in nothing that matters fall together.
"""

from collections.abc import Iterator
from itertools import product
from typing import Protocol

from sixtysix_sim.odds.auction.units import Unit

State = tuple[int, ...]


class Gauge(Protocol):
    """Counts the copies of one unit in one hand, a face at a time."""

    unit: Unit

    def start(self) -> State:
        """Return the state before any face is known."""

    def step(self, state: State, face: int, count: int) -> State:
        """Return the state once the hand is known to hold ``count`` cards of ``face``."""

    def value(self, state: State) -> int:
        """Return what the unit counts once all its faces are known."""


def gauge_of(unit: Unit, packs: int) -> Gauge:
    """Return the gauge of a unit for a deck of that many packs."""
    return _BesideRuns(unit, packs) if unit.runs else _Plain(unit)


class _Plain:
    """State: copies still possible, never above what counts."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self._needs = dict(unit.needs)

    def start(self) -> State:
        return (self.unit.most,)

    def step(self, state: State, face: int, count: int) -> State:
        return (min(state[0], count // self._needs[face]),)

    def value(self, state: State) -> int:
        return self.unit.value * state[0]


class _BesideRuns:
    """State: runs still possible in each run unit, then the copies for each number of runs (C5.6).

    The copies stand in the order of ``product(range(runs of unit 0 + 1), …)``. Run units never
    share a card: they are one pattern in different suits.
    """

    def __init__(self, unit: Unit, packs: int) -> None:
        self.unit = unit
        self._needs = dict(unit.needs)
        self._runs = [dict(needs) for needs in unit.runs]
        self._most_runs = packs if unit.spare else 1  # without spare pairs one run says it all

    def start(self) -> State:
        runs = (self._most_runs,) * len(self._runs)
        copies = self._most_runs if self.unit.spare else self.unit.most
        return runs + tuple(
            copies if self.unit.spare or not any(numbers) else 0 for numbers in _numbers(runs)
        )

    def step(self, state: State, face: int, count: int) -> State:
        old = state[: len(self._runs)]
        taken = [needs.get(face, 0) for needs in self._runs]
        runs = tuple(
            min(most, count // need) if need else most
            for most, need in zip(old, taken, strict=True)
        )
        need = self._needs.get(face, 0)
        copies = []
        for numbers, found in zip(_numbers(old), state[len(old) :], strict=True):
            if all(number <= most for number, most in zip(numbers, runs, strict=True)):
                left = count - sum(n * t for n, t in zip(numbers, taken, strict=True))
                copies.append(min(found, left // need) if need else found)
        if not any(copies):  # nothing can count any more, however many runs there are
            return (0,) * len(runs) + (0,)
        return runs + tuple(copies)

    def value(self, state: State) -> int:
        return self.unit.value * min(state[-1], self.unit.most)


def _numbers(runs: State) -> Iterator[State]:
    return product(*(range(most + 1) for most in runs))
