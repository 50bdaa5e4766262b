"""`sixtysix merge`: joins runs over neighbouring games into one."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from sixtysix_sim.cli.output import emit_text
from sixtysix_sim.cli.progress import Bar
from sixtysix_sim.cli.run_lines import emit_runs, run_line
from sixtysix_sim.cli.simulate import MAX_JOBS
from sixtysix_sim.errors import BadInput
from sixtysix_sim.runs.objects import place


def merge(
    out: Annotated[
        Path, typer.Argument(parser=place, metavar="OUT", help="Folder of the joined run.")
    ],
    runs: Annotated[
        list[Path],
        typer.Argument(parser=place, metavar="RUN...", help="Finished runs, in any order."),
    ],
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", min=1, max=MAX_JOBS, help="Threads.  [default: all cores]"),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Go on with what is there; more runs extend it."),
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace the run in the folder.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Join runs of one scenario, seed and log level, made with --first-game, into one run.

    The joined run has the bytes of one long run. Games that two runs have, or none between them,
    are refused. The runs themselves stay as they are.
    """
    from sixtysix_sim.runs.merge import merge as join

    if resume and force:
        raise BadInput("--resume goes on with a run and --force replaces it: give one of them")
    words = ["sixtysix", "merge", str(out), *map(str, runs)]
    words += ["--jobs", str(jobs)] if jobs is not None else []
    command = shlex.join([*words, *["--json"] * as_json, "--resume"])
    with Bar() as bar:
        run = join(out, runs, command, bar, jobs=jobs, resume=resume, force=force)
    if as_json:
        emit_runs("merge", [run])
    else:
        emit_text(run_line(run))
