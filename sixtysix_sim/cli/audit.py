"""`sixtysix audit`: replays logs and transcripts and names every rule they break."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sixtysix_sim.cli.completion import scenarios
from sixtysix_sim.cli.output import Meta, emit, tell
from sixtysix_sim.cli.progress import Progress
from sixtysix_sim.errors import BadInput, Interrupted
from sixtysix_sim.reporting.tables import Row, Section, count, text
from sixtysix_sim.runs.objects import place, require_folder

if TYPE_CHECKING:
    from sixtysix_sim.referee.audit import Audited, ChunkRecord, Ledger, RunRecord
    from sixtysix_sim.runs.info import RunInfo
    from sixtysix_sim.scenario import Scenario

FOUND, CORRUPT = 1, 3


def audit(
    targets: Annotated[
        list[Path],
        typer.Argument(
            parser=place, metavar="RUN|FILE...", help="Run folders or transcripts (.jsonl)."
        ),
    ],
    games: Annotated[
        int | None,
        typer.Option("--games", min=1, help="Judge so many games of each run, spread evenly."),
    ] = None,
    checksums: Annotated[
        bool | None,
        typer.Option(
            "--checksums/--no-checksums",
            help="Compare every file with the manifest.  [default: unless --games samples]",
        ),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            metavar="SCENARIO",
            autocompletion=scenarios,
            help="Rules of lines that name none.",
        ),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", min=0, help="Findings to show; all are counted.")
    ] = 20,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, help="Processes.  [default: all cores]")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Replay logs and transcripts and report every breach with its rule.

    Ends with 0 if nothing is found, 1 with findings, 2 if a target cannot be read, 3 if a file of a
    run is damaged or missing.
    """
    cores = jobs or _cores()
    results: list[_Result] = []
    try:
        for target in targets:
            require_folder(target, "audit")
            if not target.exists():
                raise BadInput(f"{target}: no such run folder or transcript")
            if target.is_dir():
                results.append(_audit_run(target, games, checksums, cores, quiet))
            else:
                results.append(_audit_file(target, rules, quiet))
    except KeyboardInterrupt:
        named = {"--games": games, "--rules": rules, "--jobs": jobs}
        raise Interrupted(_command(targets, named), "interrupted, nothing was changed") from None
    _show(results, limit, as_json)
    if any(result.ledger.total("corrupt") for result in results):
        raise typer.Exit(CORRUPT)
    if any(result.ledger.total("error") for result in results):
        raise typer.Exit(FOUND)


class _Result:
    """What came of one target.

    Attributes:
        texts: clause id → what it says, of every rule set met.
        about: what was judged, for the closing sentence.
    """

    def __init__(
        self, target: Path, ledger: Ledger, texts: Mapping[str, str], about: str, meta: Meta
    ) -> None:
        self.target, self.ledger, self.texts, self.about = target, ledger, texts, about
        self.meta = meta


def _audit_run(
    folder: Path, games: int | None, checksums: bool | None, jobs: int, quiet: bool
) -> _Result:
    from sixtysix_sim.referee.audit import audit_run
    from sixtysix_sim.runs.info import open_run

    run = open_run(folder)
    if games is not None:
        games = min(games, run.games)
    total = run.games if games is None else games
    with Progress(total, quiet=quiet) as progress:
        audited = audit_run(
            run_record(run),
            chunk_records(run),
            sample=games,
            checksums=games is None if checksums is None else checksums,
            jobs=jobs,
            advance=progress.advance,
        )
    _note_unfinished(run, audited.ledger)
    ruleset = run.scenario.ruleset
    meta = Meta(seed=run.scenario.seed, games=audited.games, rules_hash=ruleset.hash)
    return _Result(folder, audited.ledger, ruleset.clauses(), _about_run(run, audited, games), meta)


def run_record(run: RunInfo) -> RunRecord:
    """What an audit needs to know of a run."""
    from sixtysix_sim.referee.audit import RunRecord

    ruleset = run.scenario.ruleset
    return RunRecord(
        folder=str(run.folder),
        preset=ruleset.preset,
        changes=json.dumps(ruleset.changes()),
        rules_hash=ruleset.hash,
        seed=run.scenario.seed,
    )


def chunk_records(run: RunInfo) -> list[ChunkRecord]:
    """The run's manifest as the audit reads it."""
    from sixtysix_sim.referee.audit import ChunkRecord, FileRecord

    return [
        ChunkRecord(
            number=line.chunk,
            first_game=line.first_game,
            games=line.games,
            deals=line.deals,
            moves=line.moves,
            files={
                path.partition("/")[0]: FileRecord(path, entry.rows, entry.bytes, entry.sha256)
                for path, entry in line.files.items()
            },
        )
        for line in run.lines
    ]


def _note_unfinished(run: RunInfo, ledger: Ledger) -> None:
    """G4: games that run.json promises and the manifest does not have."""
    from sixtysix_sim.referee.audit import Finding

    if run.head.games is None or run.finished:
        return
    missing = run.head.games - run.games
    words = f"{missing:,} of {run.head.games:,} games are missing: `simulate --resume` plays them"
    ledger.add(Finding("G4", words, place="manifest.jsonl"))


