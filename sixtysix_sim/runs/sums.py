"""The sums of a run: every file of them is held against the manifest before a figure is made.

Sums of chunks add up, so a run of many chunks also keeps them added (totals.json): reading a
thousand small Parquet files takes a tenth of a second, checking them a fiftieth. The totals say of
which files they are, by checksum, and count only for exactly those.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from sixtysix_sim.errors import CorruptData
from sixtysix_sim.runs.checked import checked_files
from sixtysix_sim.runs.files import read_file, write_file
from sixtysix_sim.runs.info import RunInfo
from sixtysix_sim.runs.manifest import TOTALS, FileEntry

FORMAT = "sixtysix-totals-1"
MANY = 1_000  # chunks from which on a run keeps its totals
BATCH = 500  # files read at a time, so that memory does not grow with the run
COLUMNS = ("k", "m", "kk", "km", "mm")
#: (metric, group) → ΣK, ΣM, ΣK², ΣKM, ΣM² over games, whole numbers.
Totals: TypeAlias = dict[tuple[str, str | None], tuple[int, ...]]


def totals_of(run: RunInfo) -> Totals:
    """Return the sums over all finished games of a run.

    Raises:
        CorruptData: a file of sums is missing, is not the one the manifest lists, or lacks a
            metric the others have.
    """
    files = _sums_files(run)
    kept = _kept_totals(run.folder, files)
    if kept is None:
        return _add_up(run.folder, files)
    for _ in checked_files(run.folder, files):
        pass
    return kept


def keep_totals(run: RunInfo) -> None:
    """Write a run's totals if it has MANY chunks; they depend on its sums alone.

    Raises:
        CorruptData: as `totals_of`.
        OSError: they could not be written.
    """
    files = _sums_files(run)
    if len(files) < MANY or _kept_totals(run.folder, files) is not None:
        return
    rows = [[*name, *sums] for name, sums in _add_up(run.folder, files).items()]
    tree = {"format": FORMAT, "files": len(files), "of": _identity(files)}
    tree |= {"sha256": _digest(rows), "rows": rows}
    write_file(run.folder / TOTALS, (json.dumps(tree, ensure_ascii=False) + "\n").encode())


def _sums_files(run: RunInfo) -> dict[str, FileEntry]:
    """Return what the manifest says of each file of sums, by game number."""
    files = {
        path: entry
        for line in run.lines
        for path, entry in line.files.items()
        if path.startswith("sums/")
    }
    if len(files) != len(run.lines):
        raise CorruptData(f"{run.folder}: the manifest names no file of sums for some chunks")
    return files


def _kept_totals(folder: Path, files: Mapping[str, FileEntry]) -> Totals | None:
    """Return the totals in a run's folder, None if there are none of exactly these files."""
    try:
        tree = json.loads(read_file(folder / TOTALS))
        rows = tree["rows"]
        if tree["format"] != FORMAT or tree["of"] != _identity(files):
            return None
        if tree["sha256"] != _digest(rows):
            return None
        return {(metric, group): tuple(sums) for metric, group, *sums in rows}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None  # the files themselves are there


def _identity(files: Mapping[str, FileEntry]) -> str:
    """Return a checksum over the checksums of files, in their order."""
    return hashlib.sha256("".join(entry.sha256 for entry in files.values()).encode()).hexdigest()


def _digest(rows: Any) -> str:
    return hashlib.sha256(json.dumps(rows, ensure_ascii=False).encode()).hexdigest()


def _add_up(folder: Path, files: Mapping[str, FileEntry]) -> Totals:
    """Add up files of sums; whole numbers, so that the result depends on no order.

    Raises:
        CorruptData: as `totals_of`.
    """
    totals: Totals = {}
    sound = checked_files(folder, files)
    for first in range(0, len(files), BATCH):
        batch = [data for _, data in islice(sound, BATCH)]
        added = _batch(folder, list(files)[first : first + BATCH], batch)
        if first and totals.keys() != added.keys():
            raise CorruptData(f"{folder}: the files of sums do not hold the same metrics")
        for name, sums in added.items():
            old = totals.get(name, (0,) * len(COLUMNS))
            totals[name] = tuple(a + b for a, b in zip(old, sums, strict=True))
    return totals


def _batch(folder: Path, paths: Sequence[str], batch: Sequence[bytes]) -> Totals:
    """Add up some files, given as their bytes."""
    import polars as pl

    from sixtysix_sim.logs.schema import SUMS

    whole = [pl.col(name).cast(pl.Int64).sum() for name in COLUMNS]
    try:
        table = (
            pl.scan_parquet(list(batch), schema=dict(SUMS))
            .group_by("metric", "group", maintain_order=True)
            .agg(*whole, pl.len().alias("files"))
            .collect(engine="streaming")
        )
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        _name_unreadable(folder, paths, batch)
        reason = str(error).splitlines()[0]
        raise CorruptData(f"{folder}: the sums cannot be read: {reason}") from None
    if not (table["files"] == len(batch)).all():
        raise CorruptData(f"{folder}: the files of sums do not hold the same metrics")
    return {
        (row["metric"], row["group"]): tuple(row[name] for name in COLUMNS)
        for row in table.iter_rows(named=True)
    }


def _name_unreadable(folder: Path, paths: Sequence[str], batch: Sequence[bytes]) -> None:
    """Refuse the first file that is no table of sums, though it is what the manifest lists.

    Raises:
        CorruptData: one is not.
    """
    import polars as pl

    from sixtysix_sim.logs.schema import SUMS

    for path, data in zip(paths, batch, strict=True):
        try:
            found = pl.read_parquet(data).schema
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
            found = None
        if found != SUMS:
            raise CorruptData(
                f"{folder / path} is no table of sums of this version: play the run again with "
                "`simulate --force`"
            )
