"""`sixtysix validate`: what a rule set's values mean together, before a game is played."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from sixtysix_sim.cli.output import Meta, emit
from sixtysix_sim.errors import InvalidScenario

if TYPE_CHECKING:
    from sixtysix_sim.validation.finding import Finding

_CLAUSE = re.compile(r"\(([A-Z]\d+\.\d+)\)$")


def validate(
    scenarios: Annotated[
        list[str], typer.Argument(metavar="SCENARIO...", help="Presets or scenario files.")
    ],
    sets: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change a value in each scenario."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check rule sets: contradictions, bids out of reach, options that cannot matter.

    Exit code 1 if a scenario is not valid or a finding is an error.
    """
    from sixtysix_sim.reporting.tables import Section, text

    columns = [text("severity", "severity"), text("rule", "rule"), text("where", "where")]
    columns.append(text("message", "message"))
    sections, every, hashes = [], [], []
    for source in scenarios:
        findings, rules_hash = _findings(source, sets or [])
        rows = [_row(source, finding) for finding in findings]
        note = "" if rows else "No finding."
        sections.append(Section(source, columns if rows else [], rows, note=note))
        every += rows
        hashes.append(rules_hash)
    count = Counter(str(row["severity"]) for row in every)
    closing = ", ".join(_counted(count[word], word) for word in ("error", "warning", "note")) + "."
    meta = Meta(rules_hash=hashes[0] if len(hashes) == 1 else hashes)
    emit("validate", sections=sections, rows=every, meta=meta, as_json=as_json, closing=closing)
    if count["error"]:
        raise typer.Exit(1)


def _findings(source: str, sets: list[str]) -> tuple[list[Finding], str | None]:
    """The findings about one scenario and its rules hash; one that does not load is a finding."""
    from sixtysix_sim.scenario import load_scenario
    from sixtysix_sim.validation.finding import Finding
    from sixtysix_sim.validation.static import static_findings

    try:
        scenario = load_scenario(source, sets)
    except InvalidScenario as error:
        clause = _CLAUSE.search(error.message)
        where, _, message = error.message.partition(": ")
        return [Finding(clause[1] if clause else "", "error", where, message)], None
    return static_findings(scenario.ruleset), scenario.ruleset.hash


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
