"""Kinds of charts in Altair: dots and bars with intervals, curves, columns, stacks, paths.

Rows have the fields of `charts.Point`, so that the same rows serve a drawing and a tooltip.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import altair as alt

from sixtysix_sim.reporting.html.charts import FOLD
from sixtysix_sim.reporting.html.ink import (
    COLOURS,
    FAINT,
    INK,
    MARK,
    OTHER,
    WIDTH,
    axis,
    colours,
)

Rows: TypeAlias = list[dict[str, Any]]
STEP, BESIDE = 26, 15  # height of a line of one run, and of each further run
HIGH = 36  # of a line whose heading is folded
DASHES = [5, 4]


def dots(rows: Rows, percent: bool, title: str, line: float | None, zero: bool) -> Any:
    """Return a line a figure: a dot, its interval, a broken line where a reference lies."""
    scale = alt.Scale(zero=zero, nice=True, padding=12)
    place = alt.X("low:Q", scale=scale, axis=alt.Axis(**axis(percent, title)))
    base = _chart(rows).encode(**_lines(rows))
    layers = [
        base.mark_rule(strokeWidth=2.5, opacity=0.55).encode(x=place, x2="high:Q"),
        base.mark_point(filled=True, size=62, opacity=1).encode(x="value:Q"),
    ]
    if line is not None:
        layers.insert(0, _rule(line).encode(x="at:Q"))
    return alt.layer(*layers).properties(width=WIDTH, height=_height(rows))


def bars(rows: Rows, percent: bool, title: str, exact: Rows) -> Any:
    """Return a bar a figure from 0 on, its interval, and red marks of exact values."""
    scale = alt.Scale(zero=True, nice=True)
    place = alt.X("value:Q", scale=scale, axis=alt.Axis(**axis(percent, title)))
    base = _chart(rows).encode(**_lines(rows))
    whisker = base.mark_rule(strokeWidth=1.6)
    layers = [
        base.mark_bar(opacity=0.55, cornerRadiusEnd=3).encode(x=place),
        whisker.encode(x="low:Q", x2="high:Q", color=alt.value(INK)),
    ]
    if exact:
        tick = _chart(exact).mark_tick(thickness=2.5, size=19, color=MARK)
        layers.append(
            tick.encode(x="value:Q", y=alt.Y("what:N", sort=None, title=None), tooltip=_tips(rows))
        )
    return alt.layer(*layers).properties(width=WIDTH, height=_height(rows))


def curve(rows: Rows, percent: bool, title: str, line: float | None, up: str, falling: bool) -> Any:
    """Return figures over a numbered axis, each with its interval, joined by a thin line."""
    scale = alt.Scale(zero=False, nice=False, padding=14, reverse=falling)
    whole: dict[str, Any] = (
        {"tickMinStep": 1} if all(float(row["what"]).is_integer() for row in rows) else {}
    )
    face = alt.Axis(**axis(False, title, 8), grid=False, **whole)
    across = alt.X("what:Q", scale=scale, axis=face)
    level = alt.Y("low:Q", scale=alt.Scale(zero=False), axis=alt.Axis(**axis(percent, up)))
    base = _chart(rows).encode(x=across, color=_colour(rows), tooltip=_tips(rows))
    layers = [
        base.mark_rule(strokeWidth=2, opacity=0.5).encode(y=level, y2="high:Q"),
        base.mark_line(strokeWidth=1.4, opacity=0.8).encode(y="value:Q"),
        base.mark_point(filled=True, size=34, opacity=1).encode(y="value:Q"),
    ]
    if line is not None:
        layers.insert(0, _rule(line).encode(y="at:Q"))
    return alt.layer(*layers).properties(width=WIDTH, height=230)


def columns(rows: Rows, percent: bool, title: str) -> Any:
    """Return upright bars over ordered places, with intervals; several runs side by side."""
    order, runs = list(dict.fromkeys(row["what"] for row in rows)), _runs(rows)
    face = alt.Axis(title=title, labelAngle=0, grid=False, labelOverlap="greedy")
    base = _chart(rows).encode(
        x=alt.X("what:O", sort=order, axis=face), color=_colour(rows), tooltip=_tips(rows)
    )
    if len(runs) > 1:
        base = base.encode(xOffset=alt.XOffset("run:N", sort=runs))
    bar = base.mark_bar(opacity=0.55, cornerRadiusEnd=2)
    whisker = base.mark_rule(strokeWidth=1.4)
    return alt.layer(
        bar.encode(y=alt.Y("value:Q", axis=alt.Axis(**axis(percent)))),
        whisker.encode(y="low:Q", y2="high:Q", color=alt.value(INK)),
    ).properties(width=WIDTH, height=210)


def stack(rows: Rows, parts: list[str], title: str) -> Any:
    """Return lines made of parts."""
    lines = list(dict.fromkeys(row["what"] for row in rows))
    scale = alt.Scale(domain=parts, range=[*COLOURS[: len(parts)]])
    tips = [alt.Tooltip("what:N", title=" "), "part:N", alt.Tooltip("shown:N", title="value")]
    return (
        _chart(rows)
        .mark_bar(opacity=0.75)
        .encode(
            x=alt.X("value:Q", stack="zero", axis=alt.Axis(**axis(False, title))),
            y=alt.Y("what:N", sort=lines, title=None, scale=alt.Scale(padding=0.2)),
            color=alt.Color("part:N", sort=parts, scale=scale),
            order=alt.Order("part:N", sort="descending"),
            tooltip=tips,
        )
        .properties(width=WIDTH, height=max(60, 34 * len(lines)))
    )


def paths(games: Rows, middle: Rows, title: str) -> Any:
    """Return lines of single games, thin, the middle 80 % of all as a band, the median bold."""
    face = alt.Axis(**axis(False, "deals scored", 8), grid=False, tickMinStep=1)
    across = alt.X("deal:Q", axis=face)
    up = alt.Y("lead:Q", axis=alt.Axis(**axis(False, title)))
    thin = _chart(games).mark_line(strokeWidth=0.9, opacity=0.28, color=COLOURS[0])
    base = _chart(middle).encode(x="deal:Q")
    tips = [alt.Tooltip(f"{name}:Q", format=",.0f") for name in ("deal", "low", "median", "high")]
    band = base.mark_area(opacity=0.2, color=COLOURS[1]).encode(y="low:Q", y2="high:Q")
    dot = {"size": 36, "color": COLOURS[1]}
    bold = base.mark_line(strokeWidth=3, color=COLOURS[1], point=dot)
    return alt.layer(
        _rule(0.0).encode(y="at:Q"),
        thin.encode(x=across, y=up, detail="game:N"),
        band,
        bold.encode(y="median:Q", tooltip=tips),
    ).properties(width=WIDTH, height=250)


#: How `charts.Chart` names them.
KINDS: Mapping[str, Callable[..., Any]] = {
    "dots": dots,
    "bars": bars,
    "curve": curve,
    "columns": columns,
    "stack": stack,
    "paths": paths,
}


def _chart(rows: Rows) -> Any:
    return alt.Chart({"values": rows})


def _runs(rows: Rows) -> list[str]:
    return list(dict.fromkeys(row["run"] for row in rows))


def _height(rows: Rows) -> int:
    lines = len(dict.fromkeys(row["what"] for row in rows))
    step = max(STEP + BESIDE * (len(_runs(rows)) - 1), HIGH if _folded(rows) else 0)
    return max(48, lines * step)


def _folded(rows: Rows) -> bool:
    return any(FOLD in str(row["what"]) for row in rows)


def _lines(rows: Rows) -> dict[str, Any]:
    """Return the channels of charts with a line a figure."""
    order, runs = list(dict.fromkeys(row["what"] for row in rows)), _runs(rows)
    found: dict[str, Any] = {
        "y": alt.Y(
            "what:N",
            sort=order,
            title=None,
            axis=alt.Axis(grid=False, labelExpr=f"split(datum.label, '{FOLD}')"),
            scale=alt.Scale(paddingInner=0.3, paddingOuter=0.15),
        ),
        "color": _colour(rows),
        "tooltip": _tips(rows),
    }
    if not all(row["clear"] for row in rows):
        found["color"] = alt.condition("datum.clear", alt.value(COLOURS[0]), alt.value(OTHER))
    if len(runs) > 1:
        found["yOffset"] = alt.YOffset("run:N", sort=runs)
    return found


def _colour(rows: Rows) -> Any:
    runs = _runs(rows)
    legend = alt.Legend(columns=1 if sum(map(len, runs)) > 40 else 3) if len(runs) > 1 else None
    return alt.Color("run:N", sort=runs, scale=alt.Scale(**colours(runs)), legend=legend)


def _tips(rows: Rows) -> list[Any]:
    found = [alt.Tooltip("what:N", title=" "), alt.Tooltip("shown:N", title="value")]
    several = len(_runs(rows)) > 1
    return [*found, alt.Tooltip("run:N", title="run")] if several else found


def _rule(at: float) -> Any:
    return _chart([{"at": at}]).mark_rule(color=FAINT, strokeWidth=1.5, strokeDash=DASHES)
