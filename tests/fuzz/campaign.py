"""Reads broken inputs of every kind and writes the counts into docs/reliability.md (`make fuzz`).

`python -m tests.fuzz.campaign [INPUTS [SEED [JOBS]]]`. Ends with 1 if an input was not answered as
it should be; `worker.made_input(KIND, SEED, NUMBER)` makes it again. Every tenth batch of a kind is
made by `guided`, where atheris can be installed; its inputs are printed.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from tests.faults.page import write_table
from tests.fuzz.readers import READERS, ROOT

#: Of all inputs, parts in a hundred by reader: most of the cheap ones, few Parquet files.
SHARES = (14, 8, 14, 12, 40, 11, 1)
BATCH = 5_000
GUIDED = find_spec("atheris") is not None


class Batch(NamedTuple):
    """Inputs read by one process."""

    kind: int
    seed: int
    first: int
    size: int

    @property
    def guided(self) -> bool:
        """Whether its inputs are led by what the reader does."""
        return GUIDED and self.first // BATCH % 10 == 1

    @property
    def command(self) -> list[str]:
        """The module that reads it, and its words but for the folder."""
        if self.guided:
            seed = self.seed + self.first // BATCH
            return ["tests.fuzz.guided", *map(str, (self.kind, self.size, seed))]
        return ["tests.fuzz.worker", *map(str, self)]


def read_batch(batch: Batch) -> tuple[int, list[str]]:
    """Read a batch in a process of its own; return how many inputs count, and its problems.

    None count where the process did not come to its end: how far it came is not known.
    """
    with tempfile.TemporaryDirectory(prefix="sixtysix-fuzz-") as folder:
        done = subprocess.run(
            [sys.executable, "-m", *batch.command, folder],
            capture_output=True,
            text=True,
            env=os.environ | {"POLARS_MAX_THREADS": "1"},
            cwd=ROOT,
            check=False,
        )
        problems = [] if batch.guided else done.stdout.splitlines()
        if done.returncode:
            last = Path(folder) / READERS[batch.kind].file
            data = last.read_bytes()[:2_000] if last.exists() else b""
            problems.append(f"the process ended with {done.returncode} at {data!r}: "
                            + done.stderr[-500:])  # fmt: skip
    return (0 if done.returncode else batch.size), problems


def batches_of(inputs: int, seed: int) -> list[Batch]:
    """Return the batches of so many inputs; those of all kinds get on at the same pace."""
    totals = [inputs * share // 100 for share in SHARES]
    batches = [
        Batch(kind, seed, first, min(BATCH, total - first))
        for kind, total in enumerate(totals)
        for first in range(0, total, BATCH)
    ]
    return sorted(batches, key=lambda batch: batch.first / totals[batch.kind])


def main(inputs: int = 1_000_000, seed: int = 1, jobs: int = 2) -> int:
    """Read so many inputs, keeping the table up to date; return the exit code."""
    batches = batches_of(inputs, seed)
    started = time.monotonic()
    read: Counter[int] = Counter()
    led: Counter[int] = Counter()
    bad: Counter[int] = Counter()
    with ThreadPoolExecutor(jobs) as pool:
        tasks = {pool.submit(read_batch, batch): batch for batch in batches}
        for task in as_completed(tasks):
            batch, (size, problems) = tasks[task], task.result()
            (led if batch.guided else read)[batch.kind] += size
            bad[batch.kind] += len(problems)
            for problem in problems:
                sys.stdout.write(f"{READERS[batch.kind].name}, seed {seed}: {problem}\n")
            sys.stdout.flush()
            _write(seed, read, led, bad)
    sys.stdout.write(
        f"{read.total() + led.total():,} inputs in {time.monotonic() - started:.0f} s\n"
    )
    return int(bad.total() > 0)


def _write(seed: int, *counts: Counter[int]) -> None:
    rows = [
        (reader.name, *(f"{count[kind]:,}" for count in counts))
        for kind, reader in enumerate(READERS)
    ]
    rows.append((f"all, of seed {seed}", *(f"{count.total():,}" for count in counts)))
    titles = ("read", "drawn from the seed", "led by the code", "not answered as it should be")
    write_table("make fuzz", titles, rows)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
