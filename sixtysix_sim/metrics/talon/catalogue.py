"""Every figure a report of the talon family shows, once: name, meaning, unit, how it sums."""

from sixtysix_sim.metrics.metric import Metric, metric_of
from sixtysix_sim.metrics.talon import closing, deals, games, irregularities
from sixtysix_sim.metrics.talon.slots import layout_of
from sixtysix_sim.rules.ruleset import RuleSet

#: Parts of a report in reading order: key and title.
SECTIONS: dict[str, str] = {
    "game_points": "Game points a deal",
    "ends": "How deals end",
    "claims": "Claims",
    "roles": "Forehand and dealer",
    "closing": "Closing the talon",
    "closing_tricks": "Closing by the trick about to be led",
    "closing_talon": "Closing by cards left in the talon",
    "marriages": "Marriages",
    "points": "Points a deal, from marriages and from tricks",
    "exchange": "Exchange and stakes",
    "irregularities": "Irregularities",
    "wins": "Who wins the game",
    "margins": "Margins and leads",
    "length": "Length of a game",
    "tricks": "Choice by trick",
}


def metrics_of(ruleset: RuleSet) -> list[Metric]:
    """Return every metric of a rule set; `RawChunk.sums` has one row each, in this order."""
    rules, layout = ruleset.talon, layout_of(ruleset)
    sides = range(rules.seats)
    parts = {
        "game_points": deals.game_points(rules),
        "ends": deals.ends(rules),
        "claims": deals.claims(),
        "roles": deals.roles(sides),
        "closing": closing.closing(rules),
        "closing_tricks": closing.closing_tricks(rules, layout),
        "closing_talon": closing.closing_talon(rules, layout),
        "marriages": deals.marriages(),
        "points": deals.points(sides),
        "exchange": deals.exchange(rules),
        "irregularities": irregularities.irregularities(rules),
        "wins": games.wins(sides),
        "margins": games.margins(sides),
        "length": games.length(rules),
        "tricks": games.tricks(layout),
    }
    return [metric_of(name, row) for name in SECTIONS for row in parts[name]]


def meld_labels(ruleset: RuleSet) -> dict[str, str]:
    """Return what people call the one meld of the family."""
    assert ruleset.talon.seats
    return {"marriage": "marriage"}