def _about_run(run: RunInfo, audited: Audited, sample: int | None) -> str:
    """What was judged, in a sentence or two."""
    part = f" of {run.games:,}, spread evenly" if sample is not None else ""
    words = f"{run.folder}: {audited.games:,} games{part}"
    log = run.head.log
    if log == "none":
        return f"{run.folder}: no table was kept (--log none), so only checksums were compared"
    if log == "games":
        return f"{words}; deals were not logged, so only games and sums were compared"
    words += f", {audited.deals:,} deals"
    if log != "moves":
        return (
            f"{words}; moves were not logged (--log moves does), so each table was judged against "
            "the rules of scoring and the other tables"
        )
    decks = f"one deck in {audited.share:,} was" if audited.share > 1 else "all decks were"
    if not audited.decks:
        decks = "so small a pack has equal decks by chance, so none were"
    return f"{words}, {audited.moves:,} moves; {decks} compared with each other"


def _audit_file(path: Path, rules: str | None, quiet: bool) -> _Result:
    from sixtysix_sim.referee.transcript import audit_transcript

    default = _scenario(rules).ruleset if rules else None
    with Progress(None, unit="deals", quiet=quiet) as progress:
        found = audit_transcript(path, default, progress.advance)
    meta = Meta(games=found.games, rules_hash=found.rules_hashes)
    about = f"{path}: {found.lines:,} lines, {found.deals:,} deals, {found.moves:,} moves"
    return _Result(path, found.ledger, found.clauses, about, meta)


def _scenario(source: str) -> Scenario:
    from sixtysix_sim.scenario import load_scenario

    return load_scenario(source, [])


def _show(results: Sequence[_Result], limit: int, as_json: bool) -> None:
    rows = [row for result in results for row in _rows(result, several=len(results) > 1)]
    sections = [part for result in results for part in _sections(result, limit, len(results) > 1)]
    closing = ". ".join(f"{result.about}: {_verdict(result.ledger)}" for result in results) + "."
    for result in results:
        if result.ledger.left_out and as_json:
            tell(f"sixtysix: {result.target}: {result.ledger.left_out:,} more findings are counted "
                 "in `found` only")  # fmt: skip
    emit("audit", sections=sections, rows=rows, meta=_meta(results), as_json=as_json,
         closing=closing)  # fmt: skip


def _meta(results: Sequence[_Result]) -> Meta:
    """The fields beside the rows; of several targets, lists."""
    from dataclasses import replace

    found = {str(result.target): _counts(result.ledger) for result in results}
    if len(results) == 1:
        return replace(results[0].meta, extra={"found": found})
    every = [result.meta for result in results]
    return Meta(
        seed=[meta.seed for meta in every],
        games=[meta.games for meta in every],
        rules_hash=[meta.rules_hash for meta in every],
        extra={"found": found},
    )


def _counts(ledger: Ledger) -> dict[str, int]:
    return {named or severity: number for (severity, named), number in ledger.counts.items()}


def _rows(result: _Result, *, several: bool) -> list[Row]:
    from sixtysix_sim.referee.audit import as_row

    target: Row = {"target": str(result.target)} if several else {}
    return [{**target, **as_row(finding)} for finding in result.ledger.findings()]


def _sections(result: _Result, limit: int, several: bool) -> list[Section]:
    """The first findings, then how often each rule was broken and what it says."""
    from itertools import islice

    from sixtysix_sim.referee.audit import GENERAL

    ledger = result.ledger
    if not ledger.counts:
        return []
    at = f" in {result.target}" if several else ""
    shown: list[Row] = [
        {"rule": finding.named or finding.severity, "where": finding.where,
         "message": finding.message}
        for finding in islice(ledger.findings(), limit)
    ]  # fmt: skip
    more = sum(ledger.counts.values()) - len(shown)
    note = f"{more:,} more (--limit shows more, --json all)." if more else ""
    parts = []
    if shown:
        columns = [text("rule", "rule"), text("where", "where"), text("message", "message")]
        parts.append(Section(f"Findings{at}", columns, shown, note=note))
    summary: list[Row] = [
        {"rule": named or severity, "count": number,
         "says": _says(named.split(), GENERAL, result.texts)}
        for (severity, named), number in sorted(ledger.counts.items(), key=lambda item: -item[1])
    ]  # fmt: skip
    columns = [text("rule", "rule"), count("count", "count"), text("what it says", "says")]
    return [*parts, Section(f"By rule{at}", columns, summary)]


def _says(named: Sequence[str], general: Mapping[str, str], texts: Mapping[str, str]) -> str:
    """What the rule says, or the clause that explains a G breach; at most a line."""
    words = [texts.get(rule, "").replace("*", "") for rule in named]
    said = next((text for text in words if text), "")
    said = said or next((general[rule] for rule in named if rule in general), "a damaged file")
    first, dot, _ = said.partition(". ")
    first = first + dot.strip()
    return first if len(first) <= 90 else first[:88].rsplit(" ", 1)[0] + " …"


def _verdict(ledger: Ledger) -> str:
    errors, damaged = ledger.total("error"), ledger.total("corrupt")
    parts = []
    if damaged:
        parts.append(f"{damaged:,} damaged file{'s' if damaged > 1 else ''}")
    if errors:
        parts.append(f"{errors:,} finding{'s' if errors > 1 else ''}")
    notes = ledger.total("note")
    if notes:
        parts.append(f"{notes:,} note{'s' if notes > 1 else ''}")
    return ", ".join(parts) or "no finding"


def _command(targets: Sequence[Path], named: Mapping[str, object]) -> str:
    """The command that does it again: an audit keeps nothing that it could go on from."""
    words = ["sixtysix", "audit", *map(str, targets)]
    for option, value in named.items():
        words += [] if value is None else [option, str(value)]
    return shlex.join(words)


def _cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
