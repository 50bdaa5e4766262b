"""Settings every test needs before anything is imported.

pytest loads this file first, and xdist's workers inherit the environment set here.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

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

#: Presets that between them need every compiled loop, by the process that compiles them.
TOGETHER = (("cift66",), ("seksogtres_3", "seksogtres"))


def pytest_configure(config: "pytest.Config") -> None:
    """Compile each family once before xdist's workers begin, which would each compile both."""
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        return
    root = Path(__file__).parents[1]
    running = [
        subprocess.Popen([sys.executable, "-m", "tests.warm", *presets], cwd=root)
        for presets in TOGETHER
    ]
    for process in running:
        process.wait()  # whatever fails here fails in a test, where it is shown
