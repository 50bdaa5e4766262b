"""A comparison as a page."""

from dataclasses import replace

from sixtysix_sim.experiments.compare import Compared, Comparison
from sixtysix_sim.experiments.headlines import headlines_of
from sixtysix_sim.reporting import comparison as tables
from sixtysix_sim.reporting.ending import interval_name
from sixtysix_sim.reporting.html.charts import Point, dots
from sixtysix_sim.reporting.html.page import Page, Part, Picture, Tile
from sixtysix_sim.reporting.played import bots_text, rule_changes
from sixtysix_sim.reporting.strengths import strengths_section

CHANGES = (
    "What b does otherwise than a. Left of the line it is less, right of it more; a figure whose "
    "interval leaves the line out has moved."
)
WHO = (
    "The same change among bots of another strength. What moves the same way for both says "
    "something about the rules; what does not says something about the players."
)
LEGEND = "Blue: clear differences; grey: what may be chance."


def compare_page(found: Comparison, other: Comparison | None, everything: bool = False) -> Page:
    """Return the page of a comparison; ``other``: the same scenarios under other bots."""
    head, table = tables.comparison_sections(found, everything)
    parts = [
        Part("compared", "What is compared", tables=[head]),
        Part("changes", "What changes", CHANGES, _pictures(found, everything), [table]),
    ]
    if other is not None:
        section = strengths_section(found, other)
        parts.append(Part("players", section.title, WHO, _beside(found, other), [section]))
    games = tables.games_text(found)
    deals = "each side with deals of its own" if found.apart else "the same deals on both sides"
    return Page(
        kind="Comparison",
        title=_title(found),
        subtitle=f"{games}, {deals} · {_bots(found)} · seed {found.a.seed}",
        sentences=[tables.sentence(found)],
        tiles=[_tile(one) for one in _headlines(found)],
        parts=[part if part.tables[0].title != part.title else _plain(part) for part in parts],
        closing=f"Intervals are {interval_name(found)}s with whole games as units. "
        f"All figures are about these bots: {_bots(found)}.",
    )


def _plain(part: Part) -> Part:
    """Leave out the title of a part's first table, where it is that of the part."""
    first, *others = part.tables
    return replace(part, tables=[replace(first, title=""), *others])


def _title(found: Comparison) -> str:
    if found.a.name != found.b.name:
        return f"{found.a.name} and {found.b.name}"
    changes = rule_changes(found.a.ruleset, found.b.ruleset)
    said = [f"{key} {new} instead of {old}" for key, (old, new) in changes.items()]
    more = f" and {len(said) - 3} more changes" if len(said) > 3 else ""
    return f"{found.a.name}: {', '.join(said[:3])}{more}" if said else found.a.name


def _bots(found: Comparison) -> str:
    return " against ".join(dict.fromkeys(bots_text(side) for side in (found.a, found.b)))


def _headlines(found: Comparison) -> list[Compared]:
    """Return the primary figure and up to three more that matter."""
    names = [found.primary.metric.name, *headlines_of(found.a.ruleset.family).sweep]
    known = {one.metric.name: one for one in found.compared}
    return [known[name] for name in dict.fromkeys(names) if name in known][:4]


def _tile(one: Compared) -> Tile:
    a, b = tables.show_sides(one)
    meaning = one.metric.meaning
    return Tile(
        meaning[0].upper() + meaning[1:],
        [
            (
                f"a {a}, b {b}",
                tables.show_marked(one),
                tables.show_bounds(one.metric, one.difference),
            )
        ],
    )


def _whose(found: Comparison) -> str:
    return (
        f"{tables.games_text(found)} of seed {found.a.seed}, {_bots(found)}. Lines are "
        f"{interval_name(found)}s."
    )


def _pictures(found: Comparison, everything: bool) -> list[Picture]:
    chosen = tables.shown_figures(found, everything)
    parts = [_point(one, "") for one in chosen if one.metric.is_percent]
    rest = [_relative(one) for one in chosen if not one.metric.is_percent]
    pictures = [
        ("Differences in percentage points", parts, "percentage points"),
        ("Other differences, in per cent of a's value", rest, "per cent of a"),
    ]
    said = f"{_whose(found)} {LEGEND}"
    return [
        Picture(title, dots(points, False, axis, line=0.0), said)
        for title, points, axis in pictures
        if any(point.value is not None for point in points)
    ]


def _point(one: Compared, run: str) -> Point:
    return _scaled(one, 100.0, run, tables.stays_clear(one))


def _relative(one: Compared) -> Point:
    a = one.difference.a
    return _scaled(one, 100.0 / abs(a) if a else None, "", tables.stays_clear(one))


def _scaled(one: Compared, scale: float | None, run: str, clear: bool) -> Point:
    difference = one.difference
    ends = (difference.value, difference.low, difference.high)
    value, low, high = (None if end is None or scale is None else scale * end for end in ends)
    bounds = tables.show_bounds(one.metric, difference)
    shown = f"{tables.show_marked(one)} ({bounds})"
    return Point(one.metric.label, value, low, high, shown, run, clear)


def _beside(found: Comparison, other: Comparison) -> list[Picture]:
    names = [found.primary.metric.name, *headlines_of(found.a.ruleset.family).sweep]
    points: list[Point] = []
    for name in dict.fromkeys(names):
        for each in (found, other):
            one = next((one for one in each.compared if one.metric.name == name), None)
            if one is not None and one.metric.is_percent:
                points.append(_scaled(one, 100.0, bots_text(each.a), True))
    if not points:
        return []
    said = (
        f"{tables.games_text(found)} and {tables.games_text(other)} of seed {found.a.seed}. "
        "Lines are 95 % intervals."
    )
    chart = dots(points, False, "percentage points", line=0.0)
    return [Picture("Differences under both", chart, said)]
