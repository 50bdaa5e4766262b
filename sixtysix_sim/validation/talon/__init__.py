"""What the values of a rule set of the talon family mean together."""

from collections.abc import Iterator

from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.validation.finding import Finding
from sixtysix_sim.validation.talon import deal, ends, rights


def check(ruleset: RuleSet) -> Iterator[Finding]:
    """Yield every finding about a rule set of the talon family."""
    for part in (deal, rights, ends):
        yield from part.check(ruleset)
