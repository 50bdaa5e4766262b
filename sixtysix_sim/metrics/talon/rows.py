"""A figure as its catalogue writes it down."""

from sixtysix_sim.metrics.metric import Unit

#: Key, label, unit, group, places of K and M, meaning, what M counts: as in `Metric`.
Row = tuple[str, str, Unit, str | None, int, int, str, str]
DEALS, CLOSINGS, GAMES, DECIDED = "deals", "closings", "games", "games with a winner"
