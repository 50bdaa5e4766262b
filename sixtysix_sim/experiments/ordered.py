"""Chunks of games played on several threads, handed on in the order of their games."""

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

Found = TypeVar("Found")


def in_order(
    work: Callable[[int, int], Found], first_game: int, games: int, size: int, jobs: int
) -> Generator[tuple[int, Found], None, None]:
    """Yield (games, what ``work`` found) of every chunk in order, with few chunks in flight.

    Args:
        work: takes (first game, games); called from ``jobs`` threads at once.
        size: games of a chunk; the last one may be shorter.
    """
    end = first_game + games
    chunks = iter(range(first_game, end, size))
    with ThreadPoolExecutor(jobs) as pool:
        waiting: deque[tuple[int, Future[Found]]] = deque()

        def start(count: int) -> None:
            for first in islice(chunks, count):
                some = min(size, end - first)
                waiting.append((some, pool.submit(work, first, some)))

        try:
            start(2 * jobs)
            while waiting:
                some, future = waiting.popleft()
                yield some, future.result()
                start(1)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
