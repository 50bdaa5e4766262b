"""Asking the policy of the seat to act, one decision at a time: as the hot loop asks it."""

from typing import Any

from sixtysix_sim.contract.talon import View
from sixtysix_sim.kernels.jit import jit
from sixtysix_sim.kernels.random import BOTS, game_key, stream_key
from sixtysix_sim.kernels.talon.decide import CHOOSE, FOLLOW, LEAD, SLOTS_A_TRICK, decide
from sixtysix_sim.kernels.talon.desk import Desk
from sixtysix_sim.kernels.talon.steps import (
    O_CARDS,
    O_CLAIM,
    O_WORDS,
    S_CHOICE,
    S_TURN,
    options,
)


@jit()
def step_show(desk: Desk, step: Any, out: Any) -> None:
    """Put into the view what the seat to act may do."""
    options(desk, step, out)
    desk.public[View.MAY] = out[O_WORDS]
    desk.public[View.MAY_CLAIM] = out[O_CLAIM]


@jit()
def step_decide(
    desk: Desk, step: Any, out: Any, seed: int, game: int, scored: int, said: int
) -> int:
    """Return what the seat's policy answers, with the draws it has there in a run of this seed.

    Args:
        game, scored: number of the game, and of the deal in it.
        said: what the seat has done on this lead before leading.
    """
    view = desk.public
    step_show(desk, step, out)
    seat, slot = view[View.SEAT], SLOTS_A_TRICK * view[View.TRICK]
    if step[S_TURN] > 0:
        decision = FOLLOW
    elif step[S_CHOICE]:
        decision = CHOOSE
    else:
        decision = LEAD
        slot += 1 + said
    key = stream_key(game_key(seed, game), BOTS, scored, 0)
    hand = desk.hands[seat]
    return decide(desk.players, decision, view, hand, out[O_CARDS], key, seat, slot)
