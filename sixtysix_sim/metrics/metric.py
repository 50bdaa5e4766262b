"""What a metric is, how one is named, and how its figure is estimated."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sixtysix_sim.errors import BadInput
from sixtysix_sim.statistics import Estimate, Sums, mean_interval, rate_interval

#: Place of the measure that is 1 in every game, the same in every family.
GAMES = 0
Unit = Literal["rate", "share", "points", "count"]
#: A figure as a catalogue writes it down: the fields of `Metric` after the section.
Row = tuple[str, str, Unit, str | None, int, int, str, str]


@dataclass(frozen=True)
class Metric:
    """A figure: the ratio ΣK/ΣM of two measures, summed over games.

    Attributes:
        key: what it is, as in ``made`` or ``made_by_level``.
        section: key of the part of a report it stands in (`catalogue.SECTIONS`).
        label: a row's heading.
        unit: ``rate`` (K of M trials were events), ``share`` (K is a part of M), ``points`` or
            ``count`` (a mean).
        group: what part of M the figure is about (a bid level, a meld), None for all.
        num, den: places of K and M in a game's measure vector.
        meaning: a noun phrase for sentences, as in "the share of contracts made".
        out_of: what M counts.
    """

    key: str
    section: str
    label: str
    unit: Unit
    group: str | None
    num: int
    den: int
    meaning: str
    out_of: str

    @property
    def name(self) -> str:
        """What options and tables call it: the key, and the group behind a dot."""
        return self.key if self.group is None else f"{self.key}.{self.group}"

    @property
    def is_percent(self) -> bool:
        """Whether people read it in per cent."""
        return self.unit in ("rate", "share")


def metric_of(section: str, row: Row) -> Metric:
    """Return the figure a row of a catalogue writes down."""
    key, label, unit, group, num, den, meaning, out_of = row
    return Metric(key, section, label, unit, group, int(num), int(den), meaning, out_of)


def estimate(metric: Metric, sums: Sums, level: float = 0.95) -> Estimate:
    """Return a metric's value and interval from its sums over games (spec: games as clusters)."""
    interval = rate_interval if metric.unit == "rate" else mean_interval
    return interval(sums, level)


def find_metric(metrics: Sequence[Metric], name: str) -> Metric:
    """Return the metric of a name; a plain ``-`` serves for the dash of ``150–190``.

    Raises:
        BadInput: no metric has that name; says the nearest right one.
    """
    wanted = name.strip().replace("-", "–")
    for metric in metrics:
        if metric.name in (name.strip(), wanted):
            return metric
    raise BadInput(f"there is no metric '{name}'{_hint(name, [m.name for m in metrics])}")


def _hint(name: str, names: Sequence[str]) -> str:
    key, _, group = name.partition(".")
    groups = [other.partition(".")[2] for other in names if other.startswith(f"{key}.")]
    numbers = {other: int(other.partition("–")[0]) for other in groups if other[:1].isdecimal()}
    if numbers and group.isdecimal():  # the bid next to one that cannot be made
        best = min(numbers, key=lambda other: abs(numbers[other] - int(group)))
        return f" (did you mean {key}.{best}?)"
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    if not close:
        close = [other for other in names if name and name in other][:1]
    if close:
        return f" (did you mean {close[0]}?)"
    keys = list(dict.fromkeys(other.partition(".")[0] for other in names))
    grouped = next((f", some in groups as in {other}" for other in names if "." in other), "")
    return f" (known: {', '.join(keys)}{grouped})"
