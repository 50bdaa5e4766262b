"""Runs that were right, and ways to spoil them so that manifest and checksums still agree."""

import hashlib
import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import polars as pl

from sixtysix_sim.referee.audit import Audited, ChunkRecord, FileRecord, RunRecord, audit_run
from sixtysix_sim.runs.info import open_run
from sixtysix_sim.runs.options import Options
from sixtysix_sim.runs.simulate import simulate
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.vocabulary import LogLevel

Change = Callable[[pl.DataFrame], pl.DataFrame]
GAMES = 24


def play(
    folder: Path,
    log: LogLevel,
    *sets: str,
    games: int = GAMES,
    first: int = 0,
    preset: str = "cift66",
) -> Path:
    """Play a small run."""
    scenario = load_scenario(preset, list(sets))
    simulate(scenario, folder, Options(games=games, first_game=first, log=log, jobs=1))
    return folder


def copy_of(run: Path, folder: Path) -> Path:
    """Copy a run, to be spoilt."""
    shutil.copytree(run, folder)
    return folder


def change(run: Path, table: str, how: Change) -> None:
    """Rewrite a table of the first chunk; the manifest then holds its new checksum."""
    path = run / table / "chunk-000000.parquet"
    metadata = {k: v for k, v in pl.read_parquet_metadata(path).items() if k.startswith("sixty")}
    frame = how(pl.read_parquet(path))
    frame.write_parquet(path, metadata=metadata)
    lines = (run / "manifest.jsonl").read_text().splitlines()
    tree = json.loads(lines[0])
    data = path.read_bytes()
    tree["files"][f"{table}/{path.name}"] = {
        "rows": frame.height,
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
    }
    lines[0] = json.dumps(tree)
    (run / "manifest.jsonl").write_text("\n".join(lines) + "\n")


def put(column: str, value: object, **where: int) -> Change:
    """Return a change of one column in the rows that have the given numbers."""
    here = pl.all_horizontal(*(pl.col(key) == number for key, number in where.items()))

    def how(frame: pl.DataFrame) -> pl.DataFrame:
        new = pl.when(here).then(pl.lit(value, frame.schema[column])).otherwise(pl.col(column))
        return frame.with_columns(new.alias(column))

    return how


def without(**where: int) -> Change:
    """Return a change that takes rows out."""
    here = pl.all_horizontal(*(pl.col(key) == number for key, number in where.items()))
    return lambda frame: frame.filter(~here)


def audited(run: Path, sample: int | None = None, jobs: int = 1) -> Audited:
    """Audit a run with all checks."""
    info = open_run(run)
    ruleset = info.scenario.ruleset
    record = RunRecord(
        str(run), ruleset.preset, json.dumps(ruleset.changes()), ruleset.hash, info.scenario.seed
    )
    chunks = [
        ChunkRecord(
            line.chunk, line.first_game, line.games, line.deals, line.moves,
            {path.split("/")[0]: FileRecord(path, *entry) for path, entry in line.files.items()},
        )
        for line in info.lines
    ]  # fmt: skip
    return audit_run(record, chunks, sample=sample, jobs=jobs)


def named(run: Path) -> dict[str, list[str]]:
    """Return rule → places of the findings, those of the sums left aside."""
    found: dict[str, list[str]] = {}
    for finding in audited(run).ledger.findings():
        if not finding.place.startswith("sums"):
            found.setdefault(finding.named, []).append(finding.where)
    return found


def deals_of(run: Path) -> pl.DataFrame:
    return pl.read_parquet(run / "deals" / "*.parquet")


def moves_of(run: Path) -> pl.DataFrame:
    return pl.read_parquet(run / "moves" / "*.parquet")


def where(deal: Mapping[str, object]) -> str:
    return f"game {deal['game']}, deal {deal['deal']}"


def place_of(row: dict[str, object]) -> dict[str, int]:
    return {key: int(str(row[key])) for key in ("game", "deal")}


def first(frame: pl.DataFrame, *conditions: pl.Expr) -> dict[str, object]:
    return frame.filter(*conditions).row(0, named=True)
