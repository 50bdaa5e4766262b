"""The cache of compiled code is never stale: its folder is named by all that code is made of."""

import ast
import importlib
import os
import shutil
import subprocess
import sys
from enum import Enum
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

from sixtysix_sim.kernels import jit

FIRST_SPEAKER = "return (dealer + table.speaker_offset) & 3"
SECOND_SPEAKER = "return (dealer + table.speaker_offset + 1) & 3"
WHO_SPEAKS = """
from sixtysix_sim.kernels.auction.stepper import Stepper
from sixtysix_sim.rules.ruleset import resolve_rules
stepper = Stepper(resolve_rules("cift66"))
stepper.start(0)
print(stepper.seat)
"""
#: names that only Python uses, never compiled code
ONLY_PYTHON = {
    ("stepper.py", "IRREGULAR"),
    ("perfect.py", "Move"),
    ("tables.py", "Move"),
    ("files.py", "NEVER_PARAM"),
    ("load.py", "NEVER_PARAM"),
    ("pack.py", "RANKS"),
    ("table.py", "RANKS"),
    ("table.py", "NO_RANK"),
    ("stepper.py", "Move"),
    ("position.py", "Move"),
}


def test_every_source_changes_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "sixtysix_sim"
    shutil.copytree(jit.PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(jit, "PACKAGE", copy)
    before = jit.cache_key()
    files = jit.source_files()
    assert len(files) > 30
    for file in files:
        text = file.read_bytes()
        file.write_bytes(text + b"\n# changed\n")
        assert jit.cache_key() != before, file
        file.write_bytes(text)
    assert jit.cache_key() == before
    (copy / "policies" / "new.py").write_text("")
    assert jit.cache_key() != before


def test_settings_that_change_code_change_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    before = jit.cache_key()
    monkeypatch.setenv("NUMBA_NUM_THREADS", "7")
    assert jit.cache_key() == before
    monkeypatch.setenv("NUMBA_OPT", "1")
    assert jit.cache_key() != before


def test_every_kernel_and_policy_file_counts() -> None:
    rooms = [*(jit.PACKAGE / "kernels").rglob("*.py"), *(jit.PACKAGE / "policies").rglob("*.py")]
    assert set(rooms) <= set(jit.source_files())


def imported_names(file: Path) -> list[tuple[str, str]]:
    """Return (module, name) of what a source imports from this program."""
    return [
        (node.module, alias.name)
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sixtysix_sim")
        for alias in node.names
        if node.module
    ]


def module_file(name: str) -> Path:
    found = sys.modules[name].__file__
    assert found is not None
    return Path(found).resolve()


def can_be_compiled_in(value: Any) -> bool:
    """Say whether compiled code could freeze a value: numbers, texts, tuples, arrays, functions."""
    if isinstance(value, ModuleType):
        return False
    if isinstance(value, type):
        return issubclass(value, (Enum, tuple))
    return not isinstance(value, FunctionType)


def test_what_compiled_code_may_hold_is_hashed() -> None:
    """A constant imported from a file outside the hash could change and leave old code in use."""
    hashed = set(jit.source_files())
    for file in hashed - {jit.PACKAGE / "kernels" / "jit.py"}:
        for module, name in imported_names(file):
            value = getattr(importlib.import_module(module), name, None)
            if value is None:  # a module of its own
                value = importlib.import_module(f"{module}.{name}")
            home = getattr(value, "__module__", module)
            if (file.name, name) in ONLY_PYTHON or not can_be_compiled_in(value):
                continue
            assert {module_file(module), module_file(home)} & hashed, (file.name, module, name)


def test_a_changed_helper_in_another_file_is_compiled_in(tmp_path: Path) -> None:
    """`steps` is not touched, only what it calls; and the old code comes back with the old text."""
    copy = tmp_path / "sixtysix_sim"
    shutil.copytree(jit.PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    helper = copy / "kernels" / "auction" / "legal.py"
    right = helper.read_text("utf-8")
    assert right.count(FIRST_SPEAKER) == 1
    said = [who_speaks(tmp_path), who_speaks(tmp_path)]
    helper.write_text(right.replace(FIRST_SPEAKER, SECOND_SPEAKER), "utf-8")
    said.append(who_speaks(tmp_path))
    helper.write_text(right, "utf-8")
    assert [*said, who_speaks(tmp_path)] == ["1", "1", "2", "1"]
    assert len(list((tmp_path / "cache").iterdir())) == 2


def who_speaks(folder: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    environment["SIXTYSIX_CACHE"] = str(folder / "cache")
    done = subprocess.run(
        [sys.executable, "-c", WHO_SPEAKS],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
