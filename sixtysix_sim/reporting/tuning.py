"""What `tune` found: the points played with a chart, and one sentence."""

from collections.abc import Mapping, Sequence

from sixtysix_sim.experiments.points import Measured
from sixtysix_sim.experiments.tune import Tuned
from sixtysix_sim.metrics import Metric
from sixtysix_sim.reporting.cells import show_number
from sixtysix_sim.reporting.chart import dot, span_of
from sixtysix_sim.reporting.points import (
    cell_chart,
    cell_number,
    head_section,
    show_estimate,
    show_own_bounds,
)
from sixtysix_sim.reporting.tables import Row, Section
from sixtysix_sim.scenario import Scenario


def target_text(metric: Metric, target: float) -> str:
    """Return a target as people write it: no more digits than it has."""
    shown = 100 * target if metric.is_percent else target
    digits = next((n for n in range(6) if round(shown, n) == round(shown, 6)), 6)
    return show_number(metric, target, digits)


def tune_sections(
    base: Scenario, key: str, points: Mapping[str, Measured], metric: Metric, target: float,
    games: int,
) -> list[Section]:  # fmt: skip
    """Return head and the points played, by value, with the target in a chart."""
    own = {value: point.estimates.get(metric.name) for value, point in points.items()}
    ends = [end for one in own.values() if one for end in (one.value, one.low, one.high)]
    span = span_of([*ends, target])
    rows: list[Row] = [
        {
            "at": value,
            "value": show_estimate(metric, one),
            "bounds": show_own_bounds(metric, one),
            "chart": dot(one.value, one.low, one.high, span, target) if one else "",
        }
        for value, one in own.items()
    ]
    columns = [
        cell_number(key.removeprefix("rules."), "at"),
        cell_number(metric.label, "value"),
        cell_number("95 % interval", "bounds"),
        cell_chart("┊ target", "chart"),
    ]
    facts = [("varied", key), ("target", f"{metric.label} {target_text(metric, target)}")]
    return [head_section(base, games, facts), Section("", columns, rows)]


def answer_of(found: Tuned | None, values: Sequence[str]) -> dict[str, object]:
    """Return the answer for JSON; empty if the search was ended early."""
    if found is None:
        return {}
    return {
        "best": values[found.best],
        "low": None if found.low is None else values[found.low],
        "high": None if found.high is None else values[found.high],
        "missed": found.missed,
        "monotone": not found.backward,
    }


def tune_sentence(
    found: Tuned, key: str, values: Sequence[str], metric: Metric, target: float
) -> str:
    """Return the answer, in a designer's words."""
    short, wanted = key.removeprefix("rules."), target_text(metric, target)
    best = show_estimate(metric, found.played[found.best])
    if found.missed:
        first, last = (show_estimate(metric, found.played[n]) for n in (0, len(values) - 1))
        return (
            f"No {short} from {values[0]} to {values[-1]} brings {metric.meaning} to {wanted}: "
            f"it goes from {first} to {last}; {values[found.best]} comes closest with {best}."
        )
    said = f"{short} {values[found.best]} brings {metric.meaning} closest to {wanted}: {best}; "
    if found.low is None or found.high is None:
        return said + "its interval does not reach the target, so the grid is too coarse for it."
    if found.low == found.high:
        return said + "it is the only value of the grid whose 95 % interval contains the target."
    return said + (
        f"so far as {len(found.played)} points show, the values from {values[found.low]} to "
        f"{values[found.high]} cannot be told from the target (95 % intervals)."
    )


def tune_warnings(found: Tuned, key: str, values: Sequence[str], metric: Metric) -> list[str]:
    """Return what makes the answer doubtful: places where the metric goes back."""
    short = key.removeprefix("rules.")
    said = []
    for a, b in found.backward:
        how = "clearly" if (a, b) in found.clear else "within the noise"
        said.append(
            f"{metric.meaning} is not monotone: from {short} {values[a]} to {values[b]} it moves "
            f"against the rest ({how}), so there may be other answers"
        )
    return said
