"""One piece of an audit: some games of a chunk, and what is to be checked of the whole chunk.

A piece is all a worker process is given, and its result all it hands back, so both are small.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from sixtysix_sim.errors import CorruptData
from sixtysix_sim.logs.schema import SCHEMA_VERSION, SUMS, table_schemas
from sixtysix_sim.referee.audit.family import audit_of, judge_of
from sixtysix_sim.referee.audit.findings import Finding, Ledger
from sixtysix_sim.referee.audit.structure import side_findings, structure_findings, value_findings
from sixtysix_sim.referee.audit.sums import sums_findings
from sixtysix_sim.referee.audit.tables import ChunkRecord, Game, games_of, read_table
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules

Hashes = NDArray[np.uint64]
Tables = dict[str, pl.DataFrame]


@dataclass(frozen=True)
class RunRecord:
    """What a run says of itself, in a form that every process can rebuild.

    Attributes:
        folder: where its files are.
        preset, changes: its rules.
        seed: its seed.
    """

    folder: str
    preset: str
    changes: str
    rules_hash: str
    seed: int

    @property
    def ruleset(self) -> RuleSet:
        """The rules, built once a process."""
        return _ruleset(self)


@dataclass(frozen=True)
class Piece:
    """Work for one process.

    Attributes:
        games: the games to judge, by number, rising; may be none.
        first: the first piece of its chunk.
        whole: also check the chunk's tables against each other, the manifest and the sums.
        checksums: compare every file with the manifest's sha256 before it is believed.
    """

    run: RunRecord
    chunk: ChunkRecord
    games: Sequence[int]
    first: bool
    whole: bool
    checksums: bool


@dataclass
class Judged:
    """What came of a piece; ``decks`` are hashes of the decks judged."""

    ledger: Ledger = field(default_factory=Ledger)
    games: int = 0
    deals: int = 0
    moves: int = 0
    decks: Hashes = field(default_factory=lambda: np.empty(0, np.uint64))


@cache
def _ruleset(run: RunRecord) -> RuleSet:
    import json

    return resolve_rules(run.preset, json.loads(run.changes))


def judge_piece(piece: Piece) -> Judged:
    """Judge one piece; a damaged file is a finding, and what rests on it is not judged.

    Damage is told once, by the first piece of a chunk.
    """
    judged = Judged()
    damaged = _damaged_files(piece) if piece.checksums else {}
    for finding in damaged.values() if piece.first else ():
        judged.ledger.add(finding)
    try:
        tables = _tables(piece, damaged)
    except CorruptData as error:
        if not damaged and piece.first:
            judged.ledger.add(Finding("", error.message, severity="corrupt"))
        return judged
    if piece.whole:
        _check_whole(piece, tables, damaged, judged.ledger)
    if "games" in tables:
        _judge_games(piece, tables, judged)
    return judged


def _tables(piece: Piece, damaged: dict[str, Finding]) -> Tables:
    """Return the tables the run keeps; pieces of one chunk in a row read them once.

    Raises:
        CorruptData: one cannot be read, or is not what the manifest's checksum says.
    """
    schemas = table_schemas(piece.run.ruleset)
    names = [name for name in schemas if name in piece.chunk.files]
    for name in names:
        if name in damaged:
            raise CorruptData(damaged[name].message)
    paths = [_path(piece, name) for name in names]
    files = tuple(_identity(path) for path in paths)
    if _LAST.files != files or None in files:
        _LAST.files, _LAST.tables = None, {}
        _LAST.tables = {
            name: read_table(path, schemas[name]) for name, path in zip(names, paths, strict=True)
        }
        _LAST.files = files
    return _LAST.tables


@dataclass
class _Last:
    """The tables read last in this process, and what their files looked like."""

    files: tuple[object, ...] | None = None
    tables: Tables = field(default_factory=dict)


_LAST = _Last()


def _identity(path: Path) -> object:
    """Return what changes when a file is written again; None if it is not there."""
    try:
        there = path.stat()
    except OSError:
        return None
    return str(path), there.st_ino, there.st_mtime_ns, there.st_size


def _damaged_files(piece: Piece) -> dict[str, Finding]:
    """Return, by table, what is wrong with files whose bytes are not those of the manifest."""
    found = {}
    for name, entry in piece.chunk.files.items():
        path = _path(piece, name)
        message = ""
        try:
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            if digest != entry.sha256:
                message = f"{path} is damaged: its sha256 is not the manifest's"
        except FileNotFoundError:
            message = f"{path} is missing"
        except OSError as error:
            message = f"{path} cannot be read: {(error.strerror or str(error)).lower()}"
        if message:
            words = f"{message}; take its line out of the manifest, and `simulate --resume` plays "
            found[name] = Finding("", f"{words}chunk {piece.chunk.number} again", place=entry.path,
                                  severity="corrupt")  # fmt: skip
    return found


def _check_whole(piece: Piece, tables: Tables, damaged: dict[str, Finding], ledger: Ledger) -> None:
    for finding in structure_findings(tables, piece.chunk):
        ledger.add(finding)
    if "melds" in tables:
        for finding in side_findings(tables["melds"], piece.run.ruleset):
            ledger.add(finding)
    if "moves" in tables:
        for finding in value_findings(tables["moves"]):
            ledger.add(finding)
    for name in piece.chunk.files:
        if name not in damaged:
            _check_metadata(piece, name, ledger)
    if "sums" in damaged or "games" not in tables:
        return
    try:
        sums = read_table(_path(piece, "sums"), SUMS)
    except CorruptData as error:
        ledger.add(Finding("", error.message, severity="corrupt"))
        return
    ruleset = piece.run.ruleset
    for finding in sums_findings(sums, tables, ruleset, audit_of(ruleset).recount):
        place = piece.chunk.files["sums"].path
        ledger.add(Finding(finding.rule, finding.message, finding.clauses, place))


def _check_metadata(piece: Piece, name: str, ledger: Ledger) -> None:
    """The key-value metadata says which rules and seed a file is of."""
    wanted = {
        "sixtysix.schema": SCHEMA_VERSION,
        "sixtysix.rules_hash": piece.run.rules_hash,
        "sixtysix.seed": str(piece.run.seed),
    }
    try:
        found = pl.read_parquet_metadata(_path(piece, name))
    except (pl.exceptions.PolarsError, OSError) as error:
        ledger.add(Finding("", f"{_path(piece, name)} is damaged: {error}", severity="corrupt"))
        return
    for key, value in wanted.items():
        if found.get(key) != value:
            words = f"the file says {key} = {found.get(key, 'nothing')}; the run has {value}"
            ledger.add(Finding("G7", words, place=piece.chunk.files[name].path))


def _judge_games(piece: Piece, tables: Tables, judged: Judged) -> None:
    if not piece.games:
        return
    ruleset = piece.run.ruleset
    with_deals = "deals" in tables
    for game in games_of(tables, piece.games, ruleset):
        if with_deals:
            _judge_game(game, ruleset, judged.ledger)
        judged.games += 1
        judged.deals += len(game.deals)
        judged.moves += sum(len(deal.moves or ()) for deal in game.deals)
    if "moves" in tables:
        judged.decks = deck_hashes(tables["deals"], piece.games)


def _judge_game(game: Game, ruleset: RuleSet, ledger: Ledger) -> None:
    judge = judge_of(ruleset, ledger)
    for number, record in enumerate(game.deals):
        if record.moves is not None and record.undealt is None:
            words = "deck is no row of cards, two characters each"
            clause = ruleset.clause_of("deck.packs")
            ledger.add(Finding("G6", words, (clause,), game=game.number, deal=record.deal))
        if record.deal != number:
            break  # a deal is missing or doubled (found by `structure`): what follows has no past
        judge.deal(record)
    else:
        if game.row is not None:
            judge.end(game.row, game.number)


def deck_hashes(deals: pl.DataFrame, games: Sequence[int]) -> Hashes:
    """Return a 64-bit hash a deck; equal decks have equal hashes in every process."""
    kept = deals.filter(pl.col("game").is_in(list(games)))["deck"].drop_nulls()
    return kept.hash(seed=66).to_numpy()


def _path(piece: Piece, name: str) -> Path:
    return Path(piece.run.folder) / piece.chunk.files[name].path


def as_row(finding: Finding) -> dict[str, Any]:
    """Return a finding as a flat row of ``--json``."""
    return {
        "rule": finding.rule,
        "clauses": list(finding.clauses),
        "severity": finding.severity,
        "where": finding.where,
        "game": finding.game,
        "deal": finding.deal,
        "move": finding.move,
        "message": finding.message,
        "count": 1,
    }
