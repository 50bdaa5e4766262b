"""Asking a seat's policy for its decision, with its own draws, and replacing blunders."""

from typing import Any

from sixtysix_sim.contract.talon import LAST_WORD, View, bit_of
from sixtysix_sim.kernels.bits import seldom
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.policy import FAILED, Players, ask
from sixtysix_sim.kernels.random import draw, fraction
from sixtysix_sim.kernels.talon.chance import blunder

LEAD, FOLLOW, CHOOSE = 0, 1, 2  # places of the decisions' addresses
# slots of a seat's draws: a trick has 16 of them, the first for following and for the draw choice,
# the others for what is done on lead, in order
SLOTS_A_TRICK = 16
BLUNDER_SLOTS = 512  # added for the draw that decides on a blunder
SLOTS_PER_SEAT = 1024
_bit_of = inlined(bit_of)


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
    """Return a seat's answer: a card, or a word; the legal words stand in the view.

    Rights that are hidden from the seat are taken out of the view; a word that uses one of them
    all the same is no answer (FAILED).
    """
    hidden = 0
    if seldom(players.restricted != 0):
        hidden = players.hidden[seat]
        view[View.MAY] &= ~hidden
    number = seat * SLOTS_PER_SEAT + slot
    bits = draw(key, number)
    if players.blunders and fraction(draw(key, number + BLUNDER_SLOTS)) < players.chance[seat]:
        return blunder(view[View.MAY], legal, bits)
    answer = ask(players.addresses[decision, seat], hand, legal, view, bits)
    if seldom(hidden != 0) and LAST_WORD <= answer < 0 and (hidden >> _bit_of(answer)) & 1:
        return FAILED
    return answer
