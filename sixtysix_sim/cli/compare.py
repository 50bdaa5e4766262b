"""`sixtysix compare`: what a change of rules or bots does, on the same deals."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sixtysix_sim.cli.completion import keys, scenarios
from sixtysix_sim.cli.pages import HtmlOption, InteractiveOption, check_page, write_page
from sixtysix_sim.cli.stopping import rule_of

if TYPE_CHECKING:
    from sixtysix_sim.experiments.compare import Comparison
    from sixtysix_sim.experiments.finished import Finished
    from sixtysix_sim.experiments.stopping import Rule
    from sixtysix_sim.scenario import Scenario


def compare(
    a: Annotated[
        str,
        typer.Argument(
            metavar="A",
            autocompletion=scenarios,
            help="A scenario file, a preset or a finished run.",
        ),
    ],
    b: Annotated[
        str | None,
        typer.Argument(
            metavar="[B]",
            autocompletion=scenarios,
            help="What to compare it with; left out: A with --set.",
        ),
    ] = None,
    sets: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            autocompletion=keys,
            help="Change B, as in rules.auction.min_bid=120.",
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
    other_bots: Annotated[
        str | None,
        typer.Option(
            "--other-bots",
            metavar="NAME",
            help="Show the main figures under these bots too, in every seat; none: only as asked.  "
            "[default: greedy for standard bots, else standard]",
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", metavar="N", min=1, help="Threads.  [default: all cores]"),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Show every figure, not only the main ones.")
    ] = False,
    html: HtmlOption = None,
    interactive: InteractiveOption = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play the same deals under two scenarios and show what changes, with paired intervals.

    Finished runs are played again game by game where they share games, else compared by their sums.
    """
    from sixtysix_sim.cli.output import Meta, emit
    from sixtysix_sim.errors import Interrupted
    from sixtysix_sim.reporting import comparison
    from sixtysix_sim.reporting.ending import ending_tree
    from sixtysix_sim.reporting.strengths import strengths_section

    check_page(html, interactive)
    rule = rule_of(until_width, sprt, "0.01", "0:0.01")
    sides = _sides(a, b, sets or [], games, seed, rule is not None, other_bots)
    found, cut = _compared(sides, primary, jobs, rule)
    other, cut_again = None, False
    if not cut:
        other, cut_again = _under_other_bots(found, sides, other_bots, jobs)
    hashes, bots = comparison.both_sides(found)
    sections = comparison.comparison_sections(found, everything)
    extra = ending_tree(found)
    if other is not None:
        sections.append(strengths_section(found, other))
        extra["other_bots"] = {
            "bots": comparison.both_sides(other)[1],
            "games": other.games,
            "rows": list(comparison.comparison_rows(other)),
        }
    if html is not None:
        from sixtysix_sim.reporting.html.compare import compare_page

        write_page(html, lambda: compare_page(found, other, everything), interactive)
    emit(
        "compare",
        sections=[] if as_json else sections,
        rows=comparison.comparison_rows(found) if as_json else None,
        meta=Meta(seed=found.a.seed, games=found.games, rules_hash=hashes, bots=bots, extra=extra),
        as_json=as_json,
        closing=comparison.sentence(found),
    )
    if cut or cut_again:
        stopped, of = (
            (found.games, sides[0].games) if cut else (other.games if other else 0, found.games)
        )
        raise Interrupted(
            shlex.join(["sixtysix", *sys.argv[1:]]),
            f"interrupted after {stopped:,} of {of:,} games"
            f"{' with other bots' * cut_again}, whose figures are shown; "
            "nothing is kept, the same command plays them again from the seed",
        )


