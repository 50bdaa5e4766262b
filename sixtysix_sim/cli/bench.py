"""`sixtysix bench`: speed of this machine, and the signature of the games."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from sixtysix_sim.cli.output import Meta, emit, tell
from sixtysix_sim.reporting.tables import Section, count, decimal, text


def bench(
    rounds: Annotated[
        int, typer.Option(min=1, max=100, help="Rounds over all settings; the best counts.")
    ] = 5,
    seconds: Annotated[
        float, typer.Option(min=0.01, max=60.0, help="Length of one timing in a round.")
    ] = 0.5,
    jobs: Annotated[
        int | None, typer.Option(min=1, max=256, help="Threads of the parallel settings.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measure this machine's speed; print a signature equal on every machine."""
    from sixtysix_sim.cli.progress import Progress
    from sixtysix_sim.experiments.bench import SIGNED_SEED, measure, settings, signature
    from sixtysix_sim.kernels.jit import compile_notice, mark_warm

    if notice := compile_notice("bench"):
        tell(f"sixtysix: {notice}")
    cores = jobs or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    wanted = settings(cores)
    signed = signature()
    mark_warm("bench")
    with Progress(total=rounds * len(wanted), unit="timings") as progress:
        timings = measure(wanted, rounds, seconds, lambda: progress.advance(1))
    rows = [timing.row() for timing in timings]
    columns = [
        text("preset", "preset"),
        text("bots", "policy"),
        text("log", "log"),
        count("jobs", "jobs"),
        decimal("CPU ns a move", "ns_per_move"),
        count("moves a second", "moves_per_s"),
        count("deals a second", "deals_per_s"),
        count("games a second", "games_per_s"),
    ]
    best = "One round" if rounds == 1 else f"Best of {rounds} rounds"
    note = (
        f"{best} of {seconds:g} s, chunks made and tables written as in a run. "
        "CPU time of all threads; rates by the clock."
    )
    emit(
        "bench",
        sections=[Section("Speed of this machine", columns, rows, note=note)],
        rows=rows,
        meta=Meta(seed=SIGNED_SEED, extra={"signature": signed}),
        as_json=as_json,
        closing=f"Signature {signed}, the same on every machine and for any number of threads.",
    )
