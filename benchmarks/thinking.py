"""How fast `search` thinks: decisions a CPU second at one table of each preset.

    python benchmarks/thinking.py [PLAYOUTS]

`search` sits in every seat. Counted are its moves with two legal actions or more, but for the calls
of an auction, which `standard` makes; among them are right claims and, in the talon family,
decisions of perfect play. One thread; the presets turn about, the median of the rounds.
"""

import sys
import time
from statistics import median

import numpy as np

from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.vocabulary import Action, LogLevel

GAMES = {"classic_66_v1": 20, "seksogtres": 20, "schnapsen": 40, "cift66": 4}
ROUNDS = 5
WORDS = [int(action) for action in (Action.PASS, Action.BID, Action.ASK)]
ANSWERS = [int(action) for action in (Action.ANSWER_REDEAL, Action.ANSWER_SPEAK)]


def engine_of(preset: str, playouts: str) -> Engine:
    """Return a table of `search` with that many playouts a decision."""
    sets = ["bots.default.policy=search", f"bots.default.playouts={playouts}"]
    scenario = load_scenario(preset, sets)
    return Engine(scenario.ruleset, load_policies(scenario), scenario.seed)


def rate_of(engine: Engine, first: int, games: int) -> float:
    """Play games; return decisions a second of CPU time."""
    started = time.thread_time()
    moves = engine.play(first, games, LogLevel.MOVES).moves
    spent = time.thread_time() - started
    if moves is None:
        return 0.0
    thought = (moves.legal > 1) & ~np.isin(moves.action, WORDS + ANSWERS)
    return float(thought.sum()) / spent


def main() -> None:
    """Print a line for each preset."""
    playouts = sys.argv[1] if len(sys.argv) > 1 else "200"
    engines = {preset: engine_of(preset, playouts) for preset in GAMES}
    rates: dict[str, list[float]] = {preset: [] for preset in GAMES}
    for number in range(ROUNDS + 1):
        for preset, engine in engines.items():
            rate = rate_of(engine, number * GAMES[preset], GAMES[preset])
            if number:  # the first one warms up
                rates[preset].append(rate)
    for preset, found in rates.items():
        sys.stdout.write(
            f"{preset:<15} {median(found):>8,.0f} decisions a CPU second at {playouts} playouts "
            f"({min(found):,.0f} … {max(found):,.0f})\n"
        )


if __name__ == "__main__":
    main()
