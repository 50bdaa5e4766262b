"""`sixtysix odds`: exact chances of a rule set's hands."""

from typing import Annotated

import typer

from sixtysix_sim.cli.completion import keys, scenarios
from sixtysix_sim.cli.output import Meta, emit


def odds(
    scenario: Annotated[
        str, typer.Argument(help="A scenario file or a preset.", autocompletion=scenarios)
    ],
    sets: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            autocompletion=keys,
            help="Change a rule; may be repeated.",
        ),
    ] = None,
    side_best: Annotated[
        bool,
        typer.Option(
            "--side-best",
            help="Auction family: also count a side's melds under its best trump (takes longer).",
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Exact probabilities by counting: melds and the bids they reach, marriages, suits, points."""
    from sixtysix_sim.reporting.odds import odds_of
    from sixtysix_sim.scenario import load_scenario

    ruleset = load_scenario(scenario, sets or []).ruleset
    found = odds_of(ruleset, side_best)
    emit(
        "odds",
        sections=found.sections,
        rows=[question.row() for question in found.questions],
        meta=Meta(rules_hash=ruleset.hash, extra=found.extra),
        as_json=as_json,
        closing=found.closing,
    )
