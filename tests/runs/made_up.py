"""Runs with made-up games and small chunks, and a disk that fails when told to."""

import errno
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sixtysix_sim.runs import chunk, files, lock, manifest, merge, plan, simulate
from sixtysix_sim.runs.info import RunInfo
from sixtysix_sim.runs.simulate import Options, Watcher
from sixtysix_sim.scenario import Scenario, load_scenario
from sixtysix_sim.vocabulary import Family, LogLevel
from tests.raw_chunks import FakePlayer

CHUNK = 5


def use_made_up_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `simulate` play made-up games, in chunks of CHUNK games at every level.

    Nothing waits for the disk either: what fsync is for shows only when the power goes.
    """
    for module in (simulate, merge):
        monkeypatch.setattr(module, "make_player", lambda scenario, _: player_of(scenario))
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    for log in LogLevel:
        monkeypatch.setitem(plan.CHUNK_GAMES[Family.AUCTION], log, CHUNK)


class Remembered:
    """A player that makes a chunk up once: fault tests play the same few over and over."""

    def __init__(self, player: FakePlayer) -> None:
        self.play = cache(player.play)


@cache
def scenario_of_tests() -> Scenario:
    """Return the scenario the runs of these tests play."""
    return load_scenario("cift66").with_games(seed=7)


def player_of(scenario: Scenario) -> FakePlayer | Remembered:
    """Return what plays a scenario."""
    if scenario.ruleset is scenario_of_tests().ruleset:
        return _remembered(scenario.seed)
    return FakePlayer(scenario.ruleset, scenario.seed)


@cache
def _remembered(seed: int) -> Remembered:
    return Remembered(FakePlayer(scenario_of_tests().ruleset, seed))


def play(
    folder: Path,
    options: Options,
    scenario: Scenario | None = None,
    watcher: Watcher | None = None,
) -> RunInfo:
    """Play a run with seed 7."""
    return simulate.simulate(scenario or scenario_of_tests(), folder, options, watcher, "RESUME")


def content(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder by its relative path."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


class Killed(BaseException):
    """The process is gone: nothing tidies up after it."""


class Disk:
    """Stands for `os`; every call that changes the disk counts, and the n-th one goes wrong.

    ``error`` makes it fail with that code and do nothing; None kills: a write is cut in the middle,
    and afterwards nothing works any more, so that no clean-up of a living process helps.
    """

    CALLS = ("open", "write", "pwrite", "fsync", "replace", "ftruncate")

    def __init__(self, fail_at: int | None = None, error: int | None = errno.ENOSPC) -> None:
        self.fail_at, self.error = fail_at, error
        self.count = 0
        self.dead = False

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        return self._counted(name, real) if name in self.CALLS else real

    def _counted(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            if self.dead:
                raise Killed
            self.count += 1
            if self.count != self.fail_at:
                return real(*args, **named)
            if self.error is not None:
                raise OSError(self.error, os.strerror(self.error))
            self.dead = True
            if name == "write":
                real(args[0], args[1][: len(args[1]) // 2])
            raise Killed

        return call

    def use(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Put this disk below everything that writes."""
        for module in (files, manifest, lock):
            monkeypatch.setattr(module, "os", self)
        remove = files.remove

        def tidy(path: Path) -> None:
            if self.dead:
                raise Killed
            remove(path)

        for module in (files, chunk):
            monkeypatch.setattr(module, "remove", tidy)
