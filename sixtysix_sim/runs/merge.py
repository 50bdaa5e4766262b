"""Joining runs over neighbouring games into one, with the bytes of one long run.

Chunks that are whole are copied, each file held against its manifest. Where a run ends inside a
chunk, neither it nor the next one has the chunk of the long run: it is played again, from the same
seed, and held against the parts that the runs have of it.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from sixtysix_sim import __version__
from sixtysix_sim.errors import BadInput, CorruptData, Interrupted
from sixtysix_sim.logs.schema import KEPT
from sixtysix_sim.runs.checked import checked_files
from sixtysix_sim.runs.chunk import ChunkMaker, Prepared
from sixtysix_sim.runs.files import make_folder
from sixtysix_sim.runs.fill import disk_problem, fill
from sixtysix_sim.runs.folder import choose_head, prepare, replace_run
from sixtysix_sim.runs.head import Head, scenario_of
from sixtysix_sim.runs.info import RunInfo, open_run
from sixtysix_sim.runs.local import Stop, Threads, Work
from sixtysix_sim.runs.lock import locked
from sixtysix_sim.runs.manifest import MANIFEST, Line, chunk_path
from sixtysix_sim.runs.options import Watcher
from sixtysix_sim.runs.plan import Chunk
from sixtysix_sim.runs.player import make_player

Parts = Mapping[int, Sequence[tuple[RunInfo, Line]]]  # what the runs have of each chunk


@dataclass(frozen=True)
class Joined:
    """Runs that make one: its head, and what they have of each of its chunks, by number."""

    head: Head
    parts: Parts


def merge(
    out: Path,
    runs: Sequence[Path],
    command: str,
    watcher: Watcher,
    *,
    jobs: int | None = None,
    resume: bool = False,
    force: bool = False,
) -> RunInfo:
    """Join finished runs into a folder and return the run it then holds.

    Args:
        out: the folder of the joined run.
        runs: the folders to join, in any order; they are only read.
        command: the shell command that goes on with it, for messages.
        watcher: told about progress.
        jobs: threads; None: one a core.
        resume: go on with what an interrupted merge left, or add runs to the end of an earlier one.
        force: replace the run in ``out``.

    Raises:
        BadInput: the runs do not make one (not finished, another scenario, seed, log level or
            version, games twice or missing), or ``out`` cannot be written.
        FolderInUse: ``out`` holds something else, or another process writes there.
        CorruptData: a run is damaged, or a chunk played again is not what the runs have of it.
        Interrupted: Ctrl-C; what was finished is kept.
    """
    if out.resolve() in [folder.resolve() for folder in runs]:
        raise BadInput(f"{out} is one of the runs to join: choose a folder of its own")
    joined = join([open_run(folder) for folder in runs])
    begun = False
    try:
        choose_head(out, joined.head, joined.head.games, resume=resume, force=force)
        work = _work(joined, watcher)
        started = time.monotonic()
        make_folder(out)
        with locked(out):
            head, _ = choose_head(
                out, joined.head, joined.head.games, resume=resume, force=force
            )  # again: now nobody else can change it
            if force:
                replace_run(out)
            done = prepare(out, head, watcher.say)
            begun = True
            with Stop() as stop:
                fill(out, head, done, Threads(work, jobs), stop, watcher)
    except KeyboardInterrupt:
        raise Interrupted(command) from None
    except OSError as error:
        raise disk_problem(error, out, command if begun else None) from None
    run = replace(open_run(out), seconds=time.monotonic() - started)
    if not run.finished:
        raise Interrupted(command, f"interrupted after {run.games:,} games, which are kept")
    return run


def join(runs: Sequence[RunInfo]) -> Joined:
    """Return the run that finished runs make.

    Raises:
        BadInput: they do not make one.
        CorruptData: the scenario of one does not hold.
    """
    for run in runs:
        if not run.finished:
            of = "" if run.head.games is None else f" of {run.head.games:,}"
            raise BadInput(
                f"{run.folder} is not finished: it has {run.games:,}{of} games, and "
                "`simulate --resume` plays the rest"
            )
    in_order = sorted(runs, key=lambda run: run.head.first_game)
    first = in_order[0]
    for other in in_order[1:]:
        _require_same(first, other)
    for before, after in pairwise(in_order):
        _require_neighbours(before, after)
    parts: dict[int, list[tuple[RunInfo, Line]]] = {}
    for run in in_order:
        for line in run.lines:
            _require_files(run, line)
            parts.setdefault(line.chunk, []).append((run, line))
    return Joined(first.head.with_games(sum(run.games for run in runs)), parts)


def _require_files(run: RunInfo, line: Line) -> None:
    """Refuse a line that lists other files than its run's log level has.

    Raises:
        CorruptData: it does.
    """
    wanted = {chunk_path(name, line.chunk) for name in ("sums", *KEPT[run.head.log])}
    if line.files.keys() != wanted:
        raise CorruptData(
            f"{run.folder / MANIFEST}: chunk {line.chunk} lists other files than --log "
            f"{run.head.log} has: `simulate --resume` plays it again"
        )


def _require_same(one: RunInfo, other: RunInfo) -> None:
    """Refuse a run of another scenario, seed, log level or version.

    Raises:
        BadInput: it is another.
    """
    head = replace(other.head, first_game=one.head.first_game)
    differences = one.head.differences(head, f"in {one.folder}", f"in {other.folder}")
    if differences:
        raise BadInput(
            f"{one.folder} and {other.folder} are no parts of one run, they differ in "
            f"{', '.join(differences)}: join runs of one scenario, seed and log level"
        )


def _require_neighbours(before: RunInfo, after: RunInfo) -> None:
    """Refuse games that two runs have or none has.

    Raises:
        BadInput: there are such games.
    """
    end, begin = before.head.first_game + before.games, after.head.first_game
    if begin < end:
        last = min(end, begin + after.games) - 1
        raise BadInput(
            f"{before.folder} and {after.folder} both have the games {begin:,} to {last:,}: leave "
            f"one out, or play the second one anew from --first-game {end} on"
        )
    if begin > end:
        raise BadInput(
            f"the games {end:,} to {begin - 1:,}, between {before.folder} and {after.folder}, are "
            f"in no run: play them with `simulate … --first-game {end} --games {begin - end}` and "
            "join them too"
        )


def _work(joined: Joined, watcher: Watcher) -> Work:
    """Return what makes a chunk of the joined run: a copy, or the chunk played again.

    Raises:
        BadInput: a chunk must be played again, and the runs were played by another version.
    """
    again = [number for number, parts in joined.parts.items() if len(parts) > 1]
    maker: Work | None = None
    if again:
        owner = joined.parts[again[0]][0][0]
        if joined.head.tool != __version__:
            raise BadInput(
                f"{owner.folder} ends inside a chunk of {joined.head.chunk_games:,} games, which "
                f"must be played again by version {joined.head.tool} of sixtysix, and this is "
                f"{__version__}: use that version"
            )
        scenario = scenario_of(owner.folder, owner.head)
        maker = ChunkMaker(scenario, joined.head.log, make_player(scenario, watcher))

    def work(chunk: Chunk) -> Prepared:
        parts = joined.parts[chunk.number]
        if maker is None or len(parts) == 1:
            ((run, line),) = parts
            data = {path: memoryview(file) for path, file in checked_files(run.folder, line.files)}
            return Prepared(line, data)
        made = maker(chunk)
        _require_equal(made.line, parts)
        return made

    return work


def _require_equal(line: Line, parts: Sequence[tuple[RunInfo, Line]]) -> None:
    """Hold a chunk that was played again against what the runs have of it.

    Raises:
        CorruptData: it has other numbers of deals, moves or rows.
    """
    lines = [part for _, part in parts]
    same = line.deals == sum(part.deals for part in lines)
    same &= line.moves == sum(part.moves for part in lines)
    for path, entry in line.files.items():
        if not path.startswith("sums/"):  # a row a metric, however many games
            same &= entry.rows == sum(part.files[path].rows for part in lines)
    if not same:
        folders = ", ".join(str(run.folder) for run, _ in parts)
        raise CorruptData(
            f"chunk {line.chunk}, played again, is not what {folders} have of it: they were "
            "played by other bots or by another version; play them anew"
        )