def _sides(
    a: str,
    b: str | None,
    sets: list[str],
    games: int | None,
    seed: int | None,
    watched: bool,
    bots: str | None,
) -> tuple[Finished | Scenario, Finished | Scenario]:
    """Return what is compared: scenarios, or runs where a folder is named.

    Raises:
        BadInput: there is nothing to compare with, or an option does not go with a run.
    """
    from sixtysix_sim.errors import BadInput
    from sixtysix_sim.experiments.finished import Finished
    from sixtysix_sim.experiments.headlines import headlines_of
    from sixtysix_sim.experiments.strengths import unknown_bots
    from sixtysix_sim.scenario import load_scenario

    runs = [name for name in (a, b) if name is not None and Path(name).is_dir()]
    given = {"--games": games, "--seed": seed, "--until-width or --sprt": watched or None}
    if runs and (wrong := [name for name, value in given.items() if value is not None]):
        raise BadInput(f"{runs[0]} is a finished run with games of its own: leave out {wrong[0]}")
    if b is None and not sets:
        family = (_run(a).scenario if runs else load_scenario(a)).ruleset.family
        raise BadInput(
            f"compare {a}: nothing to compare with; name a second scenario or a change, "
            f"as in --set {headlines_of(family).change}"
        )
    if (a if b is None else b) in runs and sets:
        raise BadInput(
            f"--set changes a scenario, and {runs[-1]} is a finished run: name its scenario file"
        )
    first: Finished | Scenario = _run(a) if a in runs else load_scenario(a).with_games(games, seed)
    at = first.scenario if isinstance(first, Finished) else first
    if bots not in (None, "none") and (wrong_name := unknown_bots(at, bots)):
        raise BadInput(f"--other-bots {bots} {wrong_name}; none leaves the second look out")
    if b is not None and b in runs:
        return first, _run(b)
    second = load_scenario(a if b is None else b, sets).with_games(first.games, at.seed)
    return first, second


def _run(name: str) -> Finished:
    """Open a run with its sums.

    Raises:
        BadInput: it is no run, has no finished game, or has gaps.
        CorruptData: it is damaged.
    """
    from sixtysix_sim.experiments.finished import Finished, needs_no_gaps
    from sixtysix_sim.reporting.queries import read_played
    from sixtysix_sim.runs.info import open_run

    run = open_run(Path(name))
    played = read_played(run)
    last = run.lines[-1].first_game + run.lines[-1].games
    first = run.lines[0].first_game
    needs_no_gaps(name, first, run.games, last)
    sums = {metric: figure.sums for metric, figure in played.figures.items()}
    return Finished(name, run.scenario.with_games(run.games), first, run.games, sums)


def _compared(
    sides: tuple[Finished | Scenario, Finished | Scenario],
    primary: str | None,
    jobs: int | None,
    rule: Rule | None,
) -> tuple[Comparison, bool]:
    """Play what must be played; also tell whether Ctrl-C ended it."""
    from sixtysix_sim.cli.progress import Bar
    from sixtysix_sim.experiments import compare as experiment
    from sixtysix_sim.experiments.finished import Finished, compare_finished

    a, b = sides
    with Bar() as bar:
        try:
            if isinstance(a, Finished) or isinstance(b, Finished):
                return compare_finished(a, b, primary, jobs, bar), False
            found = experiment.compare(a, b, a.games, primary, jobs, bar, rule=rule)
        except experiment.InterruptedComparison as stop:
            return stop.found, True
    return found, False


def _under_other_bots(
    found: Comparison,
    sides: tuple[Finished | Scenario, Finished | Scenario],
    policy: str | None,
    jobs: int | None,
) -> tuple[Comparison | None, bool]:
    """Play scenarios once more with bots of another strength; None if that is not wanted.

    Finished runs are taken as they are, unless the bots are named.
    """
    from sixtysix_sim.cli.progress import Bar
    from sixtysix_sim.experiments import compare as experiment
    from sixtysix_sim.experiments.finished import Finished
    from sixtysix_sim.experiments.strengths import MOST_GAMES, other_bots, with_bots

    runs = any(isinstance(side, Finished) for side in sides)
    if policy is None:
        policy = "" if runs or found.alike else other_bots(found.a, found.b)
    if policy in ("", "none"):
        return None, False
    a, b = (with_bots(side, policy) for side in (found.a, found.b))
    with Bar() as bar:
        try:
            games = min(found.games, MOST_GAMES)
            primary = found.primary.metric.name
            return experiment.compare(a, b, games, primary, jobs, bar), False
        except experiment.InterruptedComparison as stop:
            return stop.found, True
        except KeyboardInterrupt:
            return None, True
