"""Settings every test needs before anything is imported.

pytest loads this file first, and xdist's workers inherit the environment set here.
"""

import os
import signal

# A write past a buffer in a kernel is silent otherwise; numba reads this when it is imported.
os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")
# A job begun in the background ignores Ctrl-C, and so would every program the tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# What a developer's shell sets must not change what the tests see.
for name in ("COLUMNS", "NO_COLOR", "SIXTYSIX_DEBUG"):
    os.environ.pop(name, None)

from hypothesis import settings  # noqa: E402 - the environment comes first

# The first example may compile a kernel, so that a deadline would fail at random.
settings.register_profile("sixtysix", deadline=None, print_blob=True)
settings.load_profile("sixtysix")
