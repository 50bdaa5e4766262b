"""A figure's text: digits its interval supports, and plain words for few events."""

import pytest

from sixtysix_sim.metrics import Metric, Unit, estimate
from sixtysix_sim.reporting.cells import bar, show_both, show_interval, show_value
from sixtysix_sim.reporting.queries import Figure
from sixtysix_sim.statistics import Estimate, Sums


def figure(unit: Unit, sums: Sums, found: Estimate | None = None) -> Figure:
    metric = Metric("m", "contracts", "m", unit, None, 0, 1, "the m", "things")
    return Figure(metric, sums, found or estimate(metric, sums))


def rate(events: int, trials: int) -> Figure:
    """A rate with one trial a game."""
    return figure("rate", Sums(trials, events, trials, events, events, trials))


@pytest.mark.parametrize(
    ("events", "trials", "value", "interval"),
    [
        (0, 1000, "0 of 1,000", "at most 0.4 %"),
        (0, 1_000_000, "0 of 1,000,000", "at most 0.0004 %"),
        (1, 1000, "1 of 1,000", "0.0 … 0.6 %"),
        (4, 1000, "4 of 1,000", "0.1 … 1.0 %"),
        (5, 1000, "0.5 %", "0.2 … 1.2 %"),
        (500, 1000, "50.0 %", "46.9 … 53.1 %"),
        (500_000, 1_000_000, "50.00 %", "49.90 … 50.10 %"),
        (50_000_000, 100_000_000, "50.000 %", "49.990 … 50.010 %"),
        (998, 1000, "998 of 1,000", "99.3 … 100.0 %"),
        (12, 12, "all 12", "at least 73.5 %"),
    ],
)
def test_rates(events: int, trials: int, value: str, interval: str) -> None:
    assert (show_value(rate(events, trials)), show_interval(rate(events, trials))) == (
        value,
        interval,
    )


def test_nothing_out_of_nothing() -> None:
    none = figure("rate", Sums(10, 0, 0, 0, 0, 0))
    assert (show_value(none), show_interval(none), show_both(none)) == ("–", "–", "–")


def test_one_game_has_a_value_and_no_interval() -> None:
    one = figure("points", Sums(1, 300, 4, 90_000, 1200, 16))
    assert (show_value(one), show_interval(one), show_both(one)) == ("75.0", "–", "75.0")


@pytest.mark.parametrize(
    ("unit", "half", "shown"),
    [
        ("points", 20.0, "1,234.6"),
        ("points", 0.03, "1,234.57"),
        ("count", 5.0, "1,234.57"),
        ("count", 0.004, "1,234.568"),
        ("points", 1e-12, "1,234.567891"),
    ],
)
def test_digits_follow_the_interval(unit: Unit, half: float, shown: str) -> None:
    value = 1234.567891
    found = Estimate(value, value - half, value + half, 100, half / 2)
    assert show_value(figure(unit, Sums(), found)) == shown


def test_bars_fill_their_width_and_show_the_smallest_share() -> None:
    assert bar(0.5, 0.5, 8) == "█" * 8
    assert bar(0.25, 0.5, 8) == "█" * 4
    assert bar(0.26, 0.52, 3) == "█▌"
    assert bar(1e-9, 0.5, 8) == "▏"
    assert bar(0.0, 0.5, 8) == ""
    assert bar(0.1, 0.0, 8) == ""
