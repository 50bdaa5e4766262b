"""Players for comparisons that play nothing: measures drawn by seed and game number."""

import threading

import numpy as np

from sixtysix_sim.logs.raw import Int64, RawChunk
from sixtysix_sim.metrics import layout_of, metrics_of
from sixtysix_sim.metrics.auction.slots import Slot
from sixtysix_sim.scenario import Scenario
from sixtysix_sim.vocabulary import LogLevel


class MadeUpPlayer:
    """Contracts and deals of a game depend on its number; a lower opening bid makes more contracts.

    `calls` lists (first game, games) of every chunk.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.ruleset, self.seed = scenario.ruleset, scenario.seed
        self.calls: list[tuple[int, int]] = []
        self._lock = threading.Lock()

    def measures(self, first_game: int, games: int) -> Int64:
        """Return int64[games, measures]."""
        x = np.zeros((games, layout_of(self.ruleset).size), dtype=np.int64)
        easier = self.ruleset.auction.auction.min_bid < 150
        for n in range(games):
            rng = np.random.default_rng([self.seed, first_game + n])
            deals = int(rng.integers(4, 13))
            made = int(rng.binomial(deals, 0.6))
            luck = int(rng.integers(0, 2))
            x[n, Slot.GAMES] = x[n, Slot.DECIDED] = 1
            x[n, Slot.WINS + luck] = 1
            x[n, Slot.DEALS] = x[n, Slot.DEALT] = deals
            x[n, Slot.MADE] = min(deals, made + int(easier and rng.random() < 0.5))
            x[n, Slot.SET] = deals - x[n, Slot.MADE]
            x[n, Slot.CHANGE] = 300 * deals + int(rng.integers(-50, 50))
        return x

    def play(
        self, first_game: int, games: int, log: LogLevel, keep_measures: bool = False
    ) -> RawChunk:
        assert log is LogLevel.NONE
        assert keep_measures
        with self._lock:
            self.calls.append((first_game, games))
        x = self.measures(first_game, games)
        metrics = metrics_of(self.ruleset)
        k, m = (x[:, [getattr(metric, name) for metric in metrics]] for name in ("num", "den"))
        sums = np.stack([f.sum(axis=0) for f in (k, m, k * k, k * m, m * m)], axis=1)
        none = np.zeros((0, 1), dtype=np.int32)
        return RawChunk(
            first_game, none, none, none, np.zeros((0, 0), np.uint8), None,
            sums.astype(np.float64), x, 0, 0,
        )  # fmt: skip
