"""The program itself, killed, interrupted, started twice, and given too little disk."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.runs.made_up import content

Words = tuple[str, ...]
RANDOM: Words = ("--set", "bots.default=random")
#: A run of 16 chunks, with every table: some 8 MB.
RUN: Words = ("simulate", "cift66", *RANDOM, "--games", "32000", "--log", "moves", "--seed", "3")
SMALL_DISK = "4m"


def start(*words: str, before: str = "") -> subprocess.Popen[str]:
    """Start the program in a process group of its own; it runs the code ``before`` first."""
    code = f"{before}\nimport runpy\nrunpy.run_module('sixtysix_sim', run_name='__main__')"
    return subprocess.Popen(
        [sys.executable, "-c", code, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def sixtysix(*words: str, before: str = "") -> tuple[int, str]:
    """Run the program; return its exit code and what it said on stderr."""
    with start(*words, before=before) as process:
        said = process.communicate(timeout=600)[1]
    assert "Traceback" not in said
    return process.returncode, said


def whole_run(top: Path) -> dict[str, bytes]:
    """Return the files of RUN, played without a fault."""
    assert sixtysix(*RUN, "--out", str(top / "whole"))[0] == 0
    return content(top / "whole")


def _begun(process: subprocess.Popen[str], folder: Path, draw: random.Random) -> None:
    """Wait until the run adds to what its folder has, and a moment more."""
    manifest = folder / "manifest.jsonl"
    before = manifest.stat().st_size if manifest.exists() else 0
    while process.poll() is None:
        if manifest.exists() and manifest.stat().st_size > before:
            break
        time.sleep(0.005)
    time.sleep(draw.random() ** 2)


def kill_at_random(top: Path, want: dict[str, bytes], kills: int, seed: int = 1) -> int:
    """SIGKILL a run at random moments, going on each time; return how often it hit."""
    draw, hit, number = random.Random(seed), 0, 0
    while hit < kills:
        number += 1
        folder = top / f"killed-{number}"
        while True:
            with start(*RUN, "--out", str(folder), "--resume") as process:
                _begun(process, folder, draw)
                process.kill()
                process.communicate()
            if process.returncode == 0:
                break
            assert process.returncode == -signal.SIGKILL
            hit += 1
            if hit >= kills:
                assert sixtysix(*RUN, "--out", str(folder), "--resume")[0] == 0
                break
        assert content(folder) == want
    return hit


def interrupt(top: Path, want: dict[str, bytes], times: int, number: int) -> bool:
    """Ctrl-C once or twice at a random moment; return whether the run was not over by then.

    It ends with 130 within 2 s (more on a busy machine), leaves no process, names the command that
    goes on, and that one gives the bytes of the whole run.
    """
    folder, draw = top / f"interrupted-{times}-{number}", random.Random(f"{times} {number}")
    with start(*RUN, "--out", str(folder)) as process:
        _begun(process, folder, draw)
        stopped = time.monotonic()
        for _ in range(times):
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
            time.sleep(0.02)
        said = process.communicate(timeout=60)[1]
    took = time.monotonic() - stopped
    try:
        os.killpg(process.pid, 0)
        raise AssertionError("a process of the run is still there")
    except ProcessLookupError:
        pass
    if process.returncode != 0:
        assert process.returncode == 130, said
        assert "Traceback" not in said
        assert "to go on: sixtysix simulate" in said
        assert took < 8
    assert sixtysix(*RUN, "--out", str(folder), "--resume")[0] == 0
    assert content(folder) == want
    return process.returncode == 130


def two_writers(top: Path, want: dict[str, bytes], writers: int, number: int) -> int:
    """Start so many runs into one folder: one plays, the others are refused with 4."""
    folder = top / f"shared-{number}"
    processes = [start(*RUN, "--out", str(folder)) for _ in range(writers)]
    said = [process.communicate(timeout=600)[1] for process in processes]
    codes = sorted(process.returncode for process in processes)
    assert codes == [0] + [4] * (writers - 1), said
    assert content(folder) == want
    return writers


def same_bytes(top: Path, jobs: int, hash_seed: int, preset: str) -> dict[str, bytes]:
    """Return the files of a run on so many threads and with such a PYTHONHASHSEED."""
    folder = top / f"{preset}-{jobs}-{hash_seed}"
    words = ["simulate", preset, *RANDOM, "--games", "11000", "--log", "moves"]
    command = [sys.executable, "-m", "sixtysix_sim", *words, "--jobs", str(jobs)]
    environment = os.environ | {"PYTHONHASHSEED": str(hash_seed)}
    subprocess.run([*command, "--out", str(folder)], check=True, env=environment,
                   capture_output=True)  # fmt: skip
    return content(folder)


def can_mount() -> bool:
    """Whether this process may mount."""
    if os.geteuid() != 0 or not sys.platform.startswith("linux"):
        return False
    there = subprocess.run(["unshare", "--mount", "true"], check=False, capture_output=True)
    return there.returncode == 0


@contextmanager
def mounted(folder: Path, size: str = SMALL_DISK) -> Iterator[None]:
    """A small disk in memory at a folder."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def remount(folder: Path, options: str) -> None:
    """Change a mounted disk."""
    subprocess.run(["mount", "-o", f"remount,{options}", folder], check=True)


