"""What experiments of many points share: rows, adjusted p-values, cells of a point's figures."""

from collections.abc import Iterator, Mapping, Sequence

from sixtysix_sim.experiments.points import Measured
from sixtysix_sim.metrics import Metric
from sixtysix_sim.reporting.cells import digits_of, half_width, show_number
from sixtysix_sim.reporting.comparison import FALSE_FINDINGS, show_bounds, show_change
from sixtysix_sim.reporting.played import bots_text
from sixtysix_sim.reporting.tables import NOTHING, Column, Row, Section, show_count
from sixtysix_sim.scenario import Scenario
from sixtysix_sim.statistics import Difference, Estimate, adjusted_p_values

Adjusted = Mapping[tuple[str, str], float | None]


def adjusted_of(points: Sequence[Measured], metrics: Sequence[Metric]) -> Adjusted:
    """Return (label, metric name) → p adjusted over every difference of the experiment.

    Points equal to the base in every game are no tests and have None.
    """
    keys = [(point.label, metric.name) for point in points for metric in metrics]
    found = [_difference(points, key) for key in keys]
    p_values = [None if one is None or one.low == one.high == 0.0 else one.p_value for one in found]
    return dict(zip(keys, adjusted_p_values(p_values), strict=True))


def _difference(points: Sequence[Measured], key: tuple[str, str]) -> Difference | None:
    point = next(point for point in points if point.label == key[0])
    return point.differences.get(key[1])


def figure_rows(
    point: Measured, metrics: Sequence[Metric], adjusted: Adjusted, head: Mapping[str, object]
) -> Iterator[dict[str, object]]:
    """Yield a flat row a metric: ``head``, then the fields of `compare`, then b's own interval."""
    for metric in metrics:
        difference, own = point.differences.get(metric.name), point.estimates.get(metric.name)
        yield {
            **head,
            "metric": metric.name,
            "a": difference.a if difference else None,
            "b": own.value if own else None,
            "difference": difference.value if difference else None,
            "low": difference.low if difference else None,
            "high": difference.high if difference else None,
            "p_adjusted": adjusted.get((point.label, metric.name)),
            "correlation": difference.correlation if difference else None,
            "games_saved": difference.games_saved if difference else None,
            "primary": metric.name == metrics[0].name,
            "b_low": own.low if own else None,
            "b_high": own.high if own else None,
        }


def show_estimate(metric: Metric, own: Estimate | None) -> str:
    """Return a value with as many digits as its interval supports."""
    if own is None:
        return NOTHING
    return show_number(metric, own.value, digits_of(metric, half_width(own)))


def show_own_bounds(metric: Metric, own: Estimate | None) -> str:
    """Return a value's interval."""
    if own is None or own.low is None or own.high is None:
        return NOTHING
    digits = digits_of(metric, half_width(own))
    first = show_number(metric, own.low, digits).removesuffix(" %")
    return f"{first} … {show_number(metric, own.high, digits)}"


def show_starred(metric: Metric, difference: Difference | None, p: float | None) -> str:
    """Return a difference, starred where it stays clear after adjusting."""
    if difference is None:
        return NOTHING
    return show_change(metric, difference, p is not None and p <= FALSE_FINDINGS)


def show_change_bounds(metric: Metric, difference: Difference | None) -> str:
    """Return the interval of a difference."""
    return NOTHING if difference is None else show_bounds(metric, difference)


def head_section(base: Scenario, games: int, facts: Sequence[tuple[str, str]]) -> Section:
    """Return what was played, as a table of facts."""
    rules = base.ruleset
    rows: list[Row] = [
        {"what": "scenario", "value": f"{base.name} ({base.source})"},
        {"what": "rules", "value": f"{rules.preset}, hash {rules.hash[:16]}"},
        {"what": "bots", "value": bots_text(base)},
        *({"what": what, "value": value} for what, value in facts),
        {"what": "games", "value": f"{show_count(games)} a point, the same deals at each"},
        {"what": "seed", "value": str(base.seed)},
    ]
    columns = [
        Column("experiment", lambda row: str(row["what"]), align="left"),
        Column("", lambda row: str(row["value"]), align="left"),
    ]
    return Section("", columns, rows)


def star_note(tests: int) -> str:
    """Return what the star means."""
    return (
        "Differences of percentages are in percentage points (pp); 0 without decimals is 0 in "
        f"every game. * a clear difference, also after adjusting for all {tests} differences "
        f"(false discovery rate {100 * FALSE_FINDINGS:.0f} %: about one star in "
        f"{round(1 / FALSE_FINDINGS)} is chance)."
    )


def cell_text(title: str, key: str) -> Column:
    """Return a left-aligned column of ready text."""
    return Column(title, lambda row: str(row.get(key, "")), align="left")


def cell_chart(title: str, key: str) -> Column:
    """Return a column of ready drawings, which are never folded."""
    return Column(title, lambda row: str(row.get(key, "")), align="left", whole=True, drawn=True)


def cell_number(title: str, key: str) -> Column:
    """Return a right-aligned column of ready text."""
    return Column(title, lambda row: str(row.get(key, "")))
