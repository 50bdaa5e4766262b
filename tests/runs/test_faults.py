"""A disk that fails at every n-th call, and a process that dies there: nothing half or lost."""

import errno
import hashlib
import re
from pathlib import Path
from shutil import copytree

import pytest

from sixtysix_sim.errors import BadInput
from sixtysix_sim.runs.files import PART
from sixtysix_sim.runs.info import open_run
from sixtysix_sim.runs.simulate import Options
from sixtysix_sim.vocabulary import LogLevel
from tests.runs.made_up import Disk, Killed, content, play, use_made_up_games

ASKED = Options(games=12, log=LogLevel.MOVES, jobs=1)
AGAIN = Options(games=12, log=LogLevel.MOVES, jobs=1, resume=True)


@pytest.fixture
def whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """Return the files of the run without a fault."""
    use_made_up_games(monkeypatch)
    return content(play(tmp_path / "whole", ASKED).folder)


def calls_of(folder: Path, options: Options) -> int:
    """Return how many calls that change the disk a run makes."""
    disk = Disk()
    with pytest.MonkeyPatch.context() as patch:
        disk.use(patch)
        play(folder, options)
    return disk.count


def complaint(folder: Path) -> str:
    """Play a run and return the sentence that ended it, '' if none did."""
    try:
        play(folder, ASKED)
    except BadInput as error:
        return error.message
    return ""


def kill(folder: Path, options: Options, number: int) -> None:
    """Play a run on a disk at whose n-th call the process dies."""
    with pytest.MonkeyPatch.context() as patch:
        Disk(number, None).use(patch)
        with pytest.raises(Killed):
            play(folder, options)


def check_listed_files(folder: Path) -> None:
    """Whatever the manifest lists is there, whole."""
    if not (folder / "run.json").exists():
        return
    for line in open_run(folder).lines:
        for path, entry in line.files.items():
            assert hashlib.sha256((folder / path).read_bytes()).hexdigest() == entry.sha256


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_a_full_disk_at_any_moment_leaves_nothing_half_and_can_be_gone_on_from(
    tmp_path: Path, whole: dict[str, bytes], code: int
) -> None:
    total = calls_of(tmp_path / "count", ASKED)
    assert total > 60
    refused = 0
    for number in range(1, total + 1):
        folder = tmp_path / f"r{number}"
        with pytest.MonkeyPatch.context() as patch:
            Disk(number, code).use(patch)
            message = complaint(folder)
        refused += message != ""
        assert re.fullmatch(r"(.* cannot be written: .*)?", message)
        if folder.exists():
            assert not [name for name in content(folder) if name.endswith((PART, ".lock"))]
            check_listed_files(folder)
        play(folder, AGAIN)
        assert content(folder) == whole
    assert refused >= total - 2  # writing the lock's number may fail unseen


def test_a_kill_at_any_moment_can_be_gone_on_from(tmp_path: Path, whole: dict[str, bytes]) -> None:
    total = calls_of(tmp_path / "count", ASKED)
    for number in range(1, total + 1):
        folder = tmp_path / f"r{number}"
        kill(folder, ASKED, number)
        check_listed_files(folder)
        play(folder, AGAIN)
        assert content(folder) == whole


def test_a_kill_while_a_run_is_extended_loses_no_finished_chunk(
    tmp_path: Path, whole: dict[str, bytes]
) -> None:
    short = Options(games=8, log=LogLevel.MOVES, jobs=1)
    play(tmp_path / "short", short)
    copytree(tmp_path / "short", tmp_path / "count")
    total = calls_of(tmp_path / "count", AGAIN)
    assert total > 20
    for number in range(1, total + 1):
        folder = copytree(tmp_path / "short", tmp_path / f"r{number}")
        kill(folder, AGAIN, number)
        check_listed_files(folder)
        assert open_run(folder).games >= 5
        play(folder, AGAIN)
        assert content(folder) == whole


def test_a_kill_while_a_run_is_replaced_never_mixes_the_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_made_up_games(monkeypatch)
    old = Options(games=15, log=LogLevel.DEALS, jobs=1)
    forced = Options(games=12, log=LogLevel.GAMES, jobs=1, force=True)
    whole = content(play(tmp_path / "whole", Options(games=12, log=LogLevel.GAMES)).folder)
    play(tmp_path / "old", old)
    copytree(tmp_path / "old", tmp_path / "count")
    total = calls_of(tmp_path / "count", forced)
    for number in range(1, total + 1):
        folder = copytree(tmp_path / "old", tmp_path / f"r{number}")
        kill(folder, forced, number)
        check_listed_files(folder)
        play(folder, forced)
        assert content(folder) == whole
