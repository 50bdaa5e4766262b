"""The odds of a rule set, by family."""

from collections.abc import Callable

from sixtysix_sim.reporting.auction import odds as auction_odds
from sixtysix_sim.reporting.chances import Odds
from sixtysix_sim.reporting.talon import odds as talon_odds
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import Family

_FAMILIES: dict[Family, Callable[[RuleSet, bool], Odds]] = {
    Family.AUCTION: auction_odds.odds_of,
    Family.TALON: talon_odds.odds_of,
}


def odds_of(ruleset: RuleSet, side_best: bool) -> Odds:
    """Return the odds of a rule set; ``side_best``: also a side's melds under its best trump.

    Raises:
        BadInput: ``side_best`` where there are no bids.
    """
    return _FAMILIES[ruleset.family](ruleset, side_best)
