"""Figures of runs as points of charts, and what is said below them."""

from collections.abc import Callable, Sequence

from sixtysix_sim.metrics import Metric
from sixtysix_sim.reporting.cells import show_both
from sixtysix_sim.reporting.html.charts import Point, curve
from sixtysix_sim.reporting.html.page import Picture
from sixtysix_sim.reporting.played import bots_text
from sixtysix_sim.reporting.queries import Figure, Played
from sixtysix_sim.reporting.sections import run_titles
from sixtysix_sim.reporting.tables import show_count

TRICKS = (
    "How many actions a player may choose from, and how often there is no choice at all, trick by "
    "trick. Where nearly all moves are forced, play is on rails."
)
INTERVALS = "Lines are 95 % intervals."
Named = Callable[[Metric], str | float]


def titles(played: Sequence[Played]) -> list[str]:
    """Return how charts name the runs; '' where there is only one."""
    return run_titles(played) if len(played) > 1 else [""]


def points(
    played: Sequence[Played], names: Sequence[str], what: Named = lambda metric: metric.label
) -> list[Point]:
    """Return the figures of those names, run beside run; what no run has is left out."""
    found = []
    for name in names:
        for one, run in zip(played, titles(played), strict=True):
            if (figure := one.figures.get(name)) is not None:
                found.append(point(figure, what(figure.metric), run))
    return found


def point(figure: Figure, what: str | float, run: str) -> Point:
    """Return a figure as a point."""
    known = figure.estimate
    return Point(what, known.value, known.low, known.high, show_both(figure), run)


def names_of(played: Sequence[Played], section: str, *keys: str) -> list[str]:
    """Return the names of a section's figures, of those keys only if any are given."""
    found: dict[str, None] = {}
    for one in played:
        for name, figure in one.figures.items():
            metric = figure.metric
            if metric.section == section and (not keys or metric.key in keys):
                found[name] = None
    return list(found)


def caption(played: Sequence[Played], said: str = INTERVALS) -> str:
    """Return whose figures a chart shows: games, seed, bots of each run, and what the lines are."""
    runs = []
    for one, run in zip(played, titles(played), strict=True):
        games = show_count(one.run.games)
        seed = one.run.scenario.seed
        who = f"{games} games of seed {seed}, {bots_text(one.run.scenario)}"
        runs.append(f"{run}: {who}" if run else who)
    return f"{'; '.join(runs)}. {said}".strip()


def trick_pictures(played: Sequence[Played]) -> list[Picture]:
    """Return how much choice there is in each trick, of either family."""

    def trick(metric: Metric) -> float:
        return float(metric.group or 0)

    legal = points(played, names_of(played, "tricks", "legal_by_trick"), trick)
    forced = points(played, names_of(played, "tricks", "forced_by_trick"), trick)
    return [
        Picture("Legal actions, on average", curve(legal, False, "trick"), caption(played)),
        Picture("Moves that are forced", curve(forced, True, "trick"), caption(played)),
    ]
