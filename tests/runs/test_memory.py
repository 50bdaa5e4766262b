"""Freed memory stays with the process, so that the next chunk meets no page faults."""

import platform
import subprocess
import sys

import pytest

COUNT = """
import resource, sys
import numpy as np
if sys.argv[1] == "keep":
    from sixtysix_sim.runs.memory import keep_freed_memory
    assert keep_freed_memory()
def use():
    return [np.ones(3_000_000, dtype=np.int8) for _ in range(8)]  # 3 MB each, no huge pages
kept = [use() for _ in range(3)]
del kept
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(5):
    kept = [use() for _ in range(3)]
    del kept
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


def faults(mode: str) -> int:
    done = subprocess.run(
        [sys.executable, "-c", COUNT, mode], capture_output=True, text=True, check=True
    )
    return int(done.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="mallopt is glibc's")
def test_memory_freed_is_not_asked_for_again() -> None:
    once = 3 * 8 * 3_000_000 // 4096  # pages of one round
    assert faults("keep") < once < faults("give back")
