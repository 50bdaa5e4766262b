"""Lines of a JSON Lines file, one at a time, each with what is wrong with it as JSON."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, NoReturn

from sixtysix_sim.errors import BadInput

LONGEST = 1_000_000  # bytes; a deal of 48 cards takes some 1,500


class Line(NamedTuple):
    """A line: its number from 1, and its object or what is wrong with it."""

    number: int
    tree: dict[str, Any] | None
    wrong: str = ""


def read_lines(path: Path) -> Iterator[Line]:
    """Yield the lines of a file, empty ones left out, in flat memory.

    Raises:
        BadInput: it cannot be read, holds no line, or no line that even begins as JSON Lines do.
    """
    any_object = any_line = False
    try:
        with path.open("rb") as file:
            for number, data, whole in _raw_lines(file):
                if not data.strip():
                    continue
                any_line = True
                any_object = any_object or data.lstrip(b"\xef\xbb\xbf \t").startswith(b"{")
                if not any_object:
                    continue
                yield _parse(number, data, whole)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from None
    if not any_line:
        raise BadInput(f"{path} is empty: a transcript has a deal a line (JSON Lines)")
    if not any_object:
        raise BadInput(
            f"{path}: no line begins with {{, so it is no transcript; audit takes the folder of a "
            "run or a file with a deal a line (JSON Lines)"
        )


def _raw_lines(file: BinaryIO) -> Iterator[tuple[int, bytes, bool]]:
    """Yield number, bytes and whether the line ends with a line break; too long ones are cut."""
    number = 0
    while data := file.readline(LONGEST + 1):
        number += 1
        yield number, data, data.endswith(b"\n")
        while len(data) > LONGEST and not data.endswith(b"\n"):
            data = file.readline(LONGEST + 1)


def _parse(number: int, data: bytes, whole: bool) -> Line:
    if len(data) > LONGEST:
        return Line(number, None, f"it is longer than {LONGEST:,} bytes")
    try:
        tree = json.loads(data.decode("utf-8-sig"), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        return Line(number, None, f"it is not UTF-8 text (byte {error.start + 1} of the line)")
    except json.JSONDecodeError as error:
        cut = "" if whole else "; the file ends in the middle of it"
        return Line(number, None, f"it is not JSON ({error.msg} at column {error.colno}){cut}")
    except RecursionError:
        return Line(number, None, "it is nested too deep")
    except ValueError as error:  # a number of thousands of digits, NaN
        return Line(number, None, f"it has a number that cannot be read ({str(error)[:60]})")
    if not isinstance(tree, dict):
        return Line(number, None, "it is no JSON object")
    return Line(number, tree)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number in JSON")
