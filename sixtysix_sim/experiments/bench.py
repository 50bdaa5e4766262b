"""How fast this machine plays, and a signature of what it plays.

Timing is by CPU time (shared machines make wall time useless), in rounds that visit every setting
once, and the best round counts. The signature hashes the raw rows of fixed seeds; it is the same on
every machine and for any number of threads.
"""

import hashlib
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sixtysix_sim.logs.raw import RawChunk
from sixtysix_sim.rules.ruleset import preset_names
from sixtysix_sim.runs.chunk import ChunkMaker
from sixtysix_sim.runs.files import stage
from sixtysix_sim.runs.options import Silent
from sixtysix_sim.runs.plan import Chunk, chunk_games
from sixtysix_sim.runs.player import make_player
from sixtysix_sim.scenario import Scenario, load_scenario
from sixtysix_sim.vocabulary import LogLevel

SIGNED_GAMES = 300
SIGNED_SEED = 66
#: What is timed: a preset a family, and the log level its bulk runs are kept at.
TIMED = {"cift66": LogLevel.DEALS, "classic_66_v1": LogLevel.GAMES}
POLICIES = ("random", "greedy", "standard")


@dataclass(frozen=True)
class Setting:
    """One thing to time."""

    preset: str
    policy: str
    log: LogLevel
    jobs: int


@dataclass
class Timing:
    """What a setting took: CPU ns a move; moves, deals, games a second of wall time."""

    setting: Setting
    family: str
    ns_per_move: float = float("inf")
    moves_per_s: float = 0.0
    deals_per_s: float = 0.0
    games_per_s: float = 0.0

    def row(self) -> dict[str, object]:
        """Return the timing as a flat row (interface.md, JSON results of `bench`)."""
        return {
            "family": self.family,
            "preset": self.setting.preset,
            "policy": self.setting.policy,
            "log": str(self.setting.log),
            "jobs": self.setting.jobs,
            "ns_per_move": self.ns_per_move,
            "moves_per_s": self.moves_per_s,
            "deals_per_s": self.deals_per_s,
            "games_per_s": self.games_per_s,
        }


def settings(jobs: int) -> list[Setting]:
    """Return what `bench` times: in each family each policy alone, then all cores and logs."""
    found = []
    for preset, bulk in TIMED.items():
        found += [Setting(preset, policy, LogLevel.NONE, 1) for policy in POLICIES]
        found += [
            Setting(preset, "random", LogLevel.NONE, jobs),
            Setting(preset, "random", LogLevel.MOVES, jobs),
            Setting(preset, "standard", bulk, jobs),
        ]
    return found


def scenario_of(preset: str, policy: str, seed: int = SIGNED_SEED) -> Scenario:
    """Return a preset with one policy on every seat."""
    return load_scenario(preset, [f"bots.default={policy}", f"scenario.seed={seed}"])


def measure(
    wanted: Sequence[Setting], rounds: int, seconds: float, advance: Callable[[], None]
) -> list[Timing]:
    """Time settings, each ``seconds`` long a round; the best round counts.

    Args:
        advance: called after each setting of each round.
    """
    timings = [Timing(setting, _family(setting)) for setting in wanted]
    with tempfile.TemporaryDirectory(prefix="sixtysix-bench-") as folder:
        tasks = [_Task(timing, Path(folder)) for timing in timings]
        for number in range(rounds):
            for task in tasks:
                task.run(seconds, number)
                advance()
    return timings


def _family(setting: Setting) -> str:
    return str(scenario_of(setting.preset, setting.policy).ruleset.family)


class _Task:
    """Plays chunks of a setting in threads, writing its tables as a run does."""

    def __init__(self, timing: Timing, folder: Path) -> None:
        self.timing, self.folder = timing, folder
        setting = timing.setting
        scenario = scenario_of(setting.preset, setting.policy)
        player = make_player(scenario, Silent())
        self.make = ChunkMaker(scenario, setting.log, player)
        self.size = chunk_games(scenario.ruleset.family, setting.log)
        self.make(Chunk(0, 0, 10))  # whatever compiles or loads does so before the clock runs

    def run(self, seconds: float, number: int) -> None:
        """Play for about ``seconds`` and keep the figures if they are the best so far."""
        jobs = self.timing.setting.jobs
        deadline = time.perf_counter() + seconds
        cpu, wall = time.process_time(), time.perf_counter()
        with ThreadPoolExecutor(jobs) as pool:
            lines = list(pool.map(self._thread, [(n, jobs, deadline) for n in range(jobs)]))
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        games, deals, moves = (int(total) for total in np.sum(lines, axis=0))
        best = self.timing
        best.ns_per_move = min(best.ns_per_move, 1e9 * cpu / moves)
        if moves / wall > best.moves_per_s:
            best.moves_per_s, best.deals_per_s = moves / wall, deals / wall
            best.games_per_s = games / wall

    def _thread(self, share: tuple[int, int, float]) -> tuple[int, int, int]:
        """Play every ``jobs``-th chunk until the deadline; return (games, deals, moves)."""
        number, jobs, deadline = share
        total = np.zeros(3, dtype=np.int64)
        while not total.any() or time.perf_counter() < deadline:  # at least one chunk
            prepared = self.make(Chunk(number, number * self.size, self.size))
            for path, data in prepared.data.items():
                stage(self.folder / f"{number % jobs}-{path.replace('/', '-')[-40:]}", data)
            total += (prepared.line.games, prepared.line.deals, prepared.line.moves)
            number += jobs
        return int(total[0]), int(total[1]), int(total[2])


def signature() -> str:
    """Return a SHA-256 over the raw rows of fixed games of every preset and policy."""
    digest = hashlib.sha256()
    for preset in preset_names():
        for policy in POLICIES:
            player = make_player(scenario_of(preset, policy), Silent())
            digest.update(f"{preset} {policy}\n".encode())
            _add(digest, player.play(0, SIGNED_GAMES, LogLevel.MOVES))
    return digest.hexdigest()


def _add(digest: "hashlib._Hash", raw: RawChunk) -> None:
    arrays: list[Any] = [raw.games, raw.deals, raw.melds, raw.decks]
    if raw.moves is not None:
        arrays += list(vars(raw.moves).values())
    for array in arrays:
        little = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
        digest.update(little.tobytes())
