"""`sixtysix compare`: what a change of rules or bots does, on the same deals."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sixtysix_sim.experiments.stopping import Rule


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A scenario file or a preset.")],
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
        typer.Option("--games", metavar="N", help="Games of each side.  [default: those of A]"),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="S", help="0 to 2^64-1, for both.  [default: that of A]"),
    ] = None,
    primary: Annotated[
        str | None,
        typer.Option(
            "--primary",
            metavar="METRIC",
            help="The figure the question is about (`compare A --set … --json` names all).  "
            "[default: made; talon family: game_points]",
        ),
    ] = None,
    until_width: Annotated[
        float | None,
        typer.Option(
            "--until-width",
            metavar="W",
            help="Stop when the always-valid interval of the primary difference is narrower than "
            "W (0.01 is one percentage point); --games is the most it plays.",
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="LOW:HIGH",
            help="Stop when the primary difference LOW or HIGH is accepted (errors 5 %).",
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", metavar="N", min=1, help="Threads.  [default: all cores]"),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Show every figure, not only the main ones.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play the same deals under two scenarios and show what changes, with paired intervals."""
    from sixtysix_sim.cli.output import Meta, emit
    from sixtysix_sim.cli.simulate import Bar
    from sixtysix_sim.errors import BadInput, Interrupted
    from sixtysix_sim.experiments import compare as experiment
    from sixtysix_sim.experiments.headlines import headlines_of
    from sixtysix_sim.reporting import comparison
    from sixtysix_sim.reporting.ending import ending_tree
    from sixtysix_sim.runs.simulate import Options
    from sixtysix_sim.scenario import load_scenario

    rule = _rule(until_width, sprt)
    first = load_scenario(a).with_games(games, seed)
    if b is None and not sets:
        example = headlines_of(first.ruleset.family).change
        raise BadInput(
            f"compare {a}: nothing to compare with; name a second scenario or a change, "
            f"as in --set {example}"
        )
    second = load_scenario(a if b is None else b, sets or []).with_games(first.games, first.seed)
    interrupted = False
    with Bar(Options()) as bar:
        try:
            found = experiment.compare(first, second, first.games, primary, jobs, bar, rule=rule)
        except experiment.InterruptedComparison as stop:
            found, interrupted = stop.found, True
    hashes, bots = comparison.both_sides(found)
    emit(
        "compare",
        sections=[] if as_json else comparison.comparison_sections(found, everything),
        rows=comparison.comparison_rows(found) if as_json else None,
        meta=Meta(
            seed=first.seed,
            games=found.games,
            rules_hash=hashes,
            bots=bots,
            extra=ending_tree(found),
        ),
        as_json=as_json,
        closing=comparison.sentence(found),
    )
    if interrupted:
        raise Interrupted(
            shlex.join(["sixtysix", *sys.argv[1:]]),
            f"interrupted after {found.games:,} of {first.games:,} games, whose figures are shown; "
            "nothing is kept, the same command plays them again from the seed",
        )


def _rule(width: float | None, sprt: str | None) -> Rule | None:
    """Return the rule for stopping that the options ask for.

    Raises:
        BadInput: both are given, or one of them is no width or no two numbers in order.
    """
    from sixtysix_sim.errors import BadInput
    from sixtysix_sim.experiments.stopping import Rule
    from sixtysix_sim.statistics import Sprt

    if width is not None and sprt is not None:
        raise BadInput("--until-width and --sprt each say when to stop: give one of them")
    if width is not None:
        if not width > 0:
            raise BadInput(f"--until-width {width:g} must be above 0, as in 0.01")
        return Rule(width=width)
    if sprt is None:
        return None
    low, _, high = sprt.partition(":")
    try:
        return Rule(sprt=Sprt(float(low), float(high)))
    except ValueError:
        raise BadInput(
            f"--sprt {sprt} must be two differences, the lower first, as in 0:0.01"
        ) from None
