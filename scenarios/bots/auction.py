"""Two policies of one's own for the auction family (Çift 66).

    [bots]
    side.0 = { policy = "bots/auction.py:Bold", boldness = 1.2 }     # relative to the scenario file

`Greedy` is the built-in bot of that name, word for word. `Bold` plays its cards like it and bids as
if its hand were worth more, or less. What a decision sees and may answer stands in
sixtysix_sim/contract/auction.py, how to write one in docs/bots.md.
"""

from sixtysix_sim.contract.auction import NO_BID, PASS, REDEAL, SPEAK, View
from sixtysix_sim.kernels.auction.melds import meld_points
from sixtysix_sim.kernels.bits import param, popcount, suit_of
from sixtysix_sim.policies.auction.hand import cheapest, dearest, trick_points
from sixtysix_sim.policies.masks import winners
from sixtysix_sim.policies.own import Param, Policy, decision, inlined

SEAT, LED, BEST, BEST_SEAT, TRUMP = (
    int(View.SEAT),
    int(View.LED),
    int(View.BEST),
    int(View.BEST_SEAT),
    int(View.TRUMP),
)
MIN_BID, MAY_PASS, HAND_SIZE = int(View.MIN_BID), int(View.MAY_PASS), int(View.HAND_SIZE)
BOLDNESS = 0  # place of the parameter


@inlined
def best_trump(view, hand):
    """(suit, worth) of the suit that gives most: melds, and a share of the trick points."""
    quarter, size = trick_points(view) // 4, view[HAND_SIZE]
    suit, most = 0, -1
    for each in range(4):
        length = popcount(suit_of(hand, each))
        points = meld_points(view, hand, each) + quarter * (size + 4 * length) // size
        if points > most:
            suit, most = each, points
    return suit, most


@decision
def call(hand, legal, view, draw):
    """Bid the next step if the hand is worth it or it must bid, else pass; never ask."""
    if legal == NO_BID:
        return PASS
    _, points = best_trump(view, hand)
    return legal if points >= legal or not view[MAY_PASS] else PASS


@decision
def call_boldly(hand, legal, view, draw):
    """The same, with a worth that is multiplied."""
    if legal == NO_BID:
        return PASS
    _, points = best_trump(view, hand)
    worth = int(points * param(view, BOLDNESS))
    return legal if worth >= legal or not view[MAY_PASS] else PASS


@decision
def answer(hand, legal, view, draw):
    """Answer "speak" with a hand worth the lowest bid, else "redeal"."""
    _, points = best_trump(view, hand)
    return SPEAK if points >= view[MIN_BID] else REDEAL


@decision
def trump(hand, legal, view, draw):
    """Name the suit that is worth most."""
    suit, _ = best_trump(view, hand)
    return suit


@decision
def play(hand, legal, view, draw):
    """Lead the dearest card; win if it can; give partner's trick points, others the least."""
    if view[LED] < 0 or view[BEST_SEAT] == view[SEAT] ^ 2:
        return dearest(view, legal)
    win = winners(legal, view[BEST], view[TRUMP])
    return dearest(view, win) if win else cheapest(view, legal)


Greedy = Policy(
    "the built-in greedy, as an example", call=call, answer=answer, trump=trump, play=play
)

Bold = Policy(
    "greedy that bids as if its hand were worth more",
    params=(Param("boldness", 1, 0, 3, "by what it multiplies the worth of its hand"),),
    call=call_boldly,
    answer=answer,
    trump=trump,
    play=play,
)
