"""Run folders with made-up games: real files, written by the run's own writers."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from sixtysix_sim.kernels.sums import new_sums, sums_of
from sixtysix_sim.logs.raw import Float64
from sixtysix_sim.logs.write import file_metadata, parquet_bytes, sums_table
from sixtysix_sim.metrics import layout_of, measure_names, metrics_of
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.runs.files import write_file
from sixtysix_sim.runs.head import head_of, write_head
from sixtysix_sim.runs.manifest import (
    MANIFEST,
    FileEntry,
    Line,
    chunk_path,
    read_manifest,
    write_manifest,
)
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.vocabulary import Family, LogLevel
from tests.kernels.raw_games import RawGames, raw_games
from tests.kernels.recount import recount
from tests.talon_games import RefereePlayer, sums_of_rows


def chunk_sums(ruleset: RuleSet, games: RawGames) -> Float64:
    """Return float64[metrics, 5] of made-up games, from the slow recount."""
    metrics, names = metrics_of(ruleset), measure_names(ruleset)
    num, den = (np.array([getattr(m, side) for m in metrics]) for side in ("num", "den"))
    first, hand = [*games.first_meld, len(games.melds)], ruleset.auction.deal.hand_size
    sums = new_sums(layout_of(ruleset).size, len(metrics))
    row = 0
    for game in games.games.tolist():
        rows = range(row, row := row + game[0])
        melds = [games.melds[first[n] : first[n + 1]].tolist() for n in rows]
        counts = recount(ruleset, game, [games.deals[n].tolist() for n in rows], melds)
        for n in range(hand):
            counts[f"trick_legal.{n + 1}"] = counts["hands"] * (hand - n) // 2
            counts[f"trick_forced.{n + 1}"] = counts["deals"] * n // hand
        x = np.array([counts[name] for name in names])
        sums[0, : len(x)] += x
        sums[1, : len(x)] += x * x
        sums[2, : len(num)] += x[num] * x[den]
    return sums_of(sums.astype(np.float64), num, den)


def _made_up(ruleset: RuleSet, games: int, seed: int) -> tuple[Float64, int]:
    """Return the sums of some games, and how many deals they have."""
    if ruleset.family is Family.TALON:
        rows = RefereePlayer(ruleset, seed).rows(0, games)
        return sums_of_rows(ruleset, rows), len(rows.deals)
    raw = raw_games(ruleset, games, seed=seed)
    return chunk_sums(ruleset, raw), len(raw.deals)


def make_run(
    folder: Path,
    source: str = "cift66",
    sets: Sequence[str] = (),
    chunks: Sequence[int] = (40, 40, 25),
    asked: int | None = None,
) -> Path:
    """Write a run whose chunks have so many games; ``asked`` of them were to be played."""
    scenario = load_scenario(source, sets).with_games(asked or sum(chunks))
    head = head_of(scenario, scenario.games, 0, LogLevel.NONE)
    size = max(chunks)
    (folder / "sums").mkdir(parents=True)
    object.__setattr__(head, "chunk_games", size)
    write_head(folder, head)
    names = [(metric.key, metric.group) for metric in metrics_of(scenario.ruleset)]
    metadata = file_metadata(scenario.ruleset, scenario.seed)
    lines = []
    for number, games in enumerate(chunks):
        sums, deals = _made_up(scenario.ruleset, games, number)
        table = sums_table(sums, names)
        data = parquet_bytes(table, metadata)
        path = chunk_path("sums", number)
        write_file(folder / path, data)
        entry = FileEntry(table.height, data.nbytes, hashlib.sha256(data).hexdigest())
        first = number * size
        lines.append(Line(number, first, games, deals, 50 * deals, {path: entry}))
    write_manifest(folder / MANIFEST, lines)
    return folder


def relist(folder: Path, name: Path) -> None:
    """Enter a changed file into the manifest, as if it had been written so."""
    data = (folder / name).read_bytes()
    lines, _ = read_manifest(folder / MANIFEST)
    for line in lines:
        if (entry := line.files.get(name.as_posix())) is not None:
            digest = hashlib.sha256(data).hexdigest()
            line.files[name.as_posix()] = FileEntry(entry.rows, len(data), digest)
    write_manifest(folder / MANIFEST, lines)
