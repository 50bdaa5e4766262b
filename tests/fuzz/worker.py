"""Breaks inputs of one kind and reads them.

`python -m tests.fuzz.worker KIND SEED FIRST COUNT FOLDER`; KIND is a place in READERS. Input n of a
seed is always the same. Prints a line `n problem` for each that is not answered as it should be;
how the process ends tells the rest: a crash of native code, or memory beyond LIMIT.
"""

import faulthandler
import random
import resource
import sys
import time
from functools import cache
from pathlib import Path

from tests.fuzz.mutate import mutate, random_edits
from tests.fuzz.readers import READERS, Reader, check

SLOW_S = 20.0  # by the clock of a busy machine: no reader needs so long for 200,000 bytes
HANG_S = 300.0  # ends the process with a traceback
WATCHED = 500  # inputs at a time: to be watched costs more than to be read
LIMIT = 6 << 30  # bytes of address space, of which Polars reserves most without using it


@cache
def _seeds(number: int) -> list[bytes]:
    return READERS[number].seeds()


def made_input(kind: int, seed: int, number: int) -> bytes:
    """Return input ``number`` of a seed: a sound input of the kind, broken."""
    draw = random.Random(f"{kind} {seed} {number}")
    seeds = _seeds(kind)
    return mutate(draw.choice(seeds), draw.choice(seeds), random_edits(draw))


def problem_of(reader: Reader, data: bytes, folder: Path) -> str:
    """Read an input and return what is wrong with the answer, '' if nothing is."""
    started = time.perf_counter()
    try:
        check(reader, data, folder)
    except Exception as error:  # noqa: BLE001 - whatever comes through is the finding
        return f"{type(error).__name__}: {error}".splitlines()[0][:200]
    took = time.perf_counter() - started
    return f"{took:.1f} s" if took > SLOW_S else ""


def main(kind: int, seed: int, first: int, count: int, folder: Path) -> None:
    """Read inputs ``first`` … and print the problems."""
    _seeds(kind)
    resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))
    for number in range(first, first + count):
        if number % WATCHED == 0:
            faulthandler.dump_traceback_later(HANG_S, exit=True)
        data = made_input(kind, seed, number)
        if problem := problem_of(READERS[kind], data, folder):
            sys.stdout.write(f"{number} {problem}\n")
            sys.stdout.flush()
    faulthandler.cancel_dump_traceback_later()


if __name__ == "__main__":
    kind, seed, first, count = map(int, sys.argv[1:5])
    main(kind, seed, first, count, Path(sys.argv[5]))
