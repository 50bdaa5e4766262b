"""Which games stand in which chunk."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixtysix_sim.runs.plan import (
    CHUNK_GAMES,
    Chunk,
    chunk_count,
    chunk_games,
    chunk_of,
    chunks_of,
)
from sixtysix_sim.vocabulary import Family, LogLevel


@given(first=st.integers(0, 10**12), games=st.integers(1, 500), size=st.integers(1, 60))
def test_chunks_cover_every_game_once_and_begin_at_multiples(
    first: int, games: int, size: int
) -> None:
    chunks = list(chunks_of(first, games, size))
    played = [game for c in chunks for game in range(c.first_game, c.first_game + c.games)]
    assert played == list(range(first, first + games))
    assert len(chunks) == chunk_count(first, games, size)
    assert all(c.first_game // size == c.number for c in chunks)
    assert all(c.first_game % size == 0 for c in chunks[1:])
    assert all(c.games == size for c in chunks[1:-1])
    assert [chunk_of(c.number, first, games, size) for c in chunks] == chunks


@given(games=st.integers(1, 500), more=st.integers(0, 500), size=st.integers(1, 60))
def test_a_longer_run_has_the_whole_chunks_of_a_shorter_one(
    games: int, more: int, size: int
) -> None:
    short = {c for c in chunks_of(7, games, size) if c.first_game + c.games < 7 + games}
    assert short <= set(chunks_of(7, games + more, size))


def test_a_run_without_end_has_whole_chunks() -> None:
    chunks = chunks_of(25, None, 10)
    assert [next(chunks) for _ in range(3)] == [Chunk(2, 25, 5), Chunk(3, 30, 10), Chunk(4, 40, 10)]


def test_a_huge_run_is_planned_one_chunk_at_a_time() -> None:
    assert next(chunks_of(0, 10**12, 1)) == Chunk(0, 0, 1)
    assert chunk_count(0, 10**12, 1000) == 10**9


@pytest.mark.parametrize("family", list(CHUNK_GAMES))
def test_the_more_is_logged_the_smaller_a_chunk(family: Family) -> None:
    sizes = [chunk_games(family, log) for log in LogLevel]
    assert sizes == sorted(sizes, reverse=True)
    assert min(sizes) >= 1000
