"""`sixtysix tune`: the value of a parameter that brings a metric to a target."""

from pathlib import Path
from typing import Annotated

import typer

from sixtysix_sim.cli.completion import keys, scenarios


def tune(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO", autocompletion=scenarios, help="A scenario file or a preset."
        ),
    ],
    vary: Annotated[
        str,
        typer.Option(
            "--vary",
            metavar="KEY=LO:HI:STEP",
            autocompletion=keys,
            help="A rules. or bots. key, its range.",
        ),
    ],
    target: Annotated[
        str,
        typer.Option("--target", metavar="METRIC=VALUE", help="As in made=0.7 or made=70%."),
    ],
    sets: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            autocompletion=keys,
            help="Change the scenario at every point.",
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="Games of each point.")
    ] = 10_000,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="S", help="0 to 2^64-1.  [default: the scenario's]"),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", metavar="N", min=1, help="Threads.  [default: all cores]"),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Keep finished points here, and go on there."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Find the grid value that brings a figure closest to a target, on common deals.

    Halves the grid, so the figure should move one way along it; where it does not, a warning
    says so. Exit code 1 if the target lies outside what the grid reaches.
    """
    from sixtysix_sim.cli import points as shared
    from sixtysix_sim.cli.output import Meta, emit
    from sixtysix_sim.cli.progress import Bar
    from sixtysix_sim.errors import BadInput, SixtySixError
    from sixtysix_sim.experiments.grid import grid_of, read_axis
    from sixtysix_sim.experiments.points import Measured
    from sixtysix_sim.experiments.tune import Tuned, search_grid
    from sixtysix_sim.reporting import tuning as tables
    from sixtysix_sim.reporting.played import bots_tree
    from sixtysix_sim.reporting.points import adjusted_of, figure_rows
    from sixtysix_sim.scenario import load_scenario

    axis = read_axis(vary)
    if not axis.is_range or len(axis.values) < 2:
        raise BadInput(
            f"--vary {vary}: tune needs a range of two values or more, as in "
            "rules.auction.min_bid=100:150:10"
        )
    name, value = _target(target)
    own = load_scenario(scenario, sets or []).with_games(games, seed)
    grid = grid_of(scenario, sets or [], [axis], own)
    base = grid.base.scenario
    metric = shared.metrics_named(base, [name])[0]
    state = shared.open_state("tune", base, [p.label for p in grid.points], [metric.name], out)
    for label, why in grid.skipped.items():
        shared.warn(f"{label} is not played: {why}")
    values = [point.values[axis.key] for point in grid.points]
    measured: dict[int, Measured] = {}
    results: list[Tuned] = []

    def play(bar: Bar) -> None:
        book = shared.open_book(state, base, [metric.name], jobs, bar)
        results.append(search_grid(book, grid.points, metric.name, value, measured))

    finished = shared.playing(state, None, games, play)
    played = {values[n]: measured[n] for n in sorted(measured)}
    adjusted = adjusted_of(list(played.values()), [metric])
    found = results[0] if finished else None
    for said in tables.tune_warnings(found, axis.key, values, metric) if found else ():
        shared.warn(said)
    emit(
        "tune",
        sections=[]
        if as_json
        else tables.tune_sections(base, axis.key, played, metric, value, games),
        rows=[
            row
            for at_value, point in played.items()
            for row in figure_rows(point, [metric], adjusted, {axis.key: at_value})
        ]
        if as_json
        else None,
        meta=Meta(
            seed=base.seed, games=games, rules_hash=base.ruleset.hash, bots=bots_tree(base),
            extra={"target": {metric.name: value}, "answer": tables.answer_of(found, values)},
        ),
        as_json=as_json,
        closing=""
        if found is None or found.missed
        else tables.tune_sentence(found, axis.key, values, metric, value),
    )  # fmt: skip
    if found is None:
        given = {"vary": vary, "target": target, "set": sets, "games": games, "seed": seed,
                 "jobs": jobs, "json": as_json}  # fmt: skip
        words = shared.command_words("tune", scenario, given)
        raise shared.stop(state, shared.fallback("tune", base, out), words)
    if found.missed:
        sentence = tables.tune_sentence(found, axis.key, values, metric, value)
        raise SixtySixError(f"a missed target: {sentence[0].lower()}{sentence[1:].rstrip('.')}")


def _target(text: str) -> tuple[str, float]:
    """Read ``METRIC=VALUE``; ``70%`` is 0.7.

    Raises:
        BadInput: it is not of that form, or the value is no finite number.
    """
    import math

    from sixtysix_sim.errors import BadInput
    from sixtysix_sim.rules.wording import one_line

    name, equals, given = (part.strip() for part in text.partition("="))
    percent = given.endswith("%")
    try:
        value = float(given.removesuffix("%"))
    except ValueError:
        value = math.nan
    if not equals or not name or not math.isfinite(value):
        raise BadInput(
            f"--target {one_line(text)}: write METRIC=VALUE, as in made=0.7 or mean_bid=200"
        )
    return name, value / 100 if percent else value
