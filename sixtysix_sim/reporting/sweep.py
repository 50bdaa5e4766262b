"""A sweep as tables: one row a point, then each metric with its intervals and a chart."""

from collections.abc import Iterator, Sequence

from sixtysix_sim.experiments.grid import Grid, GridPoint
from sixtysix_sim.experiments.points import Measured
from sixtysix_sim.metrics import Metric
from sixtysix_sim.reporting.cells import show_number
from sixtysix_sim.reporting.chart import dot, span_of
from sixtysix_sim.reporting.comparison import difference_digits, show_beside
from sixtysix_sim.reporting.points import (
    Adjusted,
    adjusted_of,
    cell_chart,
    cell_number,
    figure_rows,
    head_section,
    show_change_bounds,
    show_estimate,
    show_own_bounds,
    show_starred,
    star_note,
)
from sixtysix_sim.reporting.tables import NOTHING, Row, Section, show_count

_BASE = "base"


def sweep_rows(
    grid: Grid, points: Sequence[Measured], metrics: Sequence[Metric]
) -> Iterator[dict[str, object]]:
    """Yield a flat row a point and metric: the varied keys, then as `compare`."""
    adjusted = adjusted_of(points, metrics)
    for spot, point in _pairs(grid, points):
        yield from figure_rows(point, metrics, adjusted, dict(spot.values))


def sweep_table(
    grid: Grid, points: Sequence[Measured], metrics: Sequence[Metric]
) -> list[dict[str, object]]:
    """Return one wide row a point, for CSV."""
    adjusted = adjusted_of(points, metrics)
    rows = []
    for spot, point in _pairs(grid, points):
        row: dict[str, object] = dict(spot.values)
        for one in figure_rows(point, metrics, adjusted, {}):
            name = str(one["metric"])
            row |= {name: one["b"], f"{name}_low": one["b_low"], f"{name}_high": one["b_high"]}
            for field in ("difference", "low", "high"):
                key = f"{name}_difference" + ("" if field == "difference" else f"_{field}")
                row[key] = one[field]
            row[f"{name}_p_adjusted"] = one["p_adjusted"]
        rows.append(row)
    return rows


def sweep_sections(
    grid: Grid, points: Sequence[Measured], metrics: Sequence[Metric], games: int
) -> list[Section]:
    """Return head, overview, and a table with a chart for each metric."""
    adjusted = adjusted_of(points, metrics)
    facts = [("varied", f"{axis.key}: {', '.join(axis.values)}") for axis in grid.axes]
    facts.append((_BASE, grid.base.label))
    sections = [head_section(grid.base.scenario, games, facts)]
    if points:
        sections.append(_overview(grid, points, metrics, adjusted))
        sections += [_detail(grid, points, metric, adjusted) for metric in metrics]
    return sections


def _pairs(grid: Grid, points: Sequence[Measured]) -> list[tuple[GridPoint, Measured]]:
    played = {point.label: point for point in points}
    return [(spot, played[spot.label]) for spot in grid.points if spot.label in played]


def _keys(spot: GridPoint) -> dict[str, object]:
    return dict(spot.values)


def _overview(
    grid: Grid, points: Sequence[Measured], metrics: Sequence[Metric], adjusted: Adjusted
) -> Section:
    columns = [cell_number(axis.key.removeprefix("rules."), axis.key) for axis in grid.axes]
    columns += [cell_number(metric.label, metric.name) for metric in metrics]
    rows: list[Row] = []
    for spot, point in _pairs(grid, points):
        row = _keys(spot)
        for metric in metrics:
            row[metric.name] = show_estimate(metric, point.estimates.get(metric.name))
        rows.append(row)
    tests = sum(p is not None for p in adjusted.values())
    note = star_note(tests)
    if len(points) < len(grid.points):
        note = f"{show_count(len(points))} of {show_count(len(grid.points))} points. {note}"
    apart = [_short(point.label) for point in points if point.outcome is None]
    if apart:
        note += (
            f" No shared deals, and so unpaired differences, because cards or hands differ from "
            f"the base: {', '.join(apart)}."
        )
    for label, why in grid.skipped.items():
        note += f" Not played: {label} ({why})."
    return Section("Point by point", columns, rows, note=note)


