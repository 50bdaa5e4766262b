"""Every static check of a rule set."""

import re
from collections.abc import Callable, Iterator

from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.validation import auction, talon
from sixtysix_sim.validation.finding import Finding
from sixtysix_sim.vocabulary import Family

_FAMILIES: dict[Family, Callable[[RuleSet, bool], Iterator[Finding]]] = {
    Family.AUCTION: auction.check,
    Family.TALON: talon.check,
}
_ORDER = {"error": 0, "warning": 1, "note": 2}


def static_findings(ruleset: RuleSet, *, count: bool = True) -> list[Finding]:
    """Return the findings about a rule set, gravest first, then by clause.

    Args:
        ruleset: the rules.
        count: count the highest meld points exactly (some seconds); False: take a quick bound,
            which finds fewer bids out of reach and more targets near. No matter without melds.
    """
    found = list(_FAMILIES[ruleset.family](ruleset, count))
    return sorted(found, key=lambda f: (_ORDER[f.severity], clause_order(f.rule), f.where))


def clause_order(clause: str) -> tuple[int, ...]:
    """Return a key that sorts clause ids as the rule text does: C5.2 before C5.10."""
    return tuple(int(number) for number in re.findall(r"\d+", clause))
