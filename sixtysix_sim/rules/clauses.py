"""Clauses: rule id → what it says, read from the rule text shipped beside the presets.

The text file is the only copy: a page people read, with one bullet a clause (``- **C6.4** …``).
Ids that belong to no rule set (G1 … G7) are breaches any record can have.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from sixtysix_sim.rules.parameters import Parameter

GENERAL: dict[str, str] = {
    "G1": "A card that the seat does not hold.",
    "G2": "A seat acts out of turn.",
    "G3": "An action that does not exist or does not belong to this phase.",
    "G4": "An action is missing: the record ends early.",
    "G5": "Actions after the end.",
    "G6": "A deck that is not the pack.",
    "G7": "A recorded result that the moves do not give.",
}

_BULLET = re.compile(r"^- \*\*([A-Z]\d+\.\d+)\*\* (.*)$")


@dataclass(frozen=True)
class Citations:
    """Which clause of a rule set's text speaks of what.

    Attributes:
        letter: first letter of its clause ids.
        melds: the clause of each meld the rule text names.
        decisions: the clause of each decision no key stands for (who leads, who takes a trick).
        keys: the clause of rule keys, or of all keys of a section, where it is not the one that
            the family's models name.
    """

    letter: str
    melds: Mapping[str, str] = field(default_factory=dict)
    decisions: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)

    def of(self, name: str, parameter: Parameter | None) -> str:
        """Return the clause of a rule key or of a decision, or ''.

        Args:
            name: a dotted key, or a decision's name.
            parameter: the family's parameter of that key, if it is one.
        """
        if parameter is None and name in self.decisions:
            return self.decisions[name]
        section, _, rest = name.partition(".")
        if section == "melds" and rest.split(".")[0] in self.melds:
            return self.melds[rest.split(".")[0]]
        around = name
        while around:
            if around in self.keys:
                return self.keys[around]
            around = around.rpartition(".")[0]
        return parameter.clause(self.letter) if parameter else ""


@cache
def clauses_of(text_file: str) -> dict[str, str]:
    """Return id → text of every clause of a rule text, in the order of the page.

    Args:
        text_file: file name in ``rules/texts``.
    """
    page = files("sixtysix_sim.rules").joinpath("texts", text_file).read_text("utf-8")
    found: dict[str, str] = {}
    for line in page.splitlines():
        if bullet := _BULLET.match(line):
            found[bullet[1]] = (
                bullet[2].replace("*reading*", "reading").replace("*option*", "option")
            )
    return found


def clause_text(text_file: str, clause: str) -> str:
    """Return what a clause says, or an empty string for an id nobody defined.

    A chapter id (``C5``) gives the texts of its clauses' first sentences joined.
    """
    if clause in GENERAL:
        return GENERAL[clause]
    table = clauses_of(text_file)
    if clause in table:
        return table[clause]
    chapter = [text.split(". ")[0] for id_, text in table.items() if id_.startswith(clause + ".")]
    return "; ".join(chapter)
