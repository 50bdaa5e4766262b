"""Runs with made-up games and small chunks."""

import os
from functools import cache
from pathlib import Path

import pytest

from sixtysix_sim.runs import merge, plan, simulate
from sixtysix_sim.runs.info import RunInfo
from sixtysix_sim.runs.options import Options, Watcher
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
