"""`sixtysix bots fit` and `bots calibration`: bidders fitted to rules, and held to account."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sixtysix_sim.cli.completion import keys, scenarios
from sixtysix_sim.cli.output import Meta, emit
from sixtysix_sim.cli.progress import Progress
from sixtysix_sim.errors import BadInput, SixtySixError

if TYPE_CHECKING:
    from sixtysix_sim.rules.ruleset import RuleSet
    from sixtysix_sim.scenario import Scenario

LEAST_CELL = 5_000  # contracts of a tenth from which on it is judged
MOST_OFF = 2.0  # points by which the share made may be another than predicted
FIT_SEED = 1  # far from the seeds that people choose for games


def fit(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO", autocompletion=scenarios, help="A scenario file or a preset."
        ),
    ],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The file to write.")],
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
        int, typer.Option("--games", metavar="N", min=1, help="Games of each level of risk.")
    ] = 10_000,
    seed: Annotated[int, typer.Option("--seed", metavar="S", min=0, help="Of the games.")] = (
        FIT_SEED
    ),
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="N", min=1, help="Threads.  [default: all]")
    ] = None,
) -> None:
    """Fit what `standard` takes a hand to be worth to the rules of a scenario, from self-play.

    Name the file in the scenario, as in bots.default.fit = "my-bidding.toml".
    """
    from sixtysix_sim import __version__
    from sixtysix_sim.experiments.bidding import RISKS, ROUNDS, fit_bidding
    from sixtysix_sim.experiments.compare import cores
    from sixtysix_sim.policies.auction.fit import fit_text
    from sixtysix_sim.runs.files import write_file
    from sixtysix_sim.scenario import load_scenario

    chosen = load_scenario(scenario, sets or [])
    _needs_auction(chosen)
    made_by = {
        "command": f"sixtysix bots fit {scenario} --games {games} --seed {seed}",
        "scenario": chosen.name,
        "changes": list(sets or []),
        "tool": __version__,
        "rules_hash": chosen.ruleset.hash,
        "rounds": ROUNDS,
        "bid_risks": list(RISKS),
    }
    _compile_notice(chosen.ruleset)
    with Progress(ROUNDS * len(RISKS) * games) as progress:
        found = fit_bidding(chosen.ruleset, games, seed, jobs or cores(), progress.advance, made_by)
    try:
        write_file(out, fit_text(found).encode())
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise BadInput(f"{out}: cannot be written: {reason}") from None
    contracts = sum(one.contracts for one in found.situations.values())
    emit(
        "bots fit",
        sections=[],
        closing=f"{out}: fitted to {contracts:,} contracts. Name it in the scenario, as in "
        f'bots.default.fit = "{out.name}"; to see how well it holds: sixtysix bots calibration.',
    )


def calibration(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO", autocompletion=scenarios, help="A scenario file or a preset."
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
        int, typer.Option("--games", metavar="N", min=1, help="Games to play.")
    ] = 20_000,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="S", min=0, help="0 to 2^64-1.  [default: the scenario's]"),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="N", min=1, help="Threads.  [default: all]")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Hold the chance that `standard` gives its bids against the contracts it makes.

    Contracts are put in the order of the chance predicted when they were bid, and cut into tenths.
    Exit code 1 if a tenth of 5,000 contracts or more is more than 2 points off.
    """
    from sixtysix_sim.experiments.bidding import by_decile, validation_run
    from sixtysix_sim.experiments.compare import cores
    from sixtysix_sim.reporting.played import bots_text, bots_tree
    from sixtysix_sim.reporting.tables import Section, count, decimal, percent
    from sixtysix_sim.scenario import load_scenario

    chosen = load_scenario(scenario, sets or []).with_games(games, seed)
    _needs_auction(chosen)
    _compile_notice(chosen.ruleset)
    with Progress(games) as progress:
        contracts = validation_run(chosen, jobs or cores(), progress.advance)
    rows = [
        {**row, "points": 100 * (row["made"] - row["predicted"])}
        for row in by_decile(contracts).iter_rows(named=True)
    ]
    columns = [
        count("tenth", "decile"),
        count("contracts", "contracts"),
        percent("from", "lowest"),
        percent("to", "highest"),
        percent("predicted", "predicted", 2),
        percent("made", "made", 2),
        decimal("off by, points", "points"),
    ]
    title = f"Chance of being made: predicted when bid, and observed ({bots_text(chosen)})"
    emit(
        "bots calibration",
        sections=[Section(title, columns, rows)],
        rows=rows,
        meta=Meta(
            seed=chosen.seed, games=games, rules_hash=chosen.ruleset.hash, bots=bots_tree(chosen)
        ),
        as_json=as_json,
        closing=_sentence(rows),
    )
    off = [row for row in rows if _judged(row) and abs(row["points"]) > MOST_OFF]
    if off:
        raise SixtySixError(
            f"{len(off)} of {len(rows)} tenths are more than {MOST_OFF:g} points off: "
            f"fit the bidders to these rules with sixtysix bots fit {scenario} --out FILE"
        )


def _judged(row: dict[str, float]) -> bool:
    return row["contracts"] >= LEAST_CELL


def _sentence(rows: list[dict[str, float]]) -> str:
    worst = max(abs(row["points"]) for row in rows)
    said = f"The largest difference is {worst:.2f} points."
    if all(_judged(row) for row in rows):
        return said
    return f"{said} Tenths of fewer than {LEAST_CELL:,} contracts are not judged: play more games."


def _needs_auction(scenario: Scenario) -> None:
    from sixtysix_sim.vocabulary import Family

    if scenario.ruleset.family is not Family.AUCTION:
        raise BadInput(
            f"{scenario.source} is of the {scenario.ruleset.family} family, which has no auction "
            "to fit; name a scenario of the auction family, such as cift66"
        )


def _compile_notice(ruleset: RuleSet) -> None:
    from sixtysix_sim.cli.output import tell
    from sixtysix_sim.kernels.engine import loop_name
    from sixtysix_sim.kernels.jit import compile_notice

    if notice := compile_notice(loop_name(ruleset)):
        tell(f"sixtysix: {notice}")
