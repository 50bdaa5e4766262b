"""How one figure reads: as many digits as its interval supports, and plain words for few events."""

import math

from sixtysix_sim.metrics import Metric
from sixtysix_sim.reporting.queries import Figure
from sixtysix_sim.reporting.tables import NOTHING, show_count, show_decimal
from sixtysix_sim.statistics import Estimate
from sixtysix_sim.statistics.intervals import FEW

BAR_WIDTH = 16
_EIGHTHS = " ▏▎▍▌▋▊▉"
_LEAST_DIGITS = {"rate": 1, "share": 1, "points": 1, "count": 2}
_MOST_DIGITS = 6


def digits_of(metric: Metric, half_width: float | None) -> int:
    """Return how many decimals to show: down to the first digit of the half-width, if not more."""
    least = _LEAST_DIGITS[metric.unit]
    if not half_width:
        return least
    shown = 100 * half_width if metric.is_percent else half_width
    return max(least, min(_MOST_DIGITS, math.ceil(-math.log10(shown))))


def half_width(estimate: Estimate) -> float | None:
    """Return half the interval's width, None if there is no interval."""
    if estimate.low is None or estimate.high is None:
        return None
    return (estimate.high - estimate.low) / 2


def show_number(metric: Metric, value: float | None, digits: int) -> str:
    """Return a value in the metric's unit: ``71.2 %``, ``187.4``."""
    if value is None:
        return NOTHING
    if metric.is_percent:
        return show_decimal(100 * value, digits) + " %"
    return show_decimal(value, digits)


def show_value(figure: Figure) -> str:
    """Return a figure's value; a rate that rests on fewer than five events says so."""
    metric, estimate = figure.metric, figure.estimate
    if metric.unit == "rate" and estimate.value is not None:
        events, trials = int(figure.sums.k), int(figure.sums.m)
        if events == trials:
            return f"all {show_count(trials)}"
        if min(events, trials - events) < FEW:
            return f"{show_count(events)} of {show_count(trials)}"
    return show_number(metric, estimate.value, digits_of(metric, half_width(estimate)))


def show_interval(figure: Figure) -> str:
    """Return a figure's interval; of 0 of n only its upper end means something."""
    metric, estimate = figure.metric, figure.estimate
    low, high = estimate.low, estimate.high
    if low is None or high is None:
        return NOTHING
    digits = digits_of(metric, half_width(estimate))
    if metric.unit == "rate" and figure.sums.k == 0:
        return f"at most {show_number(metric, high, digits)}"
    if metric.unit == "rate" and figure.sums.k == figure.sums.m:
        return f"at least {show_number(metric, low, digits)}"
    first = show_number(metric, low, digits).removesuffix(" %")
    return f"{first} … {show_number(metric, high, digits)}"


def show_both(figure: Figure) -> str:
    """Return value and interval in one cell, for runs side by side."""
    interval = show_interval(figure)
    return show_value(figure) if interval == NOTHING else f"{show_value(figure)} ({interval})"


def show_trials(figure: Figure) -> str:
    """Return what the figure is out of: ΣM."""
    return show_count(figure.estimate.n)


def bar(share: float, longest: float, width: int = BAR_WIDTH) -> str:
    """Return a bar of block characters; ``longest`` fills the width, anything above 0 is seen."""
    if share <= 0 or longest <= 0:
        return ""
    eighths = max(1, round(8 * width * min(1.0, share / longest)))
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
