"""A process that plays made-up games and kills itself.

`python -m tests.faults.victim WORK FOLDER N` does WORKS[WORK] in a folder that was made ready, and
sends itself SIGKILL at its n-th call that changes the disk.
"""

import sys
from pathlib import Path

import pytest

from sixtysix_sim.runs import sums
from sixtysix_sim.runs.options import Silent
from tests.faults.disk import Disk, Fault
from tests.faults.injected import WORKS, harmed
from tests.runs.made_up import use_made_up_games

if __name__ == "__main__":
    number, folder, call = int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    with pytest.MonkeyPatch.context() as patch:
        use_made_up_games(patch)
        patch.setattr(sums, "MANY", 2)
        with harmed(Disk(call, Fault.SIGKILL)):
            WORKS[number].act(folder, Silent())
