"""Which options of the rules matter: a ranking with a chart, and what each does to main figures."""

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

from sixtysix_sim.experiments.options import Option
from sixtysix_sim.experiments.points import Measured, Outcome
from sixtysix_sim.metrics import Metric
from sixtysix_sim.reporting.cells import bar
from sixtysix_sim.reporting.points import (
    adjusted_of,
    cell_chart,
    cell_number,
    cell_text,
    figure_rows,
    head_section,
    show_starred,
    star_note,
)
from sixtysix_sim.reporting.tables import NOTHING, Row, Section, show_decimal, show_percent
from sixtysix_sim.scenario import Scenario

OTHER_WINNER, MARGIN = "other_winner", "margin_moved"
_UNITS = {OTHER_WINNER: "share", MARGIN: "standard deviations"}
_EXPLAINED = (
    "other winner: the share of games that, on the same deals and with the same luck of the bots, "
    "end with another winner. margin moved: how far the final score margin of the two sides moves, "
    "root mean square, in standard deviations (sd) of the margin (1.41: as different as two games "
    "with other cards). Both count any change, also one that helps nobody on average; what changes "
    "on average stands in the second table."
)


def ranked(options: Sequence[Option], points: Sequence[Measured]) -> list[tuple[Option, Measured]]:
    """Return options with their points, those that move the outcome most first."""
    played = {point.label: point for point in points if point.outcome is not None}
    pairs = [(option, played[option.label]) for option in options if option.label in played]
    return sorted(
        pairs,
        key=lambda pair: (
            -(_outcome(pair[1]).other_winner.value or 0.0),
            -(_outcome(pair[1]).squared.value or 0.0),
            pair[0].label,
        ),
    )


def _outcome(point: Measured) -> Outcome:
    """Return the outcome of a ranked point; options leave the cards alone, so that it has one."""
    assert point.outcome is not None
    return point.outcome


def sensitivity_rows(
    options: Sequence[Option], points: Sequence[Measured], metrics: Sequence[Metric]
) -> Iterator[dict[str, object]]:
    """Yield, option by option in order of rank, a row for each measure of outcome and metric.

    Rows of outcomes have no a and no p: they are no difference of two figures but one of games.
    """
    adjusted = adjusted_of(points, metrics)
    for rank, (option, point) in enumerate(ranked(options, points), 1):
        head: dict[str, object] = {
            "key": option.key,
            "from": option.old,
            "to": option.new,
            "clause": option.clause,
            "rank": rank,
        }
        for name, (value, low, high) in (
            (OTHER_WINNER, other_winner(point)),
            (MARGIN, margin_moved(point)),
        ):
            row = dict.fromkeys(next(iter(figure_rows(point, metrics, adjusted, {}))))
            row |= {"metric": name, "difference": value, "low": low, "high": high}
            yield head | row | {"primary": name == OTHER_WINNER, "unit": _UNITS[name]}
        for figures in figure_rows(point, metrics, adjusted, head):
            unit = next(m.unit for m in metrics if m.name == figures["metric"])
            yield figures | {"primary": False, "unit": unit}


def other_winner(point: Measured) -> tuple[float | None, float | None, float | None]:
    """Return the share of games with another winner, with its interval, of a ranked point."""
    found = _outcome(point).other_winner
    return found.value, found.low, found.high


def margin_moved(point: Measured) -> tuple[float | None, float | None, float | None]:
    """Return root mean square change of the margin in its standard deviations, with interval."""
    outcome = _outcome(point)
    found = outcome.squared
    if outcome.spread <= 0 or found.value is None:
        return None, None, None
    if found.low is None or found.high is None:
        return sqrt(found.value / outcome.spread), None, None
    ends = [sqrt(max(0.0, end) / outcome.spread) for end in (found.value, found.low, found.high)]
    return ends[0], ends[1], ends[2]


def sensitivity_sections(
    base: Scenario,
    options: Sequence[Option],
    points: Sequence[Measured],
    metrics: Sequence[Metric],
    games: int,
    skipped: Mapping[str, str],
) -> list[Section]:
    """Return head, ranking with chart, and what each option does to the main figures."""
    pairs = ranked(options, points)
    sections = [head_section(base, games, [("switched", f"{len(options)} changes, one at a time")])]
    if not pairs:
        return sections
    adjusted = adjusted_of(points, metrics)
    longest = max(_outcome(point).other_winner.value or 0.0 for _, point in pairs)
    ranking = [_ranking_row(option, point, games, longest) for option, point in pairs]
    note = _EXPLAINED + "".join(f" Not played: {label} ({why})." for label, why in skipped.items())
    sections.append(Section("How much each option moves the outcome", _COLUMNS, ranking, note=note))
    changes: list[Row] = []
    for option, point in pairs:
        row: dict[str, object] = {"option": option.label}
        for metric in metrics:
            p = adjusted.get((point.label, metric.name))
            row[metric.name] = show_starred(metric, point.differences.get(metric.name), p)
        changes.append(row)
    columns = [cell_text("option", "option")]
    columns += [cell_number(_with_unit(metric), metric.name) for metric in metrics]
    tests = sum(p is not None for p in adjusted.values())
    title = "What it changes on average (--json has the intervals)"
    sections.append(Section(title, columns, changes, note=star_note(tests)))
    return sections


_COLUMNS = [
    cell_text("option", "option"),
    cell_text("clause", "clause"),
    cell_number("other winner", "value"),
    cell_number("95 % interval", "bounds"),
    cell_chart("", "chart"),
    cell_number("margin moved, sd", "margin"),
]


def _with_unit(metric: Metric) -> str:
    """Return a metric's heading with its unit; percentage points stand in the cells."""
    said = metric.unit != "points" or "points" in metric.label
    return metric.label if said else f"{metric.label}, points"


def _ranking_row(option: Option, point: Measured, games: int, longest: float) -> Row:
    value, low, high = other_winner(point)
    margin = margin_moved(point)[0]
    if value == 0.0:
        shown, bounds = f"0 of {games:,}", f"at most {show_percent(high, 2)}"
    else:
        shown = show_percent(value, 2)
        bounds = f"{show_percent(low, 2).removesuffix(' %')} … {show_percent(high, 2)}"
    return {
        "option": option.label,
        "clause": option.clause or NOTHING,
        "value": shown,
        "bounds": bounds,
        "chart": bar(value or 0.0, longest),
        "margin": "0" if margin == 0.0 else show_decimal(margin, 2),
    }


def sensitivity_sentence(options: Sequence[Option], points: Sequence[Measured], games: int) -> str:
    """Return which option matters most, and how many never did."""
    pairs = ranked(options, points)
    if not pairs:
        return "Nothing was played."
    option, point = pairs[0]
    if _never_mattered(point):
        return f"None of {len(pairs)} changes ever mattered in {games:,} games."
    share = show_percent(_outcome(point).other_winner.value, 1)
    idle = sum(_never_mattered(one) for _, one in pairs)
    never = f"; {idle} of {len(pairs)} changes moved no result in {games:,} games" if idle else ""
    return (
        f"What moves the outcome most is {option.label}: {share} of the games end with another "
        f"winner{never}."
    )


def _never_mattered(point: Measured) -> bool:
    outcome = _outcome(point)
    return outcome.squared.value == 0.0 and outcome.other_winner.value == 0.0
