"""Every figure of a report: what it means and which two measures of a game it is the ratio of."""

from types import ModuleType
from typing import Any

from sixtysix_sim.metrics.auction import catalogue as auction_catalogue
from sixtysix_sim.metrics.auction import slots as auction_slots
from sixtysix_sim.metrics.metric import GAMES, Metric, Unit, estimate, find_metric
from sixtysix_sim.metrics.talon import catalogue as talon_catalogue
from sixtysix_sim.metrics.talon import slots as talon_slots
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import Family

__all__ = [
    "GAMES",
    "Metric",
    "Unit",
    "estimate",
    "find_metric",
    "layout_of",
    "measure_names",
    "meld_labels",
    "metrics_of",
    "sections_of",
    "side_place",
]

#: The modules of each family: figures, and places of measures.
_CATALOGUES: dict[Family, ModuleType] = {
    Family.AUCTION: auction_catalogue,
    Family.TALON: talon_catalogue,
}
_SLOTS: dict[Family, ModuleType] = {Family.AUCTION: auction_slots, Family.TALON: talon_slots}


def metrics_of(ruleset: RuleSet) -> list[Metric]:
    """Return every metric of a rule set; `RawChunk.sums` has one row each, in this order."""
    found: list[Metric] = _CATALOGUES[ruleset.family].metrics_of(ruleset)
    return found


def sections_of(family: Family) -> dict[str, str]:
    """Return the parts of a family's report in reading order: key and title."""
    sections: dict[str, str] = _CATALOGUES[family].SECTIONS
    return sections


def side_place(family: Family, name: str, side: int) -> int:
    """Return the place of a measure that every side has: ``WINS`` (games) or ``SCORES`` (final)."""
    place: int = _SLOTS[family].side_place(name, side)
    return place


def layout_of(ruleset: RuleSet) -> Any:
    """Return where the measures of a rule set stand: the ``Layout`` of its family's slots."""
    return _SLOTS[ruleset.family].layout_of(ruleset)


def measure_names(ruleset: RuleSet) -> list[str]:
    """Return the name of every place of a game's measure vector, as in ``made`` or ``bids.2``.

    Names that begin with ``work`` are working space: always 0 once a game is over.
    """
    names: list[str] = _SLOTS[ruleset.family].measure_names(ruleset)
    return names


def meld_labels(ruleset: RuleSet) -> dict[str, str]:
    """Return what people call each meld, by name, in the order they are counted."""
    labels: dict[str, str] = _CATALOGUES[ruleset.family].meld_labels(ruleset)
    return labels
