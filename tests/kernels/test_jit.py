"""Where compiled code is kept, and what is said when it cannot be."""

import os
import subprocess
import sys
from pathlib import Path

ASK = """
from sixtysix_sim.kernels import jit
print(jit.cache_folder())
print(jit.compile_notice("talon-1"))
jit.mark_warm("talon-1")
print(jit.compile_notice("talon-1"))
assert jit.compile_notice("talon-0")
"""


def asked(**environment: str) -> tuple[Path, str, str]:
    """Return the cache folder, and the notice before and after compiling, of a new process."""
    base = {key: value for key, value in os.environ.items() if key != "SIXTYSIX_CACHE"}
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        capture_output=True,
        text=True,
        env=base | {"PYTHONPATH": os.getcwd()} | environment,
        check=True,
    )
    folder, before, after = done.stdout.splitlines()
    return Path(folder), before, after


def test_a_folder_that_can_be_written_is_compiled_into_once(tmp_path: Path) -> None:
    folder, before, after = asked(SIXTYSIX_CACHE=str(tmp_path))
    assert folder.parent == tmp_path
    assert before == "compiling the games' machine code, once; this takes half a minute or so"
    assert after == "None"
    assert asked(SIXTYSIX_CACHE=str(tmp_path)) == (folder, "None", "None")


def test_a_folder_that_cannot_be_written_is_named_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    blocked = tmp_path / "file" / "cache"
    folder, before, after = asked(SIXTYSIX_CACHE=str(blocked), TMPDIR=str(tmp_path))
    assert before == (
        f"compiling the games' machine code, as at every start, since {blocked} cannot be written: "
        "set SIXTYSIX_CACHE to a folder that can"
    )
    assert after == "None"
    assert folder.parent == tmp_path
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_the_users_cache_is_the_default(tmp_path: Path) -> None:
    home = str(tmp_path / "home")
    base = {"XDG_CACHE_HOME": "", "HOME": home}
    assert asked(**base)[0].parent == tmp_path / "home" / ".cache" / "sixtysix"
    base["XDG_CACHE_HOME"] = str(tmp_path / "xdg")
    assert asked(**base)[0].parent == tmp_path / "xdg" / "sixtysix"
