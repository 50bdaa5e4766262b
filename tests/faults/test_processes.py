"""The program itself under kills, Ctrl-C, a second writer and full disks, a few times each."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults import processes
from tests.faults.injected import WORKS, bench


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return processes.whole_run(tmp_path_factory.mktemp("whole"))


@pytest.mark.slow
@pytest.mark.parametrize("part", [0.3, 0.8])
def test_a_process_that_kills_itself_can_be_gone_on_from(tmp_path: Path, part: float) -> None:
    with bench(WORKS[0], tmp_path) as trial:
        trial.kill_process(int(part * trial.calls))


@pytest.mark.slow
def test_a_run_killed_at_random_moments_is_the_same_run(
    tmp_path: Path, whole: dict[str, bytes]
) -> None:
    assert processes.kill_at_random(tmp_path, whole, 2) == 2


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_leaves_no_process_and_the_run_goes_on(
    tmp_path: Path, whole: dict[str, bytes], times: int
) -> None:
    processes.interrupt(tmp_path, whole, times, 0)


@pytest.mark.slow
def test_one_of_three_writers_plays(tmp_path: Path, whole: dict[str, bytes]) -> None:
    processes.two_writers(tmp_path, whole, 3, 0)


@pytest.mark.long
def test_files_that_may_not_grow_are_a_full_disk(tmp_path: Path, whole: dict[str, bytes]) -> None:
    processes.limited_files(tmp_path, whole)


@pytest.mark.slow
@pytest.mark.skipif(not processes.can_mount(), reason="only root may mount a small disk")
@pytest.mark.parametrize("harm", [processes.full_disk, processes.read_only])
def test_a_small_and_a_read_only_disk(
    tmp_path: Path, whole: dict[str, bytes], harm: Callable[[Path, dict[str, bytes]], None]
) -> None:
    harm(tmp_path, whole)
