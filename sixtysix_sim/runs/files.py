"""Files that are there whole or not at all: temporary name, fsync, check, rename, fsync again.

Neither Polars nor Arrow does this: both write in place. So they make bytes, and only this module
puts bytes on a disk.
"""

import contextlib
import errno
import os
import unicodedata
from pathlib import Path
from typing import TypeAlias

PART = ".part"
Data: TypeAlias = bytes | memoryview
# Letters that carry no mark which Unicode could take away.
_LETTERS = str.maketrans({"ı": "i", "İ": "i", "ø": "o", "Ø": "o", "æ": "ae", "Æ": "ae", "ß": "ss"})


def part_of(path: Path) -> Path:
    """Return the temporary name of a file: in the same folder, so that a rename is one step."""
    return path.with_name(path.name + PART)


def stage(path: Path, data: Data) -> None:
    """Write a file under its temporary name and onto the disk.

    Raises:
        OSError: it could not be written; nothing is left behind.
    """
    part = part_of(path)
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


def publish(path: Path) -> None:
    """Give a staged file its name.

    Raises:
        OSError: it could not be renamed; the temporary file is removed.
    """
    try:
        os.replace(part_of(path), path)
    except OSError as error:
        remove(part_of(path))
        raise _named(error, path) from error


def sync_folder(folder: Path) -> None:
    """Put a folder's names onto the disk.

    Raises:
        OSError: the disk refused.
    """
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
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for path in missing:
        sync_folder(path.parent)


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


def remove(path: Path) -> None:
    """Remove a file if it is there and may be removed: tidying up never hides the first error."""
    with contextlib.suppress(OSError):
        path.unlink()


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
