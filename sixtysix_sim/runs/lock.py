"""One writer a run folder, held by a file lock that ends with the process, however it ends."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from sixtysix_sim.errors import FolderInUse
from sixtysix_sim.runs.objects import is_object

LOCK = ".lock"


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a run folder for writing; one in an object storage cannot be held (docs/scaling.md).

    Raises:
        FolderInUse: another process holds it.
        OSError: the lock file cannot be made.
    """
    if is_object(folder):
        yield
        return
    path = folder / LOCK
    handle = _open(path, folder)
    try:
        with contextlib.suppress(OSError):  # the number is a courtesy, the lock is held without it
            os.ftruncate(handle, 0)
            os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        # Removed while still held: whoever opened it meanwhile sees that the name is gone.
        with contextlib.suppress(OSError):
            path.unlink()
        os.close(handle)


def _open(path: Path, folder: Path) -> int:
    """Return the open lock file, locked, and still the one that bears the name."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _same(handle, path):
                return handle
        except BlockingIOError:
            holder = os.read(handle, 20).decode("ascii", "replace").strip()
            os.close(handle)
            process = f"process {holder}" if holder.isdigit() else "another process"
            raise FolderInUse(
                f"{folder} is being written by {process}: wait for it or choose another --out"
            ) from None
        except OSError:
            os.close(handle)
            raise
        os.close(handle)


def _same(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False
