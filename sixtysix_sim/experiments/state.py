"""What an experiment of many points has played so far, in a file of JSON Lines.

The first line says which experiment it is, each other one holds a finished point. The file is
written anew for every point and appears by rename, so that it is whole at any moment.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sixtysix_sim.errors import BadInput, CorruptData, FolderInUse
from sixtysix_sim.runs.files import write_file

FORMAT = "sixtysix points 1"
#: What a head may differ in, in words for people.
_WORDS = {
    "command": "is of another command",
    "code": "was played by another version of the program or of Python",
    "scenario": "is of another scenario (its rules or bots differ)",
    "seed": "is of another seed",
    "games": "has another number of games a point",
    "metrics": "keeps other metrics",
    "points": "varies other keys or values",
}


class State:
    """Finished points by label.

    Args:
        head: what makes an experiment this one: plain values by name.
        path: the file; None: nothing is written until `save`.

    Raises:
        FolderInUse: the file is of another experiment, or no such file at all.
        CorruptData: a line is damaged.
        BadInput: the file cannot be read.
    """

    def __init__(self, head: Mapping[str, Any], path: Path | None) -> None:
        self.head = json.loads(json.dumps({"format": FORMAT, **head}))
        self.path = path
        self.points: dict[str, dict[str, Any]] = {}
        if path is not None and path.exists():
            self._read(path)

    def add(self, label: str, point: Mapping[str, Any]) -> None:
        """Keep a finished point, and write the file if there is one.

        Raises:
            BadInput: it cannot be written; the older file stands.
        """
        self.points[label] = dict(point)
        if self.path is not None:
            self.save(self.path)

    def save(self, path: Path) -> None:
        """Write what is known to a file, whole or not at all.

        Raises:
            BadInput: it cannot be written.
        """
        lines = [self.head]
        lines += [{"point": label, **point} for label, point in self.points.items()]
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, text.encode())
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            raise BadInput(f"{path}: cannot be written: {reason}") from None

    def _read(self, path: Path) -> None:
        try:
            lines = path.read_text("utf-8").splitlines()
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            raise BadInput(f"{path}: cannot be read: {reason}") from None
        except UnicodeDecodeError:
            lines = []
        self._check_head(path, _table(lines[0]) if lines else None)
        for number, line in enumerate(lines[1:], 2):
            point = _table(line)
            if point is None or not isinstance(label := point.pop("point", None), str):
                raise CorruptData(
                    f"{path}, line {number}: is no finished point; remove the line to play it again"
                )
            self.points[label] = point

    def _check_head(self, path: Path, head: dict[str, Any] | None) -> None:
        if head is None or head.get("format") != FORMAT:
            raise FolderInUse(
                f"{path}: holds something else than finished points; name another file with --out"
            )
        for key, wanted in self.head.items():
            if head.get(key) != wanted:
                said = _WORDS.get(key, f"has another {key}")
                raise FolderInUse(f"{path}: {said}; name another file with --out, or remove it")


def _table(line: str) -> dict[str, Any] | None:
    try:
        read = json.loads(line)
    except ValueError:
        return None
    return read if isinstance(read, dict) else None
