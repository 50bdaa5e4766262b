"""Asking a seat's policy for its decision, with its own draws, and replacing blunders."""

from typing import Any

from sixtysix_sim.contract.talon import View
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.policy import Players, ask
from sixtysix_sim.kernels.random import draw, fraction
from sixtysix_sim.kernels.talon.chance import blunder

LEAD, FOLLOW, CHOOSE = 0, 1, 2  # places of the decisions' addresses
# slots of a seat's draws: a trick has 16 of them, the first for following and for the draw choice,
# the others for what is done on lead, in order
SLOTS_A_TRICK = 16
BLUNDER_SLOTS = 512  # added for the draw that decides on a blunder
SLOTS_PER_SEAT = 1024


@inlined
def decide(
    players: Players,
    decision: int,
    view: Any,
    hand: int,
    legal: int,
    key: int,
    seat: int,
    slot: int,
) -> int:
    """Return a seat's answer: a card, or a word; the legal words stand in the view."""
    number = seat * SLOTS_PER_SEAT + slot
    bits = draw(key, number)
    if players.blunders and fraction(draw(key, number + BLUNDER_SLOTS)) < players.chance[seat]:
        return blunder(view[View.MAY], legal, bits)
    return ask(players.addresses[decision, seat], hand, legal, view, bits)
