"""Every fault at every place, and the counts in docs/reliability.md (`make faults`).

`python -m tests.faults.campaign [JOBS]`. The first fault that a run does not survive ends it with
its traceback; the table is written only if all are survived.
"""

import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.faults import processes
from tests.faults.damage import HARMS, damages
from tests.faults.disk import Fault
from tests.faults.injected import WORKS, bench
from tests.faults.page import write_table

Row = tuple[str, str, int]
REFUSED = (Fault.FULL, Fault.BROKEN, Fault.READ_ONLY)
SIGKILLS = 6  # of a work, spread over its calls
KILLS, INTERRUPTS, ROUNDS = 10, 3, 2
DAMAGES = 3  # of each file, of each kind


def injected(number: int, top: Path) -> list[Row]:
    """Each call of a work: killed, without power, refused."""
    with bench(WORKS[number], top) as trial:
        points = range(1, trial.calls + 1)
        for point in points:
            trial.kill(point, Fault.KILL)
            trial.kill(point, Fault.POWER)
            trial.refuse(point, REFUSED[point % len(REFUSED)])
        for point in range(SIGKILLS):
            trial.kill_process(1 + point * trial.calls // SIGKILLS)
    name = WORKS[number].name
    return [
        (name, "killed at each call of open, write, fsync, rename, truncate", trial.calls),
        (name, "without power at each", trial.calls),
        (name, f"{', '.join(REFUSED)} in turn at each", trial.calls),
        (name, "SIGKILL at calls spread over it", SIGKILLS),
    ]


def damaged(number: int, top: Path) -> list[Row]:
    """Every file of a finished run harmed."""
    name, harm = list(HARMS.items())[number]
    found = list(damages(top, harm, DAMAGES))
    what = ", ".join(f"{found.count(word)} {word}" for word in sorted(set(found)))
    return [("each file of a finished run", f"{name}: {what}", len(found))]


def killed(number: int, top: Path) -> list[Row]:
    """The program killed at random, interrupted, started three times at once."""
    want = processes.whole_run(top)
    rows = [(RUN, "SIGKILL at random moments", processes.kill_at_random(top, want, KILLS))]
    for times, words in ((1, "Ctrl-C"), (2, "Ctrl-C twice")):
        hit = sum(processes.interrupt(top, want, times, number) for number in range(INTERRUPTS))
        rows.append((RUN, f"{words} at random moments, and not over by then", hit))
    writers = sum(processes.two_writers(top, want, 3, number) for number in range(ROUNDS))
    return [*rows, (RUN, "three writers at once, of which one plays", writers)]


def cramped(number: int, top: Path) -> list[Row]:
    """The program on too little disk."""
    want = processes.whole_run(top)
    processes.limited_files(top, want)
    rows = [(RUN, "files that may not grow beyond 100 kB", 1)]
    if processes.can_mount():
        processes.full_disk(top, want)
        processes.read_only(top, want)
        rows.append((RUN, "a disk of 4 MB, full in the middle of the run", 1))
        rows.append((RUN, "a read-only disk: started, replaced, joined", 3))
    return rows


def repeated(number: int, top: Path) -> list[Row]:
    """The same run in other circumstances."""
    preset = PRESETS[number]
    found = [processes.same_bytes(top, jobs, seed, preset) for jobs in (1, 2, 8) for seed in (0, 1)]
    if any(files != found[0] for files in found):
        raise AssertionError(f"{preset}: threads or the hash seed changed bytes")
    return [(f"{preset}, 11,000 games", "1, 2, 8 threads × PYTHONHASHSEED 0, 1", len(found))]


RUN = "the program: 16 chunks, every table"
PRESETS = ("cift66", "classic_66_v1")
PARTS: tuple[tuple[Callable[[int, Path], list[Row]], int], ...] = (
    *((injected, number) for number in range(len(WORKS))),
    *((damaged, number) for number in range(len(HARMS))),
    (killed, 0),
    (cramped, 0),
    *((repeated, number) for number in range(len(PRESETS))),
)


def _part(place: int) -> list[Row]:
    part, number = PARTS[place]
    with tempfile.TemporaryDirectory(prefix="sixtysix-faults-") as name:
        return part(number, Path(name))


def main(jobs: int = 2) -> int:
    """Do everything and write the table."""
    rows: list[Row] = []
    started = time.monotonic()
    # A process each: what they put in the place of the disk is global.
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        for found in pool.map(_part, range(len(PARTS))):
            for row in found:
                sys.stdout.write(" · ".join(map(str, row)) + "\n")
                sys.stdout.flush()
            rows += found
    rows.append(("all", "", sum(row[2] for row in rows)))
    texts = [(what, wrong, f"{count:,}") for what, wrong, count in rows]
    write_table("make faults", ("what is done", "what goes wrong", "survived"), texts)
    sys.stdout.write(f"all survived, in {time.monotonic() - started:.0f} s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
