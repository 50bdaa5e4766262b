"""Reading a run's files held against the manifest: Parquet alone seldom notices damage."""

import hashlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from sixtysix_sim.errors import CorruptData
from sixtysix_sim.runs.manifest import FileEntry


def checked_files(folder: Path, files: Mapping[str, FileEntry]) -> Iterator[tuple[str, bytes]]:
    """Yield each file's path within a run and its bytes, held against the manifest.

    Raises:
        CorruptData: one is missing or not the one that is listed.
    """
    top = os.fspath(folder)
    for path, entry in files.items():
        try:
            handle = os.open(f"{top}/{path}", os.O_RDONLY)
            try:
                size = os.fstat(handle).st_size
                data = os.read(handle, size) if size == entry.bytes else b""
            finally:
                os.close(handle)
        except FileNotFoundError:
            raise _damaged(folder, path, "is missing") from None
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise _damaged(folder, path, f"cannot be read ({reason})") from None
        if size != entry.bytes:
            why = f"is damaged (it has {size:,} bytes, and the manifest lists {entry.bytes:,})"
            raise _damaged(folder, path, why)
        if hashlib.sha256(data).hexdigest() != entry.sha256:
            raise _damaged(folder, path, "is damaged (its sha256 is not the manifest's)")
        yield path, data


def _damaged(folder: Path, path: str, why: str) -> CorruptData:
    return CorruptData(
        f"{folder / path} {why}: `simulate --resume` plays its chunk again, `audit` tells more"
    )
