"""Asking the policy of the seat to act, one decision at a time: as the hot loop asks it."""

from typing import Any

from sixtysix_sim.contract.auction import View
from sixtysix_sim.kernels.auction.decide import (
    bits_for,
    decide_answer,
    decide_call,
    decide_card,
    decide_trump,
)
from sixtysix_sim.kernels.auction.desk import Desk
from sixtysix_sim.kernels.auction.steps import (
    ANSWER,
    AUCTION,
    O_ASK,
    O_CARDS,
    O_LOW,
    O_PASS,
    S_ANSWERED,
    S_PHASE,
    TRUMP,
    options,
)
from sixtysix_sim.kernels.jit import jit
from sixtysix_sim.kernels.random import (
    ANSWER_SLOT,
    BOTS,
    CALL_SLOT,
    SECOND_CALL_SLOT,
    TRUMP_SLOT,
    game_key,
    stream_key,
)


@jit()
def step_show(desk: Desk, step: Any, out: Any) -> None:
    """Put into the view what the seat to act may do."""
    options(desk, step, out)
    desk.public[View.MAY_ASK] = out[O_ASK]
    desk.public[View.MAY_PASS] = out[O_PASS]


@jit()
def step_decide(
    desk: Desk, step: Any, out: Any, seed: int, game: int, scored: int, attempt: int
) -> int:
    """Return what the seat's policy answers, with the draws it has there in a run of this seed.

    Args:
        game, scored, attempt: number of the game, of the scored deal in it, of its dealing.
    """
    view, players = desk.public, desk.players
    step_show(desk, step, out)
    seat, phase = view[View.SEAT], step[S_PHASE]
    hand = desk.hands[seat]
    key = stream_key(game_key(seed, game), BOTS, scored, attempt)
    if phase == AUCTION:
        slot = SECOND_CALL_SLOT if step[S_ANSWERED] else CALL_SLOT
        low, asks, passes = out[O_LOW], out[O_ASK], out[O_PASS]
        return decide_call(players, view, hand, low, asks, passes, key, seat, slot)
    if phase == ANSWER:
        return decide_answer(players, view, hand, key, seat, ANSWER_SLOT)
    if phase == TRUMP:
        return decide_trump(players, view, hand, key, seat, TRUMP_SLOT)
    slot = view[View.TRICK]
    bits = bits_for(key, seat, slot)
    return decide_card(players, view, hand, out[O_CARDS], bits, key, seat, slot)
