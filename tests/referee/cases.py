"""The case files of this project as data, and a case read again under other rule values."""

import copy
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sixtysix_sim.errors import BadInput
from sixtysix_sim.referee.casefile import Case, cases_of, judge
from sixtysix_sim.rules.ruleset import RuleSet, flatten, preset_names, resolve_rules

FOLDER = Path(__file__).parent.parent / "cases"
FILES = sorted(FOLDER.glob("*.toml"))
PRESETS: dict[str, RuleSet] = {name: resolve_rules(name) for name in preset_names()}


@dataclass(frozen=True)
class Written:
    """A [[case]] table and the preset its file names."""

    preset: str
    table: dict[str, Any]

    @property
    def settings(self) -> dict[str, Any]:
        """The rule values it sets, by dotted key down to the leaves."""
        return dict(flatten(self.table.get("set", {})))

    @property
    def cites(self) -> list[str]:
        """The clauses it is about."""
        return list(self.table["cites"])

    def default(self, key: str) -> Any:
        """Return the preset's value of a key, None if it has none."""
        return PRESETS[self.preset].values.get(key)

    def value(self, key: str) -> Any:
        """Return the value of a key in this case."""
        return self.settings.get(key, self.default(key))

    def passes(self) -> bool:
        """Return whether the case is readable and every expectation holds."""
        try:
            return judge(read_one(self.table, self.preset)).passed
        except BadInput:
            return False

    def with_value(self, key: str, value: Any) -> "Written":
        """Return the case with one rule value set as given; None takes the setting out."""
        changed = copy.deepcopy(self.table)
        changes = {name: item for name, item in self.settings.items() if name != key}
        changed["set"] = changes if value is None else {**changes, key: value}
        return Written(self.preset, changed)


def all_cases() -> list[Written]:
    """Return every case of the project's files."""
    trees = [tomllib.loads(file.read_text("utf-8")) for file in FILES]
    return [Written(tree["rules"], table) for tree in trees for table in tree["case"]]


def read_one(table: dict[str, Any], preset: str = "cift66") -> Case:
    """Read a single case from its table."""
    return cases_of({"rules": preset, "case": [table]}, "", "test.toml")[0]
