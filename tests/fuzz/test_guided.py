"""The fuzzer led by coverage, a moment of it; `make fuzz` gives it a tenth of its inputs."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.readers import READERS, ROOT

pytest.importorskip("atheris", reason="has wheels for Linux alone")
NAMED = ("scenario files", "case files", "transcripts", "Parquet tables")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMED)
def test_inputs_led_by_the_code_are_answered(tmp_path: Path, name: str) -> None:
    kind = [reader.name for reader in READERS].index(name)
    words = ["tests.fuzz.guided", str(kind), "100", "66", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", *words], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("crash")] == []
