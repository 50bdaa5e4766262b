"""A finding: what is odd about a rule set, where, and what to change."""

from dataclasses import dataclass
from typing import Literal

from sixtysix_sim.rules.ruleset import RuleSet, preset_tree
from sixtysix_sim.rules.trees import flatten

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True)
class Finding:
    """One finding of `validate`.

    Attributes:
        rule: clause id.
        severity: error: no sensible game comes of it; warning: probably not meant; note: a
            consequence worth knowing.
        where: the rule key to look at, relative to ``[rules]``.
        message: what it means, and what to change.
        count: how many things it concerns (bids, cards, melds), 1 where there is nothing to count.
    """

    rule: str
    severity: Severity
    where: str
    message: str
    count: int = 1


def is_changed(ruleset: RuleSet, key: str) -> bool:
    """Whether a value is not the preset's: a user who set it expects it to do something."""
    preset = dict(flatten(preset_tree(ruleset.preset)["rules"]))
    return bool(ruleset.values.get(key) != preset.get(key))


def idle(ruleset: RuleSet, keys: list[str], why: str) -> list[Finding]:
    """Return a warning for each changed key that cannot matter under the other values."""
    return [
        Finding(
            ruleset.clause_of(key),
            "warning",
            key,
            f"{key} = {_text(ruleset.values[key])} cannot matter: {why}",
        )
        for key in keys
        if is_changed(ruleset, key)
    ]


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
