"""How `standard` plays its cards: with its partner, counting trumps and what is still out.

A *master* is a card that no unseen card of its suit beats; a suit an opponent has failed to follow
is not led while that opponent may hold trump. All in masks, so that a decision costs a few
nanoseconds; only the last choice among a few cards looks at them one by one.
"""

from typing import Any

from sixtysix_sim.contract.auction import View
from sixtysix_sim.kernels.bits import above, highest, lowest, popcount
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.policies.auction.hand import cheapest, dearest, unseen, void_suits
from sixtysix_sim.policies.masks import beaten_by, suit_cards, winners

_SEAT, _LEADER, _LED, _TRUMP = int(View.SEAT), int(View.LEADER), int(View.LED), int(View.TRUMP)
_BEST, _BEST_SEAT, _PLAYED = int(View.BEST), int(View.BEST_SEAT), int(View.PLAYED)
_RANKS, _PACKS = int(View.RANKS), int(View.PACKS)


@inlined
def choose_card(view: Any, hand: int, legal: int) -> int:
    """Return the card to play; ``legal`` is not empty."""
    if not legal & (legal - 1):
        return lowest(legal)
    if view[_LED] < 0:
        return lead(view, hand, legal)
    if (view[_SEAT] - view[_LEADER]) & 3 == 3:
        return follow_last(view, hand, legal)
    return follow(view, hand, legal)


@inlined
def lead(view: Any, hand: int, legal: int) -> int:
    """Draw trumps with length, cash masters that nobody is known to ruff, else lead the least."""
    seat, trumps = view[_SEAT], suit_cards(view[_TRUMP])
    out = unseen(view, hand)
    masters = legal & ~beaten_by(out)
    plain = masters & ~trumps
    left, right = void_suits(view, (seat + 1) & 3), void_suits(view, (seat + 3) & 3)
    if out & trumps & ~(left & right):  # an opponent may hold trump
        safe = plain & ~(left | right)
        if may_draw(view, hand, trumps):
            top = masters & trumps
            if top:
                return highest(top)
            if not safe:
                return cheapest(view, legal & trumps)
        if safe:
            return dearest(view, safe)
    elif plain:
        return dearest(view, plain)
    rest = legal & ~trumps & ~masters
    return cheapest(view, rest if rest else legal)


@inlined
def may_draw(view: Any, hand: int, trumps: int) -> bool:
    """Tell whether the hand has the length to draw trumps: 0.7 of all that are out elsewhere."""
    own = popcount(hand & trumps)
    elsewhere = view[_RANKS] * view[_PACKS] - popcount(view[_PLAYED] & trumps) - own
    return own > 1 and 10 * own >= 7 * elsewhere


@inlined
def follow_last(view: Any, hand: int, legal: int) -> int:
    """Give partner's trick points, take the opponents' trick, or throw the least."""
    if view[_BEST_SEAT] == view[_SEAT] ^ 2:
        return give(view, legal, beaten_by(unseen(view, hand)))
    win = winners(legal, view[_BEST], view[_TRUMP])
    return take(view, win, suit_cards(view[_TRUMP])) if win else cheapest(view, legal)


@inlined
def follow(view: Any, hand: int, legal: int) -> int:
    """Play second or third hand: one opponent, the next seat, is still to play."""
    best, trumps = view[_BEST], suit_cards(view[_TRUMP])
    suit = suit_cards(view[_LED] >> 4)
    out = unseen(view, hand)
    beaten = beaten_by(out)
    sure = winners(legal, best, view[_TRUMP]) & ~beaten
    ruffed = next_may_ruff(view, suit, trumps, out)
    if view[_BEST_SEAT] != view[_SEAT] ^ 2:
        sure &= trumps if ruffed else -1
        return take(view, sure, trumps) if sure else cheapest(view, legal)
    if ruffed:
        return cheapest(view, legal)
    over = popcount(out & above(best) & suit)  # faces by which the next seat could beat partner
    if over == 0:
        return give(view, legal, beaten)
    if sure:
        return dearest(view, sure)
    spare = legal & beaten
    return dearest(view, spare) if over == 1 and spare else cheapest(view, legal)


@inlined
def next_may_ruff(view: Any, suit: int, trumps: int, out: int) -> bool:
    """Tell whether the next seat, known or bound to lack the led suit, may hold trump."""
    void = void_suits(view, (view[_SEAT] + 1) & 3)
    if suit == trumps or not out & trumps & ~void:
        return False
    return not out & suit & ~void


@inlined
def give(view: Any, cards: int, beaten: int) -> int:
    """Return the dearest card that is no master, else the dearest."""
    spare = cards & beaten
    return dearest(view, spare if spare else cards)


@inlined
def take(view: Any, win: int, trumps: int) -> int:
    """Return the dearest winner of a plain suit, else the cheapest trump."""
    plain = win & ~trumps
    return dearest(view, plain) if plain else cheapest(view, win)