def full_disk(top: Path, want: dict[str, bytes]) -> None:
    """A disk of 4 MB is full in the middle of a run: one sentence, and room lets it go on."""
    disk = top / "full"
    with mounted(disk):
        code, said = sixtysix(*RUN, "--out", str(disk / "r"))
        assert code == 2, said
        assert "no space left on device; what was finished is kept, to go on: sixtysix" in said
        assert not [name for name in content(disk) if name.endswith(".part")]
        assert sixtysix("report", str(disk / "r"))[0] == 0
        remount(disk, "size=64m")
        assert sixtysix(*RUN, "--out", str(disk / "r"), "--resume")[0] == 0
        assert content(disk / "r") == want


def read_only(top: Path, want: dict[str, bytes]) -> None:
    """A read-only disk: a new run, going on, replacing and joining are refused in a sentence."""
    disk = top / "ro"
    with mounted(disk, "64m"):
        assert sixtysix(*RUN, "--out", str(disk / "r"))[0] == 0
        remount(disk, "ro")
        for words in ((*RUN, "--out", str(disk / "new")), (*RUN, "--out", str(disk / "r"),
                      "--force"), ("merge", str(disk / "m"), str(disk / "r"))):  # fmt: skip
            code, said = sixtysix(*words)
            assert (code, said.count("\n")) == (2, 1), said
            assert "cannot be written: read-only file system" in said
        assert sixtysix("report", str(disk / "r"))[0] == 0
        assert content(disk / "r") == want


_LIMIT = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
"""


def limited_files(top: Path, want: dict[str, bytes]) -> None:
    """No file may be longer than 100 kB, where nothing can be mounted."""
    folder = top / "limited"
    # A cache of its own: other tests may be writing the shared one, and a program that finds it
    # incomplete compiles again and would stumble over the limit there.
    own_cache = f"import os\nos.environ['SIXTYSIX_CACHE'] = {str(top / 'cache')!r}\n"
    warm = ("simulate", "cift66", *RANDOM, "--games", "10", "--out", str(top / "warm"))
    assert sixtysix(*warm, before=own_cache)[0] == 0
    code, said = sixtysix(*RUN, "--out", str(folder), before=own_cache + _LIMIT)
    assert code == 2, said
    assert "cannot be written: file too large; what was finished is kept" in said, said
    assert not [name for name in content(folder) if name.endswith(".part")]
    assert sixtysix(*RUN, "--out", str(folder), "--resume")[0] == 0
    assert content(folder) == want
