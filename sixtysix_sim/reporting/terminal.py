"""The report a person reads: what was played, the key figures in sentences, then the tables."""

from collections.abc import Sequence

from sixtysix_sim.reporting.cells import show_interval, show_value
from sixtysix_sim.reporting.played import bots_text, head_section
from sixtysix_sim.reporting.queries import Figure, Played
from sixtysix_sim.reporting.sections import figure_row, report_sections
from sixtysix_sim.reporting.tables import Row, Section, show_count


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


def _in_short(one: Played, several: bool) -> Section:
    sentences = (_contracts(one), _kaput(one), _winning(one), _length(one))
    title = f"In short, {one.run.folder}" if several else "In short"
    return Section(title, (), (), intro=" ".join(s for s in sentences if s))


def _known(one: Played, name: str) -> Figure | None:
    """Return a figure that has a value."""
    figure = one.figures.get(name)
    return figure if figure and figure.estimate.value is not None else None


def _said(figure: Figure) -> str:
    """Return value and interval as a sentence says them."""
    return f"{show_value(figure)} ({show_interval(figure)})"


def _contracts(one: Played) -> str:
    made = _known(one, "made")
    if made is None:
        return "No contract was played: in every deal all four seats passed."
    text = (
        f"Of {show_count(made.estimate.n)} contracts {show_value(made)} were made "
        f"(95 % interval {show_interval(made)})"
    )
    cost, bid = _known(one, "set_cost"), _known(one, "mean_bid")
    if bid is not None:
        text += f", at {show_value(bid)} points on average"
    if cost is not None:
        text += f"; a set wrote off {show_value(cost)} points"
    return text + "."


def _kaput(one: Played) -> str:
    kaput, own = _known(one, "kaput"), _known(one, "kaput_declarer")
    if kaput is None:
        return ""
    if kaput.sums.k == 0:
        return (
            f"No side took every trick in {show_count(kaput.estimate.n)} deals "
            f"({show_interval(kaput)} of deals)."
        )
    whose = f", in {show_value(own)} the declarer's side" if own is not None else ""
    return f"One side took every trick in {_said(kaput)} of the deals{whose}."


def _winning(one: Played) -> str:
    first, nobody = _known(one, "first_speaker_wins"), _known(one, "no_winner")
    if first is None:
        return ""
    text = f"The side that spoke first won {_said(first)} of the games"
    if nobody is not None and nobody.sums.k:
        text += f"; {show_value(nobody)} ended without a winner"
    return text + "."


def _length(one: Played) -> str:
    deals, redeals = _known(one, "deals_per_game"), _known(one, "redeals")
    if deals is None:
        return ""
    text = f"A game took {show_value(deals)} scored deals"
    if redeals is not None:
        text += f", and {show_value(redeals)} of all deals were dealt again"
    return text + "."
