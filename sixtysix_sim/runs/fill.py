"""Filling a run folder with the chunks it lacks: the one way in which chunks become files."""

from collections.abc import Sequence
from pathlib import Path

from sixtysix_sim.errors import BadInput
from sixtysix_sim.runs.chunk import Prepared, commit
from sixtysix_sim.runs.folder import put_in_order
from sixtysix_sim.runs.head import Head
from sixtysix_sim.runs.info import open_run
from sixtysix_sim.runs.local import Crew, Stop, run_chunks
from sixtysix_sim.runs.manifest import MANIFEST, Line, manifest_writer
from sixtysix_sim.runs.options import Watcher
from sixtysix_sim.runs.plan import chunks_of
from sixtysix_sim.runs.sums import keep_totals
from sixtysix_sim.runs.until import Until


def fill(
    folder: Path,
    head: Head,
    done: Sequence[Line],
    crew: Crew,
    stop: Stop,
    watcher: Watcher,
    until: Until | None = None,
) -> None:
    """Make the chunks a run lacks and put them into its folder, until ``stop`` is asked.

    Args:
        folder: a run folder made ready by `prepare` and locked.
        head: its run.json.
        done: the chunks it has.
        crew: makes the chunks.
        stop: who may end it early.
        watcher: told about progress.
        until: a rule that ends it once it is met; later chunks in hand are dropped, so that how
            many there are does not depend on the crew.

    Raises:
        Whatever the making of a chunk raises, and OSError if the disk refuses; what was finished
        stands, and in a run of a known length so do the chunks in hand behind one that failed.
    """
    numbers = {line.chunk for line in done}
    chunks = chunks_of(head.first_game, head.games, head.chunk_games)
    todo = (chunk for chunk in chunks if chunk.number not in numbers)

    def put(prepared: Prepared) -> None:
        if until is not None and until.met:
            return
        commit(folder, prepared, manifest)
        watcher.advance(prepared.line.games)
        if until is not None:
            until.add(prepared)
            watcher.expect(until.still_needed or 0)
            if until.met:
                stop.enough()

    watcher.start(head.games, sum(line.games for line in done))
    if until is None or not until.met:
        with manifest_writer(folder / MANIFEST) as manifest:
            # A run that ends by a rule has no gaps: what it has is all there is before its end.
            keep_rest = head.games is not None and until is None
            run_chunks(todo, crew, put, stop, keep_rest=keep_rest)
    else:
        crew.dismiss()
    put_in_order(folder)
    run = open_run(folder)
    if run.finished or stop.interrupted_at is None:
        keep_totals(run)


def disk_problem(error: OSError, folder: Path, command: str | None) -> BadInput:
    """Return the sentence for a disk that is full, read-only or gone.

    ``command`` goes on with the run; None: it was not begun.
    """
    reason = f"cannot be written: {(error.strerror or str(error)).lower()}"
    if command is None:
        return BadInput(f"{folder} {reason}; choose another --out")
    return BadInput(
        f"{error.filename or folder} {reason}; what was finished is kept, to go on: {command}"
    )
