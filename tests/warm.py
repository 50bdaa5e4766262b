"""Compiles what most tests need, for presets named: `python -m tests.warm cift66`.

Workers that begin together would each compile all of it; so each family is compiled once, side by
side, before they begin (`conftest.pytest_configure`).
"""

import sys
from random import Random

from sixtysix_sim.experiments.bench import POLICIES, scenario_of
from sixtysix_sim.runs.options import Silent
from sixtysix_sim.runs.player import make_player
from sixtysix_sim.vocabulary import LogLevel
from tests.agreement.runs import play_deals


def main() -> None:
    """Play a game of each policy and a deal step by step."""
    for preset in sys.argv[1:]:
        for policy in POLICIES:
            make_player(scenario_of(preset, policy), Silent()).play(0, 1, LogLevel.MOVES)
        play_deals({}, Random(1), 1, preset)


if __name__ == "__main__":
    main()
