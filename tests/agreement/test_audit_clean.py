"""What `simulate` logs under drawn rules, `audit` finds clean: files, tables, moves and sums.

SIXTYSIX_AUDIT sets how many deals of each setting are audited (`make audits DEALS=…`).
"""

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.runs.options import Options
from sixtysix_sim.runs.simulate import simulate
from sixtysix_sim.scenario import Scenario, scenario_from_tree
from sixtysix_sim.vocabulary import Family, LogLevel
from tests.referee.talon_games import TALON_PRESETS
from tests.strategies import PRESET, Settings, random_settings, random_talon_settings

LONG = int(os.environ.get("SIXTYSIX_AUDIT", "0"))
BLOCKS = 8
SETTINGS, DEALS = (200, LONG) if LONG else (24, 150)  # settings of all blocks; deals of each
POLICIES = ("random", "standard", "greedy")
MOST_DEALS = 60  # of a game


def drawn_auction(rng: Random) -> Scenario:
    """Return a scenario of drawn rules and bots whose games end after 60 deals at the latest."""
    changes: Settings = random_settings(rng)
    game = changes.get("game", {})
    game["max_deals"] = min(int(game.get("max_deals", MOST_DEALS)), MOST_DEALS)
    seats = {str(seat): {"policy": rng.choice(POLICIES)} for seat in range(4)}
    return _scenario(PRESET, {**changes, "game": game}, seats, rng)


def drawn_talon(rng: Random) -> Scenario:
    """Return the same of the talon family; its bots claim wrongly and late now and then."""
    preset = rng.choice(TALON_PRESETS)
    changes: Settings = random_talon_settings(rng, preset)
    match = changes.get("match", {})
    match["max_deals"] = min(int(match.get("max_deals", MOST_DEALS)), MOST_DEALS)
    seats = {
        str(seat): {
            "policy": rng.choice(POLICIES),
            "wrong_claim_rate": rng.choice((0, 0.02)),
            "claim_delay": rng.choice((0, 0.5)),
        }
        for seat in range(resolve_rules(preset, changes).rules.seats)
    }
    return _scenario(preset, {**changes, "match": match}, seats, rng)


def _scenario(preset: str, changes: Settings, seats: Settings, rng: Random) -> Scenario:
    tree = {
        "scenario": {"name": "drawn", "games": 1, "seed": rng.getrandbits(64)},
        "rules": {"base": preset, **changes},
        "bots": {"seat": seats},
    }
    return scenario_from_tree(tree, "drawn")


DRAWN: dict[Family, Callable[[Random], Scenario]] = {
    Family.AUCTION: drawn_auction,
    Family.TALON: drawn_talon,
}


def games_for(scenario: Scenario, deals: int) -> int:
    """Return how many games hold at least so many deals."""
    engine = Engine(scenario.ruleset, load_policies(scenario), scenario.seed)
    games = max(1, deals // 10)
    while (played := engine.play(0, games, LogLevel.NONE).deals_played) < deals:
        games = games * deals // played + 1
    return games


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("family", Family)
def test_no_finding_in_what_is_logged(
    family: Family, block: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = Random(f"audit {block}")
    for number in range(SETTINGS // BLOCKS):
        scenario, folder = DRAWN[family](rng), tmp_path / str(number)
        games = games_for(scenario, DEALS)
        # Every other run without moves, where the tables must answer for themselves.
        log = LogLevel.DEALS if number % 2 else LogLevel.MOVES
        simulate(scenario, folder, Options(games=games, log=log, jobs=1))
        code = run(build(), ["audit", str(folder), "--jobs=1", "--quiet"])
        assert code == 0, (scenario.ruleset.changes(), capsys.readouterr().out)
