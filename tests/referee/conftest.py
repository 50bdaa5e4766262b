"""Runs that several files of this folder look at; nobody changes them."""

from pathlib import Path

import pytest

from sixtysix_sim.vocabulary import LogLevel
from tests.referee.corrupted import play


@pytest.fixture(scope="session")
def moves_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with every table."""
    return play(tmp_path_factory.mktemp("runs") / "moves", LogLevel.MOVES)


@pytest.fixture(scope="session")
def deals_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same games without moves and decks."""
    return play(tmp_path_factory.mktemp("runs") / "deals", LogLevel.DEALS)
