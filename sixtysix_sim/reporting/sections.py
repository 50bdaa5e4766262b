"""A report as tables: one run with intervals in columns of their own, or several side by side."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sixtysix_sim.errors import BadInput
from sixtysix_sim.metrics import Metric, sections_of
from sixtysix_sim.reporting.cells import bar, show_both, show_interval, show_trials, show_value
from sixtysix_sim.reporting.queries import Figure, Played
from sixtysix_sim.reporting.tables import NOTHING, Column, Row, Section
from sixtysix_sim.vocabulary import Family


@dataclass(frozen=True)
class Paired:
    """A section whose figures come in pairs of one group.

    Attributes:
        share: key of the figure that says how big the group is.
        part: key of what became of it.
        heading, counted, became: headings of the group and of both figures.
        nothing: what the note says of groups without a single one.
        falling: the groups are numbers in falling order.
    """

    share: str
    part: str
    heading: str
    counted: str = "contracts"
    became: str = "made"
    nothing: str = "No contract"
    falling: bool = False


_CLOSINGS = ("closings", "closer wins", "No closing")
PAIRED = {
    "levels": Paired("contracts_by_level", "made_by_level", "bid"),
    "speakers": Paired("contracts_by_speaker", "made_by_speaker", "speaker"),
    "bids": Paired("contracts_by_bids", "made_by_bids", "bids"),
    "held": Paired("contracts_by_melds", "made_by_melds", "meld points"),
    "tricks": Paired(
        "legal_by_trick", "forced_by_trick", "trick", "legal actions", "forced", "No move"
    ),
    "closing_tricks": Paired("closed_by_trick", "closer_wins_by_trick", "trick", *_CLOSINGS),
    "closing_talon": Paired(
        "closed_by_talon", "closer_wins_by_talon", "cards left", *_CLOSINGS, falling=True
    ),
}
SIDES = "Side 0: seats 0 and 2; side 1: seats 1 and 3."  # C1.1
SPEAKERS = {"1": "first", "2": "second", "3": "third", "4": "fourth"}


@dataclass(frozen=True)
class Line:
    """A row of a report: a heading, and each run's figures by column."""

    label: str
    figures: Sequence[dict[str, Figure]]


def require_one_family(played: Sequence[Played]) -> None:
    """Check that runs can stand side by side.

    Raises:
        BadInput: they are of several families, whose figures are not the same.
    """
    families = dict.fromkeys(one.run.scenario.ruleset.family for one in played)
    if len(families) > 1:
        raise BadInput(
            f"these runs are of the {' and the '.join(families)} family, which have few figures in "
            "common: report each family by itself"
        )


def report_rows(played: Sequence[Played]) -> Iterator[dict[str, object]]:
    """Yield a flat row a figure, for JSON and CSV; of several runs each row names its folder."""
    for one in played:
        run: dict[str, object] = {"run": str(one.run.folder)} if len(played) > 1 else {}
        for figure in one.figures.values():
            yield run | figure_row(figure)


def figure_row(figure: Figure) -> dict[str, object]:
    """Return a figure as a flat row (interface: `report` in JSON)."""
    metric, estimate = figure.metric, figure.estimate
    return {
        "section": metric.section,
        "metric": metric.key,
        "group": metric.group,
        "value": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "n": estimate.n,
    }


def report_sections(played: Sequence[Played]) -> list[Section]:
    """Return the tables of a report over runs of one family, in reading order."""
    return [section for found in sections_by_key(played).values() for section in found]


def sections_by_key(played: Sequence[Played]) -> dict[str, list[Section]]:
    """Return the tables of each part of a report, by key in reading order; none are empty."""
    metrics, family = _metrics(played), played[0].run.scenario.ruleset.family
    found: dict[str, list[Section]] = {}
    for key, title in sections_of(family).items():
        chosen = [metric for metric in metrics if metric.section == key]
        if key in PAIRED:
            sections = [_paired(key, title, chosen, played)]
        elif key == "melds":
            sections = _melds(title, chosen, played)
        else:
            note = SIDES if key == "wins" and family is Family.AUCTION else ""
            sections = [_plain(title, chosen, played, note)]
        if sections := [section for section in sections if section.rows]:
            found[key] = sections
    return found


def _metrics(played: Sequence[Played]) -> list[Metric]:
    """Return the metrics any of the runs has, each once, in the order of the catalogue."""
    found: dict[str, Metric] = {}
    for one in played:
        for name, figure in one.figures.items():
            found.setdefault(name, figure.metric)
    return list(found.values())


def _cell(run: int, name: str, show: Callable[[Figure], str]) -> Callable[[Row], str]:
    """Return a function that shows a run's figure of a row."""

    def cell(row: Row) -> str:
        figures = row["figures"]
        assert isinstance(figures, list)
        figure = figures[run].get(name)
        return NOTHING if figure is None else show(figure)

    return cell


def _label(title: str) -> Column:
    return Column(title, lambda row: str(row["label"]), align="left")


def _row(line: Line) -> Row:
    return {"label": line.label, "figures": list(line.figures)}


