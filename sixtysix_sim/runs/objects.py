"""Run folders in an object storage (``s3://bucket/name``): no rename, no sync, no lock.

An address becomes a path with the methods of a folder's (`upath`). An object is put whole or not at
all, so a chunk's files are put under their own names and the manifest alone says which count. What
a disk needs beyond that (`files`, `lock`, `manifest`) is left out there.
"""

import contextlib
import errno
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from sixtysix_sim.errors import BadInput

SCHEME = "s3://"
INSTALL = "pip install 'sixtysix-sim[s3]'"
ONE_PUT = 5 * 2**30  # bytes; s3fs would put larger objects than 100 MB in parts
_CONFIG = {"connect_timeout": 10, "read_timeout": 60, "retries": {"max_attempts": 4}}


def place(text: str) -> Path:
    """Return where a run is: a folder of this machine, or one in an object storage.

    Raises:
        BadInput: the packages that an object storage needs are not installed, or it has no name.
    """
    if "://" not in text:
        return Path(text)
    if not text.startswith(SCHEME) or not text.removeprefix(SCHEME).strip("/").count("/"):
        raise BadInput(f"{text} is no place for a run: give a folder, or s3://BUCKET/NAME")
    try:
        import_module("s3fs")  # what upath plays s3:// through
        from upath import UPath
    except ImportError:
        raise BadInput(f"{text} needs the packages s3fs and upath: {INSTALL}") from None
    options: dict[str, Any] = {"use_listings_cache": False, "config_kwargs": _CONFIG}
    return cast("Path", UPath(text.rstrip("/"), **options))


def is_object(path: Path) -> bool:
    """Whether a path is in an object storage."""
    return not isinstance(path, Path)


def require_folder(path: Path, command: str) -> None:
    """Refuse an object storage where a command reads tables from a disk.

    Raises:
        BadInput: it is one.
    """
    if is_object(path):
        raise BadInput(f"`{command}` reads folders of this machine: copy {path} here first")


def put(path: Path, data: bytes | memoryview) -> None:
    """Put an object with one request, in the place of an older one.

    Raises:
        OSError: it was refused; an older one stands.
    """
    with _as_os_error(path):
        fs: Any = cast("Any", path).fs
        fs.pipe_file(cast("Any", path).path, bytes(data), chunksize=ONE_PUT)


def get(path: Path) -> bytes:
    """Return an object.

    Raises:
        FileNotFoundError: there is none.
        OSError: it cannot be read.
    """
    with _as_os_error(path):
        return path.read_bytes()


def drop(path: Path) -> None:
    """Remove an object if it is there.

    Raises:
        OSError: it was refused.
    """
    with _as_os_error(path):  # not by unlink, which takes [ and * of a name for a pattern
        cast("Any", path).fs.rm_file(cast("Any", path).path)


def children(path: Path) -> list[Path]:
    """Return what lies below an address, one step deep; nothing where nothing was put.

    Raises:
        OSError: it cannot be asked for.
    """
    with _as_os_error(path):
        try:
            return list(path.iterdir())
        except (FileNotFoundError, NotADirectoryError):
            return []


@contextlib.contextmanager
def _as_os_error(path: Path) -> Iterator[None]:
    """Say what went wrong as a disk would, with the object's address.

    s3fs has an OSError for what the server answers; for a server that does not answer, or
    credentials that are missing, it hands on botocore's own exceptions.
    """
    try:
        yield
    except OSError as error:
        text = error.strerror or str(error)
        raise type(error)(error.errno or errno.EIO, text, str(path)) from error
    except Exception as error:
        lines = str(error).splitlines() or [type(error).__name__]
        raise OSError(errno.EIO, lines[0], str(path)) from error
