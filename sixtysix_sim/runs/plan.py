"""Which games stand in which chunk: pure arithmetic over game numbers.

Chunk n holds the games n × size … (n + 1) × size − 1, whatever game a run begins with, so that runs
over neighbouring ranges have the same chunks as one long run. Only a run's first and last chunk may
be shorter.
"""

from collections.abc import Iterator
from typing import NamedTuple

from sixtysix_sim.vocabulary import Family, LogLevel

# A chunk is a tenth of a second of play or more, so that its files cost little, and small enough
# for its tables to stay in memory.
CHUNK_GAMES: dict[Family, dict[LogLevel, int]] = {
    Family.AUCTION: {
        LogLevel.NONE: 20_000,
        LogLevel.GAMES: 10_000,
        LogLevel.DEALS: 4_000,
        LogLevel.MOVES: 2_000,
    },
    Family.TALON: {
        LogLevel.NONE: 50_000,
        LogLevel.GAMES: 20_000,
        LogLevel.DEALS: 10_000,
        LogLevel.MOVES: 5_000,
    },
}


class Chunk(NamedTuple):
    """The games ``first_game`` … ``first_game + games − 1``, played and written together."""

    number: int
    first_game: int
    games: int


def chunk_games(family: Family, log: LogLevel) -> int:
    """Return how many games a chunk of a family has at a log level."""
    return CHUNK_GAMES[family][log]


def chunk_of(number: int, first_game: int, games: int | None, size: int) -> Chunk:
    """Return a chunk of a run over ``games`` games (None: without end) from ``first_game``."""
    low = max(first_game, number * size)
    high = (number + 1) * size if games is None else min(first_game + games, (number + 1) * size)
    return Chunk(number, low, high - low)


def chunk_count(first_game: int, games: int, size: int) -> int:
    """Return how many chunks a run of at least one game has."""
    return (first_game + games - 1) // size - first_game // size + 1


def chunks_of(first_game: int, games: int | None, size: int) -> Iterator[Chunk]:
    """Yield a run's chunks in order; one by one, so that a run of 10^12 games is no list."""
    number = first_game // size
    while games is None or number * size < first_game + games:
        yield chunk_of(number, first_game, games, size)
        number += 1
