"""`sixtysix check`: runs case files and explains what fails (interface.md, "Case files")."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sixtysix_sim.cli.output import emit
from sixtysix_sim.reporting.tables import Section
from sixtysix_sim.reporting.tables import text as column

if TYPE_CHECKING:
    from sixtysix_sim.referee.casefile import Verdict

FAILED = 1


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Case files (TOML).")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Run case files: position, action, expected result.

    Ends with 0 if every case passes, 1 if one fails, 2 if a file cannot be read.
    """
    from sixtysix_sim.referee.casefile import judge, read_cases

    verdicts = [judge(case) for file in files for case in read_cases(file)]
    failed = [verdict for verdict in verdicts if not verdict.passed]
    emit(
        "check",
        sections=[part for verdict in failed for part in _failure(verdict)],
        rows=[_row(verdict) for verdict in verdicts],
        as_json=as_json,
        closing=_closing(len(verdicts), len(failed)),
    )
    if failed:
        raise typer.Exit(FAILED)


def _closing(cases: int, failed: int) -> str:
    word = "case" if cases == 1 else "cases"
    return (
        f"{cases:,} {word}, all passed" if not failed else f"{failed:,} of {cases:,} {word} failed"
    )


def _failure(verdict: Verdict) -> list[Section]:
    """A failed case as people read it: position, expected against got, what the rules say."""
    from sixtysix_sim.referee.casefile.show import show_position

    case = verdict.case
    where = f"{case.file}:{case.line}" if case.line else case.file
    title = f"FAILED {case.id} ({where})" + (f": {case.title}" if case.title else "")
    rows = [
        {"what": item.key, "expected": item.expected, "got": item.got, "why": item.note}
        for item in verdict.failures
    ]
    columns = [column("what", "what"), column("expected", "expected"), column("got", "got")]
    if any(row["why"] for row in rows):
        columns.append(column("why", "why"))
    position = Section(title, columns, rows, intro=show_position(case.written, case.position))
    clauses = [Section("", (), (), intro=f"{id_}: {says}") for id_, says in _cited(verdict).items()]
    return [position, *clauses]


def _cited(verdict: Verdict) -> dict[str, str]:
    """The text of every clause the case cites, or the failed checks name, in that order."""
    ruleset = verdict.case.ruleset
    named = [*verdict.case.cites]
    for item in verdict.failures:
        named += [word for word in (item.expected, item.got.removeprefix("breaks ")) if word]
    texts = {id_: ruleset.clause_text(id_) for id_ in dict.fromkeys(named) if _is_id(id_)}
    return {id_: words.replace("*", "") for id_, words in texts.items() if words}


def _is_id(word: str) -> bool:
    return len(word) < 8 and word[:1].isupper() and word[1:2].isdigit()


def _row(verdict: Verdict) -> dict[str, object]:
    """A case as a flat row; `expected` and `got` join its expectations as `key = value`."""
    case = verdict.case
    return {
        "id": case.id,
        "passed": verdict.passed,
        "expected": "; ".join(f"{item.key} = {item.expected}" for item in verdict.checks),
        "got": "; ".join(f"{item.key} = {item.got}" for item in verdict.checks),
        "cites": list(case.cites),
        "file": case.file,
        "line": case.line,
        "title": case.title,
        "note": "; ".join(item.note for item in verdict.failures if item.note),
    }
