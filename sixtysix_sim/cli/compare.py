"""`sixtysix compare`: what a change of rules or bots does, on the same deals."""

from typing import Annotated

import typer


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A scenario file or a preset's name.")],
    b: Annotated[
        str | None,
        typer.Argument(metavar="[B]", help="What to compare it with; left out: A with --set."),
    ] = None,
    sets: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="Change B, as in rules.auction.min_bid=120."
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option("--games", metavar="N", help="Games of each side [default: those of A]."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="S", help="Seed of both [default: that of A].")
    ] = None,
    primary: Annotated[
        str, typer.Option("--primary", metavar="METRIC", help="The figure the question is about.")
    ] = "made",
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="N", min=1, help="Threads [default: all cores].")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Show every figure, not only the main ones.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Play the same deals under two scenarios and show what changes, with paired intervals."""
    from sixtysix_sim.cli.output import Meta, emit
    from sixtysix_sim.cli.simulate import Bar
    from sixtysix_sim.errors import BadInput
    from sixtysix_sim.experiments import compare as experiment
    from sixtysix_sim.reporting import comparison
    from sixtysix_sim.runs.simulate import Options
    from sixtysix_sim.scenario import load_scenario

    if b is None and not sets:
        raise BadInput(
            f"compare {a}: nothing to compare with; name a second scenario or a change, "
            "as in --set rules.auction.min_bid=120"
        )
    first = load_scenario(a).with_games(games, seed)
    second = load_scenario(a if b is None else b, sets or []).with_games(first.games, first.seed)
    with Bar(Options()) as bar:
        found = experiment.compare(first, second, first.games, primary, jobs, bar)
    hashes, bots = comparison.both_sides(found)
    emit(
        "compare",
        sections=[] if as_json else comparison.comparison_sections(found, everything),
        rows=comparison.comparison_rows(found) if as_json else None,
        meta=Meta(seed=first.seed, games=first.games, rules_hash=hashes, bots=bots),
        as_json=as_json,
        closing=comparison.sentence(found),
    )
