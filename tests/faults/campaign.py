"""Every fault at every place, and the counts in docs/reliability.md (`make faults`).

`python -m tests.faults.campaign`. The first fault that a run does not survive ends it with its
traceback; the table is written only if all are survived.
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.faults import processes
from tests.faults.damage import HARMS, damages
from tests.faults.disk import Fault
from tests.faults.injected import WORKS, bench
from tests.faults.page import write_table

Row = tuple[str, str, str]
REFUSED = (Fault.FULL, Fault.BROKEN, Fault.READ_ONLY)
SIGKILLS = 20  # of one work, spread over its calls
KILLS, INTERRUPTS, ROUNDS = 30, 8, 5
DAMAGES = 10


def injected(top: Path) -> Iterator[Row]:
    """Each call of each work: killed, without power, refused."""
    killed = refused = 0
    for number, work in enumerate(WORKS):
        with bench(work, top / f"work-{number}") as trial:
            points = range(1, trial.calls + 1)
            for point in points:
                trial.kill(point, Fault.KILL)
                trial.kill(point, Fault.POWER)
                for fault in REFUSED:
                    trial.refuse(point, fault)
            killed, refused = killed + 2 * trial.calls, refused + len(REFUSED) * trial.calls
            yield (
                f"{work.name}: {trial.calls} calls of open, write, fsync, rename, truncate",
                f"kill, power cut, {', '.join(REFUSED)} at each",
                f"{5 * trial.calls:,}",
            )
    yield "all of these: kills and power cuts", "", f"{killed:,}"
    yield "all of these: refusals of the disk", "", f"{refused:,}"


def signalled(top: Path) -> Iterator[Row]:
    """SIGKILL at chosen calls."""
    for number in (0, len(WORKS) - 1):
        work = WORKS[number]
        with bench(work, top / f"signal-{number}") as trial:
            for point in range(SIGKILLS):
                trial.kill_process(1 + point * trial.calls // SIGKILLS)
        yield work.name, "SIGKILL at calls spread over it", f"{SIGKILLS}"


def programs(top: Path) -> Iterator[Row]:
    """The program itself."""
    want = processes.whole_run(top)
    run = "the program, 16 chunks of every table"
    yield run, "SIGKILL at random moments", f"{processes.kill_at_random(top, want, KILLS)}"
    for times, words in ((1, "Ctrl-C"), (2, "Ctrl-C twice")):
        hit = sum(processes.interrupt(top, want, times, number) for number in range(INTERRUPTS))
        yield run, f"{words} at random moments, and not over by then", f"{hit}"
    writers = sum(processes.two_writers(top, want, 3, number) for number in range(ROUNDS))
    yield run, f"three writers at once, {ROUNDS} times: one plays", f"{writers}"
    processes.limited_files(top, want)
    yield run, "files that may not grow beyond 100 kB", "1"
    if processes.can_mount():
        processes.full_disk(top, want)
        yield run, "a disk of 4 MB, in the middle of the run", "1"
        processes.read_only(top, want)
        yield run, "a read-only disk: new, replaced, joined", "3"
    for preset in ("cift66", "classic_66_v1"):
        found = [
            processes.same_bytes(top, jobs, seed, preset) for jobs in (1, 2, 8) for seed in (0, 1)
        ]
        if any(files != found[0] for files in found):
            raise AssertionError(f"{preset}: threads or the hash seed changed bytes")
        yield f"{preset}, 11,000 games", "1, 2, 8 threads × PYTHONHASHSEED 0, 1", f"{len(found)}"


def damaged(top: Path) -> Iterator[Row]:
    """Every file of a finished run harmed."""
    for number, (name, harm) in enumerate(HARMS.items()):
        folder = top / f"harm-{number}"
        folder.mkdir()
        found = list(damages(folder, harm, DAMAGES))
        what = ", ".join(f"{found.count(word)} {word}" for word in sorted(set(found)))
        yield "each file of a finished run", f"{name}: {what}", f"{len(found)}"


def main() -> int:
    """Do everything and write the table."""
    rows: list[Row] = []
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="sixtysix-faults-") as name:
        for part in (injected, damaged, signalled, programs):
            for row in part(Path(name)):
                sys.stdout.write(" · ".join(row) + "\n")
                sys.stdout.flush()
                rows.append(row)
    write_table("make faults", ("what is done", "what goes wrong", "survived"), rows)
    sys.stdout.write(f"all survived, in {time.monotonic() - started:.0f} s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
