"""What the values of a rule set of the talon family mean together."""

from collections.abc import Iterator

from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.validation.finding import Finding
from sixtysix_sim.validation.talon import deal, ends, rights


def check(ruleset: RuleSet, count: bool) -> Iterator[Finding]:
    """Yield every finding; ``count`` as `static_findings`: nothing here takes long."""
    for part in (deal, rights, ends):
        yield from part.check(ruleset)
