"""`sixtysix bots check`: whether a policy keeps to what every bot must."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sixtysix_sim.cli.completion import scenarios

if TYPE_CHECKING:
    from sixtysix_sim.scenario import Scenario


def check(
    bot: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A policy file, FILE:NAME if it holds several; or a built-in bot.",
        ),
    ],
    scenarios: Annotated[
        list[str] | None,
        typer.Option(
            "--scenario",
            metavar="SCENARIO",
            autocompletion=scenarios,
            help="Rules to check it under.  [default: every preset of its family]",
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=2, help="Games of each check.")
    ] = 200,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check a policy: legal everywhere, repeatable, blind to hidden cards, no luck but its own.

    Exit code 1 if a check fails. A file that cannot be used at all gets one sentence with the line.
    """
    from sixtysix_sim.cli.output import Meta, emit, tell
    from sixtysix_sim.errors import SixtySixError
    from sixtysix_sim.kernels.engine import loop_name
    from sixtysix_sim.kernels.jit import compile_notice
    from sixtysix_sim.policies.selfcheck import self_check
    from sixtysix_sim.reporting.tables import Section, text
    from sixtysix_sim.scenario import read_bot, with_bot

    rules = _rules(bot, scenarios or [])
    rows: list[dict[str, object]] = []
    for scenario in rules:
        if notice := compile_notice(loop_name(scenario.ruleset)):
            tell(f"sixtysix: {notice}")
        spec = read_bot(scenario, bot)
        named = with_bot(scenario, spec, bot)
        rows += [
            {"scenario": scenario.source, "check": one.check, "passed": one.passed,
             "message": one.said}
            for one in self_check(named, spec, games)
        ]  # fmt: skip
    columns = [text("rules", "scenario"), text("check", "check"), text("passed", "passed")]
    failed = [row for row in rows if not row["passed"]]
    closing = f"{bot} passes all checks." if not failed else ""
    emit(
        "bots check",
        sections=[Section("", [*columns, text("", "message")], rows)],
        rows=rows,
        meta=Meta(games=games, extra={"bot": bot}),
        as_json=as_json,
        closing=closing,
    )
    if failed:
        names = ", ".join(dict.fromkeys(str(row["check"]) for row in failed))
        raise SixtySixError(f"{bot} fails: {names}")


def _rules(bot: str, scenarios: list[str]) -> list[Scenario]:
    """Return the scenarios to check a bot under: those named, else the presets it does not refuse.

    Raises:
        BadInput: the bot or a scenario cannot be read.
    """
    from sixtysix_sim.policies.files import family_of
    from sixtysix_sim.policies.registry import plays
    from sixtysix_sim.rules.ruleset import preset_names
    from sixtysix_sim.scenario import load_scenario, read_bot

    if scenarios:
        return [load_scenario(name) for name in scenarios]
    presets = [load_scenario(name) for name in preset_names()]
    spec = read_bot(presets[0], bot)
    if not spec.code:
        return [one for one in presets if plays(spec.policy, one.ruleset)]
    family = family_of(spec)
    return [one for one in presets if family in (None, one.ruleset.family)]
