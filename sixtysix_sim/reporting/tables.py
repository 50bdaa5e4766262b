"""Tables as data (`Section`, `Column`) and their layout as plain or coloured text.

Rows are flat mappings. A column says how a row's cell reads, so that the same rows serve the
terminal, CSV and JSON. Wide tables on a narrow terminal become one small block a row.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sixtysix_sim.reporting.plain_text import one_line

Row = Mapping[str, object]
NOTHING = "–"  # a value that does not exist, as in 0 of 0

_BOLD, _DIM, _RESET = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_GAP = "  "
_PROSE_WIDTH = 100


@dataclass(frozen=True)
class Column:
    """A heading, and the function that makes a row's cell."""

    title: str
    show: Callable[[Row], str]
    align: Literal["left", "right"] = "right"


@dataclass(frozen=True)
class Section:
    """A titled table; `note` is a sentence below it, `intro` one above it."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    intro: str = ""
    note: str = ""


def text(title: str, key: str) -> Column:
    """A column of text; True and False read as yes and no."""
    return Column(title, lambda row: show_text(row.get(key)), align="left")


def count(title: str, key: str) -> Column:
    """A column of whole numbers with thousands separators."""
    return Column(title, lambda row: show_count(row.get(key)))


def decimal(title: str, key: str, digits: int = 2) -> Column:
    """A column of numbers with `digits` decimals and thousands separators."""
    return Column(title, lambda row: show_decimal(row.get(key), digits))


def percent(title: str, key: str, digits: int = 1) -> Column:
    """A column of fractions of 1, shown in per cent."""
    return Column(title, lambda row: show_percent(row.get(key), digits))


def interval(
    title: str, low: str = "low", high: str = "high", *, digits: int = 1, as_percent: bool = False
) -> Column:
    """A column `low … high` from two keys, as numbers or, of fractions of 1, in per cent."""

    def show(row: Row) -> str:
        ends = row.get(low), row.get(high)
        if any(_missing(end) for end in ends):
            return NOTHING
        if as_percent:
            return " … ".join(show_percent(end, digits) for end in ends)
        return " … ".join(show_decimal(end, digits) for end in ends)

    return Column(title, show)


def show_text(value: object) -> str:
    """Anything on one line; True and False as `yes` and `no`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _present(value, one_line)


def show_count(value: object) -> str:
    """1234567 as `1,234,567`."""
    return _present(value, lambda number: f"{round(_number(number)):,}")


def show_decimal(value: object, digits: int = 2) -> str:
    """1234.5 as `1,234.50`."""
    return _present(value, lambda number: _signed_zero(f"{_number(number):,.{digits}f}"))


def show_percent(value: object, digits: int = 1) -> str:
    """0.4321 as `43.2 %`."""
    return _present(
        value, lambda number: _signed_zero(f"{100 * _number(number):,.{digits}f}") + " %"
    )


def layout(sections: Iterable[Section], *, width: int | None, colour: bool = False) -> str:
    """All sections as text that ends in a line break, an empty line between two sections.

    `width` is the terminal's in columns; None (a pipe or a file) never folds a table.
    """
    return "\n".join(_section(section, width, colour) for section in sections)


def prose(sentence: str, *, width: int | None) -> str:
    """A sentence folded at the terminal's width (at most 100 columns); None: left as it is."""
    if width is None:
        return sentence
    return textwrap.fill(sentence, max(20, min(width, _PROSE_WIDTH)), break_on_hyphens=False)


def _section(section: Section, width: int | None, colour: bool) -> str:
    lines = [_paint(prose(section.title, width=width), _BOLD, colour)] if section.title else []
    if section.intro:
        lines.append(prose(section.intro, width=width))
    cells = [[column.show(row) for column in section.columns] for row in section.rows]
    lines += _grid(section.columns, cells, width, colour)
    if section.note:
        lines.append(prose(section.note, width=width))
    return "".join(line + "\n" for line in lines)


def _grid(
    columns: Sequence[Column], cells: list[list[str]], width: int | None, colour: bool
) -> list[str]:
    if not cells:
        return ["(no rows)"] if columns else []
    widths = [
        max(len(column.title), *(len(line[i]) for line in cells))
        for i, column in enumerate(columns)
    ]
    if width is not None and sum(widths) + len(_GAP) * (len(widths) - 1) > width:
        return _blocks(columns, cells, width, colour)
    aligns = [column.align for column in columns]
    head = _line([column.title for column in columns], widths, aligns)
    return [_paint(head, _DIM, colour)] + [_line(line, widths, aligns) for line in cells]


def _line(cells: Sequence[str], widths: Sequence[int], aligns: Sequence[str]) -> str:
    padded = (
        cell.ljust(width) if align == "left" else cell.rjust(width)
        for cell, width, align in zip(cells, widths, aligns, strict=True)
    )
    return _GAP.join(padded).rstrip()


def _blocks(
    columns: Sequence[Column], cells: list[list[str]], width: int, colour: bool
) -> list[str]:
    """One block a row: the first cell as its heading, then `title  value` lines, all folded."""
    label = max((len(column.title) for column in columns[1:]), default=0)
    lines: list[str] = []
    for line in cells:
        lines += [_paint(part, _DIM, colour) for part in _fold(line[0], width)]
        for column, cell in zip(columns[1:], line[1:], strict=True):
            room = width - label - 4
            if room < 10:  # the value goes on a line of its own
                lines += _fold(column.title, width - 2, "  ") + _fold(cell, width - 4, "    ")
            else:
                parts = _fold(cell, room)
                lines.append(f"  {column.title:<{label}}  {parts[0]}".rstrip())
                lines += [" " * (label + 4) + part for part in parts[1:]]
    return lines


def _fold(value: str, width: int, indent: str = "") -> list[str]:
    return [indent + part for part in textwrap.wrap(value, max(width, 8)) or [""]]


def _paint(value: str, code: str, colour: bool) -> str:
    return f"{code}{value}{_RESET}" if colour and value else value


def _missing(value: object) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def _present(value: object, show: Callable[[object], str]) -> str:
    return NOTHING if _missing(value) else show(value)


def _number(value: object) -> float:
    return value if isinstance(value, int) else float(str(value))


def _signed_zero(shown: str) -> str:
    """`-0.00` says nothing a reader can use: shown as `0.00`."""
    return shown.removeprefix("-") if not shown.strip("-0.,") else shown
