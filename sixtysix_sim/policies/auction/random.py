"""`random`: the yardstick. Passes or bids the next step, asks, answers and plays by chance."""

from typing import Any

from sixtysix_sim.contract.auction import View
from sixtysix_sim.kernels.auction.decide import random_call, random_card
from sixtysix_sim.kernels.policy import decision
from sixtysix_sim.kernels.random import bounded

_MAY_ASK, _MAY_PASS = int(View.MAY_ASK), int(View.MAY_PASS)


@decision
def call(hand: int, legal: int, view: Any, draw: int) -> int:
    """Ask with ½ when it may, else pass or bid the lowest legal bid with ½ each."""
    return random_call(view, legal, view[_MAY_ASK], view[_MAY_PASS], draw)


@decision
def answer(hand: int, legal: int, view: Any, draw: int) -> int:
    """Answer either way with ½."""
    return bounded(draw, 2)


@decision
def trump(hand: int, legal: int, view: Any, draw: int) -> int:
    """Name one of the four suits with ¼ each."""
    return bounded(draw, 4)


@decision
def play(hand: int, legal: int, view: Any, draw: int) -> int:
    """Play one of the distinct legal cards, each with the same chance."""
    return random_card(legal, draw)
