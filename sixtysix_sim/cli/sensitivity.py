"""`sixtysix sensitivity`: which options of the rules move the outcome, and by how much."""

from pathlib import Path
from typing import Annotated

import typer

from sixtysix_sim.cli.completion import keys, scenarios
from sixtysix_sim.cli.pages import HtmlOption, InteractiveOption, check_page, write_page


def sensitivity(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO", autocompletion=scenarios, help="A scenario file or a preset."
        ),
    ],
    rights: Annotated[
        bool, typer.Option("--rights", help="Play with and without each right instead.")
    ] = False,
    choices: Annotated[
        bool, typer.Option("--choices", help="Only choices, no steps of numbers.")
    ] = False,
    sets: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", autocompletion=keys, help="Change the scenario itself."
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="Games of each change.")
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
        typer.Option("--out", metavar="FILE", help="Keep finished changes here, and go on there."),
    ] = None,
    html: HtmlOption = None,
    interactive: InteractiveOption = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Switch each option of the rules alone, on the same deals, and rank what moves the outcome."""
    from sixtysix_sim.cli import points as shared
    from sixtysix_sim.cli.output import Meta, emit
    from sixtysix_sim.cli.progress import Bar
    from sixtysix_sim.errors import BadInput, InvalidScenario
    from sixtysix_sim.experiments.grid import varied
    from sixtysix_sim.experiments.headlines import headlines_of
    from sixtysix_sim.experiments.options import options_of
    from sixtysix_sim.experiments.points import Measured
    from sixtysix_sim.experiments.rights import rights_of
    from sixtysix_sim.policies.load import check_policies
    from sixtysix_sim.reporting import sensitivity as tables
    from sixtysix_sim.reporting.played import bots_tree
    from sixtysix_sim.scenario import load_scenario

    check_page(html, interactive)
    if rights and choices:
        raise BadInput("--rights and --choices: give one of them")
    base = load_scenario(scenario, sets or []).with_games(games, seed)
    check_policies(base)
    wanted = rights_of(base) if rights else options_of(base.ruleset, not choices)
    if not wanted:
        raise BadInput(f"{scenario}: these rules have no right that could be taken away")
    usual = headlines_of(base.ruleset.family)
    metrics = shared.metrics_named(base, usual.rights if rights else usual.sensitivity)
    names = [one.name for one in metrics]
    skipped, switched = {}, {}
    for option in wanted:
        try:
            switched[option.label] = varied(scenario, sets or [], option.values, base)
        except InvalidScenario as error:
            skipped[option.label] = error.message
    state = shared.open_state("sensitivity", base, list(switched), names, out)
    measured: list[Measured] = []

    def play(bar: Bar) -> None:
        book = shared.open_book(state, base, names, jobs, bar)
        for label, changed in switched.items():
            measured.append(book.measure(label, changed))

    finished = shared.playing(state, len(switched), games, play)
    if html is not None:
        from sixtysix_sim.reporting.html.sensitivity import sensitivity_page

        found = base, wanted, measured, metrics, games, skipped
        write_page(html, lambda: sensitivity_page(*found), interactive)
    emit(
        "sensitivity",
        sections=[]
        if as_json
        else tables.sensitivity_sections(base, wanted, measured, metrics, games, skipped),
        rows=tables.sensitivity_rows(wanted, measured, metrics) if as_json else None,
        meta=Meta(
            seed=base.seed, games=games, rules_hash=base.ruleset.hash, bots=bots_tree(base),
            extra={"skipped": skipped},
        ),
        as_json=as_json,
        closing=tables.sensitivity_sentence(wanted, measured, games),
    )  # fmt: skip
    if not finished:
        given = {"rights": rights, "choices": choices, "set": sets, "games": games,
                 "seed": seed, "jobs": jobs, "html": html, "interactive": interactive,
                 "json": as_json}  # fmt: skip
        words = shared.command_words("sensitivity", scenario, given)
        raise shared.stop(state, shared.fallback("sensitivity", base, out), words)
