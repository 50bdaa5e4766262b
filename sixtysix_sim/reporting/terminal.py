"""The report a person reads: what was played, the key figures in sentences, then the tables."""

from collections.abc import Callable, Sequence

from sixtysix_sim.reporting.auction.short import sentences as auction_sentences
from sixtysix_sim.reporting.played import bots_text, head_section
from sixtysix_sim.reporting.queries import Played
from sixtysix_sim.reporting.sections import figure_row, report_sections
from sixtysix_sim.reporting.tables import Row, Section
from sixtysix_sim.reporting.talon.short import sentences as talon_sentences
from sixtysix_sim.vocabulary import Family

#: The key figures of a run in sentences, by family; '' for one that has nothing to say.
_SENTENCES: dict[Family, Callable[[Played], Sequence[str]]] = {
    Family.AUCTION: auction_sentences,
    Family.TALON: talon_sentences,
}


def report(played: Sequence[Played]) -> list[Section]:
    """Return all sections of a report over one run or several."""
    head = head_section([one.run for one in played])
    return [head, *(_in_short(one, len(played) > 1) for one in played), *report_sections(played)]


def closing(played: Sequence[Played]) -> str:
    """Return the sentence that ends a report: whose play the figures are about."""
    bots = dict.fromkeys(bots_text(one.run.scenario) for one in played)
    return (
        f"All figures are about these bots: {'; '.join(bots)}. Intervals are 95 % confidence "
        "intervals with whole games as units."
    )


def csv_tables(played: Sequence[Played]) -> dict[str, list[Row]]:
    """Return a table a section, and one of the runs, for ``--csv``."""
    runs: list[Row] = [
        {
            "run": str(one.run.folder),
            "name": one.run.scenario.name,
            "preset": one.run.scenario.ruleset.preset,
            "rules_hash": one.run.head.rules_hash,
            "scenario_hash": one.run.head.scenario_hash,
            "bots": bots_text(one.run.scenario),
            "seed": one.run.scenario.seed,
            "first_game": one.run.head.first_game,
            "games": one.run.games,
            "deals": one.run.deals,
            "moves": one.run.moves,
        }
        for one in played
    ]
    tables: dict[str, list[Row]] = {"runs": runs}
    for one in played:
        for figure in one.figures.values():
            metric = figure.metric
            words = {"label": metric.label, "unit": metric.unit, "out_of": metric.out_of}
            row = {"run": str(one.run.folder)} | figure_row(figure) | words
            tables.setdefault(metric.section, []).append(row)
    return tables


def in_short(one: Played) -> Sequence[str]:
    """Return the key figures of a run in sentences; '' for what there is nothing to say about."""
    return _SENTENCES[one.run.scenario.ruleset.family](one)


def _in_short(one: Played, several: bool) -> Section:
    sentences = in_short(one)
    title = f"In short, {one.run.folder}" if several else "In short"
    return Section(title, (), (), intro=" ".join(s for s in sentences if s))
