"""Charts of text: a value with its interval on a line, and where a reference lies."""

from collections.abc import Sequence

WIDTH = 31
_POINT, _LINE, _MARK, _BOTH = "●", "─", "┊", "◉"


def span_of(values: Sequence[float | None]) -> tuple[float, float] | None:
    """Return lowest and highest of the values there are, None if there is none."""
    known = [value for value in values if value is not None]
    return (min(known), max(known)) if known else None


def dot(
    value: float | None,
    low: float | None,
    high: float | None,
    span: tuple[float, float] | None,
    mark: float | None = None,
    width: int = WIDTH,
) -> str:
    """Return ``──●──`` at its place within ``span``; ``┊`` where ``mark`` lies, ``◉`` on it."""
    if value is None or span is None:
        return ""
    cells = [" "] * width
    first = _place(value if low is None else low, span, width)
    last = _place(value if high is None else high, span, width)
    cells[first : last + 1] = _LINE * (last + 1 - first)
    at = _place(value, span, width)
    if mark is not None:
        cells[_place(mark, span, width)] = _MARK
    cells[at] = _BOTH if cells[at] == _MARK else _POINT
    return "".join(cells).rstrip()


def _place(value: float, span: tuple[float, float], width: int) -> int:
    low, high = span
    if high <= low:
        return width // 2
    return round((width - 1) * min(1.0, max(0.0, (value - low) / (high - low))))
