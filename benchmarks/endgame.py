"""How long perfect play of an endgame takes: CPU time of positions with full hands.

    python benchmarks/endgame.py [POSITIONS]

Deals are played at random, without closing or claiming, until the talon is empty; each position is
then played out in thought with an empty table of positions, as `search` does once a deal.
"""

import sys
import time
from collections.abc import Iterator
from random import Random
from statistics import mean, median

import numpy as np

from sixtysix_sim.contract.talon import View
from sixtysix_sim.kernels.jit import jit
from sixtysix_sim.kernels.memory import Memory
from sixtysix_sim.kernels.talon.endgame import best_action, new_endgame
from sixtysix_sim.kernels.talon.stepper import Stepper
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.vocabulary import Action, Phase

PRESETS = ("classic_66_v1", "seksogtres", "schnapsen")
LEFT_OUT = (Action.CLOSE, Action.CLAIM)


@jit()
def solve(address: int, led: int, rest: int, salt: int) -> int:
    """Return the value of a position."""
    value: int = best_action(address, led, rest, salt)[1]
    return value


def positions(ruleset: RuleSet, many: int, rng: Random) -> Iterator[Stepper]:
    """Yield a stepper at each position in turn."""
    stepper, game = Stepper(ruleset), 0
    while many:
        stepper.deal(66, game, 0, 0)
        stepper.start(game % 2)
        game += 1
        while stepper.phase is not Phase.OVER and not stepper.view[View.ENDGAME]:
            moves = [move for move in stepper.legal() if move.action not in LEFT_OUT]
            stepper.apply(rng.choice(moves))
        full = len(stepper.hand(0)) == ruleset.talon.deal.hand_size
        if stepper.phase is not Phase.OVER and full:
            many -= 1
            yield stepper


def microseconds(stepper: Stepper) -> float:
    """Return the CPU time of one position."""
    memory = Memory(new_endgame(stepper.desk))
    led, rest = int(stepper.view[View.LED]), stepper.bound
    started = time.thread_time_ns()
    solve(memory.address, led, rest, np.uint64(66))
    return (time.thread_time_ns() - started) / 1000


def main() -> None:
    """Print a line a preset."""
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for preset in PRESETS:
        ruleset = resolve_rules(preset)
        found = [microseconds(each) for each in positions(ruleset, many + 1, Random(66))][1:]
        sys.stdout.write(
            f"{preset:<15} {ruleset.talon.deal.hand_size} cards: mean {mean(found):.0f} µs, "
            f"median {median(found):.0f} µs, most {max(found):.0f} µs, {len(found):,} positions\n"
        )


if __name__ == "__main__":
    main()
