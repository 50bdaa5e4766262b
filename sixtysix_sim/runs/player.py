"""What plays a scenario's games: its kernels with its bots."""

import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

from sixtysix_sim.errors import BadInput
from sixtysix_sim.runs.chunk import Player
from sixtysix_sim.runs.options import Watcher
from sixtysix_sim.scenario import Scenario

_SAID = set[str]()  # warnings that this process has given: a match makes several players


def make_player(scenario: Scenario, watcher: Watcher) -> Player:
    """Return what plays a scenario's games; compiles its kernels if they never were.

    Raises:
        InvalidScenario: a bot does not exist or refuses its parameters.
        BadInput: what was compiled cannot be written, as on a full disk.
    """
    from sixtysix_sim.kernels.engine import Engine, loop_name
    from sixtysix_sim.kernels.jit import cache_folder, compile_notice, mark_warm
    from sixtysix_sim.policies.load import check_policies, load_policies, unrepeatable

    _wake_numba()
    check_policies(scenario)
    warning = unrepeatable(scenario.bots)
    if warning and warning not in _SAID:
        _SAID.add(warning)
        watcher.say(warning)
    loop = loop_name(scenario.ruleset)
    notice = compile_notice(loop)
    if notice:
        watcher.say(notice)
    try:
        player: Player = Engine(scenario.ruleset, load_policies(scenario), scenario.seed)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadInput(
            f"compiled code cannot be written to {cache_folder()}: {reason}; make room there, or "
            "set SIXTYSIX_CACHE to another folder"
        ) from None
    if notice:
        mark_warm(loop)
    return player


def _wake_numba() -> None:
    """Load the part of Numba that imports scipy.linalg, and keep it from that.

    Numba only looks whether linear algebra is there, for 0.25 s of CPU at each start; told that it
    is not, `np.correlate` takes a plain loop. A policy of one's own may still say `np.dot`: Numba
    asks again when it compiles that. Should another version of Numba look elsewhere, scipy.linalg
    is imported as ever.
    """
    part, linear_algebra = "numba.np.arraymath", "scipy.linalg"
    if part in sys.modules or linear_algebra in sys.modules:
        return
    absent: Any = None  # Python's own word for "not to be found"
    sys.modules[linear_algebra] = absent
    try:
        with suppress(ImportError):
            import_module(part)
    finally:
        del sys.modules[linear_algebra]
