"""Plays games with a changed kernel, in its own process: a copy of the package, one file patched.

A mutant's copy of the package has a cache folder of its own: all of its code is compiled anew.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from sixtysix_sim.kernels.jit import PACKAGE
from tests.mutation.mutant import Mutant

TIMEOUT = 900  # seconds; a compile takes half a minute of CPU time


def patched_package(mutant: Mutant, folder: Path) -> None:
    """Copy the package to ``folder`` and change it.

    Raises:
        ValueError: a text to change does not stand in the file exactly once.
    """
    copy = folder / "sixtysix_sim"
    text = patched_text(mutant)
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "kernels" / f"{mutant.file}.py").write_text(text, "utf-8")


def patched_text(mutant: Mutant) -> str:
    """Return the changed module.

    Raises:
        ValueError: a text to change does not stand in the file exactly once.
    """
    text = (PACKAGE / "kernels" / f"{mutant.file}.py").read_text("utf-8")
    for old, new in mutant.edits:
        if text.count(old) != 1:
            raise ValueError(
                f"{mutant.name}: {mutant.file}.py has {text.count(old)} times: {old!r}"
            )
        text = text.replace(old, new)
    return text


def play_mutant(mutant: Mutant, folder: Path, seed: int = 66) -> Path:
    """Play games with a mutant through its own `simulate`; return the run folder."""
    patched_package(mutant, folder)
    environment = {**os.environ, "PYTHONPATH": str(folder), "SIXTYSIX_CACHE": str(folder / "cache")}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    environment.pop("NUMBA_BOUNDSCHECK", None)  # that would compile longer, and proves nothing here
    run = folder / "run"
    sets = ["bots.default.policy=random", *mutant.sets]
    options = [
        f"--games={mutant.games}",
        f"--seed={seed}",
        f"--out={run}",
        "--log=moves",
        "--jobs=1",
    ]
    changes = [word for change in sets for word in ("--set", change)]
    _python(["-m", "sixtysix_sim", "simulate", mutant.preset, *options, *changes], environment)
    return run


def _python(arguments: list[str], environment: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        cwd=environment["PYTHONPATH"],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
