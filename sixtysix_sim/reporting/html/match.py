"""Matches of bots as a page."""

from collections.abc import Sequence
from math import isfinite

from sixtysix_sim.experiments.match import Match
from sixtysix_sim.reporting import matches as tables
from sixtysix_sim.reporting.html.charts import Point, dots
from sixtysix_sim.reporting.html.page import Page, Part, Picture, Tile
from sixtysix_sim.reporting.html.report import untitled
from sixtysix_sim.reporting.tables import show_count, show_decimal
from sixtysix_sim.scenario import Scenario
from sixtysix_sim.vocabulary import Family

ABOUT = (
    "Every deal is played twice with the seats swapped, so that neither cards nor seats favour "
    "anybody. 100 Elo are 64 % of the points, 200 are 76 %, 400 are 91 %."
)
PAIRS = "How the two games of a pair ended, for the first bot."


def match_page(scenario: Scenario, found: Sequence[Match]) -> Page:
    """Return the page of one match or of a tournament."""
    head, table, pairs, *ended = tables.match_sections(scenario, found)
    parts = [
        Part("played", "What was played", tables=[untitled(head)]),
        Part("strength", "Who is stronger", ABOUT, _pictures(scenario, found), [table]),
        Part("pairs", "Pair by pair", PAIRS, tables=[pairs]),
    ]
    if ended:
        parts.append(Part("ended", "What ended the matches", tables=ended))
    bots = list(dict.fromkeys(name for match in found for name in (match.a, match.b)))
    return Page(
        kind="Match of bots" if len(found) == 1 else f"Tournament of {len(bots)} bots",
        title=" · ".join(bots),
        subtitle=f"{scenario.name} · {show_count(sum(match.games for match in found))} games · "
        f"seed {scenario.seed}",
        sentences=[tables.match_sentence(scenario, found)],
        tiles=_tiles(found),
        parts=parts,
        closing=f"Intervals are {_interval(found)}s over pairs of games.",
    )


def _interval(found: Sequence[Match]) -> str:
    return "95 % interval" if found[0].rule is None else "always-valid 95 % interval"


def _tiles(found: Sequence[Match]) -> list[Tile]:
    if len(found) > 4:
        return []
    rows = [tables.match_row(match) for match in found]
    return [
        Tile(
            f"{match.a} against {match.b}",
            [("", f"{tables.show_elo(row['elo'])} Elo", tables.show_elo_interval(row))],
        )
        for match, row in zip(found, rows, strict=True)
    ]


def _pictures(scenario: Scenario, found: Sequence[Match]) -> list[Picture]:
    strengths, points = [], []
    for match in found:
        row = tables.match_row(match)
        what = f"{match.a} against {match.b}"
        elo, low, high = match.elo
        shown = f"{tables.show_elo(elo)} ({tables.show_elo_interval(row)})"
        ends = [end if end is not None and isfinite(end) else None for end in (elo, low, high)]
        strengths.append(Point(what, ends[0], ends[1], ends[2], shown))
        mean = match.points
        shown = (
            f"{show_decimal(mean.value, 3)} ({show_decimal(mean.low, 3)} … "
            f"{show_decimal(mean.high, 3)})"
        )
        points.append(Point(what, mean.value, mean.low, mean.high, shown))
    said = (
        f"{show_count(found[0].cap)} games a match at most, of seed {scenario.seed}, the bots as "
        f"named. Lines are {_interval(found)}s; the broken line is an even match."
    )
    word = "game points" if scenario.ruleset.family is Family.TALON else "points"
    pictures = [
        ("Strength of the first against the second", strengths, "Elo"),
        (f"{word.capitalize()} a deal, the first less the second", points, word),
    ]
    return [
        Picture(title, dots(chosen, False, axis, line=0.0, zero=True), said)
        for title, chosen, axis in pictures
        if any(point.value is not None for point in chosen)
    ]
