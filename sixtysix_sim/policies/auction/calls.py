"""What the words of an auction tell of the hands: how far each is from what `standard` would say.

`standard` bids by points that it takes a hand to be worth (`worth`). A word says between which
points that was: a pass below the lowest bid, a bid from it to the next step, the last speaker's bid
from it on. Other players bid by other lights, so a hand outside is less likely, not impossible.
"""

from math import inf
from typing import Any

from sixtysix_sim.contract.auction import NO_BID, NOT_SPOKEN, PASS, View
from sixtysix_sim.kernels.auction.desk import Desk
from sixtysix_sim.kernels.auction.legal import first_speaker, lowest_bid
from sixtysix_sim.kernels.bits import param, pick
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.policies.auction.standard import BETTER
from sixtysix_sim.policies.auction.worth import (
    BID,
    BID_MARGINS,
    LAST,
    PARTNER_BID,
    PASSED,
    SPOKE,
    UNSPOKEN,
    worth_under,
)

SPREAD = 20.0  # points outside at which a hand is less likely by a factor of e^½
LOW, HIGH = 0, 4  # + seat: what `note_calls` writes
CALL_WORDS = 8


@inlined
def note_calls(told: Any, desk: Desk) -> None:
    """Write between which points each seat's hand was, as far as it has spoken.

    Args:
        told: float64[CALL_WORDS].
    """
    table, view = desk.table, desk.public
    first, high, high_seat = first_speaker(table, view[View.DEALER]), NO_BID, -1
    for place in range(4):
        seat = (first + place) & 3
        call, partner = view[View.CALLS + seat], view[View.CALLS + (seat ^ 2)]
        told[LOW + seat], told[HIGH + seat] = -inf, inf
        if call == NOT_SPOKEN:
            continue
        case = PASSED if partner == PASS else BID
        case = UNSPOKEN if place < 2 else case + pick(place == LAST, 1, 0)
        shift = 0.0
        if case >= BID and case != SPOKE:
            shift = param(view, PARTNER_BID) * partner
        if view[View.ASKED] == seat:
            case, shift = SPOKE, 0.0
        shift += param(view, BID_MARGINS + case)
        if high_seat == seat ^ 2:
            shift -= BETTER
        low = lowest_bid(table, high)
        if call == PASS:
            told[HIGH + seat] = low - shift if low != NO_BID else inf
        else:
            told[LOW + seat] = call - shift
            if place != LAST:
                told[HIGH + seat] = call - shift + table.step
            high, high_seat = call, seat


@inlined
def unlikely(told: Any, view: Any, seat: int, hand: int) -> float:
    """Return how unlikely a seat's word makes the hand it was dealt: −log of a likelihood.

    The declarer's hand is measured under the trump it has named.
    """
    low, high = told[LOW + seat], told[HIGH + seat]
    if low == -inf and high == inf:
        return 0.0
    declares = view[View.TRUMP] >= 0 and seat == view[View.HIGH_SEAT]
    most = -1e9
    for each in range(4):
        trump = view[View.TRUMP] if declares else each
        most = max(most, worth_under(view, hand, trump))
        if declares:
            break
    out = max(low - most, most - high, 0.0) / SPREAD
    return 0.5 * out * out
