"""What compiling costs: CPU seconds of the first games ever and of the next, by kind of game loop.

`python benchmarks/compiling.py` plays 10 games in a process of its own with an empty cache, then
again with what the first left there; Python's own start and imports are in both.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

#: A preset for each loop that is compiled: four seats, two seats, several seats or slips.
PRESETS = ("cift66", "classic_66_v1", "seksogtres_3")


def play(preset: str, cache: Path) -> float:
    """Play ten games as a user does and return the CPU seconds of the process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "sixtysix_sim", "simulate", preset, "--games", "10"]
        before = os.times()
        subprocess.run(
            [*command, "--out", f"{folder}/run"],
            check=True,
            capture_output=True,
            env=os.environ | {"SIXTYSIX_CACHE": str(cache)},
        )
        after = os.times()
    used = after.children_user + after.children_system
    return used - before.children_user - before.children_system


def main() -> None:
    """Measure and print a row a preset."""
    for preset in PRESETS:
        with tempfile.TemporaryDirectory() as cache:
            first, next_ = play(preset, Path(cache)), play(preset, Path(cache))
        row = {"preset": preset, "first_cpu_s": first, "next_cpu_s": next_}
        sys.stdout.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
