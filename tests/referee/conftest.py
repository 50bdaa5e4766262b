"""Runs that several files of this folder look at; nobody changes them."""

from pathlib import Path

import pytest

from sixtysix_sim.vocabulary import LogLevel
from tests.referee.corrupted import copy_of, play


@pytest.fixture(scope="session")
def moves_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with every table."""
    return play(tmp_path_factory.mktemp("runs") / "moves", LogLevel.MOVES)


@pytest.fixture(scope="session")
def deals_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same games without moves and decks."""
    return play(tmp_path_factory.mktemp("runs") / "deals", LogLevel.DEALS)


@pytest.fixture
def moves_copy(moves_run: Path, tmp_path: Path) -> Path:
    return copy_of(moves_run, tmp_path / "run")


@pytest.fixture
def deals_copy(deals_run: Path, tmp_path: Path) -> Path:
    return copy_of(deals_run, tmp_path / "deals")
