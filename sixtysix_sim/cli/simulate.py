"""`sixtysix simulate`: plays seeded games, a run folder each."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sixtysix_sim.cli.completion import keys, scenarios
from sixtysix_sim.cli.output import emit_text
from sixtysix_sim.cli.progress import Bar
from sixtysix_sim.cli.run_lines import emit_runs, run_line
from sixtysix_sim.errors import BadInput
from sixtysix_sim.runs.objects import place
from sixtysix_sim.runs.options import EngineName
from sixtysix_sim.vocabulary import LogLevel

if TYPE_CHECKING:
    from sixtysix_sim.scenario import Scenario

MAX_JOBS = 1_024  # more threads than any machine has cores are a slip of the finger
_UNITS = {"": 1.0, "s": 1.0, "min": 60.0, "m": 60.0, "h": 3600.0}


def simulate(
    scenarios: Annotated[
        list[str],
        typer.Argument(
            metavar="SCENARIO...", autocompletion=scenarios, help="Scenario files or presets."
        ),
    ],
    games: Annotated[
        int | None,
        typer.Option(
            "--games", metavar="N", help="How many games to play.  [default: the scenario's]"
        ),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            "--until",
            metavar="METRIC:WIDTH",
            help="Stop when the always-valid 95 % interval of a figure is narrower, as in "
            "kaput:0.001 (0.1 percentage points); --games is then the most it plays.",
        ),
    ] = None,
    time: Annotated[
        str | None,
        typer.Option("--time", metavar="60s", help="Stop after so long (s, min, h)."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="S", help="0 to 2^64-1; one seed, one run.  [default: the scenario's]"
        ),
    ] = None,
    first_game: Annotated[
        int | None,
        typer.Option("--first-game", metavar="N", help="Number of the first game.  [default: 0]"),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            parser=place,
            metavar="DIR",
            help="Run folder, or s3://BUCKET/NAME.  [default: runs/NAME-SEED]",
        ),
    ] = None,
    log: Annotated[
        LogLevel | None,
        typer.Option("--log", help="Tables to keep beside the sums.  [default: deals]"),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="N", help="Threads.  [default: all cores]")
    ] = None,
    engine: Annotated[
        EngineName,
        typer.Option("--engine", help="Play on this machine, or on a Dask cluster (scaling.md)."),
    ] = EngineName.LOCAL,
    scheduler: Annotated[
        str | None,
        typer.Option(
            "--scheduler", metavar="ADDR|FILE", help="The cluster's scheduler, for --engine dask."
        ),
    ] = None,
    sets: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            autocompletion=keys,
            help="Change a value in each scenario.",
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Go on with the run in the folder; --games extends it."),
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace the run in the folder.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play seeded games into a run folder: Parquet tables, and sums for reports.

    Each scenario gets a folder of its own; with --out and several scenarios, below that one.
    """
    from sixtysix_sim.runs.options import Options
    from sixtysix_sim.runs.simulate import simulate as play

    if resume and force:
        raise BadInput("--resume goes on with a run and --force replaces it: give one of them")
    for name, number, least in (
        ("games", games, 1),
        ("first-game", first_game, 0),
        ("jobs", jobs, 1),
    ):
        if number is not None and number < least:
            raise BadInput(f"--{name} {number} must be at least {least}")
    if jobs is not None and jobs > MAX_JOBS:
        raise BadInput(f"--jobs {jobs} must be at most {MAX_JOBS}")
    _require_engine(engine, scheduler, jobs)
    options = Options(
        games,
        first_game,
        log,
        jobs,
        resume,
        force,
        _seconds(time),
        _until(until),
        engine,
        scheduler,
    )
    given: dict[str, object] = {
        "games": games,
        "until": until,
        "time": time,
        "seed": seed,
        "first-game": first_game,
        "out": out,
    }
    given |= {"log": log, "jobs": jobs, "scheduler": scheduler}
    given["engine"] = None if engine is EngineName.LOCAL else engine
    resume_command = _resume_command(scenarios, given, sets or [], as_json)
    loaded = [_load(source, sets or [], seed) for source in scenarios]
    folders = _folders(loaded, out)
    runs = []
    for scenario, folder in zip(loaded, folders, strict=True):
        with Bar() as bar:
            run = play(scenario, folder, options, bar, resume_command)
        runs.append(run)
        if not as_json:
            emit_text(run_line(run))
    if as_json:
        emit_runs("simulate", runs)


