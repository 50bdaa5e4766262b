"""What plays a scenario's games: its kernels with its bots."""

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
