"""What the values of a rule set of the auction family mean together."""

from collections.abc import Iterator

from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.validation.auction import bidding, deck, melds, play, scoring
from sixtysix_sim.validation.auction.reach import Reach, counted_melds
from sixtysix_sim.validation.finding import Finding


def check(ruleset: RuleSet, count: bool) -> Iterator[Finding]:
    """Yield every finding; ``count`` as `static_findings`."""
    reach = Reach(ruleset, counted_melds if count else None)
    for part in (deck, bidding, melds, play, scoring):
        yield from part.check(reach)
