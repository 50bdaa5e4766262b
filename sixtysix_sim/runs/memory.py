"""How the process treats memory that chunks have used."""

import ctypes
from functools import cache

# glibc's malloc.h: what mallopt sets
_TRIM_THRESHOLD, _TOP_PAD, _MMAP_THRESHOLD = -1, -2, -3
_KEPT, _STEP = 1 << 30, 1 << 26  # bytes: never given back below; asked for at a time


@cache
def keep_freed_memory() -> bool:
    """Have the C library keep what a chunk frees for the next one, if it is glibc; say whether.

    Every chunk needs the same few dozen megabytes. Given back and asked for again, each page of
    them is a fault: 13 ns a row of moves (docs/performance.md).
    """
    try:
        tune = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return False  # another C library (macOS, musl, Windows): its own habits stay
    settings = {_TRIM_THRESHOLD: _KEPT, _TOP_PAD: _STEP, _MMAP_THRESHOLD: _KEPT}
    return all(tune(what, value) == 1 for what, value in settings.items())
