"""`sixtysix bots match`: bots against each other over the same deals, seats swapped."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from sixtysix_sim.cli.completion import keys, scenarios
from sixtysix_sim.cli.pages import HtmlOption, InteractiveOption, check_page, write_page
from sixtysix_sim.cli.stopping import rule_of

if TYPE_CHECKING:
    from sixtysix_sim.experiments.match import Entrant, Match
    from sixtysix_sim.experiments.stopping import Rule
    from sixtysix_sim.scenario import Scenario


def match(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT...",
            help="Two bots or more: NAME, NAME:PARAMETER=VALUE,… or a file of your own.",
        ),
    ],
    scenario: Annotated[
        str,
        typer.Option(
            "--scenario",
            metavar="SCENARIO",
            autocompletion=scenarios,
            help="The rules: a scenario file or a preset.",
        ),
    ],
    sets: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            autocompletion=keys,
            help="Change a value of the scenario.",
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=2, help="Games of each match, two a deal.")
    ] = 20_000,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="S", help="0 to 2^64-1.  [default: the scenario's]"),
    ] = None,
    until_width: Annotated[
        float | None,
        typer.Option(
            "--until-width",
            metavar="W",
            help="End a match when its always-valid interval is narrower than W Elo; --games is "
            "the most it plays.",
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="LOW:HIGH",
            help="End a match when an Elo of LOW or of HIGH is accepted (errors 5 %).",
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", metavar="N", min=1, help="Threads.  [default: all cores]"),
    ] = None,
    html: HtmlOption = None,
    interactive: InteractiveOption = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play bots against each other: every deal twice with the seats swapped, Elo over the pairs.

    The bots of the scenario do not play. Of several bots each plays each.
    """
    from sixtysix_sim.cli.output import Meta, emit
    from sixtysix_sim.errors import Interrupted
    from sixtysix_sim.reporting import matches as tables
    from sixtysix_sim.reporting.played import named_files
    from sixtysix_sim.scenario import load_scenario

    check_page(html, interactive)
    rule = rule_of(until_width, sprt, "20", "0:10")
    base = load_scenario(scenario, sets or []).with_games(games, seed)
    entrants = _entrants(base, bots)
    found, cut = _played(base, entrants, games, jobs, rule)
    if html is not None:
        from sixtysix_sim.reporting.html.match import match_page

        write_page(html, lambda: match_page(base, found), interactive)
    emit(
        "bots match",
        sections=[] if as_json else tables.match_sections(base, found),
        rows=[tables.match_row(one) for one in found] if as_json else None,
        meta=Meta(
            seed=base.seed,
            games=sum(one.games for one in found),
            rules_hash=base.ruleset.hash,
            bots=[{"name": one.name, "policy": one.bot.policy, **named_files(one.bot)}
                  for one in entrants],
        ),
        as_json=as_json,
        closing=tables.match_sentence(base, found),
    )  # fmt: skip
    if cut:
        played, all_of = sum(one.games for one in found), _all_games(games, len(entrants))
        raise Interrupted(
            shlex.join(["sixtysix", *sys.argv[1:]]),
            f"interrupted after {played:,} of {all_of:,} games, whose figures are shown; nothing "
            "is kept, the same command plays them again from the seed",
        )


def _all_games(games: int, entrants: int) -> int:
    return 2 * ((games + 1) // 2) * (entrants * (entrants - 1) // 2)


def _entrants(base: Scenario, texts: Sequence[str]) -> list[Entrant]:
    """Read the bots and check their parameters.

    Raises:
        BadInput: one is named twice, or is of another form.
        InvalidScenario: no such policy or parameter, or a value out of its range.
    """
    from sixtysix_sim.errors import BadInput
    from sixtysix_sim.experiments.match import Entrant
    from sixtysix_sim.policies.load import check_policies
    from sixtysix_sim.scenario import read_bot, with_bot

    entrants: list[Entrant] = []
    for text in texts:
        if any(text == one.name for one in entrants):
            raise BadInput(f"{text} is named twice: a bot draws with itself in every pair")
        bot = read_bot(base, text)
        check_policies(with_bot(base, bot, text))
        entrants.append(Entrant(text, bot))
    return entrants


def _played(
    base: Scenario, entrants: Sequence[Entrant], games: int, jobs: int | None, rule: Rule | None
) -> tuple[Sequence[Match], bool]:
    """Play the matches; also tell whether Ctrl-C ended them."""
    from sixtysix_sim.cli.progress import Bar
    from sixtysix_sim.experiments.match import InterruptedMatch, matches

    with Bar() as bar:
        try:
            return matches(base, entrants, games, jobs, bar, rule=rule), False
        except InterruptedMatch as stop:
            return stop.found, True
