"""A recorded deal as a person reads it."""

from collections.abc import Callable
from typing import Any

from sixtysix_sim.referee.audit.record import Record
from sixtysix_sim.reporting.auction.deal import deal_sections as auction_sections
from sixtysix_sim.reporting.tables import Section
from sixtysix_sim.reporting.talon.deal import deal_sections as talon_sections
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import Family

_SECTIONS: dict[Family, Callable[[RuleSet, Record, Any, str, str], list[Section]]] = {
    Family.AUCTION: auction_sections,
    Family.TALON: talon_sections,
}


def deal_sections(
    ruleset: RuleSet, record: Record, before: Any, heading: str, note: str = ""
) -> list[Section]:
    """Return the parts of a deal in the order it is played.

    Args:
        ruleset: the rules.
        record: the deal.
        before: its `State` before the first action, of the family's referee.
        heading: which deal of which game it is.
        note: where its moves come from, if that needs saying.
    """
    return _SECTIONS[ruleset.family](ruleset, record, before, heading, note)
