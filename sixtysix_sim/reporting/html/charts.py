"""Charts as data: which kind, which figures. Another process draws them (`artist`, `marks`)."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

FOLD = " | "  # where the heading of a line is folded


@dataclass(frozen=True)
class Point:
    """A figure to draw.

    Attributes:
        what: its line's heading, or its place on a numbered axis.
        value, low, high: figure and interval, fractions of 1 where it is a rate.
        shown: both in words.
        run: whose figure it is.
        clear: False for what is to stand back.
    """

    what: str | float
    value: float | None
    low: float | None
    high: float | None
    shown: str
    run: str = ""
    clear: bool = True


@dataclass(frozen=True)
class Mark:
    """A value a line is held against: drawn red, as an exact chance is."""

    what: str
    value: float
    shown: str


@dataclass(frozen=True)
class Chart:
    """A kind of `marks.KINDS` and its arguments, plain enough for JSON."""

    kind: str
    arguments: dict[str, Any] = field(default_factory=dict)


def dots(
    points: Sequence[Point],
    percent: bool,
    title: str = "",
    line: float | None = None,
    zero: bool = False,
) -> Chart:
    """Return a line a figure: a dot and its interval.

    Args:
        points: figures, by line and run.
        percent: the axis counts per cent.
        title: of the axis.
        line: a value that holds for every line, as 50 % for who wins.
        zero: the axis begins at 0.
    """
    return _of("dots", points, percent=percent, title=title, line=line, zero=zero)


def bars(
    points: Sequence[Point], percent: bool, title: str = "", exact: Sequence[Mark] = ()
) -> Chart:
    """Return a bar a figure from 0 on, with its interval and the marks of single lines."""
    marks = [asdict(mark) for mark in exact]
    return _of("bars", points, percent=percent, title=title, exact=marks)


def curve(
    points: Sequence[Point],
    percent: bool,
    title: str,
    line: float | None = None,
    up: str = "",
    falling: bool = False,
) -> Chart:
    """Return figures over a numbered axis, each with its interval, joined by a line.

    Args:
        points: figures; their ``what`` is a number.
        percent: the upright axis counts per cent.
        title: of the numbered axis.
        line: a value that holds everywhere.
        up: title of the upright axis.
        falling: numbers fall from left to right.
    """
    return _of("curve", points, percent=percent, title=title, line=line, up=up, falling=falling)


def columns(points: Sequence[Point], percent: bool, title: str) -> Chart:
    """Return upright bars over places in order, with intervals; several runs side by side."""
    return _of("columns", points, percent=percent, title=title)


def stack(rows: Sequence[dict[str, object]], parts: Sequence[str], title: str) -> Chart:
    """Return lines made of parts: rows of ``what``, ``part``, ``value``, ``shown``."""
    return Chart("stack", {"rows": list(rows), "parts": list(parts), "title": title})


def paths(
    games: Sequence[dict[str, object]], middle: Sequence[dict[str, object]], title: str
) -> Chart:
    """Return lines of single games, thin, with what is in the middle of all drawn over them.

    Args:
        games: rows of ``game``, ``deal``, ``lead``.
        middle: rows of ``deal``, ``low``, ``median``, ``high``.
        title: of the upright axis.
    """
    return Chart("paths", {"games": list(games), "middle": list(middle), "title": title})


def _of(kind: str, points: Sequence[Point], **arguments: object) -> Chart:
    """Return a chart of the points that have a value; without an interval it is the value."""
    rows = [
        asdict(one)
        | {
            "low": one.value if one.low is None else one.low,
            "high": one.value if one.high is None else one.high,
        }
        for one in points
        if one.value is not None
    ]
    return Chart(kind, {"rows": rows, **arguments})
