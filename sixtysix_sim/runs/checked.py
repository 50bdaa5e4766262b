"""Reading a run's files held against the manifest: Parquet alone seldom notices damage."""

import hashlib
import os
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

from sixtysix_sim.errors import CorruptData
from sixtysix_sim.runs.manifest import FileEntry
from sixtysix_sim.runs.objects import get, is_object

AT_A_TIME = 16  # requests to an object storage


def checked_files(folder: Path, files: Mapping[str, FileEntry]) -> Iterator[tuple[str, bytes]]:
    """Yield each file's path within a run and its bytes, held against the manifest.

    Raises:
        CorruptData: one is missing or not the one that is listed.
    """
    if is_object(folder):
        yield from _checked_objects(folder, files)
        return
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
        _require_listed(folder, path, size, data, entry)
        yield path, data


def _checked_objects(folder: Path, files: Mapping[str, FileEntry]) -> Iterator[tuple[str, bytes]]:
    """As `checked_files`, in an object storage: several at a time, since each takes its way."""
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        rest = iter(files)
        while paths := list(islice(rest, 4 * AT_A_TIME)):
            for path, got in [(path, pool.submit(get, folder / path)) for path in paths]:
                try:
                    data = got.result()
                except FileNotFoundError:
                    raise _damaged(folder, path, "is missing") from None
                except OSError as error:
                    reason = (error.strerror or str(error)).lower()
                    raise _damaged(folder, path, f"cannot be read ({reason})") from None
                _require_listed(folder, path, len(data), data, files[path])
                yield path, data


def _require_listed(folder: Path, path: str, size: int, data: bytes, entry: FileEntry) -> None:
    """Refuse what is not the file that is listed.

    Raises:
        CorruptData: it is another.
    """
    if size != entry.bytes:
        why = f"is damaged (it has {size:,} bytes, and the manifest lists {entry.bytes:,})"
        raise _damaged(folder, path, why)
    if hashlib.sha256(data).hexdigest() != entry.sha256:
        raise _damaged(folder, path, "is damaged (its sha256 is not the manifest's)")


def _damaged(folder: Path, path: str, why: str) -> CorruptData:
    return CorruptData(
        f"{folder / path} {why}: `simulate --resume` plays its chunk again, `audit` tells more"
    )
