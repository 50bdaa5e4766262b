"""One chunk: played, made into tables and bytes in memory, then put into the run folder."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from sixtysix_sim.logs.raw import RawChunk
from sixtysix_sim.logs.write import (
    file_metadata,
    level_of,
    parquet_bytes,
    sums_table,
    tables_of,
)
from sixtysix_sim.metrics import metrics_of
from sixtysix_sim.runs.files import Data, part_of, publish, remove, require_size, stage, sync_folder
from sixtysix_sim.runs.manifest import (
    FileEntry,
    Line,
    ManifestWriter,
    ObjectManifest,
    chunk_path,
)
from sixtysix_sim.runs.memory import keep_freed_memory
from sixtysix_sim.runs.plan import Chunk
from sixtysix_sim.scenario import Scenario
from sixtysix_sim.vocabulary import LogLevel


class Player(Protocol):
    """What plays games: `kernels.engine.Engine`. Called from several threads at once."""

    def play(self, first_game: int, games: int, log: LogLevel) -> RawChunk:
        """Play the games ``first_game`` … and return their raw rows."""


@dataclass(frozen=True)
class Prepared:
    """A chunk ready to be written.

    Attributes:
        line: its manifest line.
        data: its files by path within the run; of one that is staged, its sums alone.
        staged: the mark of the temporary files in which another machine has put it into the run's
            folder; None: nothing is there yet.
    """

    line: Line
    data: dict[str, memoryview]
    staged: str | None = None


class ChunkMaker:
    """Plays chunks of one run and makes their files; safe to call from any thread."""

    def __init__(self, scenario: Scenario, log: LogLevel, player: Player) -> None:
        keep_freed_memory()
        self._ruleset, self._log, self._player = scenario.ruleset, log, player
        self._metadata = file_metadata(scenario.ruleset, scenario.seed)
        self._names = [(metric.key, metric.group) for metric in metrics_of(scenario.ruleset)]

    def __call__(self, chunk: Chunk) -> Prepared:
        """Play a chunk; what comes out depends on scenario, seed and game numbers alone."""
        raw = self._player.play(chunk.first_game, chunk.games, self._log)
        tables: dict[str, Any] = {"sums": sums_table(raw.sums, self._names)}
        tables |= tables_of(raw, self._ruleset, self._log)
        files, data = {}, {}
        for name, table in tables.items():
            path = chunk_path(name, chunk.number)
            data[path] = parquet_bytes(table, self._metadata, level_of(self._ruleset.family, name))
            digest = hashlib.sha256(data[path]).hexdigest()
            files[path] = FileEntry(table.height, data[path].nbytes, digest)
        line = Line(
            chunk.number, chunk.first_game, chunk.games, raw.deals_played, raw.moves_played, files
        )
        return Prepared(line, data)


def commit(folder: Path, prepared: Prepared, manifest: ManifestWriter | ObjectManifest) -> None:
    """Put a chunk into the run: all files staged, then named, then the manifest line.

    Until the line is on the disk the chunk counts as not played.

    Raises:
        OSError: the disk is full or refuses; the chunk's files are taken away again.
    """
    mark = prepared.staged or ""
    paths = [folder / path for path in prepared.line.files]
    try:
        if prepared.staged is None:
            stage_files(folder, prepared.data)
        else:
            for path, entry in zip(paths, prepared.line.files.values(), strict=True):
                require_size(path, mark, entry.bytes)
        for path in paths:
            publish(path, mark)
        for path in paths:
            sync_folder(path.parent)
        manifest.append(prepared.line)
    except OSError:
        for path in paths:
            remove(part_of(path, mark))
            remove(path)
        raise


def stage_files(folder: Path, data: Mapping[str, Data], mark: str = "") -> None:
    """Put a chunk's files into the run's folder under temporary names, ``mark`` in each.

    Raises:
        OSError: the disk is full or refuses.
    """
    for path, content in data.items():
        stage(folder / path, content, mark)
