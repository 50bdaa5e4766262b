"""Lockstep runs of a given length, and a disagreement put before `sixtysix check`."""

import os
from pathlib import Path
from random import Random

from sixtysix_sim.cli.app import build, run
from tests.agreement.case_text import Difference
from tests.agreement.families import pair_of
from tests.strategies import PRESET, Settings

LONG = int(os.environ.get("SIXTYSIX_LOCKSTEP", "0"))  # deals of each family
SEED = os.environ.get("SIXTYSIX_LOCKSTEP_SEED", "66")
DEALS_A_SETTING = 25


def play_deals(changes: Settings, rng: Random, deals: int, preset: str = PRESET) -> int:
    """Play whole games under one rule set until so many deals are done; return how many."""
    pair, seed, game, done = pair_of(preset, changes), rng.getrandbits(64), 0, 0
    while done < deals:
        done += pair.play(rng, seed, game)
        game += 1
    return done


def first_difference(changes: Settings, games: int = 200, preset: str = PRESET) -> Difference:
    """Return how a broken pair first differs.

    Raises:
        AssertionError: it does not.
    """
    pair, rng = pair_of(preset, changes), Random(1)
    for game in range(games):
        try:
            pair.play(rng, 66, game)
        except Difference as difference:
            return difference
    raise AssertionError("no difference found in a broken pair")


def check(text: str, folder: Path) -> int:
    """Run `sixtysix check` on a case file; return the exit code."""
    file = folder / "difference.toml"
    file.write_text(text, "utf-8")
    return run(build(), ["check", str(file)])
