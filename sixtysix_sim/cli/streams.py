"""The three standard streams, whatever the caller did to them."""

from __future__ import annotations

import contextlib
import os
import sys


def open_standard_streams() -> None:
    """Give each standard stream that the caller closed (`>&-`) something to stand on.

    Else the next file opened would get its number, and what is printed would end up in that file.
    A closed stdout refuses what is written to it; a closed stderr takes it and forgets it.
    """
    for number, mode in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, mode), True)  # the lowest free number: this one
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)


def settle_stdout() -> None:
    """Put out what stdout still holds; what it refuses was reported, and is forgotten."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        forget_stdout()


def forget_stdout() -> None:
    """Let what stdout still holds go nowhere, so that the interpreter's exit does not try again."""
    with contextlib.suppress(OSError, ValueError):  # stdout has no descriptor, as in a test
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
