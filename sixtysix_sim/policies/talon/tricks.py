"""How `standard` plays its cards: with an open talon, and in the endgame with what it has counted.

A *master* is a card that no unseen card of its suit beats; *dear* cards are the ranks that count
most, A and T as a rule. Choices are preferences in order (`masks.prefer`) rather than loops over
cards, so that a decision costs a few nanoseconds.
"""

from typing import Any

from sixtysix_sim.contract.talon import View
from sixtysix_sim.kernels.bits import lowest, param, popcount
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.policies.masks import (
    beaten_by,
    prefer,
    strongest,
    suit_cards,
    suits_of,
    weakest,
    winners,
)
from sixtysix_sim.policies.talon.closing import TRICK, dear_cards
from sixtysix_sim.policies.talon.hand import likely_pairs, pairs, prospects, unseen, value

_SEAT, _TRUMP, _TALON, _TARGET = (
    int(View.SEAT),
    int(View.TRUMP),
    int(View.TALON),
    int(View.TARGET),
)
_BEST, _BEST_SEAT, _TRICK_POINTS = int(View.BEST), int(View.BEST_SEAT), int(View.TRICK_POINTS)


@inlined
def lead_open(view: Any, hand: int, legal: int) -> int:
    """Lead a cheap master; else a card that is no trump, not dear, in no marriage still possible.

    Not in a suit whose T is out if it can be helped: it would take the trick.
    """
    plain, dear = legal & ~suit_cards(view[_TRUMP]), dear_cards(view)
    out = unseen(view, hand)
    masters = plain & ~dear & ~beaten_by(out) & ~pairs(view, hand)
    if masters:
        return strongest(masters)
    cards = prefer(legal, plain)
    cards = prefer(cards, ~dear)
    cards = prefer(cards, ~likely_pairs(view, hand, out))
    cards = prefer(cards, ~suits_of(out & dear & beaten_by(dear)))
    return strongest(cards)


@inlined
def lead_endgame(view: Any, hand: int, legal: int) -> int:
    """Cash what nobody can ruff, draw trumps with the masters for it, else lead the least."""
    trumps, out = suit_cards(view[_TRUMP]), unseen(view, hand)
    theirs = out & trumps
    masters = legal & ~beaten_by(out)
    plain, top = masters & ~trumps, masters & trumps
    if not theirs:
        return strongest(plain if plain else prefer(legal, ~masters))
    safe = plain & suits_of(out)
    if view[_TALON] == 0:  # what is unseen is the opponent's hand, who must follow
        if safe:
            return strongest(safe)
        if top and (
            popcount(top) >= popcount(theirs) or popcount(hand & trumps) > popcount(theirs)
        ):
            return strongest(top)
    elif top | safe:
        return strongest(top if top else safe)
    cards = prefer(legal, ~trumps)
    cards = prefer(cards, ~masters)
    return weakest(prefer(cards, ~dear_cards(view)))


@inlined
def reaches(view: Any, win: int, trumps: int) -> int:
    """Return a card that takes the trick and brings the points that win the deal, or −1."""
    need = view[_TARGET] - prospects(view, view[_SEAT]) - view[_TRICK_POINTS]
    card = strongest(win)
    if value(view, card) < need:
        return -1
    plain = strongest(prefer(win, ~trumps))
    return plain if value(view, plain) >= need else card


@inlined
def follow_endgame(view: Any, hand: int, legal: int) -> int:
    """Take the trick if it can: with the dearest card that is no master, else the cheapest trump.

    Without a card that takes it, throw the least that is no master.
    """
    trumps, out = suit_cards(view[_TRUMP]), unseen(view, hand)
    win, beaten = winners(legal, view[_BEST], view[_TRUMP]), beaten_by(out)
    if not win:
        return weakest(prefer(legal, beaten))
    card = reaches(view, win, trumps)
    if card >= 0:
        return card
    plain = win & ~trumps
    return strongest(prefer(plain, beaten)) if plain else weakest(win)


@inlined
def follow_open(view: Any, hand: int, legal: int) -> int:
    """Take the trick if that wins the deal or keeps another from winning it, or if it is cheap."""
    trumps, dear = suit_cards(view[_TRUMP]), dear_cards(view)
    win = winners(legal, view[_BEST], view[_TRUMP])
    keep = pairs(view, hand)
    least = prefer(prefer(legal, ~dear), ~trumps)
    thrown = weakest(prefer(prefer(least, ~win), ~keep))
    if not win:
        return thrown
    card = reaches(view, win, trumps)
    if card >= 0:
        return card
    danger = prospects(view, view[_BEST_SEAT]) + view[_TRICK_POINTS] + value(view, thrown)
    if danger >= view[_TARGET]:
        return weakest(prefer(win, ~trumps))
    return take(view, hand, win, keep, thrown)


@inlined
def take(view: Any, hand: int, win: int, keep: int, thrown: int) -> int:
    """Return the card that takes a trick, or the one thrown if taking it costs too much.

    In a plain suit with a T, else with a K or Q that makes no marriage any more, else with any card
    but those of a marriage in hand. With trump for a dear card, or to come to declare a marriage.
    """
    trumps, dear = suit_cards(view[_TRUMP]), dear_cards(view)
    plain, ruff = win & ~trumps, win & trumps
    if plain & dear & beaten_by(dear):
        return lowest(plain & dear & beaten_by(dear))
    free = plain & ~keep
    if free:
        cheap = prefer(free, ~dear)
        return strongest(prefer(cheap, ~likely_pairs(view, hand, unseen(view, hand))))
    if not ruff:
        return thrown
    points = view[_TRICK_POINTS]
    spare = ruff & ~keep
    if points >= 0.75 * param(view, TRICK):
        return weakest(prefer(ruff, spare))
    if points > 0 and keep:
        return weakest(prefer(spare, ~dear)) if spare else thrown
    return thrown
