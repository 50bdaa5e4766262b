"""Every figure a report of the auction family shows, once: name, meaning, unit, how it sums."""

from sixtysix_sim.metrics.auction import contracts, games, points
from sixtysix_sim.metrics.auction.slots import band_names, layout_of, level_names, trick_names
from sixtysix_sim.metrics.metric import Metric, metric_of
from sixtysix_sim.rules.ruleset import RuleSet

#: Parts of a report in reading order: key and title.
SECTIONS: dict[str, str] = {
    "contracts": "Bid success",
    "levels": "Bid success by level of the bid",
    "speakers": "Bid success by the declarer's place in the auction",
    "bids": "Bid success by number of bids made",
    "held": "Bid success by meld points of the declarer's side",
    "set": "What a set costs",
    "points": "Points a deal, from melds and from tricks",
    "melds": "Melds",
    "kaput": "Kaput",
    "wins": "Who wins",
    "margins": "Margins and leads",
    "length": "Length of a game",
    "tricks": "Choice by trick",
    "asking": "Redeals, asks and answers",
}


def metrics_of(ruleset: RuleSet) -> list[Metric]:
    """Return every metric of a rule set; `RawChunk.sums` has one row each, in this order."""
    layout = layout_of(ruleset)
    parts = {
        "contracts": contracts.contracts(),
        "levels": contracts.levels(layout, level_names(ruleset)),
        "speakers": contracts.speakers(),
        "bids": contracts.bids(),
        "held": contracts.held(layout, band_names(ruleset)),
        "set": contracts.sets(),
        "points": points.points(),
        "melds": points.melds(layout, meld_labels(ruleset)),
        "kaput": points.kaput(),
        "wins": games.wins(),
        "margins": games.margins(),
        "length": games.length(),
        "tricks": games.tricks(layout, trick_names(ruleset)),
        "asking": games.asking(),
    }
    return [metric_of(name, row) for name in SECTIONS for row in parts[name]]


def meld_labels(ruleset: RuleSet) -> dict[str, str]:
    """Return each meld's name and what people call it: its label, else the name in words."""
    melds = ruleset.auction.melds.patterns
    return {name: meld.label or name.replace("_", " ") for name, meld in melds.items()}
