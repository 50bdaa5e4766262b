"""manifest.jsonl: the only record of which chunks are done; all counts of a run come from it."""

import contextlib
import json
import os
import re
import time
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from sixtysix_sim.errors import CorruptData
from sixtysix_sim.logs.schema import TABLES
from sixtysix_sim.runs.files import PART, read_file, sync_folder, write_all, write_file
from sixtysix_sim.runs.objects import is_object

MANIFEST = "manifest.jsonl"
TOTALS = "totals.json"  # made from the sums the manifest lists (`runs.sums`)
FOLDERS = ("sums", *TABLES)
FILE = re.compile(rf"({'|'.join(FOLDERS)})/chunk-(\d{{6,}})\.parquet")
PART_FILE = re.compile(rf"{FILE.pattern}(\.[0-9a-f]+)?{re.escape(PART)}")
_NUMBERS = ("chunk", "first_game", "games", "deals", "moves")


class FileEntry(NamedTuple):
    """What the manifest says of a file."""

    rows: int
    bytes: int
    sha256: str


@dataclass(frozen=True)
class Line:
    """A finished chunk: its games, what was played in them, its files by path within the run."""

    chunk: int
    first_game: int
    games: int
    deals: int
    moves: int
    files: dict[str, FileEntry]

    def text(self) -> str:
        """Return the line as JSON with its newline; the same line gives the same bytes."""
        tree = {name: getattr(self, name) for name in _NUMBERS}
        tree["files"] = {path: entry._asdict() for path, entry in self.files.items()}
        body = json.dumps(tree, separators=(",", ":"))[:-1]
        return f"{body}{_check(body.encode())}\n"


def chunk_path(folder: str, number: int) -> str:
    """Return a chunk's file in one of FOLDERS, relative to the run."""
    return f"{folder}/chunk-{number:06}.parquet"


def read_manifest(path: Path) -> tuple[list[Line], bool]:
    """Return the lines of a manifest, and whether it ends whole.

    A last line cut by a crash is left out: its chunk counts as not played. No manifest is an empty
    one.

    Raises:
        CorruptData: another line is damaged, or two speak of the same chunk.
        OSError: the file cannot be read.
    """
    try:
        texts = read_file(path).split(b"\n")
    except FileNotFoundError:
        return [], True
    whole = texts.pop() == b""
    lines: list[Line] = []
    seen: set[int] = set()
    for number, text in enumerate(texts, 1):
        try:
            line = _parse(text)
        except (ValueError, RecursionError) as error:
            if number == len(texts) and whole:
                whole = False  # a crash may also leave a last line of zeros
                break
            raise _damaged(path, number, str(error)) from None
        if line.chunk in seen:
            raise _damaged(path, number, f"chunk {line.chunk} stands there twice")
        seen.add(line.chunk)
        lines.append(line)
    return lines, whole


def write_manifest(path: Path, lines: Iterable[Line]) -> None:
    """Replace a manifest by other lines, whole or not at all.

    Raises:
        OSError: it could not be written; the old one stands.
    """
    write_file(path, "".join(line.text() for line in lines).encode())


class ManifestWriter:
    """Appends lines, each on the disk before `append` returns. The file must end whole.

    Raises:
        OSError: it cannot be made.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            sync_folder(path.parent)  # syncing a new file does not keep its name
        except OSError:
            os.close(self._handle)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._handle)

    def append(self, line: Line) -> None:
        """Add a line.

        Raises:
            OSError: it could not be written; the manifest is cut back to what it was if possible.
        """
        size = os.fstat(self._handle).st_size
        try:
            write_all(self._handle, line.text().encode())
            os.fsync(self._handle)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, size)
            raise type(error)(error.errno, error.strerror, str(self._path)) from error


class ObjectManifest:
    """As `ManifestWriter`, where nothing can be appended: the whole manifest is put, now and then.

    The longer it is the less often, so that it costs a small share of the time: a chunk is listed
    SHARE puts later at most, and not before it is counts as not played.
    """

    SHARE = 20
    LEAST_S = 1.0

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lines, whole = read_manifest(path)
        self._put, self._next = len(self._lines) if whole else -1, 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if len(self._lines) != self._put:
            self._put_all()

    def append(self, line: Line) -> None:
        """Add a line.

        Raises:
            OSError: the manifest could not be put; the older one stands.
        """
        self._lines.append(line)
        if time.monotonic() >= self._next:
            try:
                self._put_all()
            except OSError:
                self._lines.pop()
                raise

    def _put_all(self) -> None:
        begun = time.monotonic()
        write_manifest(self._path, self._lines)
        self._put = len(self._lines)
        ended = time.monotonic()
        self._next = ended + max(self.LEAST_S, self.SHARE * (ended - begun))


def manifest_writer(path: Path) -> ManifestWriter | ObjectManifest:
    """Return what adds lines to a run's manifest.

    Raises:
        OSError: it cannot be made.
        CorruptData: the one in an object storage is damaged.
    """
    return ObjectManifest(path) if is_object(path) else ManifestWriter(path)


def _parse(text: bytes) -> Line:
    """Read a line.

    Raises:
        ValueError: it is not a manifest line; the message says why.
    """
    tree = json.loads(text)
    if not isinstance(tree, dict):
        raise ValueError("it is not a JSON object")
    body, found, _ = text.rpartition(b',"check":')  # a line rewritten by other programs has none
    if found and text != body + _check(body).encode():
        raise ValueError("its check is not that of what stands before it")
    chunk, first_game, games, deals, moves = (_whole(tree, name) for name in _NUMBERS)
    files = tree.get("files")
    if not isinstance(files, dict):
        raise ValueError("it has no files")
    for path in files:
        match = FILE.fullmatch(path)
        if not match or int(match[2]) != chunk:
            raise ValueError(f"{path} is no file of chunk {chunk}")
    entries = {path: _entry(entry) for path, entry in files.items()}
    return Line(chunk, first_game, games, deals, moves, entries)


def _check(body: bytes) -> str:
    """Return what ends a line: a checksum, so that a damaged count is noticed like a file."""
    return f',"check":"{zlib.crc32(body):08x}"}}'


def _entry(tree: Any) -> FileEntry:
    if not isinstance(tree, dict) or not isinstance(tree.get("sha256"), str):
        raise ValueError("a file has no checksum")
    return FileEntry(_whole(tree, "rows"), _whole(tree, "bytes"), tree["sha256"])


def _whole(tree: dict[str, Any], name: str) -> int:
    value = tree.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{name} is not a number")
    return value


def _damaged(path: Path, number: int, why: str) -> CorruptData:
    return CorruptData(
        f"{path}, line {number} is damaged ({why}): remove that line and use --resume, "
        "which plays its chunk again"
    )
