"""`greedy`: bids what it holds itself, takes whatever trick it can, remembers nothing."""

from typing import Any

from sixtysix_sim.contract.auction import NO_BID, PASS, REDEAL, SPEAK, View
from sixtysix_sim.kernels.auction.melds import meld_points
from sixtysix_sim.kernels.bits import popcount, suit_of
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.policy import decision
from sixtysix_sim.policies.auction.hand import cheapest, dearest, trick_points
from sixtysix_sim.policies.masks import winners

_SEAT, _LED, _BEST, _BEST_SEAT, _TRUMP = (
    int(View.SEAT),
    int(View.LED),
    int(View.BEST),
    int(View.BEST_SEAT),
    int(View.TRUMP),
)
_MIN_BID, _MAY_PASS, _HAND_SIZE = int(View.MIN_BID), int(View.MAY_PASS), int(View.HAND_SIZE)


@inlined
def best_trump(view: Any, hand: int) -> Any:
    """Return (suit, worth) of the suit that is worth most.

    Worth is own melds, plus a quarter of the trick points and its trumps' share of them: a bid of
    what the hand may do with a partner who adds nothing of note.
    """
    quarter, size = trick_points(view) // 4, view[_HAND_SIZE]
    suit, most = 0, -1
    for each in range(4):
        length = popcount(suit_of(hand, each))
        points = meld_points(view, hand, each) + quarter * (size + 4 * length) // size
        if points > most:
            suit, most = each, points
    return suit, most


@decision
def call(hand: int, legal: int, view: Any, draw: int) -> int:
    """Bid the next step if the hand is worth it or it must bid, else pass; never ask."""
    if legal == NO_BID:
        return PASS
    _, points = best_trump(view, hand)
    return legal if points >= legal or not view[_MAY_PASS] else PASS


@decision
def answer(hand: int, legal: int, view: Any, draw: int) -> int:
    """Answer "speak" with a hand worth the lowest bid, else "redeal"."""
    _, points = best_trump(view, hand)
    return SPEAK if points >= view[_MIN_BID] else REDEAL


@decision
def trump(hand: int, legal: int, view: Any, draw: int) -> int:
    """Name the suit that is worth most."""
    suit, _ = best_trump(view, hand)
    return suit


@decision
def play(hand: int, legal: int, view: Any, draw: int) -> int:
    """Lead the dearest card; win if it can; give partner's trick points, others the least."""
    if view[_LED] < 0 or view[_BEST_SEAT] == view[_SEAT] ^ 2:
        return dearest(view, legal)
    win = winners(legal, view[_BEST], view[_TRUMP])
    return dearest(view, win) if win else cheapest(view, legal)
