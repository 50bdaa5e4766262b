"""Working through chunks: bounded work in flight, results in order, a clean stop.

Who plays them is a `Crew`: the threads of this machine here, a cluster's workers in `cluster`.
"""

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from types import FrameType, TracebackType
from typing import Any, Protocol, Self

from sixtysix_sim.runs.chunk import Prepared
from sixtysix_sim.runs.plan import Chunk

GRACE_S = 1.5  # how long a stopped run waits for the chunks in hand before it drops them
Work = Callable[[Chunk], Prepared]
# A worker hands back what it made or what went wrong; None only wakes the loop.
Result = tuple[Chunk, Prepared | BaseException] | None


class Crew(Protocol):
    """Whoever makes chunks, begun in the order in which they are given.

    Attributes:
        results: what was made or went wrong.
    """

    results: SimpleQueue[Result]

    @property
    def window(self) -> int:
        """How many chunks may be in flight: enough that nobody waits, so few that memory lasts."""

    def give(self, chunk: Chunk) -> None:
        """Hand out a chunk."""

    def take_back(self) -> int:
        """Take back chunks that nobody has begun and return how many."""

    def dismiss(self) -> None:
        """No result is waited for any more."""


class Stop:
    """Ends a run between chunks: at the first Ctrl-C, when its time is over, or it is enough.

    As a context manager in the main thread it takes Ctrl-C: the first one asks, the second raises
    KeyboardInterrupt at once, and those after it are too late to change anything.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self._until = None if seconds is None else time.monotonic() + seconds
        self._wake: Callable[[], None] = lambda: None
        self._old: Any = None
        self.interrupted_at: float | None = None
        self._insisted = self._enough = False

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._old = signal.signal(signal.SIGINT, self._on_signal)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._old is not None:
            signal.signal(signal.SIGINT, self._old)
            self._old = None

    def wake_by(self, wake: Callable[[], None]) -> None:
        """Say how to wake the loop that waits; must be safe inside a signal handler."""
        self._wake = wake

    def ask(self) -> None:
        """Ask the run to stop, as the first Ctrl-C does."""
        self.interrupted_at = time.monotonic()
        self._wake()

    def enough(self) -> None:
        """End the run: what it was played for is known."""
        self._enough = True

    @property
    def asked(self) -> bool:
        """Whether no further chunk is to be started."""
        over = self._until is not None and time.monotonic() >= self._until
        return over or self._enough or self.interrupted_at is not None

    def patience(self) -> float | None:
        """Return how many seconds the chunks in hand still have; None: as long as they need."""
        if self.interrupted_at is None:
            return None
        return self.interrupted_at + GRACE_S - time.monotonic()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if self.interrupted_at is None:
            self.ask()
        elif not self._insisted:
            self._insisted = True
            raise KeyboardInterrupt


class Threads:
    """A crew of ``jobs`` threads (None: one a core), ``work`` called in each.

    They are daemons: a dropped chunk holds up no exit.
    """

    def __init__(self, work: Work, jobs: int | None) -> None:
        jobs = jobs or _cores()
        self._work = work
        self._tasks: SimpleQueue[Chunk | None] = SimpleQueue()
        self.results: SimpleQueue[Result] = SimpleQueue()
        self.window = 2 * jobs
        self._threads = [
            threading.Thread(target=self._serve, name=f"chunks-{n}", daemon=True)
            for n in range(jobs)
        ]
        for thread in self._threads:
            thread.start()

    def _serve(self) -> None:
        while (chunk := self._tasks.get()) is not None:
            try:
                result: Prepared | BaseException = self._work(chunk)
            except BaseException as error:  # noqa: BLE001 - raised again by whoever gave the task
                result = error
            self.results.put((chunk, result))
            del result  # else the thread holds a chunk's bytes while it waits

    def give(self, chunk: Chunk) -> None:
        """Hand out a chunk."""
        self._tasks.put(chunk)

    def take_back(self) -> int:
        """Take back the chunks nobody has begun and return how many."""
        count = 0
        try:
            while True:
                self._tasks.get_nowait()
                count += 1
        except Empty:
            return count

    def dismiss(self) -> None:
        """Let the threads end when they are done with what they have in hand."""
        self.take_back()
        for _ in self._threads:
            self._tasks.put(None)


def run_chunks(
    chunks: Iterator[Chunk],
    crew: Crew,
    commit: Callable[[Prepared], None],
    stop: Stop,
    *,
    keep_rest: bool = False,
) -> None:
    """Have chunks made by a crew, which it dismisses, and commit them in order in this thread.

    No more than the crew's window are in flight, so memory does not grow with the run. Returns when
    all are committed, or soon after ``stop`` was asked: the chunks in hand are finished, but after
    Ctrl-C for no longer than GRACE_S.

    Args:
        keep_rest: whether the chunks in hand behind one that failed are committed, too.

    Raises:
        Whatever a chunk's making or ``commit`` raises; what was committed before stands.
    """
    stop.wake_by(lambda: crew.results.put(None))
    try:
        _loop(chunks, crew, commit, stop, keep_rest)
    finally:
        crew.dismiss()


def _loop(
    chunks: Iterator[Chunk],
    crew: Crew,
    commit: Callable[[Prepared], None],
    stop: Stop,
    keep_rest: bool,
) -> None:
    order: deque[int] = deque()  # chunks in flight, by number
    ready: dict[int, Prepared | BaseException] = {}
    failure: BaseException | None = None
    while True:
        if stop.asked or failure is not None:
            for _ in range(crew.take_back()):
                order.pop()  # chunks begin in order, so those not begun are the last ones
            more = False
        else:
            more = _hand_out(chunks, crew, order, stop)
        if not order and not more:
            break
        try:
            result = crew.results.get(timeout=_timeout(stop))
        except Empty:
            break
        if result is not None:
            ready[result[0].number] = result[1]
            del result  # else a chunk's bytes are held while the next one is waited for
        while order and order[0] in ready:
            made = ready.pop(order.popleft())
            if isinstance(made, Prepared):
                commit(made)
            elif not keep_rest:
                raise made
            else:
                failure = failure or made
            del made
    if failure is not None:
        raise failure


def _hand_out(chunks: Iterator[Chunk], crew: Crew, order: deque[int], stop: Stop) -> bool:
    """Give the crew all it may have in hand; return whether chunks may be left.

    A crew without a worker has a window of 0: it is waited for, even with nothing in hand.
    """
    window = crew.window
    while not stop.asked and len(order) < window:
        if (chunk := next(chunks, None)) is None:
            return False
        order.append(chunk.number)
        crew.give(chunk)
    return True


def _timeout(stop: Stop) -> float | None:
    patience = stop.patience()
    return None if patience is None else max(0.0, patience)


def _cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
