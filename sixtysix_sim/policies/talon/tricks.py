"""How `standard` plays its cards: with an open talon, and in the endgame with what it has counted.

A *master* is a card that no unseen card of its suit beats; *dear* cards are the ranks that count
most, A and T as a rule. Choices are preferences in order (`masks.prefer`) rather than loops over
cards, so that a decision costs a few nanoseconds.
"""

from typing import Any

from sixtysix_sim.contract.talon import TWO_SEATS, View
from sixtysix_sim.kernels.bits import param, pick, popcount
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.policies.masks import (
    beaten_by,
    outermost,
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
_VALUES, _RANKS = int(View.VALUES), int(View.RANKS)
_SEATS, _LEADER = int(View.SEATS), int(View.LEADER)
_BEST, _BEST_SEAT, _TRICK_POINTS = int(View.BEST), int(View.BEST_SEAT), int(View.TRICK_POINTS)


@inlined
def lead_open(view: Any, hand: int, legal: int, out: int, beaten: int) -> int:
    """Lead a cheap master; else a card that is no trump, not dear, in no marriage still possible.

    Not in a suit whose T is out if it can be helped: it would take the trick.

    Args:
        out, beaten: unseen cards, and the cards that one of them beats.
    """
    plain, dear = legal & ~suit_cards(view[_TRUMP]), dear_cards(view)
    masters = plain & ~dear & ~beaten & ~pairs(view, hand)
    cards = prefer(legal, plain)
    cards = prefer(cards, ~dear)
    cards = prefer(cards, ~likely_pairs(view, hand, out))
    cards = prefer(cards, ~suits_of(out & dear & beaten_by(dear)))
    return strongest(pick(masters != 0, masters, cards))


@inlined
def lead_endgame(view: Any, hand: int, legal: int, out: int, beaten: int) -> int:
    """Cash what nobody can ruff, draw trumps with the masters for it, else lead the least."""
    trumps = suit_cards(view[_TRUMP])
    theirs = out & trumps
    masters = legal & ~beaten
    plain, top = masters & ~trumps, masters & trumps
    known = view[_TALON] == 0  # what is unseen is the opponent's hand, who must follow
    ruffs = popcount(theirs)
    draws = (popcount(top) >= ruffs) | (popcount(hand & trumps) > ruffs) | (not known)
    top = pick((theirs != 0) & draws, top, 0)
    safe = plain & pick(theirs != 0, suits_of(out), -1)
    first, second = pick(known, safe, top), pick(known, top, safe)
    sure = pick(first != 0, first, second)
    rest = prefer(prefer(legal, ~trumps), ~masters)
    return outermost(pick(sure != 0, sure, prefer(rest, ~dear_cards(view))), sure != 0)


@inlined
def or_decide(view: Any, win: int, trumps: int, card: int) -> int:
    """Return the card that is meant to be played, or one that decides the deal by taking the trick.

    That is one with which the own points win, or one that keeps the trick from who would win.

    Args:
        win: the cards that take the trick.
    """
    need, worth = view[_TARGET] - view[_TRICK_POINTS], value(view, card)
    own, rival = need - prospects(view, view[_SEAT]), need - prospects(view, view[_BEST_SEAT])
    most = view[_VALUES + view[_RANKS] - 1]  # no card counts more, as a rule
    takes = (win >> card) & 1 != 0
    missed = (own <= most) & ~(takes & (worth >= own))
    lost = (rival <= worth) & ~takes
    if (win == 0) | ~(missed | lost):
        return card
    plain = prefer(win, ~trumps)
    if value(view, strongest(plain)) >= own:
        return strongest(plain)
    if value(view, strongest(win)) >= own:
        return strongest(win)
    return weakest(plain) if lost else card


@inlined
def is_last(view: Any) -> bool:
    """Tell whether nobody follows after the seat that does: with two seats always."""
    seats = view[_SEATS]
    if seats == TWO_SEATS:
        return True
    behind = view[_SEAT] - view[_LEADER]
    return behind + pick(behind < 0, seats, 0) == seats - 1


@inlined
def follow_endgame(view: Any, hand: int, legal: int) -> int:
    """Take the trick if it can: with the dearest card that is no master, else the cheapest trump.

    With others to follow, who would take a dear card, the dearest master, else the cheapest card.
    Without a card that takes it, throw the least that is no master.
    """
    last = is_last(view)
    trumps, beaten = suit_cards(view[_TRUMP]), beaten_by(unseen(view, hand))
    win = winners(legal, view[_BEST], view[_TRUMP])
    plain = win & ~trumps
    cards = pick(win != 0, win, prefer(legal, beaten))
    cards = pick(plain != 0, prefer(plain, pick(last, beaten, ~beaten)), cards)
    top = (plain != 0) & (last | (plain & ~beaten != 0))
    return or_decide(view, win, trumps, outermost(cards, top))


@inlined
def follow_open(view: Any, hand: int, legal: int) -> int:
    """Take the trick if that wins the deal or keeps another from winning it, or if it is cheap.

    Cheap is a T in a plain suit, else a K or Q that makes no marriage any more, else any card of a
    plain suit but those of a marriage in hand; and a trump for a dear card, or to come to declare a
    marriage. With others to follow, a T is cheap only as a master.
    """
    trumps, dear = suit_cards(view[_TRUMP]), dear_cards(view)
    win, keep = winners(legal, view[_BEST], view[_TRUMP]), pairs(view, hand)
    plain = win & ~trumps
    cards = prefer(prefer(legal, ~dear), ~trumps)
    cards = prefer(prefer(cards, ~win), ~keep)
    ruff = affordable(view, win & trumps, keep, dear)
    free = prefer(plain & ~keep, ~dear)
    out = unseen(view, hand)
    free = prefer(free, ~likely_pairs(view, hand, out))
    tens = plain & dear & beaten_by(dear)
    tens &= pick(is_last(view), -1, ~beaten_by(out))
    cards = pick(ruff != 0, ruff, cards)
    cards = pick(free != 0, free, cards)
    return or_decide(view, win, trumps, weakest(pick(tens != 0, tens, cards)))


@inlined
def affordable(view: Any, ruff: int, keep: int, dear: int) -> int:
    """Return the trumps that are not too dear to take the trick with."""
    points, spare = view[_TRICK_POINTS], ruff & ~keep
    rich = points >= 0.75 * param(view, TRICK)
    cheap = pick((points > 0) & (keep != 0), prefer(spare, ~dear), 0)
    return pick(rich, prefer(ruff, spare), cheap)
