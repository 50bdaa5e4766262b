"""The look of all charts: colours, letters, sizes, how an axis of per cent reads."""

from typing import Any

WIDTH = 440  # points of a whole chart; on a telephone it shrinks to three quarters
FONT = "Liberation Sans, Arial, Helvetica, sans-serif"  # the first one lies in vl-convert
INK, FAINT, GRID, PAPER = "#23312b", "#5d6b64", "#e3e0d6", "#fbfaf5"
#: Okabe and Ito's colours, to be told apart without red and green.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#aa4499", "#e69f00", "#56b4e9", "#7f7f7f")
OTHER = "#9aa39e"  # what is not to stand out
MARK = "#b3261e"  # a reference line, an exact value

_TEXT = {"labelFont": FONT, "titleFont": FONT, "labelFontSize": 12.5, "titleFontSize": 12.5}
_COLOURED = {"labelColor": INK, "titleColor": FAINT}
CONFIG: dict[str, Any] = {
    "aria": False,
    "background": PAPER,
    "font": FONT,
    "view": {"stroke": None},
    "axis": {
        **_TEXT, **_COLOURED, "titleFontWeight": "normal", "gridColor": GRID, "domainColor": GRID,
        "tickColor": GRID, "labelPadding": 5, "titlePadding": 8, "labelLimit": 190,
        "labelFlush": False,
    },
    "axisY": {"domain": False, "ticks": False},
    "legend": {
        **_TEXT, **_COLOURED, "orient": "top", "title": None, "labelLimit": 300, "symbolSize": 90,
    },
    "text": {"font": FONT, "fontSize": 12, "color": INK},
}  # fmt: skip


def axis(percent: bool, title: str = "", ticks: int = 5) -> dict[str, Any]:
    """Return how an axis of numbers reads: ``30 %``, ``1,500``."""
    found: dict[str, Any] = {"title": title or None, "tickCount": ticks}
    if percent:
        # ~r drops what a tick of a coarse grid does not need
        found["labelExpr"] = "format(100 * datum.value, ',~r') + ' %'"
    else:
        found["format"] = ",~r"
    return found


def colours(runs: list[str]) -> dict[str, Any]:
    """Return a scale that gives each run its colour, in their order."""
    return {"domain": runs, "range": [COLOURS[n % len(COLOURS)] for n in range(len(runs))]}
