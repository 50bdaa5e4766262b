"""Figures as sentences say them."""

from sixtysix_sim.reporting.cells import show_interval, show_value
from sixtysix_sim.reporting.queries import Figure, Played


def known(one: Played, name: str) -> Figure | None:
    """Return a figure that has a value."""
    figure = one.figures.get(name)
    return figure if figure and figure.estimate.value is not None else None


def said(figure: Figure) -> str:
    """Return value and interval."""
    return f"{show_value(figure)} ({show_interval(figure)})"
