"""Files that are there whole or not at all: temporary name, fsync, check, rename, fsync again.

Neither Polars nor Arrow does this: both write in place. So they make bytes, and only this module
puts bytes on a disk. In an object storage (`objects`) a file is put under its own name at once, and
there is nothing to rename or to sync.
"""

import contextlib
import errno
import os
import unicodedata
from pathlib import Path
from typing import TypeAlias

from sixtysix_sim.runs import objects
from sixtysix_sim.runs.objects import get, is_object, put

PART = ".part"
Data: TypeAlias = bytes | memoryview
# Letters that carry no mark which Unicode could take away.
_LETTERS = str.maketrans({"ı": "i", "İ": "i", "ø": "o", "Ø": "o", "æ": "ae", "Æ": "ae", "ß": "ss"})


def part_of(path: Path, mark: str = "") -> Path:
    """Return the temporary name of a file: in the same folder, so that a rename is one step.

    A ``mark`` is the writer's own, where more than one machine may be writing the same file.
    """
    return path.with_name(f"{path.name}.{mark}{PART}" if mark else path.name + PART)


def stage(path: Path, data: Data, mark: str = "") -> None:
    """Write a file under its temporary name and onto the disk.

    Raises:
        OSError: it could not be written; nothing is left behind.
    """
    if is_object(path):
        put(path, data)
        return
    part = part_of(path, mark)
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
        try:
            write_all(handle, data)
            os.fsync(handle)
            if os.fstat(handle).st_size != memoryview(data).nbytes:
                raise OSError(
                    errno.EIO, "the file came out shorter than what was written", str(path)
                )
        finally:
            os.close(handle)
    except OSError as error:
        remove(part)
        raise _named(error, path) from error


def publish(path: Path, mark: str = "") -> None:
    """Give a staged file its name.

    Raises:
        OSError: it could not be renamed; the temporary file is removed.
    """
    if is_object(path):
        return
    part = part_of(path, mark)
    try:
        os.replace(part, path)
    except OSError as error:
        remove(part)
        raise _named(error, path) from error


def require_size(path: Path, mark: str, size: int) -> None:
    """Hold a file that another machine has staged against what it says it wrote.

    Raises:
        OSError: it is not there, or of another size.
    """
    found = (path if is_object(path) else part_of(path, mark)).stat().st_size
    if found != size:
        raise OSError(
            errno.EIO, f"another machine wrote {size} bytes, {found} are there", str(path)
        )


def sync_folder(folder: Path) -> None:
    """Put a folder's names onto the disk.

    Raises:
        OSError: the disk refused.
    """
    if is_object(folder):
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        raise _named(error, folder) from error
    finally:
        os.close(handle)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, and put their names onto the disk.

    Raises:
        OSError: the disk refused.
    """
    if is_object(folder):  # a name is all a folder is there
        return
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for path in missing:
        sync_folder(path.parent)


def read_file(path: Path) -> bytes:
    """Return a file's bytes.

    Raises:
        OSError: it is not there or cannot be read.
    """
    return get(path) if is_object(path) else path.read_bytes()


def children(folder: Path) -> list[Path]:
    """Return what a folder holds.

    Raises:
        FileNotFoundError: it is not there; in an object storage it is then empty.
        OSError: it cannot be read.
    """
    return objects.children(folder) if is_object(folder) else list(folder.iterdir())


def write_file(path: Path, data: Data) -> None:
    """Write a file whole or not at all, replacing an older one of that name.

    Raises:
        OSError: it could not be written; an older file stands as it was.
    """
    stage(path, data)
    publish(path)
    sync_folder(path.parent)


def write_all(handle: int, data: Data) -> None:
    """Write every byte to an open file; one call of the system may take only some.

    Raises:
        OSError: the disk is full or refuses.
    """
    rest = memoryview(data).cast("B")
    while rest:
        rest = rest[os.write(handle, rest) :]


def delete(path: Path) -> None:
    """Remove a file if it is there.

    Raises:
        OSError: it may not be removed.
    """
    if is_object(path):
        objects.drop(path)
    else:
        path.unlink(missing_ok=True)


def remove(path: Path) -> None:
    """Remove a file if it is there and may be removed: tidying up never hides the first error."""
    with contextlib.suppress(OSError):
        delete(path)


def remove_folder(folder: Path) -> None:
    """Remove a folder if it is there and empty; in an object storage there are none."""
    if not is_object(folder):
        with contextlib.suppress(OSError):
            folder.rmdir()


def safe_name(text: str) -> str:
    """Return a file name for any text: lower-case ASCII letters, digits and hyphens.

    Turkish and Danish letters lose their marks: ``Çift 66`` becomes ``cift-66``.
    """
    plain = unicodedata.normalize("NFKD", text.translate(_LETTERS).replace("å", "a"))
    kept = [
        char if char.isascii() and char.isalnum() else " "
        for char in plain
        if not unicodedata.combining(char)
    ]
    return "-".join("".join(kept).lower().split())[:80] or "run"


def _named(error: OSError, path: Path) -> OSError:
    """Return the error with the file it is about; writes through a handle do not know it."""
    return type(error)(error.errno, error.strerror, str(path))
