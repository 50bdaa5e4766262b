"""Runs of every preset of the talon family, to be spoilt by the tests of this folder."""

from pathlib import Path

import pytest

from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.vocabulary import LogLevel
from tests.referee.corrupted import copy_of, play
from tests.referee.talon_audit.rows import BOTS, GAMES
from tests.referee.talon_games import TALON_PRESETS


@pytest.fixture(scope="session", params=TALON_PRESETS)
def preset(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def rules(preset: str) -> RuleSet:
    return resolve_rules(preset)


@pytest.fixture(scope="session")
def clean(preset: str, tmp_path_factory: pytest.TempPathFactory) -> dict[LogLevel, Path]:
    folder = tmp_path_factory.mktemp(preset)
    levels = (LogLevel.MOVES, LogLevel.DEALS)
    return {log: play(folder / log, log, *BOTS, games=GAMES, preset=preset) for log in levels}


@pytest.fixture
def run(clean: dict[LogLevel, Path], tmp_path: Path) -> Path:
    """A run with moves, to be spoilt."""
    return copy_of(clean[LogLevel.MOVES], tmp_path / "moves")


@pytest.fixture
def quiet(clean: dict[LogLevel, Path], tmp_path: Path) -> Path:
    """The same games without moves and decks."""
    return copy_of(clean[LogLevel.DEALS], tmp_path / "deals")
