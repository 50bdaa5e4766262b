"""Every static check of a rule set."""

import re
from collections.abc import Callable, Iterator

from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.validation import auction, deck, melds, play, scoring, talon
from sixtysix_sim.validation.finding import Finding
from sixtysix_sim.validation.reach import Reach, counted_melds
from sixtysix_sim.vocabulary import Family

CHECKS: tuple[Callable[[Reach], Iterator[Finding]], ...] = (
    deck.check,
    auction.check,
    melds.check,
    play.check,
    scoring.check,
)
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


def _of_auction(ruleset: RuleSet, count: bool) -> Iterator[Finding]:
    reach = Reach(ruleset, counted_melds if count else None)
    for check in CHECKS:
        yield from check(reach)


def _of_talon(ruleset: RuleSet, count: bool) -> Iterator[Finding]:
    return talon.check(ruleset)


_FAMILIES: dict[Family, Callable[[RuleSet, bool], Iterator[Finding]]] = {
    Family.AUCTION: _of_auction,
    Family.TALON: _of_talon,
}


def clause_order(clause: str) -> tuple[int, ...]:
    """Return a key that sorts clause ids as the rule text does: C5.2 before C5.10."""
    return tuple(int(number) for number in re.findall(r"\d+", clause))
