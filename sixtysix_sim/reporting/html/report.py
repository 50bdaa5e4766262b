"""The report of runs as a page."""

from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType

from sixtysix_sim.metrics import Metric, sections_of
from sixtysix_sim.reporting.cells import show_interval, show_value
from sixtysix_sim.reporting.coverage import coverage_section, fired, never_sentence
from sixtysix_sim.reporting.html import auction, talon
from sixtysix_sim.reporting.html.charts import bars
from sixtysix_sim.reporting.html.closer import paths_part
from sixtysix_sim.reporting.html.figures import caption, point, titles
from sixtysix_sim.reporting.html.page import Page, Part, Picture, Tile
from sixtysix_sim.reporting.played import bots_text, head_section
from sixtysix_sim.reporting.queries import Played
from sixtysix_sim.reporting.sections import sections_by_key
from sixtysix_sim.reporting.tables import NOTHING, Section, show_count
from sixtysix_sim.reporting.terminal import closing, in_short
from sixtysix_sim.vocabulary import Family

_FAMILIES: dict[Family, ModuleType] = {Family.AUCTION: auction, Family.TALON: talon}
COVERAGE = (
    "Which clauses of the rules came up, counted over all games. A rule that never comes up is "
    "hard to test and easy to forget. The clauses of play (follow suit, trump, beat) are counted "
    "by sixtysix validate SCENARIO --dynamic N, which judges every move."
)


def report_page(played: Sequence[Played]) -> Page:
    """Return the page of one run or of several of one family, side by side.

    Raises:
        CorruptData: a table of a run is damaged.
    """
    family = played[0].run.scenario.ruleset.family
    own = _FAMILIES[family]
    names = list(dict.fromkeys(one.run.scenario.name for one in played))
    sentences = []
    for one, run in zip(played, titles(played), strict=True):
        said = " ".join(s for s in in_short(one) if s)
        sentences.append(f"{run}: {said}" if run else said)
    return Page(
        kind="Report of a run" if len(played) == 1 else f"Report of {len(played)} runs",
        title=" · ".join(names),
        subtitle=_subtitle(played),
        sentences=sentences,
        tiles=_tiles(played, own),
        parts=[_what(played), *_sections(played, own), *_more(played)],
        closing=closing(played),
    )


def _subtitle(played: Sequence[Played]) -> str:
    if len(played) > 1:
        return ", ".join(titles(played))
    run = played[0].run
    rules = run.scenario.ruleset
    return (
        f"{rules.title} ({rules.preset}) · {show_count(run.games)} games · "
        f"{bots_text(run.scenario)} · seed {run.scenario.seed}"
    )


def _tiles(played: Sequence[Played], own: ModuleType) -> list[Tile]:
    found = []
    for name in own.TILES:
        metric: Metric | None = None
        values = []
        for one, run in zip(played, titles(played), strict=True):
            figure = one.figures.get(name)
            if figure is None:
                values.append((run, NOTHING, ""))
            else:
                metric = figure.metric
                values.append((run, show_value(figure), show_interval(figure)))
        if metric is not None:
            found.append(Tile(metric.meaning[0].upper() + metric.meaning[1:], values))
    return found


def _what(played: Sequence[Played]) -> Part:
    head = head_section([one.run for one in played])
    return Part("played", "What was played", tables=[untitled(head)])


def untitled(section: Section) -> Section:
    """Return a section without its title, where the part has the same one."""
    return replace(section, title="")


def _sections(played: Sequence[Played], own: ModuleType) -> list[Part]:
    names = sections_of(played[0].run.scenario.ruleset.family)
    found = []
    for key, sections in sections_by_key(played).items():
        tables = [untitled(one) if one.title == names[key] else one for one in sections]
        tables += own.tables(key, played)
        pictures = own.pictures(key, played)
        found.append(Part(key, names[key], own.ABOUT.get(key, ""), pictures, tables))
    return found


def _more(played: Sequence[Played]) -> list[Part]:
    rows = [
        point(item.figure, f"{item.clause} {item.what}", run)
        for one, run in zip(played, titles(played), strict=True)
        for item in fired(one)
    ]
    never = " ".join(
        f"{run}: {never_sentence(one)}" if run else never_sentence(one)
        for one, run in zip(played, titles(played), strict=True)
    )
    picture = Picture("How often each clause came up", bars(rows, True), caption(played))
    coverage = Part(
        "coverage", "Clause coverage", COVERAGE, [picture], [coverage_section(played)], never
    )
    return [paths_part(played), coverage]
