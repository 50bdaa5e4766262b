"""Many scenarios, each paired with one base over the same games; what was played is remembered.

Every point is a `compare` of the base with it. The base's engine is made once, and its first
chunks are kept, so that up to KEPT_CHUNKS · CHUNK_GAMES games of it are played only once; memory
does not grow beyond that. Finished points stand in a state file, if there is one.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from sixtysix_sim.errors import CorruptData
from sixtysix_sim.experiments.compare import Player, compare, unpairable
from sixtysix_sim.experiments.state import State
from sixtysix_sim.logs.raw import Int64, RawChunk
from sixtysix_sim.metrics import estimate, metrics_of, side_place
from sixtysix_sim.runs.options import Silent, Watcher
from sixtysix_sim.scenario import Scenario
from sixtysix_sim.statistics import Difference, Estimate, Sums, mean_interval, rate_interval
from sixtysix_sim.vocabulary import Family, LogLevel

KEPT_CHUNKS = 8  # some 5 MB each
_OUTCOME = ("WINS", "SCORES")  # measures of a side
_UNKNOWN = Estimate(None, None, None, 0, None)


@dataclass(frozen=True)
class Outcome:
    """How far the games of a point came out otherwise than the base's, game by game.

    Attributes:
        other_winner: the share of games that end with another winner (or with none).
        squared: mean of (change of the final score margin)², in squared points.
        spread: variance of the base's final margin, in squared points.
    """

    other_winner: Estimate
    squared: Estimate
    spread: float


@dataclass(frozen=True)
class Measured:
    """A point as played: by metric its own estimate and the difference to the base.

    A metric that the point does not have (a bid level) is missing; one without a pair has no
    entry among the differences. `outcome` is None where cards differ, so that no game is the same
    on both sides.
    """

    label: str
    estimates: Mapping[str, Estimate]
    differences: Mapping[str, Difference]
    outcome: Outcome | None


class Book:
    """Plays points on demand and keeps what they gave.

    Args:
        base: what every point is paired with.
        metrics: names of the metrics to keep.
        games: of each point.
        state: what was played before, and where it is written.
        jobs: threads, one a core if None.
        watcher: told of games; `start` is the caller's.
        make_player: what plays a scenario, `runs.player.make_player` if None.
    """

    def __init__(
        self,
        base: Scenario,
        metrics: Sequence[str],
        games: int,
        state: State,
        jobs: int | None = None,
        watcher: Watcher | None = None,
        make_player: Callable[[Scenario], Player] | None = None,
    ) -> None:
        self.base, self.metrics, self.games, self.state = base, tuple(metrics), games, state
        self._jobs, self._watcher = jobs, watcher or Silent()
        self._make = make_player or self._engine
        self._base_player: _Kept | None = None

    def measure(self, label: str, scenario: Scenario) -> Measured:
        """Return a point's figures: from the state if they are there, else played now.

        Raises:
            InvalidScenario: a bot does not hold.
            OSError: the state file cannot be written.
        """
        known = self.state.points.get(label)
        if known is None:
            known = to_plain(self._play(label, scenario))
            self.state.add(label, known)
        return from_plain(label, known)

    def _engine(self, scenario: Scenario) -> Player:
        from sixtysix_sim.runs.player import make_player

        # A run's players keep measures too; their protocol in `runs` does not ask for it.
        return cast(Player, make_player(scenario, self._watcher))

    def _play(self, label: str, scenario: Scenario) -> Measured:
        if self._base_player is None:
            self._base_player = _Kept(self._make(self.base))
        same = scenario.hash == self.base.hash
        twins = _Twins(
            self._base_player,
            self._base_player if same else self._make(scenario),
            scenario.ruleset.family,
            paired=not unpairable(self.base, scenario),
        )
        found = compare(
            self.base,
            scenario,
            self.games,
            jobs=self._jobs,
            watcher=_Forward(self._watcher),
            make_player=twins.next_player,
        )
        own = metrics_of(scenario.ruleset)
        sums = {
            metric.name: Sums(self.games, *row)
            for metric, row in zip(own, twins.sums.tolist(), strict=True)
        }
        return Measured(
            label,
            {m.name: estimate(m, sums[m.name]) for m in own if m.name in self.metrics},
            {
                one.metric.name: one.difference
                for one in found.compared
                if one.metric.name in self.metrics
            },
            twins.outcome(self.games),
        )


class _Forward(Silent):
    """Passes on progress and messages; the count of all games is the caller's to start."""

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher

    def advance(self, games: int) -> None:
        """Pass it on."""
        self._watcher.advance(games)

    def say(self, message: str) -> None:
        """Pass it on."""
        self._watcher.say(message)


