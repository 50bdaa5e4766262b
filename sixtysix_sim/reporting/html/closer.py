"""The parts of a report that come from tables: score paths and lengths, choices by trick."""

from collections.abc import Callable, Sequence

from sixtysix_sim.metrics.metric import Unit
from sixtysix_sim.reporting.html.charts import Point, columns, curve, paths
from sixtysix_sim.reporting.html.figures import titles
from sixtysix_sim.reporting.html.kept import (
    Choices,
    Paths,
    Place,
    read_choices,
    read_paths,
)
from sixtysix_sim.reporting.html.page import Part, Picture
from sixtysix_sim.reporting.played import bots_text
from sixtysix_sim.reporting.queries import Played
from sixtysix_sim.reporting.tables import Column, Row, Section, show_count, show_decimal

PATHS = (
    "Each thin line is one game: by how many points its later winner is ahead after each deal; "
    "below zero the winner was still behind. The bold line is the median, the band the middle 80 % "
    "of the games still in play. Wide bands and many lines below zero mean that games stay open."
)
CHOICES = (
    "How many legal actions a player has, and how often there is a choice at all. Where the second "
    "line is low, play is on rails."
)


def parts(played: Sequence[Played], summed: bool) -> list[Part]:
    """Return the parts; where no run keeps the table they say how to get it.

    Args:
        played: runs of one family.
        summed: the sums of the family hold the choices by trick.

    Raises:
        CorruptData: a table is damaged.
    """
    return [_paths(played), *([] if summed else [_choices(played)])]


def _paths(played: Sequence[Played]) -> Part:
    title = "Score paths and length of games"
    found = [read_paths(one.run) for one in played]
    known = [(one, run, path) for one, run, path in zip(played, titles(played), found, strict=True)
             if path is not None]  # fmt: skip
    if not known:
        return Part("paths", title, note=_missing(played, "deals", "deals table"))
    pictures = []
    for one, run, path in known:
        words = "Who is ahead, game by game" + (f": {run}" if run else "")
        chart = paths(path.lines, path.middle, "points ahead")
        drawn = len({row["game"] for row in path.lines})
        said = f"Thin: the first {drawn} games. Bold: {_whose(one, path.games)}"
        pictures.append(Picture(words, chart, said))
    said = "; ".join(_named(run, _whose(one, path.games)) for one, run, path in known)
    said += " Lines are 95 % intervals."

    def of(pick: Callable[[Paths], Sequence[Place]], label: bool) -> list[Point]:
        return [_point(place, run, "rate", label) for _, run, path in known for place in pick(path)]

    holds = of(lambda path: path.holds, False)
    if holds:
        pictures.append(
            Picture(
                "How often the side in front goes on to win",
                curve(holds, True, "deals scored", line=0.5),
                said,
            )
        )
    pictures += [
        Picture("Games by number of deals", columns(of(lambda p: p.lengths, True), True,
                "deals scored, the last bar: so many and more"), said),
        Picture("Games by final margin", columns(of(lambda p: p.margins, True), True,
                "points the winner is ahead, from … on"), said),
    ]  # fmt: skip
    return Part("paths", title, PATHS, pictures, note=_lacking(played, found, "deals"))


def _choices(played: Sequence[Played]) -> Part:
    title = "Decisions and branching by trick"
    found = [read_choices(one.run) for one in played]
    known = [(one, run, choice) for one, run, choice in zip(played, titles(played), found,
             strict=True) if choice is not None]  # fmt: skip
    if not known:
        return Part("choices", title, note=_missing(played, "moves", "moves table"))
    said = "; ".join(_named(run, _whose(one, choice.games)) for one, run, choice in known)
    said += " Lines are 95 % intervals."

    def of(pick: Callable[[Choices], Sequence[Place]], unit: Unit) -> list[Point]:
        return [
            _point(place, run, unit, False) for _, run, choice in known for place in pick(choice)
        ]

    pictures = [
        Picture("Legal actions a move", curve(of(lambda c: c.legal, "count"), False, "trick"),
                said),
        Picture("Moves with a choice", curve(of(lambda c: c.real, "rate"), True, "trick"), said),
    ]  # fmt: skip
    return Part(
        "choices", title, CHOICES, pictures, [_table(known)],
        note=_lacking(played, found, "moves"),
    )  # fmt: skip


def _table(known: Sequence[tuple[Played, str, Choices]]) -> Section:
    rows: dict[float, dict[str, str]] = {}
    columns = [Column("trick", lambda row: str(row["trick"]), align="left")]
    for _, run, choice in known:
        of = f", {run}" if run else ""
        for name, places, unit in (
            ("legal actions", choice.legal, "count"),
            ("with a choice", choice.real, "rate"),
        ):
            key = name + of
            columns.append(_column(key))
            for place in places:
                row = rows.setdefault(place.at, {"trick": f"{place.at:g}"})
                row[key] = _shown(place, "rate" if unit == "rate" else "count")
    lines: list[Row] = [rows[at] for at in sorted(rows)]
    return Section("", columns, lines)


def _column(key: str) -> Column:
    return Column(key, lambda row: str(row.get(key, "–")))


def _point(place: Place, run: str, unit: Unit, label: bool) -> Point:
    known = place.estimate
    what = place.label if label else place.at
    return Point(what, known.value, known.low, known.high, _shown(place, unit), run)


def _shown(place: Place, unit: Unit) -> str:
    known = place.estimate
    if known.value is None:
        return "–"
    if unit == "rate":
        ends = [known.value, known.low, known.high]
        value, low, high = ("–" if end is None else show_decimal(100 * end, 1) for end in ends)
        return f"{value} % ({low} … {high} %)"
    value, low, high = (
        "–" if end is None else show_decimal(end, 3) for end in (known.value, known.low, known.high)
    )
    return f"{value} ({low} … {high})"


def _whose(one: Played, games: int) -> str:
    bots = bots_text(one.run.scenario)
    return f"the first {show_count(games)} games of seed {one.run.scenario.seed}, {bots}."


def _named(run: str, said: str) -> str:
    return f"{run}: {said.rstrip('.')}" if run else said[0].upper() + said[1:].rstrip(".") + "."


def _missing(played: Sequence[Played], level: str, table: str) -> str:
    folder = played[0].run.folder
    return (
        f"The sums of a run do not hold these figures, and {folder} kept no {table} "
        f"(--log {played[0].run.head.log}). Play it with --log {level} to see them here."
    )


def _lacking(played: Sequence[Played], found: Sequence[object], level: str) -> str:
    without = [str(one.run.folder) for one, known in zip(played, found, strict=True) if not known]
    if not without:
        return ""
    return f"Without such a table: {', '.join(without)} (play with --log {level})."
