"""A disk that fails, kills or loses power at any of its calls; `make faults` tries every one."""

from pathlib import Path

import pytest

from tests.faults.disk import Fault
from tests.faults.injected import WORKS, Work, bench

EVERY = 5  # of the calls of a run, one in so many; another one for each fault


@pytest.mark.parametrize("work", WORKS, ids=[work.name.replace(" ", "-") for work in WORKS])
def test_a_stop_at_any_moment_can_be_gone_on_from(tmp_path: Path, work: Work) -> None:
    with bench(work, tmp_path) as trial:
        assert trial.calls > 15
        for number in range(1, trial.calls + 1, EVERY):
            trial.kill(number, Fault.KILL)
        for number in range(3, trial.calls + 1, EVERY):
            trial.kill(number, Fault.POWER)


@pytest.mark.parametrize("work", WORKS, ids=[work.name.replace(" ", "-") for work in WORKS])
def test_a_disk_that_refuses_leaves_nothing_half_and_says_so(tmp_path: Path, work: Work) -> None:
    with bench(work, tmp_path) as trial:
        points = range(1, trial.calls + 1, EVERY)
        faults = (Fault.FULL, Fault.BROKEN, Fault.READ_ONLY)
        noticed = [trial.refuse(number, faults[number % 3]) for number in points]
        assert sum(noticed) >= len(noticed) - 2  # the lock's number may fail unseen
