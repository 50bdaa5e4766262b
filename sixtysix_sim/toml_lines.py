"""Where keys stand in a TOML text, for errors that name the line, and what TOML errors mean."""

import re
import tomllib
from typing import Any

_PART = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_KEY = rf"{_PART}(?:\s*\.\s*{_PART})*"
_HEADER = re.compile(rf"^\s*\[\[?\s*({_KEY})\s*\]\]?\s*(?:#.*)?$")
_ASSIGNMENT = re.compile(rf"^\s*({_KEY})\s*=")
_PLACE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")
_LONG_TEXT = re.compile(r'"""|\'\'\'')


def key_lines(text: str) -> dict[str, int]:
    """Return dotted key → line number (from 1) of every table header and assignment, first wins."""
    lines: dict[str, int] = {}
    for number, key in _keys(text):
        lines.setdefault(key, number)
    return lines


def _keys(text: str) -> list[tuple[int, str]]:
    """Return (line number, dotted key) of every header and assignment outside long texts."""
    found: list[tuple[int, str]] = []
    table, inside = "", ""
    for number, line in enumerate(text.split("\n"), start=1):
        if not inside:
            if header := _HEADER.match(line):
                table = _dotted(header[1])
                found.append((number, table))
            elif assignment := _ASSIGNMENT.match(line):
                key = _dotted(assignment[1])
                found.append((number, f"{table}.{key}" if table else key))
        for mark in _LONG_TEXT.findall(line):
            inside = "" if mark == inside else inside or mark
    return found


def _dotted(text: str) -> str:
    parts = re.findall(_PART, text)
    return ".".join(part[1:-1] if part[0] in "\"'" else part for part in parts)


def line_of(text: str, key: str) -> int | None:
    """Return the line of a dotted key, or of the nearest table it stands in, or None."""
    lines = key_lines(text)
    while key:
        if key in lines:
            return lines[key]
        key = key.rpartition(".")[0]
    return None


def parse_toml(text: str) -> dict[str, Any]:
    """Read a TOML text.

    Raises:
        ValueError: it is none; the message is ``, line N: what is wrong`` to stand after a file's
            name, and for a key given twice names the key and the line of the first.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(_problem(text, str(error))) from None
    except RecursionError:
        raise ValueError(": lists or tables stand too deep inside each other") from None
    except ValueError:  # Python's own limit on the digits of a number
        raise ValueError(": a number has too many digits") from None


def _problem(text: str, message: str) -> str:
    place = _PLACE.search(message)
    if not place:
        return f": is not TOML: {message[:1].lower()}{message[1:]}"
    last = len(text.rstrip().split("\n"))
    line, reason = int(place[1] or last), message[: place.start()]
    if reason.startswith(("Cannot overwrite", "Cannot declare")):
        key = next((key for number, key in reversed(_keys(text)) if number <= line), "")
        first = key_lines(text).get(key, line)
        if first < line:
            return f", line {line}: {key} is given twice, first in line {first}"
    return f", line {line}: is not TOML: {reason[:1].lower()}{reason[1:]}"
