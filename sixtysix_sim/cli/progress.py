"""Progress on stderr: a bar on a terminal, else a line now and then, or nothing when quiet."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, TextIO

from sixtysix_sim.cli.output import is_terminal, tell
from sixtysix_sim.reporting.plain_text import can_encode, encoding_of

LINE_EVERY_S = 10.0


class Progress:
    """Counts finished units (games by default) towards `total`; safe to call from any thread.

    `total` None: the end is not known (a run until a time or a width). `initial` units were done
    before (a resumed run) and count neither for the rate nor for the time left. `clock` gives
    seconds. Use as a context manager.
    """

    def __init__(  # the stream and the clock are named for tests
        self,
        total: int | None,
        *,
        unit: str = "games",
        initial: int = 0,
        quiet: bool = False,
        stream: TextIO | None = None,
        every_s: float = LINE_EVERY_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.total, self.unit, self.initial, self.done = total, unit, initial, initial
        self._quiet, self._stream = quiet, sys.stderr if stream is None else stream
        self._every_s, self._clock = every_s, clock
        self._started = self._last_line = clock()
        self.needed: int | None = None
        self._lock = threading.Lock()
        self._bar: Any = None

    def __enter__(self) -> Self:
        self._started = self._last_line = self._clock()
        if not self._quiet and is_terminal(self._stream):
            self._bar = self._make_bar()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def advance(self, units: int) -> None:
        """`units` more are finished."""
        with self._lock:
            self.done += units
            if self._bar is not None:
                self._bar.update(units)
                return
            now = self._clock()
            if not self._quiet and now - self._last_line >= self._every_s:
                self._last_line = now
                tell(f"sixtysix: {self.line(now - self._started)}", stream=self._stream)

    def expect(self, needed: int) -> None:
        """About so many units more are still needed, where the end was not known."""
        with self._lock:
            self.needed = needed
            if self._bar is not None:
                self._bar.set_postfix_str(f"about {needed:,} {self.unit} still needed")

    def say(self, message: str) -> None:
        """A message line that leaves the bar whole; silent when quiet."""
        if self._quiet:
            return
        with self._lock:
            if self._bar is not None:
                self._bar.clear()
            tell(f"sixtysix: {message}", stream=self._stream)
            if self._bar is not None:
                self._bar.refresh()

    def line(self, elapsed_s: float) -> str:
        """`120,000 of 1,000,000 games (12 %), 43,000 games/s, 20 s left`, as far as known."""
        rate = (self.done - self.initial) / elapsed_s if elapsed_s > 0 else 0.0
        if self.total is None:
            parts = [f"{self.done:,} {self.unit}"]
        else:
            share = 100 * self.done // self.total if self.total else 100
            parts = [f"{self.done:,} of {self.total:,} {self.unit} ({share} %)"]
        if rate > 0:
            parts.append(
                f"{rate:,.0f} {self.unit}/s" if rate >= 10 else f"{rate:.2f} {self.unit}/s"
            )
            left = self.needed if self.total is None else max(0, self.total - self.done)
            if self.needed is not None:
                parts.append(f"about {self.needed:,} {self.unit} still needed")
            if left is not None:
                parts.append(f"{show_duration(left / rate)} left")
        return ", ".join(parts)

    def _make_bar(self) -> Any:  # tqdm carries no types
        from tqdm import tqdm

        return tqdm(
            total=self.total,
            initial=self.initial,
            unit=f" {self.unit}",
            unit_scale=True,
            file=self._stream,
            dynamic_ncols=True,
            leave=False,
            ascii=not can_encode("█▏", encoding_of(self._stream)),
        )


class Bar:
    """Shows progress on stderr once it is known how many games there are."""

    def __init__(self) -> None:
        self._progress: Progress | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        if self._progress is not None:
            self._progress.__exit__(None, None, None)

    def start(self, total: int | None, done: int) -> None:
        """Games begin to be played; ``done`` of them were before."""
        self._progress = Progress(total, initial=done)
        self._progress.__enter__()

    def advance(self, games: int) -> None:
        """So many games more are on the disk."""
        if self._progress is not None:
            self._progress.advance(games)

    def expect(self, games: int) -> None:
        """About so many games are still needed."""
        if self._progress is not None:
            self._progress.expect(games)

    def say(self, message: str) -> None:
        """A message line that leaves the bar whole."""
        if self._progress is None:
            tell(f"sixtysix: {message}")
        else:
            self._progress.say(message)


def show_duration(seconds: float) -> str:
    """`45 s`, `3 min 20 s`, `2 h 5 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600:,} h {whole % 3600 // 60} min"
