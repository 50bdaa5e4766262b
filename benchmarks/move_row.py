"""What a row of the moves table costs, step by step: `python benchmarks/move_row.py [PRESET]`.

One chunk of random bots is played and written again and again in one thread; the least CPU time of
each step counts. Steps overlap with nothing, so that their sum should be the whole but for the
memory that several steps share. Page faults tell of memory that is asked for anew.
"""

import hashlib
import resource
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from sixtysix_sim.experiments.bench import scenario_of
from sixtysix_sim.logs.raw import RawChunk
from sixtysix_sim.logs.write import file_metadata, level_of, parquet_bytes, tables_of
from sixtysix_sim.runs.chunk import ChunkMaker
from sixtysix_sim.runs.files import stage
from sixtysix_sim.runs.options import Silent
from sixtysix_sim.runs.plan import Chunk, chunk_games
from sixtysix_sim.runs.player import make_player
from sixtysix_sim.scenario import Scenario
from sixtysix_sim.vocabulary import LogLevel

ROUNDS = 15
Step = tuple[str, Callable[[], object]]


def steps(scenario: Scenario, folder: Path) -> tuple[list[Step], int]:
    """Return what is timed, and how many rows the chunk has."""
    ruleset, log = scenario.ruleset, LogLevel.MOVES
    games, player = chunk_games(ruleset.family, log), make_player(scenario, Silent())
    raw: RawChunk = player.play(0, games, log)
    tables, metadata = tables_of(raw, ruleset, log), file_metadata(ruleset, scenario.seed)

    def encode(name: str) -> memoryview:
        return parquet_bytes(tables[name], metadata, level_of(ruleset.family, name))

    data = {name: encode(name) for name in tables}
    moves, make = data["moves"], ChunkMaker(scenario, log, player)
    found: list[Step] = [
        ("play, nothing kept", lambda: player.play(0, games, LogLevel.NONE)),
        ("play, every row kept", lambda: player.play(0, games, log)),
        ("rows to tables", lambda: tables_of(raw, ruleset, log)),
    ]
    for name in sorted(tables, key=lambda name: name == "moves"):
        found.append((f"Parquet of {name}", partial(encode, name)))
    for column in tables["moves"].columns:
        one = tables["moves"].select(column)
        found.append((f"— its column {column}", partial(parquet_bytes, one, metadata)))
    found += [
        ("SHA-256 of moves", lambda: hashlib.sha256(moves).hexdigest()),
        ("moves to the disk, fsync", lambda: stage(folder / "moves", moves)),
        ("a whole chunk, but for the disk", lambda: make(Chunk(0, 0, games))),
    ]
    return found, raw.moves_played


def main() -> None:
    """Time every step in turn and print a row for each."""
    preset = sys.argv[1] if len(sys.argv) > 1 else "cift66"
    with TemporaryDirectory(prefix="sixtysix-") as name:
        timed, rows = steps(scenario_of(preset, "random"), Path(name))
        best = [(float("inf"), 0)] * len(timed)
        for _ in range(ROUNDS):
            for n, (_, step) in enumerate(timed):
                faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
                cpu = time.process_time()
                kept = step()
                cpu = time.process_time() - cpu
                faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt - faults
                best[n] = min(best[n], (cpu, faults))
                del kept
    sys.stdout.write(f"| step ({preset}, random, {rows:,} rows) | ns a row | page faults |\n")
    sys.stdout.write("|---|---|---|\n")
    for (what, _), (cpu, faults) in zip(timed, best, strict=True):
        sys.stdout.write(f"| {what} | {1e9 * cpu / rows:.1f} | {faults:,} |\n")


if __name__ == "__main__":
    main()
