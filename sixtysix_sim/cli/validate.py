"""`sixtysix validate`: what a rule set's values mean together, before a game is played."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from sixtysix_sim.cli.completion import keys, scenarios
from sixtysix_sim.cli.output import Meta, emit, tell
from sixtysix_sim.cli.progress import Progress
from sixtysix_sim.errors import BadInput, InvalidScenario

if TYPE_CHECKING:
    from sixtysix_sim.reporting.tables import Row, Section
    from sixtysix_sim.validation.dynamic import Decided
    from sixtysix_sim.validation.finding import Finding

_CLAUSE = re.compile(r"\(([A-Z]\d+\.\d+)\)$")


def validate(
    scenarios: Annotated[
        list[str],
        typer.Argument(
            metavar="SCENARIO...", autocompletion=scenarios, help="Scenario files or presets."
        ),
    ],
    sets: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            autocompletion=keys,
            help="Change a value in each scenario.",
        ),
    ] = None,
    dynamic: Annotated[
        int | None,
        typer.Option(
            "--dynamic",
            min=1,
            metavar="N",
            help="Also play N deals and count.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check scenarios: contradictions, bids out of reach, options that cannot matter, bots.

    Exit code 1 if a scenario is not valid or a finding is an error, 2 if a file cannot be read
    (the others are checked all the same). With --dynamic the referee also
    follows deals of the scenario's bots, and counts for each clause how often the legal actions or
    the score would have been others without it.
    """
    from sixtysix_sim.reporting.tables import Section, text

    columns = [text("severity", "severity"), text("rule", "rule"), text("where", "where")]
    columns.append(text("message", "message"))
    from sixtysix_sim.scenario.sources import read_sets

    read_sets(sets or [])  # wrong usage, whatever the files hold
    sections, every, decided, hashes, unread = [], [], [], [], []
    for source in scenarios:
        try:
            findings, rules_hash = _findings(source, sets or [])
        except BadInput as error:
            unread.append(error)
            continue
        rows = [_row(source, finding) for finding in findings]
        note = "" if rows else "No finding."
        sections.append(Section(source, columns if rows else [], rows, note=note))
        every += rows
        hashes.append(rules_hash)
        if dynamic is not None and rules_hash is not None:
            counted = _dynamic(source, sets or [], dynamic)
            sections += counted
            decided += [{"scenario": source, **row} for row in counted[0].rows]
    for other in unread[:-1]:
        tell(f"sixtysix: {other.message}")
    if len(unread) == len(scenarios):
        raise unread[-1]
    count = Counter(str(row["severity"]) for row in every)
    closing = ", ".join(_counted(count[word], word) for word in ("error", "warning", "note")) + "."
    meta = Meta(rules_hash=hashes[0] if len(hashes) == 1 else hashes)
    emit(
        "validate",
        sections=sections,
        rows=every + decided,
        meta=meta,
        as_json=as_json,
        closing=closing,
    )
    if unread:
        raise unread[-1]
    if count["error"]:
        raise typer.Exit(1)


def _findings(source: str, sets: list[str]) -> tuple[list[Finding], str | None]:
    """The findings about one scenario and its rules hash; what keeps it from loading is one too."""
    from sixtysix_sim.policies.load import check_policies
    from sixtysix_sim.scenario import scenario_and_problems
    from sixtysix_sim.validation.bidders import fit_findings
    from sixtysix_sim.validation.static import static_findings

    scenario, problems = scenario_and_problems(source, sets, check_policies)
    if scenario is None:
        return [_wrong(error) for error in problems], None
    return static_findings(scenario.ruleset) + fit_findings(scenario), scenario.ruleset.hash


def _wrong(error: InvalidScenario) -> Finding:
    """What keeps a scenario from loading, as a finding."""
    from sixtysix_sim.validation.finding import Finding

    clause = _CLAUSE.search(error.message)
    where, _, message = error.message.partition(": ")
    return Finding(clause[1] if clause else "", "error", where, message)


def _dynamic(source: str, sets: list[str], deals: int) -> list[Section]:
    """What each clause decided in deals of the scenario's bots, and what the clauses say."""
    from sixtysix_sim.metrics import meld_labels
    from sixtysix_sim.reporting.tables import Column, Section, count, decimal, text
    from sixtysix_sim.scenario import load_scenario
    from sixtysix_sim.validation.dynamic import count_decisions

    scenario = load_scenario(source, sets)
    with Progress(deals, unit="deals") as progress:
        found = count_decisions(scenario, deals, progress.advance)
    labels = meld_labels(scenario.ruleset)
    rows = [_decided_row(item, labels.get(item.meld, "")) for item in found]
    columns = [
        text("rule", "rule"),
        Column("what it decided", _what, align="left"),
        count("times", "count"),
        decimal("per deal", "per_deal", 3),
        Column("deals with it", _share),
    ]
    intro = f"{rows[0]['deals']:,} deals from seed {scenario.seed}. {_NOT_ASKED}"
    clauses = dict.fromkeys(item.rule for item in found)
    texts: list[Row] = [
        {"rule": rule, "says": _first_sentence(scenario.ruleset.clause_text(rule))}
        for rule in clauses
    ]
    return [
        Section(f"{source}: what the clauses decided", columns, rows, intro=intro),
        Section("What they say", [text("rule", "rule"), text("what it says", "says")], texts),
    ]


_NOT_ASKED = (
    "A clause decides something where the legal actions, the winner of a trick or the score would "
    "be others without it; those that make the game itself (seats, pack, turn order) are left out. "
    "Where it never did, the last column says how often it can be at most (95 %)."
)


def _first_sentence(says: str) -> str:
    """The first sentence of a clause, whole, without the marks of the page it stands on."""
    first, dot, _ = says.replace("*", "").replace("`", "").partition(". ")
    return first + dot.strip()


def _what(row: Row) -> str:
    """What a clause decided, a meld with what people call it."""
    message, label, meld = (str(row[key]) for key in ("message", "label", "meld"))
    if label in ("", meld, meld.replace("_", " ")):
        return message
    return message.replace(meld, f"{meld} ({label})", 1)


def _decided_row(item: Decided, label: str) -> Row:
    """A clause's decisions; one that never decided anything is a note."""
    return {
        "rule": item.rule,
        "severity": "count" if item.times else "note",
        "where": f"{item.deals} deals",
        "message": item.what,
        "count": item.times,
        "deals": item.deals,
        "per_deal": item.per_deal,
        "meld": item.meld,
        "label": label,
        "share": item.share.value,
        "low": item.share.low,
        "high": item.share.high,
    }


def _share(row: Row) -> str:
    """The share of deals, or the bound where it never happened."""
    from sixtysix_sim.reporting.tables import show_percent

    if row["count"]:
        return show_percent(row["share"])
    return f"0 (≤ {show_percent(row['high'], 2)})"


def _row(source: str, finding: Finding) -> dict[str, object]:
    return {
        "scenario": source,
        "rule": finding.rule,
        "severity": finding.severity,
        "where": finding.where,
        "message": finding.message,
        "count": finding.count,
    }


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