def _require_engine(engine: EngineName, scheduler: str | None, jobs: int | None) -> None:
    """Refuse options that do not go with the engine.

    Raises:
        BadInput: there are such.
    """
    if engine is EngineName.LOCAL:
        if scheduler is not None:
            raise BadInput(f"--scheduler {scheduler} needs --engine dask, which plays there")
    elif scheduler is None:
        raise BadInput(
            "--engine dask needs the address of its scheduler or the file that tells it: "
            "--scheduler tcp://HOST:8786"
        )
    elif jobs is not None:
        raise BadInput(
            "--jobs is for --engine local: with dask the workers' own --nthreads say how many "
            "chunks they play at a time"
        )


def _seconds(text: str | None) -> float | None:
    """Read ``60s``, ``1.5 min``, ``2h`` or plain seconds.

    Raises:
        BadInput: it is no time.
    """
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?) ?(s|min|m|h)?", text.strip(), re.ASCII)
    seconds = float(match[1]) * _UNITS[match[2] or ""] if match else 0.0
    if seconds <= 0:
        raise BadInput(f"--time {text} must be a time above 0, as in 60s, 5min or 2h")
    return seconds


def _until(text: str | None) -> tuple[str, float] | None:
    """Read ``METRIC:WIDTH``; ``made:1%`` is a width of 0.01.

    Raises:
        BadInput: it is not of that form, or the width is not above 0.
    """
    if text is None:
        return None
    name, _, given = (part.strip() for part in text.rpartition(":"))
    try:
        width = float(given.removesuffix("%")) / (100.0 if given.endswith("%") else 1.0)
    except ValueError:
        width = 0.0
    if not name or not 0.0 < width < float("inf"):
        raise BadInput(f"--until {text} must be METRIC:WIDTH with a width above 0, as in made:0.01")
    return name, width


def _load(source: str, sets: list[str], seed: int | None) -> Scenario:
    """Load a scenario and check its bots, so that nothing is written if one of them is wrong.

    Raises:
        InvalidScenario: the scenario, its bots or the seed do not hold.
    """
    from sixtysix_sim.policies.load import check_policies
    from sixtysix_sim.scenario import load_scenario

    scenario = load_scenario(source, sets).with_games(seed=seed)
    check_policies(scenario)
    return scenario


def _folders(scenarios: list[Scenario], out: Path | None) -> list[Path]:
    """Return a run folder a scenario.

    Raises:
        BadInput: two scenarios would share one.
    """
    from sixtysix_sim.runs.simulate import default_folder

    if out is not None and len(scenarios) == 1:
        return [out]
    names = [default_folder(scenario) for scenario in scenarios]
    folders = names if out is None else [out / name.name for name in names]
    for number, folder in enumerate(folders):
        if folder in folders[:number]:
            raise BadInput(
                f"two scenarios would share the folder {folder}: give them different names "
                "(name = '…' under [scenario]) or play them one by one with --out"
            )
    return folders


def _resume_command(
    scenarios: list[str], given: dict[str, object], sets: list[str], as_json: bool
) -> str:
    """Return the shell command that goes on with what these options started."""
    words = ["sixtysix", "simulate", *scenarios]
    for name, value in given.items():
        words += [f"--{name}", str(value)] if value is not None else []
    for item in sets:
        words += ["--set", item]
    return shlex.join([*words, *["--json"] * as_json, "--resume"])
