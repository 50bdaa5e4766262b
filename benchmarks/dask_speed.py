"""What Dask costs: a run by the local engine on one thread and by one worker with one thread.

`python benchmarks/dask_speed.py [GAMES]` starts a scheduler and a worker on this machine and plays
`cift66`, `--log none`, both ways in turn. CPU time of every process that plays or hands out counts,
start-up and compiling taken off by a run of one chunk; a busy machine lengthens neither.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CHUNK = 20_000  # games of a chunk of Çift 66 at --log none
ROUNDS = 3


def cpu_of(process: subprocess.Popen[bytes]) -> float:
    """Return how many seconds of CPU a running process has used (Linux)."""
    fields = Path(f"/proc/{process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return sum(int(fields[place]) for place in (11, 12)) / os.sysconf("SC_CLK_TCK")


def play(folder: Path, games: int, words: list[str]) -> float:
    """Play a run and return the CPU seconds of the program itself."""
    command = [sys.executable, "-m", "sixtysix_sim", "simulate", "cift66", "--log", "none"]
    command += ["--games", str(games), "--out", str(folder), "--force", *words]
    before = os.times()
    subprocess.run(command, check=True, capture_output=True)
    after = os.times()
    return (
        after.children_user + after.children_system - before.children_user - before.children_system
    )


def main(games: int = 25 * CHUNK) -> None:
    """Measure and print one JSON object."""
    with tempfile.TemporaryDirectory() as name:
        top, file = Path(name), Path(name) / "scheduler.json"
        common = ["--scheduler-file", str(file), "--no-dashboard"]
        start = [sys.executable, "-m"]
        helpers = [
            subprocess.Popen([*start, *words, *common], stderr=subprocess.DEVNULL, cwd=top)
            for words in (
                ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"],
                ["distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny"],
            )
        ]
        while not file.exists():
            time.sleep(0.1)
        dask = ["--engine", "dask", "--scheduler", str(file)]

        def local(count: int) -> float:
            return play(top / "local", count, ["--jobs", "1"])

        def cluster(count: int) -> float:
            before = sum(map(cpu_of, helpers))
            return play(top / "dask", count, dask) + sum(map(cpu_of, helpers)) - before

        try:
            local(CHUNK), cluster(CHUNK)
            found = []
            for _ in range(ROUNDS):
                one = [engine(CHUNK) for engine in (local, cluster)]
                more = [engine(games + CHUNK) for engine in (local, cluster)]
                found.append([b - a for a, b in zip(one, more, strict=True)])
        finally:
            for helper in helpers:
                helper.kill()
    best = [min(column) for column in zip(*found, strict=True)]
    row = {"games": games, "chunks": games // CHUNK, "local_s": best[0], "dask_s": best[1]}
    sys.stdout.write(json.dumps(row | {"speed": best[0] / best[1], "rounds": found}) + "\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
