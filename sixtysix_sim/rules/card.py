"""The rule card: every value of a rule set with its clause and meaning, and what differs."""

from dataclasses import dataclass
from typing import Any

from sixtysix_sim.rules.auction import Meld
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules

_LABEL = ".label"


@dataclass(frozen=True)
class CardLine:
    """One rule value. ``preset`` is the preset's value, None where it has no such key."""

    key: str
    value: Any
    preset: Any
    clause: str
    says: str
    range: str

    @property
    def changed(self) -> bool:
        """Whether the value is not the preset's; a label is no rule."""
        return self.value != self.preset and not self.key.endswith(_LABEL)


def card(ruleset: RuleSet) -> list[CardLine]:
    """Return every value of a rule set, then the preset's that are gone (value None)."""
    preset = resolve_rules(ruleset.preset).values
    gone = {key: None for key in preset if key not in ruleset.values}
    return [
        _line(ruleset, key, value, preset.get(key))
        for key, value in {**ruleset.values, **gone}.items()
    ]


def _line(ruleset: RuleSet, key: str, value: Any, preset: Any) -> CardLine:
    found = ruleset.parameter_of(key)
    says, span = (found.says, found.range) if found else ("", "")
    return CardLine(key, value, preset, ruleset.clause_of(key), says, span)


@dataclass(frozen=True)
class Difference:
    """A rule value in which two rule sets differ; None where one has no such key."""

    key: str
    a: Any
    b: Any
    clause: str
    says: str


def differences(a: RuleSet, b: RuleSet) -> list[Difference]:
    """Return every rule value in which two rule sets differ, labels left out."""
    found = []
    for key in dict.fromkeys([*a.values, *b.values]):
        one, two = a.values.get(key), b.values.get(key)
        if one != two and not key.endswith(_LABEL):
            about = a if key in a.values else b
            line = _line(about, key, one, None)
            found.append(Difference(key, one, two, line.clause, line.says))
    return found


def value_text(value: Any) -> str:
    """Return a rule value as a person reads it: ``150``, ``true``, ``A T K``, ``empty``, ``–``."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return " ".join(map(str, value)) or "empty"
    return str(value)


def pattern_text(meld: Meld) -> str:
    """Return a meld's pattern in words: ``K Q of trump``."""
    if meld.cards:
        return " ".join(meld.cards)
    if meld.rank:
        return f"{meld.rank} of each suit"
    where = {"trump": "of trump", "plain": "of one plain suit", "any": "of one suit"}
    return f"{' '.join(meld.ranks or ())} {where[meld.suit or 'any']}"
