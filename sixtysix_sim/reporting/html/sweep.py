"""A sweep as a page: a chart and a table for each figure."""

from collections.abc import Sequence

from sixtysix_sim.experiments.grid import Axis, Grid
from sixtysix_sim.experiments.points import Measured
from sixtysix_sim.metrics import Metric
from sixtysix_sim.reporting import sweep as tables
from sixtysix_sim.reporting.html.charts import Chart, Point, curve, dots
from sixtysix_sim.reporting.html.page import Page, Part, Picture, Tile
from sixtysix_sim.reporting.html.report import untitled
from sixtysix_sim.reporting.played import bots_text
from sixtysix_sim.reporting.points import show_estimate, show_own_bounds
from sixtysix_sim.reporting.tables import show_count

OVERVIEW = "Each line is one set of values, played on the same deals as all the others."


def sweep_page(
    grid: Grid, points: Sequence[Measured], metrics: Sequence[Metric], games: int
) -> Page:
    """Return the page of a sweep."""
    base = grid.base.scenario
    head, *rest = tables.sweep_sections(grid, points, metrics, games)
    parts = [Part("played", "What was played", tables=[untitled(head)])]
    if rest:
        overview, *details = rest
        parts.append(Part("points", overview.title, OVERVIEW, tables=[untitled(overview)]))
        for metric, section in zip(metrics, details, strict=True):
            picture = _picture(grid, points, metric, games)
            parts.append(
                Part(
                    f"figure-{len(parts)}",
                    _capital(section.title),
                    "",
                    [picture],
                    [untitled(section)],
                )
            )
    keys = " and ".join(axis.key.removeprefix("rules.") for axis in grid.axes)
    bots = bots_text(base)
    return Page(
        kind="Sweep",
        title=f"{base.name}: {keys}",
        subtitle=f"{show_count(len(points))} points · {show_count(games)} games each, the same "
        f"deals at each · {bots} · seed {base.seed}",
        sentences=[tables.sweep_sentence(grid, points, metric) for metric in metrics[:3]],
        tiles=_tiles(grid, points, metrics),
        parts=parts,
        closing=f"All figures are about these bots: {bots}. Intervals are 95 % confidence "
        "intervals with whole games as units.",
    )


def _tiles(grid: Grid, points: Sequence[Measured], metrics: Sequence[Metric]) -> list[Tile]:
    """Return the first figures: at the base, and where they are lowest and highest."""
    found = []
    for metric in metrics[:4]:
        known = [
            (own.value, short(point.label), own)
            for point in points
            if (own := point.estimates.get(metric.name)) and own.value is not None
        ]
        if known:
            ends = [min(known, key=lambda one: one[0]), max(known, key=lambda one: one[0])]
            values = [
                (label, show_estimate(metric, own), show_own_bounds(metric, own))
                for _, label, own in ends
            ]
            found.append(Tile(_capital(metric.meaning), list(dict.fromkeys(values))))
    return found


def short(label: str) -> str:
    """Return a point's label as people say it: ``auction.min_bid 120``."""
    return label.replace("rules.", "").replace("=", " ")


def _picture(grid: Grid, points: Sequence[Measured], metric: Metric, games: int) -> Picture:
    base = grid.base.scenario
    said = (
        f"{show_count(games)} games a point of seed {base.seed}, {bots_text(base)}. Lines are "
        "95 % intervals; the broken line is the base."
    )
    return Picture(_capital(metric.meaning), _chart(grid, points, metric), said)


def _chart(grid: Grid, points: Sequence[Measured], metric: Metric) -> Chart:
    """Return the figure over the first key, a colour for each value of the second."""
    first, *others = grid.axes
    numbers = _numbers(first)
    played = {point.label: point for point in points}
    drawn = []
    for spot in grid.points:
        point = played.get(spot.label)
        own = point.estimates.get(metric.name) if point else None
        if own is None or own.value is None:
            continue
        value = spot.values[first.key]
        run = " ".join(f"{axis.key.removeprefix('rules.')} {spot.values[axis.key]}"
                       for axis in others)  # fmt: skip
        shown = f"{show_estimate(metric, own)} ({show_own_bounds(metric, own)})"
        what: str | float = float(value) if numbers else value
        drawn.append(Point(what, own.value, own.low, own.high, shown, run))
    at_base = played.get(grid.base.label)
    mark = at_base.estimates.get(metric.name) if at_base else None
    line = None if mark is None else mark.value
    key = first.key.removeprefix("rules.")
    if numbers:
        return curve(drawn, metric.is_percent, key, line=line)
    return dots(drawn, metric.is_percent, line=line)


def _numbers(axis: Axis) -> bool:
    """Whether a key's values can stand on an axis of numbers."""
    try:
        return len({float(value) for value in axis.values}) > 1
    except ValueError:
        return False


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
