"""Plays games with a changed kernel, in its own process: a copy of the package, one file patched.

A mutant's copy of the package has its own cache folder, named by its own sources, so that the
changed module and every module that imports it, directly or through others, is compiled anew. Only
modules out of its reach are lent from the cache of the package under test; that saves a third to
two thirds of the time.
"""

import ast
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from sixtysix_sim.kernels.jit import PACKAGE, cache_folder
from sixtysix_sim.rules.ruleset import resolve_rules
from tests.agreement.replay import engine_of
from tests.mutation.mutant import Mutant

ROOMS = ("kernels", "policies")
TIMEOUT = 900  # seconds; a compile takes half a minute of CPU time
_FOLDER_OF_THE_CACHE = """
from sixtysix_sim.kernels.jit import cache_folder
print(cache_folder())
"""


def patched_package(mutant: Mutant, folder: Path) -> Path:
    """Copy the package to ``folder`` and change it; files keep their times, as the cache needs.

    Raises:
        ValueError: a text to change does not stand in the file exactly once.
    """
    copy = folder / "sixtysix_sim"
    text = patched_text(mutant)
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "kernels" / f"{mutant.file}.py").write_text(text, "utf-8")
    return copy


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
    copy = patched_package(mutant, folder)
    environment = {**os.environ, "PYTHONPATH": str(folder), "SIXTYSIX_CACHE": str(folder / "cache")}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    where = _python(["-c", _FOLDER_OF_THE_CACHE], environment).strip()
    lend_cache(copy, Path(where), mutant)
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


def module_name(file: Path) -> str:
    """Return the name of a source file of the package under test, as ``kernels.auction.legal``."""
    return ".".join(file.relative_to(PACKAGE).with_suffix("").parts)


def imports_of(file: Path) -> set[str]:
    """Return the kernel and policy modules a source file imports, as ``kernels.bits``."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            module = node.module.removeprefix("sixtysix_sim.")
            found |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return {module for module in found if module.partition(".")[0] in ROOMS}


def out_of_reach(changed: str) -> set[str]:
    """Return the modules whose compiled code cannot hold code of a changed kernel module."""
    files = [file for room in ROOMS for file in (PACKAGE / room).rglob("*.py")]
    imports = {module_name(file): imports_of(file) for file in files}
    reached = {f"kernels.{changed.replace('/', '.')}"}
    while more := {name for name, used in imports.items() if used & reached} - reached:
        reached |= more
    return set(imports) - reached


def lend_cache(copy: Path, folder: Path, mutant: Mutant) -> None:
    """Copy compiled functions out of a mutant's reach from this process's cache into its own."""
    modules = out_of_reach(mutant.file)
    seats = resolve_rules(mutant.preset).rules.seats
    engine_of({}, ("random",) * seats, 66, mutant.preset)  # so that they stand there
    for source in {(PACKAGE / Path(*name.split("."))).parent for name in modules}:
        place = source.relative_to(PACKAGE)
        lender, borrower = (_subfolder(package / place) for package in (PACKAGE, copy))
        (folder / borrower).mkdir(parents=True, exist_ok=True)
        for file in (cache_folder() / lender).glob("*.nb?"):
            if ".".join((*place.parts, file.name.partition(".")[0])) in modules:
                shutil.copy2(file, folder / borrower / file.name)


def _subfolder(sources: Path) -> str:
    """Return the name numba gives the cache of a source folder; a wrong one only costs time."""
    return f"{sources.name}_{hashlib.sha1(str(sources).encode()).hexdigest()}"