def _columns(
    heading: str, played: Sequence[Played], names: Sequence[tuple[str, str]]
) -> list[Column]:
    """Return columns for figures named within a line, (name, title); of many runs for one only."""
    columns = [_label(heading)]
    for run, where in enumerate(run_titles(played)):
        for name, title in names:
            if len(played) > 1:
                columns.append(Column(where, _cell(run, name, show_both)))
            else:
                columns.append(Column(title, _cell(run, name, show_value)))
                columns.append(Column("95 % interval", _cell(run, name, show_interval)))
    return columns


def run_titles(played: Sequence[Played]) -> list[str]:
    """Return how tables name the runs: by folder name, by path where two bear the same name."""
    names = [one.run.folder.name for one in played]
    return names if len(set(names)) == len(names) else [str(one.run.folder) for one in played]


def _plain(title: str, metrics: Sequence[Metric], played: Sequence[Played], note: str) -> Section:
    """A row a metric: value, interval and what it is out of."""
    columns = _columns("", played, [("value", "value")])
    if len(played) == 1:
        columns.append(Column("out of", _cell(0, "value", show_trials)))
    rows = []
    for metric in metrics:
        figures = [one.figures.get(metric.name) for one in played]
        rows.append(_row(Line(metric.label, [{"value": f} if f else {} for f in figures])))
    return Section(title, columns, rows, note=note)


def _paired(key: str, title: str, metrics: Sequence[Metric], played: Sequence[Played]) -> Section:
    """A row a group: its share of all, and what became of it."""
    pair = PAIRED[key]
    groups = list(dict.fromkeys(metric.group for metric in metrics if metric.group is not None))
    groups.sort(
        key=lambda group: [int(part) for part in group.strip("+").split("–")], reverse=pair.falling
    )
    lines, unseen = [], []
    for group in groups:
        both = [
            {
                "share": one.figures.get(f"{pair.share}.{group}"),
                "made": one.figures.get(f"{pair.part}.{group}"),
            }
            for one in played
        ]
        figures = [{name: f for name, f in found.items() if f is not None} for found in both]
        if any("share" in found and found["share"].sums.k for found in figures):
            lines.append(Line(SPEAKERS[group] if key == "speakers" else group, figures))
        else:
            unseen.append(group)
    columns = _columns(pair.heading, played, [("made", pair.became)])
    if len(played) == 1:
        columns[1:1] = [Column(pair.counted, _cell(0, "share", show_value)), _bars(lines)]
        columns.append(Column("out of", _cell(0, "made", show_trials)))
    return Section(title, columns, [_row(line) for line in lines], note=_note(pair, unseen))


def _first_number(group: str) -> int:
    """Return where a group named ``3``, ``150–190`` or ``270+`` begins."""
    return int(group.strip("+").partition("–")[0])


def _bars(lines: Sequence[Line]) -> Column:
    """Return a column of bars over the shares of a section."""
    values = [line.figures[0]["share"].estimate.value or 0.0 for line in lines]
    longest = max(values, default=0.0)
    return Column(
        "",
        _cell(0, "share", lambda figure: bar(figure.estimate.value or 0.0, longest)),
        align="left",
        drawn=True,
    )


def _note(pair: Paired, unseen: Sequence[str]) -> str:
    if not unseen:
        return ""
    if pair.heading == "bid" and len(unseen) > 3:
        return f"{pair.nothing} at {len(unseen)} other levels, the highest of them {unseen[-1]}."
    return f"{pair.nothing}: {pair.heading} {', '.join(unseen)}."


_OF_MELDS = {
    "deal": ("deals_with_meld", "in a deal", "Share of deals with at least one, in any hand."),
    "hand": ("hands_with_meld", "in a hand", "Share of hands with at least one."),
    "points": ("points_of_meld", "points", "Points a deal, all hands together."),
}


def _melds(title: str, metrics: Sequence[Metric], played: Sequence[Played]) -> list[Section]:
    """A row a meld: how often a deal has it, how often a hand, and the points it brings.

    Several runs get a table a figure, so that what is to be compared stands side by side.
    """
    groups = list(dict.fromkeys(metric.group for metric in metrics))
    labels = {m.group: m.label.removeprefix("deals with ") for m in metrics
              if m.key == "deals_with_meld"}  # fmt: skip
    rows = []
    for group in groups:
        figures = [
            {
                name: one.figures[f"{key}.{group}"]
                for name, (key, _, _) in _OF_MELDS.items()
                if f"{key}.{group}" in one.figures
            }
            for one in played
        ]
        rows.append(_row(Line(labels.get(group, str(group)), figures)))
    if len(played) > 1:
        return [
            Section(f"{title}: {words}", _columns("meld", played, [(name, words)]), rows, note=note)
            for name, (_, words, note) in _OF_MELDS.items()
        ]
    columns = _columns("meld", played, [("deal", "in a deal"), ("hand", "in a hand")])
    columns.append(Column("points", _cell(0, "points", show_value)))
    note = "At least one in a deal (in any hand), in a hand; points a deal, all hands together."
    return [Section(title, columns, rows, note=note)]
