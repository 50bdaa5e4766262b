"""Tables as data (`Section`, `Column`) and their layout as plain or coloured text.

Rows are flat mappings. A column says how a row's cell reads, so that the same rows serve the
terminal, CSV and JSON. How a table fits a terminal is in `narrow`.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sixtysix_sim.reporting.narrow import Cells, lines_of
from sixtysix_sim.reporting.plain_text import for_encoding, one_line

Row = Mapping[str, object]
NOTHING = "–"  # a value that does not exist, as in 0 of 0

_BOLD, _DIM, _RESET = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_PROSE_WIDTH = 100
_ITEM_WIDTH = 80  # of the items of a list in a pipe or file


@dataclass(frozen=True)
class Column:
    """A heading, and the function that makes a row's cell.

    ``whole`` cells are never folded; ``drawn`` ones are charts of letters, for terminals alone.
    """

    title: str
    show: Callable[[Row], str]
    align: Literal["left", "right"] = "right"
    whole: bool = False
    drawn: bool = False


@dataclass(frozen=True)
class Section:
    """A titled table; `note` is a sentence below it, `intro` one above it.

    `items` are a list of sentences below the title, each with its mark and a space before it; they
    are folded under their mark, at 80 columns where the width is not known.
    """

    title: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    intro: str = ""
    note: str = ""
    items: Sequence[str] = ()


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


def layout(
    sections: Iterable[Section], *, width: int | None, colour: bool = False, encoding: str = "utf-8"
) -> str:
    """All sections as text that ends in a line break, an empty line between two sections.

    `width` is the terminal's in columns; None (a pipe or a file) never folds a table. What
    `encoding` lacks gets its stand-in before columns are measured, so that they stay aligned.
    """
    return "\n".join(_section(section, width, colour, encoding) for section in sections)


def prose(sentence: str, *, width: int | None) -> str:
    """A sentence folded at the terminal's width (at most 100 columns); None: left as it is."""
    if width is None:
        return sentence
    return textwrap.fill(sentence, max(20, min(width, _PROSE_WIDTH)), break_on_hyphens=False)


def _section(section: Section, width: int | None, colour: bool, encoding: str) -> str:
    def said(sentence: str) -> list[str]:
        return [prose(for_encoding(sentence, encoding), width=width)] if sentence else []

    lines = [_paint(title, _BOLD, colour) for title in said(section.title)]
    lines += said(section.intro)
    if section.rows and section.columns:
        shown = [_cells(column, section.rows, encoding) for column in section.columns]
        lines += [
            _paint(line.text, _DIM, colour and line.heading) for line in lines_of(shown, width)
        ]
    elif section.columns:
        lines.append("(no rows)")
    lines += [_item(for_encoding(item, encoding), width) for item in section.items]
    lines += said(section.note)
    return "".join(line + "\n" for line in lines)


def _item(sentence: str, width: int | None) -> str:
    mark = " " * (sentence.find(" ") + 1)
    most = max(20, min(width or _ITEM_WIDTH, _PROSE_WIDTH))
    return textwrap.fill(sentence, most, subsequent_indent=mark, break_on_hyphens=False)


def _cells(column: Column, rows: Sequence[Row], encoding: str) -> Cells:
    cells = [for_encoding(column.show(row), encoding) for row in rows]
    return Cells(for_encoding(column.title, encoding), cells, column.align == "left", column.whole)


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
