"""A Dask scheduler and worker processes on loopback, and what goes wrong in a worker."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

STARTS_S = 90.0  # on a busy machine
#: A worker of an older version.
OLD = "import sixtysix_sim\nsixtysix_sim.__version__ = '0.0.1'\n"
#: Chunk 3 ends whatever process plays it, as a fault in machine code would; when it is the last one
#: left of the run beside the cluster, since Dask suspects whatever a lost worker had in hand.
DEADLY = """
import os, signal, time
from pathlib import Path
from sixtysix_sim.runs import remote
play = getattr(remote, "sound", remote.Chunk)  # Dask runs this twice
remote.sound = play

def chunk(number, first_game, games):
    if number == 3:
        while len(list(Path("../r/sums").glob("*.parquet"))) < 3:
            time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGKILL)
    return play(number, first_game, games)

remote.Chunk = chunk
"""
#: Chunk 3 cannot be written.
FULL = """
import errno, os
from sixtysix_sim.runs import remote
stage = getattr(remote, "sound", remote.stage_files)  # Dask runs this twice
remote.sound = stage

def stage_files(folder, data, mark):
    if any("chunk-000003" in path for path in data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/shared")
    stage(folder, data, mark)

remote.stage_files = stage_files
"""


class Cluster:
    """A scheduler and its workers, in folders below ``top``; each worker has one thread."""

    def __init__(self, top: Path, lost_allowed: int = 3) -> None:
        self.top, self.file = top, top / "scheduler.json"
        self._set = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(lost_allowed)}
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0")
        ends = time.monotonic() + STARTS_S
        while not self.file.exists():
            assert time.monotonic() < ends, "the scheduler does not start"
            time.sleep(0.05)

    def work(self, before: str = "") -> subprocess.Popen[bytes]:
        """Start a worker that runs the code ``before`` first."""
        name = f"w{len(self.workers)}"
        words = ["--nthreads", "1", "--no-nanny", "--name", name]
        if before:
            preload = self.top / f"{name}.py"
            preload.write_text(before, "utf-8")
            words += ["--preload", str(preload)]
        worker = self._start("worker", *words, "--local-directory", str(self.top / name))
        self.workers.append(worker)
        return worker

    def stop(self) -> None:
        """End all processes."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def _start(self, part: str, *words: str) -> subprocess.Popen[bytes]:
        log = self.top / f"{part}-{len(self.workers)}.log"
        command = [sys.executable, "-m", f"distributed.cli.dask_{part}", *words, "--no-dashboard"]
        with log.open("wb") as out:
            return subprocess.Popen(
                [*command, "--scheduler-file", str(self.file)],
                stdout=out,
                stderr=subprocess.STDOUT,
                cwd=self.top,
                env=os.environ | self._set,
            )


@contextmanager
def dask_cluster(top: Path, lost_allowed: int = 3) -> Iterator[Cluster]:
    """A scheduler without workers so far."""
    top.mkdir()
    cluster = Cluster(top, lost_allowed)
    try:
        yield cluster
    finally:
        with suppress(ProcessLookupError):
            cluster.stop()
