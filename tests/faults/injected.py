"""Everything a run folder may be told to do, on a disk that fails at any one of its calls."""

import hashlib
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import pytest

from sixtysix_sim.errors import BadInput
from sixtysix_sim.runs import sums
from sixtysix_sim.runs.files import PART
from sixtysix_sim.runs.info import open_run
from sixtysix_sim.runs.merge import merge
from sixtysix_sim.runs.options import Options, Silent, Watcher
from sixtysix_sim.vocabulary import LogLevel
from tests.faults.disk import Disk, Fault, Killed
from tests.runs.made_up import content, play, use_made_up_games

Act = Callable[[Path, Watcher], object]
GAMES, MOVES, DEALS = LogLevel.GAMES, LogLevel.MOVES, LogLevel.DEALS
BEFORE = "before"  # the folder that a work begins with, if it does not begin with none


@dataclass(frozen=True)
class Work:
    """Something done to a run folder.

    Attributes:
        name: what it is, in the table of docs/reliability.md.
        ready: makes what the work needs, below a folder.
        act: does it.
        again: goes on after it was stopped.
        keeps: games that were finished before and that a stop may not lose.
        damaged: whether it begins with a damaged folder.
    """

    name: str
    ready: Callable[[Path], object]
    act: Act
    again: Act
    keeps: int = 0
    damaged: bool = False


def _play(games: int, log: LogLevel = MOVES, first: int = 0, **named: Any) -> Act:
    options = Options(games, first, log, jobs=1, **named)
    return lambda folder, watcher: play(folder, options, watcher=watcher)


def _begin(games: int, log: LogLevel = MOVES) -> Callable[[Path], object]:
    return lambda top: _play(games, log)(top / BEFORE, Silent())


def _damage(top: Path) -> None:
    """A run with a file gone, half a manifest line and a temporary file."""
    _begin(12)(top)
    (top / BEFORE / "moves" / "chunk-000000.parquet").unlink()
    manifest = top / BEFORE / "manifest.jsonl"
    manifest.write_bytes(manifest.read_bytes()[:-40])
    (top / BEFORE / "sums" / "chunk-000002.parquet.part").write_bytes(b"half")


def _parts(top: Path) -> None:
    """Runs of the games 0–7 and 8–11: their common chunk is played again."""
    _play(8)(top / "part-0", Silent())
    _play(4, first=8)(top / "part-1", Silent())


def _merge(*, resume: bool) -> Act:
    def act(folder: Path, watcher: Watcher) -> None:
        parts = [folder.parent / "part-0", folder.parent / "part-1"]
        merge(folder, parts, "RESUME", watcher, jobs=1, resume=resume)

    return act


_MEND = _play(12, resume=True)
_REPLACE = _play(12, GAMES, force=True)
WORKS = (
    Work("a run is played", lambda top: None, _play(12), _MEND),
    Work("a run is extended", _begin(8), _MEND, _MEND, keeps=5),
    Work("a damaged run is mended", _damage, _MEND, _MEND, damaged=True),
    Work("a run is replaced", _begin(15, DEALS), _REPLACE, _REPLACE),
    Work("runs are joined", _parts, _merge(resume=False), _merge(resume=True)),
)


class Finished(Silent):
    """Counts the games that were said to be on the disk."""

    def __init__(self) -> None:
        self.games = 0

    def start(self, total: int | None, done: int) -> None:
        self.games = done

    def advance(self, games: int) -> None:
        self.games += games


class Bench:
    """One work with its folders below a temporary one; made-up games must be in use."""

    def __init__(self, work: Work, top: Path) -> None:
        self.work, self.top = work, top
        top.mkdir(exist_ok=True)
        self._number = 0
        work.ready(top)
        whole = self._folder()
        work.act(whole, Silent())
        self.want = content(whole)
        disk = Disk()
        with harmed(disk):
            work.act(self._folder(), Silent())
        self.calls = disk.count  # places where something may go wrong

    def _folder(self) -> Path:
        self._number += 1
        folder = self.top / f"r{self._number}"
        if (self.top / BEFORE).exists():
            copytree(self.top / BEFORE, folder)
        return folder

    def kill(self, number: int, fault: Fault) -> None:
        """The process or the power goes at the n-th call: nothing finished is lost, and going on
        gives the bytes of a run without a fault."""
        folder, seen = self._folder(), Finished()
        with harmed(Disk(number, fault)), pytest.raises(Killed):
            self.work.act(folder, seen)
        self._check_listed_files(folder)
        kept = open_run(folder).games if (folder / "run.json").exists() else 0
        assert kept >= max(seen.games, self.work.keeps)
        self._go_on(folder)

    def kill_process(self, number: int) -> None:
        """As `kill`, with the real signal in a process of its own."""
        folder = self._folder()
        words = ["tests.faults.victim", str(WORKS.index(self.work)), str(folder), str(number)]
        done = subprocess.run([sys.executable, "-m", *words], check=False)
        assert done.returncode == -signal.SIGKILL
        self._check_listed_files(folder)
        self._go_on(folder)

    def refuse(self, number: int, fault: Fault) -> bool:
        """The n-th call fails: one sentence, nothing half left, and going on gives the same bytes.

        Returns whether it was noticed: the lock's number is a courtesy that may fail.
        """
        folder = self._folder()
        message = ""
        with harmed(Disk(number, fault)):
            try:
                self.work.act(folder, Silent())
            except BadInput as error:
                message = error.message
        assert re.fullmatch(r"(.* cannot be written: .*)?", message)
        if folder.exists():
            parts = [name for name in content(folder) if name.endswith((PART, ".lock"))]
            assert not parts or self.work.damaged
            self._check_listed_files(folder)
        self._go_on(folder)
        return message != ""

    def _check_listed_files(self, folder: Path) -> None:
        """Whatever the manifest lists is there, whole."""
        if self.work.damaged or not (folder / "run.json").exists():
            return
        for line in open_run(folder).lines:
            for path, entry in line.files.items():
                assert hashlib.sha256((folder / path).read_bytes()).hexdigest() == entry.sha256

    def _go_on(self, folder: Path) -> None:
        self.work.again(folder, Silent())
        assert content(folder) == self.want
        rmtree(folder)


@contextmanager
def harmed(disk: Disk) -> Iterator[None]:
    """Put a disk below everything that writes."""
    with pytest.MonkeyPatch.context() as patch:
        disk.use(patch)
        yield


@contextmanager
def bench(work: Work, top: Path) -> Iterator[Bench]:
    """Make a work ready, with made-up games and totals from two chunks on."""
    with pytest.MonkeyPatch.context() as patch:
        use_made_up_games(patch)
        patch.setattr(sums, "MANY", 2)
        yield Bench(work, top)
