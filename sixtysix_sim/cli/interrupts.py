"""Ctrl-C for the whole program: the first one interrupts, those that follow do not break the end.

Without this a second Ctrl-C while the first is being reported, or while the interpreter shuts down,
kills the process without its sentence and with another exit code than 130.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
import time
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Self

from sixtysix_sim.errors import Interrupted

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

AGAIN_S = 0.05  # until an interrupt that was lost in foreign code is tried again
PATIENCE_S = 3.0  # after so long another Ctrl-C means: now, whatever is being finished


class CtrlC:
    """Takes Ctrl-C of the main thread while a command runs; a context manager.

    A command may take it for a while itself (`runs.local.Stop`) and gives it back. With ``last``
    the process ends afterwards, and Ctrl-C does nothing any more.

    Attributes:
        pressed: whether it came and interrupted the command.
    """

    def __init__(self, code: int, *, last: bool = False) -> None:
        self._code, self._last = code, last
        self._first: float | None = None
        self._taken = False
        self._hook = sys.unraisablehook
        self._during: BaseException | None = None
        self.pressed = False

    def __enter__(self) -> Self:
        main = threading.current_thread() is threading.main_thread()
        # Another handler, such as "ignore" of nohup, is not ours to replace.
        if main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._on_signal)
            self._taken = True
            self._hook, sys.unraisablehook = sys.unraisablehook, self._on_unraisable
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._taken:
            after = signal.SIG_IGN if self._last else signal.default_int_handler
            signal.signal(signal.SIGINT, after)
            sys.unraisablehook = self._hook
            # Where Ctrl-C met code run from text, as dataclasses do, Python would still end the
            # process by SIGINT at its exit, handled or not; running any other text clears that.
            exec("")

    def error(self) -> BaseException:
        """Return what was interrupted: a command that was already stopping says how to go on."""
        return self._during if isinstance(self._during, Interrupted) else KeyboardInterrupt()

    def hold_back(self) -> None:
        """From now on only the end is left: Ctrl-C does not interrupt it."""
        if self._first is None:
            self._first = time.monotonic()

    def _on_unraisable(self, lost: UnraisableHookArgs) -> None:
        """Try again: C code that calls Python back, such as LLVM's, drops what it raises."""
        if not issubclass(lost.exc_type, KeyboardInterrupt):
            self._hook(lost)
            return
        again = threading.Timer(AGAIN_S, self._press_again)
        again.daemon = True
        again.start()

    def _press_again(self) -> None:
        self._first = None
        _thread.interrupt_main()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if self._first is None:
            self._first, self._during, self.pressed = now, sys.exception(), True
            raise KeyboardInterrupt
        if now - self._first > PATIENCE_S:
            os._exit(self._code)  # processes and threads of ours end with this one
