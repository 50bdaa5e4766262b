"""How kernels and policies are compiled: one decorator, one cache that can never be stale.

Numba's disk cache looks only at a function's own file; a changed helper elsewhere would leave old
machine code in use. So the cache folder is named by a hash of every source that can end up in a
kernel, and of the settings that change code.
"""

import atexit
import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parent.parent
COMPILED_SOURCES = ("kernels", "policies", "contract", "logs/raw")
SHARED_SOURCES = ("vocabulary.py", "metrics/auction/slots.py", "metrics/talon/slots.py")


def source_files() -> list[Path]:
    """Return every source file whose text can change machine code, sorted."""
    found = [PACKAGE / name for name in SHARED_SOURCES]
    for folder in COMPILED_SOURCES:
        found += sorted((PACKAGE / folder).rglob("*.py"))
    return found


def cache_key() -> str:
    """Return a hash over sources, Python, Numba and Numba's environment settings."""
    import llvmlite
    import numba

    digest = hashlib.sha256()
    for path in source_files():
        digest.update(str(path.relative_to(PACKAGE)).encode() + b"\0" + path.read_bytes() + b"\0")
    settings = sorted(
        f"{name}={value}"
        for name, value in os.environ.items()
        if name.startswith("NUMBA_") and name not in ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS")
    )
    versions = [sys.version, numba.__version__, llvmlite.__version__]
    digest.update("\0".join(versions + settings).encode())
    return digest.hexdigest()[:20]


def cache_root() -> Path:
    """Return the folder that holds one cache a hash: SIXTYSIX_CACHE, else the user's cache."""
    if chosen := os.environ.get("SIXTYSIX_CACHE"):
        return Path(chosen)
    if home := os.environ.get("XDG_CACHE_HOME"):
        return Path(home) / "sixtysix"
    home = os.path.expanduser("~")
    return Path("/" if home == "~" else home) / ".cache" / "sixtysix"  # "~": a user without a home


@cache
def cache_folder() -> Path:
    """Return this version's cache folder, made if need be.

    If that is refused: a temporary one, for this process alone.
    """
    folder = cache_root() / cache_key()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="sixtysix-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        return folder


def compile_notice(loop: str) -> str | None:
    """Return what to tell a person before a loop is compiled; None if the cache has it.

    Args:
        loop: its name (`engine.loop_name`).
    """
    if _mark(loop).exists():
        return None
    if cache_folder().parent == cache_root():
        return "compiling the games' machine code, once; this takes half a minute or so"
    return (
        f"compiling the games' machine code, as at every start, since {cache_root()} cannot be "
        "written: set SIXTYSIX_CACHE to a folder that can"
    )


def mark_warm(loop: str) -> None:
    """Remember that this version of a loop stands in the cache."""
    with contextlib.suppress(OSError):
        _mark(loop).touch()


def _mark(loop: str) -> Path:
    return cache_folder() / f"{loop}.compiled"


def _numba() -> Any:
    """Import numba with the cache folder set before any decorator runs."""
    import numba

    config: Any = numba.config
    config.CACHE_DIR = str(cache_folder())
    config.LOOP_VECTORIZE = 0  # wide constants kept across calls cost more than they gain
    warnings.simplefilter("ignore", numba.NumbaExperimentalFeatureWarning)
    return numba


numba = _numba()
_Dispatcher: Any = type(numba.njit(lambda: None))


# No object on the heap of Numba's runtime is made, and indices have no check beyond the tests.
_ALWAYS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
# What is only ever part of a caller's code needs no wrappers to be called from outside and no place
# in the cache: each would have LLVM compile it once more (docs/performance.md "Compiling").
_INSIDE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def jit(*signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function that is called from Python or is too large to be inlined."""
    compiled: Callable[[Callable[..., Any]], Any] = numba.njit(
        *signature, **_ALWAYS, cache=True, no_cfunc_wrapper=True
    )
    return compiled


def shared(function: Callable[..., Any]) -> Any:
    """Compile a phase function as `inlined` does that Python calls as well."""
    return numba.njit(**_ALWAYS, cache=True, forceinline=True, no_cfunc_wrapper=True)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a phase function whose code goes into each caller: no call, no argument passing."""
    return _inside(numba.njit(**_ALWAYS, **_INSIDE, forceinline=True)(function))


def guarded(function: Callable[..., Any]) -> Any:
    """Compile as `inlined` does, with each index checked: for functions of other people."""
    return _inside(numba.njit(**_ALWAYS, **_INSIDE, forceinline=True, boundscheck=True)(function))


@cache
def _way_in(function: Any) -> Any:
    def call(*args: Any) -> Any:
        return function(*args)

    return numba.njit(call, **_ALWAYS)


def _call_inside(function: Any, *args: Any) -> Any:
    """Call it from Python, as tests do, by a way in compiled for this process alone."""
    return _way_in(function)(*args)


# Without a way in of its own Numba would follow a null pointer there.
_Inside = type("_Inside", (_Dispatcher,), {"__call__": _call_inside})


def _inside(dispatcher: Any) -> Any:
    dispatcher.__class__ = _Inside
    return dispatcher
