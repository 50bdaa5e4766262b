"""What perfect play makes of a position whose cards are all known, asked from Python."""

from typing import NamedTuple

import numpy as np

from sixtysix_sim.contract.talon import CLAIM, EXCHANGE, MARRIAGE, View
from sixtysix_sim.kernels.jit import jit
from sixtysix_sim.kernels.memory import Memory
from sixtysix_sim.kernels.talon.endgame import MOST_CARDS, POINT, best_action, new_endgame
from sixtysix_sim.kernels.talon.stepper import Stepper
from sixtysix_sim.kernels.talon.table import is_wide
from sixtysix_sim.moves import Move
from sixtysix_sim.vocabulary import Action, Phase

_SALT = np.uint64(66)


class Perfect(NamedTuple):
    """What the seat to act does best, and what comes of it if the other plays perfectly, too.

    Attributes:
        move: the action. game_points: it wins or, below 0, loses, the stake included.
        card_points: its own at the end of the deal less the other's.
        positions: leads that were looked at.
    """

    move: Move
    game_points: int
    card_points: int
    positions: int


@jit()
def _best(address: int, led: int, rest: int, salt: int) -> int:
    _, value = best_action(address, led, rest, salt)
    return value


def perfect(stepper: Stepper) -> Perfect:
    """Play a position out in thought, both hands open; the stepper is left as it was.

    Raises:
        ValueError: the talon is open, there are more than two seats or too many cards, or the deal
            is over.
    """
    view, hands = (
        stepper.view,
        [stepper.hand(seat) for seat in range(int(stepper.view[View.SEATS]))],
    )
    if stepper.phase is Phase.OVER or not view[View.ENDGAME] or stepper.to_draw:
        raise ValueError("perfect play needs a deal whose talon is empty or closed")
    several = is_wide(stepper.ruleset.talon)
    if several or max(map(len, hands)) > MOST_CARDS:
        raise ValueError(f"perfect play is for two seats with up to {MOST_CARDS} cards each")
    endgame = new_endgame(stepper.desk)
    memory, led = Memory(endgame), int(view[View.LED])
    leader = int(view[View.LEADER])
    rest = stepper.bound if led < 0 else stepper.mask(leader)
    value = _best(memory.address, led, rest, _SALT)
    answer, looked = int(endgame.found[0]), int(endgame.found[1])
    value = value if stepper.seat == leader else -value
    game_points = (value + POINT // 2) // POINT
    return Perfect(_move(stepper, answer), game_points, value - game_points * POINT, looked)


def _move(stepper: Stepper, answer: int) -> Move:
    """Return an answer as an action."""
    if answer >= 0:
        return Move(Action.PLAY, stepper.code(answer))
    if answer in (CLAIM, EXCHANGE):
        return Move(Action.CLAIM if answer == CLAIM else Action.EXCHANGE)
    return Move(Action.MARRIAGE, MARRIAGE - answer)
