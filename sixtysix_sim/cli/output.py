"""The one sink for results: tables for people, JSON for scripts, CSV for spreadsheets.

Commands hand over rows and never print. Results go to stdout, messages to stderr; colour appears
on a terminal only, and never when NO_COLOR is set; pipes get plain text without folding.
"""

from __future__ import annotations

import codecs
import csv
import errno
import io
import json
import math
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from sixtysix_sim import __version__
from sixtysix_sim.errors import BadInput, SixtySixError
from sixtysix_sim.reporting.plain_text import can_encode, encoding_of, for_encoding, write
from sixtysix_sim.reporting.tables import Row, Section, layout, prose

STDOUT_CLOSED = "the result cannot be shown: stdout is closed"


@dataclass(frozen=True)
class Meta:
    """Where a result comes from: the fields beside `rows` in JSON (interface.md, "JSON results").

    None leaves a field out. Several runs side by side give lists. `extra` holds what only one
    command has, such as the `signature` of `bench`.
    """

    versions: Mapping[str, str] = field(default_factory=lambda: {"tool": __version__})
    seed: object = None
    games: object = None
    rules_hash: object = None
    bots: object = None
    extra: Mapping[str, object] = field(default_factory=dict)


def emit(  # one call says all there is to a result
    command: str,
    *,
    sections: Sequence[Section],
    rows: Iterable[Row] | None = None,
    meta: Meta | None = None,
    as_json: bool = False,
    closing: str = "",
    stream: TextIO | None = None,
) -> None:
    """Writes a command's result to stdout (or `stream`).

    For people: the sections, then the `closing` sentence. With `as_json`: one object with
    `command`, what `meta` knows and `rows`; without `rows` those of all sections are joined.
    """
    out = sys.stdout if stream is None else stream
    if as_json:
        if rows is None:
            rows = [row for section in sections for row in section.rows]
        write_json(out, command, rows, meta or Meta())
        return
    width = terminal_width(out)
    text = layout(sections, width=width, colour=wants_colour(out), encoding=encoding_of(out))
    if closing:
        text += ("\n" if text else "") + prose(closing, width=width) + "\n"
    _put(out, text)


def emit_text(text: str, *, data: bool = False, stream: TextIO | None = None) -> None:
    """Writes text that is a result in itself (a replay, a scenario) to stdout as it is.

    `data`: programs read it as UTF-8 (TOML, JSON Lines), so that a stream of another encoding gets
    it in ASCII.
    """
    out = sys.stdout if stream is None else stream
    if data and not _is_utf8(encoding_of(out)):
        text = for_encoding(text, "ascii")
    _put(out, text if text.endswith("\n") else text + "\n")


def tell(message: str, *, stream: TextIO | None = None) -> None:
    """Writes one message line to stderr; a stderr that is closed or full is no reason to stop."""
    err = sys.stderr if stream is None else stream
    try:
        write(err, message.rstrip("\n") + "\n")
        err.flush()
    except (OSError, ValueError):
        return


def write_json(out: TextIO, command: str, rows: Iterable[Row], meta: Meta) -> None:
    """Writes the JSON object of a result; numbers that are not finite become null.

    JSON is UTF-8 (RFC 8259, 8.1): on a stream of another encoding every other character is escaped.
    """
    result: dict[str, object] = {"command": command, "versions": dict(meta.versions)}
    for key in ("seed", "games", "rules_hash", "bots"):
        value = getattr(meta, key)
        if value is not None:
            result[key] = value
    result.update(meta.extra)
    result["rows"] = [dict(row) for row in rows]
    plain = json.dumps(_plain(result), indent=1, ensure_ascii=False, allow_nan=False)
    if not (_is_utf8(encoding_of(out)) and can_encode(plain, "utf-8")):
        plain = json.dumps(_plain(result), indent=1, ensure_ascii=True, allow_nan=False)
    _put(out, plain + "\n")


def flush_results() -> None:
    """Puts out what stdout still holds.

    Raises:
        SixtySixError: it cannot be written.
    """
    _put(sys.stdout, "")


def write_csv(folder: Path, tables: Mapping[str, Sequence[Row]]) -> list[Path]:
    """Writes each table as `folder/NAME.csv` (UTF-8, a header line, None as an empty cell).

    A file appears whole or not at all. Names are made safe for any file system. Returns the paths.

    Raises:
        BadInput: the folder or a file cannot be written.
    """
    paths = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, rows in tables.items():
            path = folder / f"{file_name(name)}.csv"
            _replace(path, _csv_text(rows))
            paths.append(path)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadInput(f"{folder}: CSV files cannot be written there: {reason}") from error
    return paths


def write_csv_file(path: Path, rows: Sequence[Row]) -> None:
    """Writes rows as one CSV file, whole or not at all (form as in `write_csv`).

    Raises:
        BadInput: it cannot be written.
    """
    write_text_file(path, _csv_text(rows))


def write_text_file(path: Path, text: str) -> None:
    """Writes a text file (UTF-8), whole or not at all.

    Raises:
        BadInput: it cannot be written.
    """
    with _one_sentence(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, text)


def require_writable(path: Path) -> None:
    """Checks, before long work, that a file can be written; one that is there stays as it is.

    Raises:
        BadInput: it cannot be written.
    """
    if path.is_dir():
        raise BadInput(f"{path}: cannot be written: it is a folder; name a file")
    part = path.with_name(path.name + ".part")
    with _one_sentence(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        part.touch()
        part.unlink()


@contextmanager
def _one_sentence(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadInput(f"{path}: cannot be written: {reason}") from error


def file_name(title: str) -> str:
    """A table's title as a file name: lower case ASCII, `_` for all but letters and digits."""
    return re.sub(r"[^a-z0-9]+", "_", for_encoding(title, "ascii").lower()).strip("_") or "table"


def is_terminal(stream: TextIO) -> bool:
    """Whether a person watches `stream` on a terminal that can move its cursor."""
    try:
        return stream.isatty() and os.environ.get("TERM") != "dumb"
    except ValueError:  # closed
        return False


def wants_colour(stream: TextIO) -> bool:
    """Colour on a terminal, unless NO_COLOR is set to anything (no-color.org)."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


def terminal_width(stream: TextIO) -> int | None:
    """Columns to fold at: COLUMNS if set, else the terminal's; None for pipes and files."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return int(columns)
    return shutil.get_terminal_size().columns if is_terminal(stream) else None


def _put(out: TextIO, text: str) -> None:
    """Writes and flushes a result.

    Raises:
        BrokenPipeError: whoever read it has gone.
        SixtySixError: it cannot be written.
    """
    try:
        write(out, text)
        out.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno == errno.EBADF:
            raise SixtySixError(STDOUT_CLOSED) from None
        reason = (error.strerror or str(error)).lower()
        raise SixtySixError(f"the result cannot be written to stdout: {reason}") from None


def _is_utf8(encoding: str) -> bool:
    try:
        return codecs.lookup(encoding).name == "utf-8"
    except LookupError:
        return False


def _csv_text(rows: Sequence[Row]) -> str:
    header = list(dict.fromkeys(key for row in rows for key in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, header, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _plain(value) for key, value in row.items()} for row in rows)
    return text.getvalue()


def _replace(path: Path, text: str) -> None:
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def _plain(value: object) -> object:
    """`value` in JSON's own types: numpy scalars unwrapped, NaN and infinities None."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if value is None or isinstance(value, (str, bool, int)):
        return value
    item = getattr(value, "item", None)  # numpy's scalars, without importing numpy here
    return _plain(item()) if callable(item) else str(value)
