"""Ctrl-C at awkward moments: exit code 130, the sentence, no traceback."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

# Each command presses Ctrl-C itself, at the moment it is about.
COMMANDS = '''
import ctypes, os, signal, sys, time
from sixtysix_sim.cli import errors, interrupts
from sixtysix_sim.errors import Interrupted

def press():
    os.kill(os.getpid(), signal.SIGINT)

def wait(seconds=20.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.005)

def once():
    press()
    wait()

def in_text():
    """Code run from text, as dataclasses do: Python remembers that it was interrupted."""
    exec("press()\\nwait()", globals())

def while_reporting():
    tell = errors.tell
    def told(message):
        for _ in range(3):
            press()
            time.sleep(0.01)
        tell(message)
    errors.tell = told
    press()
    wait()

def while_stopping():
    try:
        raise Interrupted("sixtysix again", "interrupted after 5 games")
    finally:
        press()
        wait()

def in_a_callback():
    """C code that calls Python back drops what it raises."""
    @ctypes.CFUNCTYPE(None)
    def callback():
        press()
        wait(0.1)
    callback()
    wait()

def in_a_library():
    try:
        press()
        wait()
    except KeyboardInterrupt:
        raise ImportError("half imported") from None

def hangs():
    interrupts.PATIENCE_S = 0.1
    try:
        press()
        wait()
    except KeyboardInterrupt:
        wait(0.2)
        press()
        wait()

def ignored():
    press()
    wait(0.05)

def afterwards():
    import atexit
    atexit.register(press)

sys.exit(errors.guarded(globals()[sys.argv[1]], last=True))
'''


def interrupted(folder: Path, command: str, *, ignoring: bool = False) -> tuple[int, str]:
    """Return exit code (negative: killed by that signal) and stderr of a command.

    It runs as `python -m` does, whose end differs from that of a script.
    """
    (folder / "commands.py").write_text(COMMANDS)
    done = subprocess.run(
        [sys.executable, "-m", "commands", command],
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | {"PYTHONPATH": os.pathsep.join((os.getcwd(), str(folder)))},
        preexec_fn=(lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)) if ignoring else None,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    "command", ["once", "in_text", "while_reporting", "in_a_callback", "in_a_library"]
)
def test_ctrl_c_is_130_and_one_sentence(tmp_path: Path, command: str) -> None:
    assert interrupted(tmp_path, command) == (130, "sixtysix: interrupted\n")


def test_it_is_130_while_the_program_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    done = subprocess.run(
        [sys.executable, "-m", "sixtysix_sim", "bots", "list"],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join((str(tmp_path), os.getcwd()))},
        check=False,
    )
    assert (done.returncode, done.stderr) == (130, "sixtysix: interrupted\n")


def test_a_second_one_does_not_take_the_way_on_from_the_first(tmp_path: Path) -> None:
    sentence = "sixtysix: interrupted after 5 games; to go on: sixtysix again\n"
    assert interrupted(tmp_path, "while_stopping") == (130, sentence)


def test_a_command_that_does_not_end_is_ended_by_a_later_one(tmp_path: Path) -> None:
    assert interrupted(tmp_path, "hangs") == (130, "")


def test_a_program_told_to_ignore_it_does(tmp_path: Path) -> None:
    assert interrupted(tmp_path, "ignored", ignoring=True) == (0, "")


def test_a_command_that_is_done_is_done(tmp_path: Path) -> None:
    assert interrupted(tmp_path, "afterwards") == (0, "")
