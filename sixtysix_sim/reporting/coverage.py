"""Which clauses of the rules came up in a run, how often, and which never did: from the sums."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sixtysix_sim.reporting.auction import fires as auction_fires
from sixtysix_sim.reporting.cells import show_interval, show_trials, show_value
from sixtysix_sim.reporting.queries import Figure, Played
from sixtysix_sim.reporting.sections import run_titles
from sixtysix_sim.reporting.tables import NOTHING, Column, Row, Section
from sixtysix_sim.reporting.talon import fires as talon_fires
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.statistics import Sums, rate_interval
from sixtysix_sim.vocabulary import Family

#: By family: rule key, decision or clause; metric, with '!' its opposite; words.
_FIRES: dict[Family, Callable[[RuleSet], Sequence[tuple[str, str, str]]]] = {
    Family.AUCTION: auction_fires.fires_of,
    Family.TALON: talon_fires.fires_of,
}


@dataclass(frozen=True)
class Fired:
    """A clause and how often what it rules came up."""

    clause: str
    what: str
    figure: Figure

    @property
    def never(self) -> bool:
        """Whether it could have come up and never did."""
        return self.figure.sums.m > 0 and self.figure.sums.k == 0


def fired(one: Played) -> list[Fired]:
    """Return the clauses whose events the sums of a run count, in the order of the rule text."""
    rules = one.run.scenario.ruleset
    order = {clause: n for n, clause in enumerate(rules.clauses())}
    found = []
    for key, name, words in _FIRES[rules.family](rules):
        other = name.startswith("!")
        figure = one.figures.get(name.removeprefix("!"))
        if figure is not None and figure.metric.unit == "rate":
            shown = _opposite(figure) if other else figure
            found.append(Fired(key if key in order else rules.clause_of(key), words, shown))
    return sorted(found, key=lambda item: order.get(item.clause, len(order)))


def _opposite(figure: Figure) -> Figure:
    """Return the rate of what did not happen, from the same sums."""
    old = figure.sums
    sums = Sums(old.n, old.m - old.k, old.m, old.mm - 2 * old.km + old.kk, old.mm - old.km, old.mm)
    return replace(figure, sums=sums, estimate=rate_interval(sums))


def coverage_section(played: Sequence[Played]) -> Section:
    """Return a line a clause and event, of several runs side by side."""
    rows: dict[tuple[str, str], dict[str, object]] = {}
    for run, one in enumerate(played):
        for item in fired(one):
            row = rows.setdefault((item.clause, item.what), {})
            row[f"figure {run}"] = item.figure
    lines: list[Row] = [
        {"clause": clause or NOTHING, "what": what} | row for (clause, what), row in rows.items()
    ]
    columns = [
        Column("clause", lambda row: str(row["clause"]), align="left"),
        Column("what came up", lambda row: str(row["what"]), align="left"),
    ]
    for run, title in enumerate(run_titles(played)):
        columns.append(Column(title if len(played) > 1 else "share", _cell(run, show_value)))
        columns.append(Column("95 % interval", _cell(run, show_interval)))
        if len(played) == 1:
            columns.append(Column("out of", _cell(run, _out_of), align="left"))
    return Section("", columns, lines)


def _cell(run: int, show: Callable[[Figure], str]) -> Callable[[Row], str]:
    def cell(row: Row) -> str:
        figure = row.get(f"figure {run}")
        return show(figure) if isinstance(figure, Figure) else NOTHING

    return cell


def _out_of(figure: Figure) -> str:
    return f"{show_trials(figure)} {figure.metric.out_of}"


def never_sentence(one: Played) -> str:
    """Return what never came up in a run; its bounds stand in the table."""
    never = [f"{item.what} ({item.clause})" for item in fired(one) if item.never]
    if not never:
        return "Everything listed here came up at least once."
    return f"Never came up: {'; '.join(never)}. The interval says how often it can be at most."