def _detail(grid: Grid, points: Sequence[Measured], metric: Metric, adjusted: Adjusted) -> Section:
    """A row a point. Values have the digits of the finest difference, so that none contradicts."""
    pairs = _pairs(grid, points)
    own = [point.estimates.get(metric.name) for _, point in pairs]
    span = span_of([end for one in own if one for end in (one.value, one.low, one.high)])
    base = next((one for (spot, _), one in zip(pairs, own, strict=True) if spot is grid.base), None)
    mark = base.value if base else None
    digits = max(
        difference_digits(metric, point.differences.get(metric.name)) for _, point in pairs
    )
    rows: list[Row] = []
    for (spot, point), one in zip(pairs, own, strict=True):
        difference = point.differences.get(metric.name)
        is_base = spot is grid.base
        row = {"value": NOTHING, "bounds": show_own_bounds(metric, one), "chart": ""}
        if one:
            beside = None if is_base or mark is None else difference
            row["value"] = (
                show_beside(metric, mark, beside, digits)
                if beside
                else show_number(metric, one.value, digits)
            )
            row["chart"] = dot(one.value, one.low, one.high, span, mark)
        p = adjusted.get((point.label, metric.name))
        row["change"] = _BASE if is_base else show_starred(metric, difference, p)
        row["between"] = "" if is_base else show_change_bounds(metric, difference)
        rows.append(_keys(spot) | row)
    columns = [cell_number(axis.key.removeprefix("rules."), axis.key) for axis in grid.axes]
    columns += [
        cell_number("value", "value"),
        cell_number("95 % interval", "bounds"),
        cell_number("difference", "change"),
        cell_number("95 % interval", "between"),
        cell_chart("", "chart"),
    ]
    return Section(metric.label, columns, rows)


def sweep_sentence(grid: Grid, points: Sequence[Measured], metric: Metric) -> str:
    """Return between which values the first metric moves."""
    known = [
        (value, spot.label)
        for spot, point in _pairs(grid, points)
        if (one := point.estimates.get(metric.name)) and (value := one.value) is not None
    ]
    if not known:
        return f"No point says anything about {metric.meaning}."
    played = {point.label: point for point in points}
    if len(known) == 1:
        ((_, label),) = known
        shown_one = show_estimate(metric, played[label].estimates[metric.name])
        return (
            f"Only one point tells of {metric.meaning}: {shown_one} ({_short(label)}); "
            "there is none to hold it against."
        )
    (low, at_low), (high, at_high) = min(known), max(known)
    if low == high:
        return f"Over the grid {metric.meaning} does not move."
    shown = [
        show_estimate(metric, played[label].estimates[metric.name]) for label in (at_low, at_high)
    ]
    if shown[0] == shown[1]:
        return f"Over the grid {metric.meaning} stays at {shown[0]}{_most(points, metric)}."
    return (
        f"Over the grid {metric.meaning} lies between {shown[0]} ({_short(at_low)}) and "
        f"{shown[1]} ({_short(at_high)})."
    )


def _most(points: Sequence[Measured], metric: Metric) -> str:
    """Return the largest difference to the base, with its interval."""
    found = [
        (abs(difference.value), point.label, difference)
        for point in points
        if (difference := point.differences.get(metric.name)) and difference.value is not None
    ]
    if not found:
        return ""
    _, label, most = max(found, key=lambda one: one[:2])
    by, bounds = show_starred(metric, most, None), show_change_bounds(metric, most)
    return f"; the largest difference to the base is {by} at {_short(label)} ({bounds})"


def _short(label: str) -> str:
    return " ".join(part.removeprefix("rules.") for part in label.split(" "))