class _Kept:
    """A player that keeps its first chunks; later ones are played again when asked for."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._chunks: dict[tuple[int, int], RawChunk] = {}

    def play(
        self, first_game: int, games: int, log: LogLevel, keep_measures: bool = False
    ) -> RawChunk:
        found = self._chunks.get((first_game, games))
        if found is None:
            found = self._player.play(first_game, games, log, keep_measures)
            if len(self._chunks) < KEPT_CHUNKS and keep_measures:
                self._chunks[first_game, games] = found
        return found


@dataclass
class _Side:
    """One of the two players, which shows its chunks to the twins."""

    twins: "_Twins"
    number: int
    player: Player

    def play(
        self, first_game: int, games: int, log: LogLevel, keep_measures: bool = False
    ) -> RawChunk:
        raw = self.player.play(first_game, games, log, keep_measures)
        self.twins.see(self.number, first_game, raw)
        return raw


@dataclass
class _Twins:
    """Both players of a comparison; sums what `compare` does not: outcomes, and b's own sums.

    Whole numbers are added, so that the order in which threads bring chunks means nothing.
    """

    a: Player
    b: Player
    family: Family
    paired: bool = True
    sums: Int64 = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    _made: int = 0
    _waiting: dict[int, tuple[int, Int64, Int64]] = field(default_factory=dict)
    _totals: list[int] = field(default_factory=lambda: [0] * 5)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def next_player(self, scenario: Scenario) -> Player:
        """Return the player of a side; `compare` asks for a first, then for b."""
        self._made += 1
        return _Side(self, self._made - 1, self.a if self._made == 1 else self.b)

    def see(self, side: int, first_game: int, raw: RawChunk) -> None:
        """Add a chunk of a side; the second of a pair is held against the first."""
        x = raw.measures.astype(np.int64)
        zero, one = ([side_place(self.family, n, side) for n in _OUTCOME] for side in range(2))
        winner, margin = (x[:, zero] - x[:, one]).T  # winner 0: nobody
        with self._lock:
            if side == 1:
                own = raw.sums.astype(np.int64)
                self.sums = own if self.sums.size == 0 else self.sums + own
            if not self.paired:  # other cards: no game of one is that of the other
                return
            if first_game not in self._waiting:
                self._waiting[first_game] = side, winner, margin
                return
            first, winner_a, margin_a = self._waiting.pop(first_game)
        if first == 1:
            winner_a, margin_a, winner, margin = winner, margin, winner_a, margin_a
        squares = [int(d) ** 2 for d in margin - margin_a]  # Python's integers cannot overflow
        news = (
            int((winner != winner_a).sum()),
            sum(squares),
            sum(square * square for square in squares),
            int(margin_a.sum()),
            sum(int(d) ** 2 for d in margin_a),
        )
        with self._lock:
            self._totals = [old + new for old, new in zip(self._totals, news, strict=True)]

    def outcome(self, games: int) -> Outcome | None:
        """Return how far the outcomes differ over all games seen; None if they share no deals."""
        if not self.paired:
            return None
        other, square, fourth, total, own_square = self._totals
        spread = (own_square - total * total / games) / (games - 1) if games > 1 else 0.0
        return Outcome(
            rate_interval(Sums(games, other, games, other, other, games)),
            mean_interval(Sums(games, square, games, fourth, square, games)),
            spread,
        )


def to_plain(measured: Measured) -> dict[str, object]:
    """Return a point as plain tables for a state file."""
    outcome = measured.outcome
    return {
        "estimates": {name: _values(one) for name, one in measured.estimates.items()},
        "differences": {name: _values(one) for name, one in measured.differences.items()},
        "outcome": None
        if outcome is None
        else {
            "other_winner": _values(outcome.other_winner),
            "squared": _values(outcome.squared),
            "spread": outcome.spread,
        },
    }


def from_plain(label: str, plain: Mapping[str, object]) -> Measured:
    """Return the point that `to_plain` made tables of.

    Raises:
        CorruptData: the tables are no such point.
    """
    try:
        estimates, differences = _tables(plain["estimates"]), _tables(plain["differences"])
        return Measured(
            label,
            {name: Estimate(**_tables(one)) for name, one in estimates.items()},
            {name: Difference(**_tables(one)) for name, one in differences.items()},
            None if plain["outcome"] is None else _outcome(_tables(plain["outcome"])),
        )
    except (KeyError, TypeError, ValueError):
        raise CorruptData(f"the point {label} of the state file holds other fields") from None


def _outcome(plain: Mapping[str, Any]) -> Outcome:
    return Outcome(
        Estimate(**_tables(plain["other_winner"])),
        Estimate(**_tables(plain["squared"])),
        float(plain["spread"]),
    )


def _tables(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError("not a table")
    return value


def _values(one: Estimate | Difference) -> dict[str, object]:
    return {name: getattr(one, name) for name in one.__slots__}
