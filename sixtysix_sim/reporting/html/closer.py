"""The part of a report that comes from tables: score paths, how long and how close games are."""

from collections.abc import Callable, Sequence

from sixtysix_sim.reporting.html.charts import Point, columns, curve, paths
from sixtysix_sim.reporting.html.figures import titles
from sixtysix_sim.reporting.html.kept import Paths, Place, read_paths
from sixtysix_sim.reporting.html.page import Part, Picture
from sixtysix_sim.reporting.played import bots_text
from sixtysix_sim.reporting.queries import Played
from sixtysix_sim.reporting.tables import show_count, show_decimal

PATHS = (
    "Each thin line is one game: by how many points its later winner is ahead after each deal; "
    "below zero the winner was still behind. The bold line is the median, the band the middle 80 % "
    "of the games still in play. Wide bands and many lines below zero mean that games stay open."
)


def paths_part(played: Sequence[Played]) -> Part:
    """Return the part; where no run keeps the table it says how to get it.

    Raises:
        CorruptData: a table is damaged.
    """
    title = "Score paths and length of games"
    found = [read_paths(one.run) for one in played]
    known = [(one, run, path) for one, run, path in zip(played, titles(played), found, strict=True)
             if path is not None]  # fmt: skip
    if not known:
        return Part("paths", title, note=_missing(played))
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
        places = [(place, run) for _, run, path in known for place in pick(path)]
        places.sort(key=lambda both: both[0].at)  # bins of several runs lie in one order
        return [_point(place, run, label) for place, run in places]

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
    return Part("paths", title, PATHS, pictures, note=_lacking(played, found))


def _point(place: Place, run: str, label: bool) -> Point:
    known = place.estimate
    ends = (known.value, known.low, known.high)
    value, low, high = ("–" if end is None else show_decimal(100 * end, 1) for end in ends)
    what = place.label if label else place.at
    return Point(what, *ends, f"{value} % ({low} … {high} %)", run)


def _whose(one: Played, games: int) -> str:
    bots = bots_text(one.run.scenario)
    return f"the first {show_count(games)} games of seed {one.run.scenario.seed}, {bots}."


def _named(run: str, said: str) -> str:
    return f"{run}: {said.rstrip('.')}" if run else said[0].upper() + said[1:].rstrip(".") + "."


def _missing(played: Sequence[Played]) -> str:
    run = played[0].run
    return (
        f"The sums of a run do not hold these figures, and {run.folder} kept no deals table "
        f"(--log {run.head.log}). Play it with --log deals to see them here."
    )


def _lacking(played: Sequence[Played], found: Sequence[object]) -> str:
    without = [str(one.run.folder) for one, known in zip(played, found, strict=True) if not known]
    if not without:
        return ""
    return f"Without such a table: {', '.join(without)} (play with --log deals)."
