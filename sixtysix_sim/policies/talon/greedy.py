"""`greedy`: declares, exchanges, takes whatever trick it can as cheaply as it can; no memory."""

from typing import Any

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
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.policy import decision
from sixtysix_sim.policies.masks import beaten_by, strongest, suit_cards, weakest, winners
from sixtysix_sim.policies.talon.claims import claims
from sixtysix_sim.policies.talon.hand import best_marriage, prospects, total

_SEAT, _TRUMP, _MAY = int(View.SEAT), int(View.TRUMP), int(View.MAY)
_BEST, _RANKS, _TARGET = int(View.BEST), int(View.RANKS), int(View.TARGET)


@inlined
def sure_points(view: Any, hand: int) -> int:
    """Return the points that are certain once the talon is closed: the top trumps in a row."""
    seat, trump = view[_SEAT], view[_TRUMP]
    suit = (((1 << (2 * view[_RANKS])) - 1) & EVEN) << (16 * trump)
    top = hand & suit & ~beaten_by(suit & ~hand)
    if not top:
        return 0
    return prospects(view, seat) + total(view, top)


@inlined
def closes(view: Any, hand: int) -> bool:
    """Tell whether closing is allowed and surely brings the points that win."""
    return (view[_MAY] & MAY_CLOSE) != 0 and sure_points(view, hand) >= view[_TARGET]


@decision
def lead(hand: int, legal: int, view: Any, draw: int) -> int:
    """Claim, exchange, declare, close on sure points; else lead the card of the highest rank."""
    may = view[_MAY]
    if claims(view, draw):
        return CLAIM
    if may & MAY_EXCHANGE:
        return EXCHANGE
    if may & MARRIAGES:
        return best_marriage(may, view[_TRUMP])
    if closes(view, hand):
        return CLOSE
    return strongest(legal)


@decision
def follow(hand: int, legal: int, view: Any, draw: int) -> int:
    """Take the trick with the weakest card that does, a plain one first; else throw the weakest."""
    trump = view[_TRUMP]
    win = winners(legal, view[_BEST], trump)
    if not win:
        return weakest(legal)
    plain = win & ~suit_cards(trump)
    return weakest(plain if plain else win)


@decision
def choose(hand: int, legal: int, view: Any, draw: int) -> int:
    """Claim; close on sure points; else draw."""
    if claims(view, draw):
        return CLAIM
    return CLOSE if closes(view, hand) else DRAW
