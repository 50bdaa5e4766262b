"""`sixtysix bots`: the policies and their parameters."""

from __future__ import annotations

from typing import Annotated

import typer

from sixtysix_sim.cli.bidding import calibration, fit
from sixtysix_sim.cli.botcheck import check
from sixtysix_sim.cli.match import match
from sixtysix_sim.cli.output import emit

bots_commands = typer.Typer(
    help="Show, match and check the bots, fit their bidding.", no_args_is_help=False
)
bots_commands.command("match")(match)
bots_commands.command("check")(check)
bots_commands.command("fit")(fit)
bots_commands.command("calibration")(calibration)


@bots_commands.command("list")
def list_bots(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """List the policies and their parameters."""
    from sixtysix_sim.policies.registry import POLICIES, policy_table
    from sixtysix_sim.reporting.tables import Section, decimal, text

    rows = list(policy_table())
    columns = [text("parameter", "parameter"), decimal("default", "default")]
    columns += [decimal("from", "low"), decimal("to", "high"), text("meaning", "meaning")]
    sections = [
        Section(
            f"{entry.name} ({family} family): {entry.about}",
            columns,
            [row for row in rows if (row["family"], row["policy"]) == (family, entry.name)],
        )
        for family, entries in POLICIES.items()
        for entry in entries
    ]
    closing = "A scenario gives a side or a seat its bot: --set bots.side.0.policy=greedy."
    emit("bots list", sections=sections, rows=rows, as_json=as_json, closing=closing)
