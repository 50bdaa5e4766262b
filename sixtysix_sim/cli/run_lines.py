"""What the commands that write runs say of them: a line each, or one JSON object."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from sixtysix_sim.cli.output import Meta, emit
from sixtysix_sim.cli.progress import show_duration

if TYPE_CHECKING:
    from sixtysix_sim.runs.info import RunInfo


def run_line(run: RunInfo) -> str:
    """What a run came to, and how to look at it."""
    took = f"{run.seconds:.1f} s" if run.seconds < 60 else show_duration(run.seconds)
    asked = run.head.games
    stopped = asked is not None and not run.finished
    games = f"{run.games:,} of {asked:,}" if stopped else f"{run.games:,}"
    counts = f"{games} games, {run.deals:,} deals, {run.moves:,} moves"
    more = "; --resume goes on with it" if stopped else ""
    report = shlex.join(["sixtysix", "report", str(run.folder)])
    return f"{run.folder}: {counts} in {took}{more}; to see the figures: {report}"


def emit_runs(command: str, runs: list[RunInfo]) -> None:
    """The JSON object of a command that wrote runs: a row a run."""
    rows = [
        {
            "run": str(run.folder),
            "scenario": run.scenario.name,
            "games": run.games,
            "deals": run.deals,
            "moves": run.moves,
            "seconds": round(run.seconds, 3),
            "finished": run.finished,
        }
        for run in runs
    ]
    seeds, games, hashes, bots = (
        [run.head.seed for run in runs],
        [run.games for run in runs],
        [run.head.rules_hash for run in runs],
        [[bot.tree() for bot in run.scenario.bots] for run in runs],
    )
    one = len(runs) == 1
    meta = Meta(
        seed=seeds[0] if one else seeds,
        games=games[0] if one else games,
        rules_hash=hashes[0] if one else hashes,
        bots=bots[0] if one else bots,
    )
    emit(command, sections=[], rows=rows, meta=meta, as_json=True)
