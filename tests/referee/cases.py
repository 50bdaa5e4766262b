"""The case files of this project as data, and a case read again under other rule values."""

import copy
import tomllib
from pathlib import Path
from typing import Any

from sixtysix_sim.errors import BadInput
from sixtysix_sim.referee.casefile import Case, cases_of, judge
from sixtysix_sim.rules.ruleset import flatten

FOLDER = Path(__file__).parent.parent / "cases"
FILES = sorted(FOLDER.glob("cift66*.toml"))


def all_tables() -> list[dict[str, Any]]:
    """Return every [[case]] table of the project's files."""
    return [table for file in FILES for table in tomllib.loads(file.read_text("utf-8"))["case"]]


def read_one(table: dict[str, Any]) -> Case:
    """Read a single case from its table."""
    return cases_of({"rules": "cift66", "case": [table]}, "", "test.toml")[0]


def settings_of(table: dict[str, Any]) -> dict[str, Any]:
    """Return the rule values a case sets, by dotted key down to the leaves."""
    return dict(flatten(table.get("set", {})))


def passes(table: dict[str, Any]) -> bool:
    """Return whether a case is readable and every expectation holds."""
    try:
        return judge(read_one(table)).passed
    except BadInput:
        return False


def with_value(table: dict[str, Any], key: str, value: Any) -> dict[str, Any]:
    """Return the case with one rule value set as given; None takes the setting out."""
    changed = copy.deepcopy(table)
    changes = {name: item for name, item in settings_of(table).items() if name != key}
    changed["set"] = changes if value is None else {**changes, key: value}
    return changed
