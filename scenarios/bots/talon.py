"""Two policies of one's own for the talon family (66 for two, Seksogtres, Schnapsen).

    [bots]
    default = "bots/talon.py:Careful"       # relative to the scenario file

`Greedy` is the built-in bot of that name, word for word. `Careful` plays its cards like it and
closes on fewer points if told so. What a decision sees and may answer stands in
sixtysix_sim/contract/talon.py, how to write one in docs/bots.md.
"""

from sixtysix_sim.contract import EVEN
from sixtysix_sim.contract.talon import (
    CLAIM,
    CLOSE,
    DRAW,
    EXCHANGE,
    MARRIAGES,
    MAY_CLOSE,
    MAY_EXCHANGE,
    View,
)
from sixtysix_sim.kernels.bits import param
from sixtysix_sim.policies.masks import beaten_by, strongest, suit_cards, weakest, winners
from sixtysix_sim.policies.own import Param, Policy, decision, inlined
from sixtysix_sim.policies.talon.claims import claims
from sixtysix_sim.policies.talon.hand import best_marriage, prospects, total

SEAT, TRUMP, MAY = int(View.SEAT), int(View.TRUMP), int(View.MAY)
BEST, RANKS, TARGET = int(View.BEST), int(View.RANKS), int(View.TARGET)
MARGIN = 2  # place of the parameter, after the two that `claims` reads


@inlined
def sure_points(view, hand):
    """Points that are certain once the talon is closed: the top trumps in a row."""
    suit = (((1 << (2 * view[RANKS])) - 1) & EVEN) << (16 * view[TRUMP])
    top = hand & suit & ~beaten_by(suit & ~hand)
    if not top:
        return 0
    return prospects(view, view[SEAT]) + total(view, top)


@inlined
def before_leading(hand, view, draw, target):
    """A word said before a card is led, or 0 if there is none."""
    may = view[MAY]
    if claims(view, draw):
        return CLAIM
    if may & MAY_EXCHANGE:
        return EXCHANGE
    if may & MARRIAGES:
        return best_marriage(may, view[TRUMP])
    if may & MAY_CLOSE and sure_points(view, hand) >= target:
        return CLOSE
    return 0


@decision
def lead(hand, legal, view, draw):
    """Claim, exchange, declare, close on sure points; else lead the card of the highest rank."""
    word = before_leading(hand, view, draw, view[TARGET])
    return word if word else strongest(legal)


@decision
def lead_careful(hand, legal, view, draw):
    """The same, closing on some points less than win."""
    word = before_leading(hand, view, draw, view[TARGET] - int(param(view, MARGIN)))
    return word if word else strongest(legal)


@decision
def follow(hand, legal, view, draw):
    """Take the trick with the weakest card that does, a plain one first; else throw the weakest."""
    win = winners(legal, view[BEST], view[TRUMP])
    if not win:
        return weakest(legal)
    plain = win & ~suit_cards(view[TRUMP])
    return weakest(plain if plain else win)


@decision
def choose(hand, legal, view, draw):
    """Claim; close on sure points; else draw."""
    if claims(view, draw):
        return CLAIM
    sure = view[MAY] & MAY_CLOSE and sure_points(view, hand) >= view[TARGET]
    return CLOSE if sure else DRAW


CLAIMS = (
    Param("wrong_claim_rate", 0, 0, 1, "chance of a wrong claim, wherever one can be made"),
    Param("claim_delay", 0, 0, 1, "chance of playing on, wherever a claim is right"),
)

Greedy = Policy(
    "the built-in greedy, as an example",
    params=CLAIMS,
    lead=lead,
    follow=follow,
    choose=choose,
)

Careful = Policy(
    "greedy, closing on a few points less than are certain to win",
    params=(*CLAIMS, Param("margin", 0, 0, 66, "points that may be lacking when it closes")),
    lead=lead_careful,
    follow=follow,
    choose=choose,
)
