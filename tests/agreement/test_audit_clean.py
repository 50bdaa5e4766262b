"""What `simulate` logs under drawn rules, `audit` finds clean: files, tables, moves and sums.

SIXTYSIX_AUDIT sets how many deals of each setting are audited (`make audits DEALS=…`).
"""

import os
from pathlib import Path
from random import Random

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.runs.simulate import Options, simulate
from sixtysix_sim.scenario import Scenario, scenario_from_tree
from sixtysix_sim.vocabulary import LogLevel
from tests.strategies import PRESET, Settings, random_settings

LONG = int(os.environ.get("SIXTYSIX_AUDIT", "0"))
BLOCKS = 8
SETTINGS, DEALS = (200, LONG) if LONG else (24, 150)  # settings of all blocks; deals of each
POLICIES = ("random", "standard", "greedy")


def drawn(rng: Random) -> Scenario:
    """Return a scenario of drawn rules and bots whose games end after 60 deals at the latest."""
    changes: Settings = random_settings(rng)
    game = changes.get("game", {})
    game["max_deals"] = min(int(game.get("max_deals", 60)), 60)
    seats = {str(seat): {"policy": rng.choice(POLICIES)} for seat in range(4)}
    tree = {
        "scenario": {"name": "drawn", "games": 1, "seed": rng.getrandbits(64)},
        "rules": {"base": PRESET, **changes, "game": game},
        "bots": {"seat": seats},
    }
    return scenario_from_tree(tree, "drawn")


def games_for(scenario: Scenario, deals: int) -> int:
    """Return how many games hold at least so many deals."""
    engine = Engine(scenario.ruleset, load_policies(scenario), scenario.seed)
    games = max(1, deals // 10)
    while (played := engine.play(0, games, LogLevel.NONE).deals_played) < deals:
        games = games * deals // played + 1
    return games


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_no_finding_in_what_is_logged(
    block: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = Random(f"audit {block}")
    for number in range(SETTINGS // BLOCKS):
        scenario, folder = drawn(rng), tmp_path / str(number)
        games = games_for(scenario, DEALS)
        simulate(scenario, folder, Options(games=games, log=LogLevel.MOVES, jobs=1))
        code = run(build(), ["audit", str(folder), "--jobs=1", "--quiet"])
        assert code == 0, capsys.readouterr().out
