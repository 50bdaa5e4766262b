"""Where a key stands in a TOML text, so that an error can name the line."""

import re

_HEADER = re.compile(r"^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")
_ASSIGNMENT = re.compile(r"""^\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")


def _dotted(text: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in text.split("."))


def key_lines(text: str) -> dict[str, int]:
    """Return dotted key → line number (from 1) of every table header and assignment, first wins."""
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            table = _dotted(header[1])
            lines.setdefault(table, number)
        elif assignment := _ASSIGNMENT.match(line):
            key = _dotted(assignment[1])
            lines.setdefault(f"{table}.{key}" if table else key, number)
    return lines


def line_of(text: str, key: str) -> int | None:
    """Return the line of a dotted key, or of the nearest table it stands in, or None."""
    lines = key_lines(text)
    while key:
        if key in lines:
            return lines[key]
        key = key.rpartition(".")[0]
    return None
