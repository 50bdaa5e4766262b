"""Standard streams that the caller closed or that refuse: a sentence or nothing, never a fault."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-m", "sixtysix_sim"]
CLOSED = "sixtysix: the result cannot be shown: stdout is closed\n"
OPENER = """
import os, sys
from sixtysix_sim.cli.streams import open_standard_streams
open_standard_streams()
handle = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT)
for word in ("out", "err"):
    try:
        getattr(sys, "std" + word).write(word)
        getattr(sys, "std" + word).flush()
    except OSError:
        pass
os.write(handle, b"data")
sys.exit(handle)
"""


def shell(redirection: str, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command under the shell's redirection."""
    words = ["sh", "-c", f'exec "$@" {redirection}', "sh", *command]
    environment = os.environ | {"PYTHONPATH": os.getcwd()}
    return subprocess.run(words, capture_output=True, text=True, env=environment, check=False)


@pytest.mark.parametrize(
    "words", [["bots", "list"], ["bots", "list", "--json"], ["--version"], ["--help"]]
)
def test_a_closed_stdout_is_one_sentence(words: list[str]) -> None:
    done = shell(">&-", *PROGRAM, *words)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", CLOSED)


def test_a_closed_stderr_is_no_reason_to_stop() -> None:
    done = shell("2>&-", *PROGRAM, "bots", "list")
    assert done.returncode == 0
    assert "standard" in done.stdout
    assert shell("2>&-", *PROGRAM, "bots", "lst").returncode == 2
    assert shell(">&- 2>&- <&-", *PROGRAM, "bots", "list").returncode == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_full_device_is_one_sentence() -> None:
    done = shell(">/dev/full", *PROGRAM, "bots", "list")
    assert done.returncode == 1
    assert done.stderr == (
        "sixtysix: the result cannot be written to stdout: no space left on device\n"
    )


@pytest.mark.parametrize("redirection", ["", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_no_file_takes_the_place_of_a_closed_stream(tmp_path: Path, redirection: str) -> None:
    """Else what is printed would end up in a run's data."""
    file = tmp_path / "file"
    done = shell(redirection, sys.executable, "-c", OPENER, str(file))
    assert done.returncode > 2
    assert file.read_bytes() == b"data"
