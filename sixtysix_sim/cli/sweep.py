"""`sixtysix sweep`: a grid over rule or bot parameters, the same deals at every point."""

from pathlib import Path
from typing import Annotated

import typer

from sixtysix_sim.cli.completion import keys, scenarios
from sixtysix_sim.cli.pages import HtmlOption, InteractiveOption, check_page, write_page


def sweep(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO", autocompletion=scenarios, help="A scenario file or a preset."
        ),
    ],
    vary: Annotated[
        list[str] | None,
        typer.Option(
            "--vary",
            metavar="KEY=A:B:STEP|a,b,c",
            autocompletion=keys,
            help="A rules. or bots. key and its values; at most twice.",
        ),
    ] = None,
    sets: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            autocompletion=keys,
            help="Change the scenario at every point.",
        ),
    ] = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            "--metric", metavar="NAME", help="A figure to show.  [default: the main ones]"
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
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Also write one row a point.")
    ] = None,
    html: HtmlOption = None,
    interactive: InteractiveOption = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play a grid of parameter values on the same deals and show what moves, with intervals.

    Each point is paired with the scenario's own values if they are in the grid, else with the
    first point. What was played is kept with --out, or when Ctrl-C ends it.
    """
    from sixtysix_sim.cli import points as shared
    from sixtysix_sim.cli.output import Meta, emit, write_csv_file
    from sixtysix_sim.cli.progress import Bar
    from sixtysix_sim.experiments.grid import grid_of, read_axes
    from sixtysix_sim.experiments.headlines import headlines_of
    from sixtysix_sim.experiments.points import Measured
    from sixtysix_sim.reporting import sweep as tables
    from sixtysix_sim.reporting.played import bots_tree
    from sixtysix_sim.scenario import load_scenario

    check_page(html, interactive)
    axes = read_axes(vary or [])
    own = load_scenario(scenario, sets or []).with_games(games, seed)
    grid = grid_of(scenario, sets or [], axes, own)
    base = grid.base.scenario
    metrics = shared.metrics_named(base, metric or headlines_of(base.ruleset.family).sweep)
    names = [one.name for one in metrics]
    state = shared.open_state("sweep", base, [p.label for p in grid.points], names, out)
    for label, why in grid.skipped.items():
        shared.warn(f"{label} is not played: {why}")
    measured: list[Measured] = []

    def play(bar: Bar) -> None:
        book = shared.open_book(state, base, names, jobs, bar)
        for point in grid.points:
            measured.append(book.measure(point.label, point.scenario))

    finished = shared.playing(state, len(grid.points), games, play)
    if csv is not None:
        write_csv_file(csv, tables.sweep_table(grid, measured, metrics))
    if html is not None:
        from sixtysix_sim.reporting.html.sweep import sweep_page

        write_page(html, lambda: sweep_page(grid, measured, metrics, games), interactive)
    emit(
        "sweep",
        sections=[] if as_json else tables.sweep_sections(grid, measured, metrics, games),
        rows=tables.sweep_rows(grid, measured, metrics) if as_json else None,
        meta=Meta(
            seed=base.seed, games=games, rules_hash=base.ruleset.hash, bots=bots_tree(base),
            extra={"base": dict(grid.base.values), "skipped": dict(grid.skipped)},
        ),
        as_json=as_json,
        closing=tables.sweep_sentence(grid, measured, metrics[0]),
    )  # fmt: skip
    if not finished:
        given = {"vary": vary, "set": sets, "metric": metric, "games": games, "seed": seed,
                 "jobs": jobs, "csv": csv, "html": html, "interactive": interactive,
                 "json": as_json}  # fmt: skip
        words = shared.command_words("sweep", scenario, given)
        raise shared.stop(state, shared.fallback("sweep", base, out), words)
