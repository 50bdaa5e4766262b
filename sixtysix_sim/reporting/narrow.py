"""Tables laid out as lines of text; one too wide is made narrower, then cut in parts, then blocks.

In this order, until it fits: headings and columns of text are folded; the columns are shared out
over a few tables that all begin with the first one; every row becomes a block of its own.
"""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

GAP = "  "
LEAST = 14  # a column of text is folded no narrower
MOST_PARTS = 3
_ROOM = 10  # a block's values need so much beside the headings, or go on lines of their own


@dataclass(frozen=True)
class Line:
    """A line of a table; a heading is painted dim."""

    text: str
    heading: bool = False


@dataclass(frozen=True)
class Cells:
    """A column as shown: heading, cells, whether it is set to the left, and never folded."""

    title: str
    cells: Sequence[str]
    left: bool
    whole: bool = False

    @property
    def full(self) -> int:
        """Its width with nothing folded."""
        return max(len(self.title), *map(len, self.cells))

    @property
    def least(self) -> int:
        """The width to which it can be folded: words stay whole, text keeps ``LEAST``."""
        words = max((len(word) for word in self.title.split()), default=0)
        widest = max(map(len, self.cells))
        if not self.left or self.whole:
            return max(words, widest)
        longest = max((len(word) for cell in self.cells for word in cell.split()), default=0)
        return max(words, min(widest, max(LEAST, longest)))


def lines_of(columns: Sequence[Cells], width: int | None) -> list[Line]:
    """Return a table of one row or more as lines no wider than ``width``; None: of any width."""
    full = [column.full for column in columns]
    if width is None or _sum(full) <= width:
        return _grid(columns, full)
    if _sum([column.least for column in columns]) <= width:
        return _grid(columns, _shared_out(columns, width))
    parts = _parts(columns, width)
    if not parts:
        return _blocks(columns, width)
    lines: list[Line] = []
    for part in parts:
        lines += [Line("")] if lines else []
        lines += lines_of(part, width)
    return lines


def _sum(widths: Sequence[int]) -> int:
    return sum(widths) + len(GAP) * (len(widths) - 1)


def _shared_out(columns: Sequence[Cells], width: int) -> list[int]:
    """Return widths that fit: letter by letter, the widest column that can be folded gives."""
    widths = [column.full for column in columns]
    least = [column.least for column in columns]
    while _sum(widths) > width:
        giving = max(
            (n for n, column in enumerate(columns) if widths[n] > least[n]),
            key=lambda n: widths[n],
        )
        widths[giving] -= 1
    return widths


def _parts(columns: Sequence[Cells], width: int) -> list[list[Cells]]:
    """Return the columns in few tables, each with the first column; empty: there is no such way."""
    first, *others = columns
    parts: list[list[Cells]] = [[first]]
    for column in others:
        if _sum([c.least for c in (*parts[-1], column)]) <= width:
            parts[-1].append(column)
        elif len(parts[-1]) == 1 or len(parts) == MOST_PARTS:
            return []
        else:
            parts.append([first, column])
            if _sum([c.least for c in parts[-1]]) > width:
                return []
    return parts if len(parts) > 1 else []


def _grid(columns: Sequence[Cells], widths: Sequence[int]) -> list[Line]:
    """Return a table with headings and cells folded at widths."""
    heads = [_fold(column.title, width) for column, width in zip(columns, widths, strict=True)]
    cells = [
        [_fold(cell, width) for cell in column.cells]
        for column, width in zip(columns, widths, strict=True)
    ]
    taken = [
        max(len(part) for parts in [head, *folded] for part in parts)
        for head, folded in zip(heads, cells, strict=True)
    ]
    deep = max(map(len, heads))
    heads = [[""] * (deep - len(head)) + head for head in heads]
    lines = [Line(_line(columns, row, taken), heading=True) for row in zip(*heads, strict=True)]
    for row in zip(*cells, strict=True):
        lines += [Line(_line(columns, part, taken)) for part in zip_longest(*row, fillvalue="")]
    return lines


def _line(columns: Sequence[Cells], cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (
        cell.ljust(width) if column.left else cell.rjust(width)
        for column, cell, width in zip(columns, cells, widths, strict=True)
    )
    return GAP.join(padded).rstrip()


def _blocks(columns: Sequence[Cells], width: int) -> list[Line]:
    """One block a row: the first cell as its heading, then `title  value` lines, all folded."""
    label = max((len(column.title) for column in columns[1:]), default=0)
    lines: list[Line] = []
    for first, *rest in zip(*(column.cells for column in columns), strict=True):
        lines += [Line(part, heading=True) for part in _fold(first, max(width, 8))]
        for column, cell in zip(columns[1:], rest, strict=True):
            lines += map(Line, _entry(column.title, cell, label, width))
    return lines


def _entry(title: str, cell: str, label: int, width: int) -> list[str]:
    """Return a value of a block under or beside its title."""
    room = width - label - 2 * len(GAP)
    if room < _ROOM:
        return [GAP + part for part in _fold(title, max(width - 2, 8))] + [
            2 * GAP + part for part in _fold(cell, max(width - 4, 8))
        ]
    first, *more = _fold(cell, room)
    beside = f"{GAP}{title:<{label}}{GAP if label else ''}{first}".rstrip()
    return [beside, *(" " * (label + 2 * len(GAP)) + part for part in more)]


def _fold(value: str, width: int) -> list[str]:
    """Return text in lines; a chart or other text that fits keeps its spaces."""
    if len(value) <= width:
        return [value]
    return textwrap.wrap(value, width, break_on_hyphens=False) or [""]
