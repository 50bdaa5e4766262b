"""Which options of the rules matter, as a page."""

from collections.abc import Mapping, Sequence

from sixtysix_sim.experiments.options import Option
from sixtysix_sim.experiments.points import Measured
from sixtysix_sim.metrics import Metric
from sixtysix_sim.reporting import sensitivity as tables
from sixtysix_sim.reporting.html.charts import FOLD, Point, dots
from sixtysix_sim.reporting.html.page import Page, Part, Picture, Tile
from sixtysix_sim.reporting.html.report import untitled
from sixtysix_sim.reporting.played import bots_text
from sixtysix_sim.reporting.tables import show_count, show_decimal, show_percent
from sixtysix_sim.scenario import Scenario

MOST = 40  # options that are drawn; the table has all
_LONG = 26  # letters that fit beside a chart
RANKING = (
    "Each option is switched alone, on the same deals and with the same luck of the bots. High up "
    "stand the choices a designer should think about; those at the bottom can be left as they are."
)
AVERAGE = (
    "An option may turn many games round and yet favour nobody: here is what moves on average, "
    "with a star where it is clear."
)


def sensitivity_page(
    base: Scenario,
    options: Sequence[Option],
    points: Sequence[Measured],
    metrics: Sequence[Metric],
    games: int,
    skipped: Mapping[str, str],
) -> Page:
    """Return the page; arguments as of `tables.sensitivity_sections`."""
    head, *rest = tables.sensitivity_sections(base, options, points, metrics, games, skipped)
    parts = [Part("played", "What was played", tables=[untitled(head)])]
    if rest:
        ranking, changes = rest
        pictures = _pictures(base, options, points, games)
        parts += [
            Part("ranking", ranking.title, RANKING, pictures, [untitled(ranking)]),
            Part("average", "What it changes on average", AVERAGE, tables=[untitled(changes)]),
        ]
    bots = bots_text(base)
    return Page(
        kind="Sensitivity",
        title=f"{base.name}: which options matter",
        subtitle=f"{show_count(len(points))} changes · {show_count(games)} games each · {bots} · "
        f"seed {base.seed}",
        sentences=[tables.sensitivity_sentence(options, points, games)],
        tiles=_tiles(options, points),
        parts=parts,
        closing=f"All figures are about these bots: {bots}. Intervals are 95 % confidence "
        "intervals with whole games as units.",
    )


def _tiles(options: Sequence[Option], points: Sequence[Measured]) -> list[Tile]:
    found = []
    for option, point in tables.ranked(options, points)[:4]:
        value, low, high = tables.other_winner(point)
        bounds = f"{show_percent(low).removesuffix(' %')} … {show_percent(high)} other winners"
        found.append(Tile(option.label, [("", show_percent(value), bounds)]))
    return found


def _pictures(
    base: Scenario, options: Sequence[Option], points: Sequence[Measured], games: int
) -> list[Picture]:
    pairs = tables.ranked(options, points)
    winners, margins = [], []
    for option, point in pairs[:MOST]:
        value, low, high = tables.other_winner(point)
        shown = f"{show_percent(value, 2)} ({show_percent(low, 2)} … {show_percent(high, 2)})"
        winners.append(Point(_folded(option.label), value, low, high, shown))
        value, low, high = tables.margin_moved(point)
        shown = f"{show_decimal(value, 2)} ({show_decimal(low, 2)} … {show_decimal(high, 2)})"
        margins.append(Point(_folded(option.label), value, low, high, shown))
    said = (
        f"{show_count(games)} games a change of seed {base.seed}, {bots_text(base)}. Lines are "
        "95 % intervals."
    )
    if len(pairs) > MOST:
        said += f" The first {MOST} of {len(pairs)}."
    return [
        Picture("Games with another winner", dots(winners, True, zero=True), said),
        Picture(
            "How far the final margin moves",
            dots(margins, False, "standard deviations of the margin", zero=True),
            said,
        ),
    ]


def _folded(label: str) -> str:
    """Return an option's label with its key in one line and its values in the next."""
    key, space, values = label.partition(" ")
    return f"{key}{FOLD}{values}" if space and len(label) > _LONG else label
