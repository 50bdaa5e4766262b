"""`random`: the yardstick. Does any legal thing with the same chance; claims when it is right."""

from typing import Any

from sixtysix_sim.contract.talon import CLAIM, View
from sixtysix_sim.kernels.policy import decision
from sixtysix_sim.kernels.talon.chance import random_action, random_card
from sixtysix_sim.policies.talon.claims import claims

_MAY = int(View.MAY)


@decision
def lead(hand: int, legal: int, view: Any, draw: int) -> int:
    """Play, exchange, declare or close: each distinct legal action with the same chance."""
    return CLAIM if claims(view, draw) else random_action(view[_MAY], legal, draw)


@decision
def follow(hand: int, legal: int, view: Any, draw: int) -> int:
    """Play one of the distinct legal cards, each with the same chance."""
    return random_card(legal, draw)


@decision
def choose(hand: int, legal: int, view: Any, draw: int) -> int:
    """Draw or close with ½ each."""
    return CLAIM if claims(view, draw) else random_action(view[_MAY], 0, draw)
