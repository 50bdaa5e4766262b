"""Melds in the kernel (C5): the rule set's patterns as masks, and counting them in a hand.

The table is a run of int64 in the view, so that policies count melds as the engine does. A *unit*
is one pattern in one suit; under each trump the same list of units stands with its own masks:

    [0] units, 63 at most  [1] first unit of the run  [2] how many units the run has
    [3] unit of the trump marriage or −1  [4] with_run
    then, for trump t and unit u, at 5 + (t × units + u) × 6:
    [mask of one copy, mask of two copies (0: cannot be), points, suit or −1, meld, most copies]
"""

from typing import Any

import numpy as np

from sixtysix_sim.contract.auction import View
from sixtysix_sim.kernels.bits import ODD, lowest
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.logs.raw import Int64
from sixtysix_sim.rules.auction import AuctionRules, Meld

AT = int(View.MELDS)
HEADER, WIDTH = 5, 6
NEVER, SPARE_PAIR, ALWAYS = 0, 1, 2


def _bit(rules: AuctionRules, rank: str, suit: int) -> int:
    """Return the kernel's card number of a rank and suit."""
    return 16 * suit + 2 * (len(rules.deck.ranks) - 1 - rules.deck.ranks.index(rank))


def _mask(rules: AuctionRules, cards: list[tuple[str, int]], copies: int) -> int:
    """Return the hand mask of ``copies`` sets of cards, 0 if the packs lack them."""
    bits = [_bit(rules, rank, suit) for rank, suit in cards]
    mask = 0
    for bit in bits:
        needed = bits.count(bit) * copies
        if needed > rules.deck.packs:
            return 0
        mask |= (1 << bit) | (2 << bit if needed == 2 else 0)
    return mask


def _instances(meld: Meld, trump: int) -> list[tuple[int, list[tuple[str, int]]]]:
    """Return (suit or −1, cards) of every place a pattern can stand under a trump."""
    if meld.cards:
        return [(-1, [(card[0], "SHDC".index(card[1])) for card in meld.cards])]
    if meld.rank:
        return [(-1, [(meld.rank, suit) for suit in range(4)])]
    suits = {"trump": [trump], "plain": [s for s in range(4) if s != trump], "any": list(range(4))}
    ranks = meld.ranks or ()
    return [(suit, [(rank, suit) for rank in ranks]) for suit in suits[meld.suit or "any"]]


def meld_table(rules: AuctionRules) -> Int64:
    """Return the table drawn above for a rule set (C5.1–C5.11)."""
    by_trump = [_units(rules, trump) for trump in range(4)]
    names = [name for name, *_ in by_trump[0]]
    with_run = {"never": NEVER, "spare_pair": SPARE_PAIR, "always": ALWAYS}
    marriage = rules.melds.patterns.get("trump_marriage")
    header = [
        len(names),
        names.index("run") if "run" in names else 0,
        names.count("run"),
        names.index("trump_marriage") if "trump_marriage" in names else -1,
        with_run[(marriage and marriage.with_run) or "always"],
    ]
    rows = [number for units in by_trump for _, *numbers in units for number in numbers]
    return np.array(header + rows, dtype=np.int64)


def _units(rules: AuctionRules, trump: int) -> list[tuple[Any, ...]]:
    units: list[tuple[Any, ...]] = []
    for number, (name, meld) in enumerate(rules.melds.patterns.items()):
        one_card = len(meld.cards or meld.ranks or "....") == 1
        most = 1 if rules.melds.copies == "once" and not one_card else 2  # C5.10
        for suit, cards in _instances(meld, trump):
            one, two = _mask(rules, cards, 1), _mask(rules, cards, 2)
            units.append((name, one, two, meld.points, suit, number, most))
    return units


@inlined
def units_held(view: Any, hand: int, trump: int) -> Any:
    """Return a mask of the units of which a hand holds at least one copy (C5.1–C5.9)."""
    units = view[AT]
    at = AT + HEADER + trump * units * WIDTH
    found = np.int64(0)
    for unit in range(units):
        one = view[np.uint64(at + unit * WIDTH)]
        found |= np.int64((hand & one) == one) << unit
    return found


@inlined
def copies_scored(view: Any, hand: int, trump: int, unit: int) -> int:
    """Return how many copies of a unit a hand scores that holds at least one (C5.6, C5.10)."""
    at = AT + HEADER + (trump * view[AT] + unit) * WIDTH
    held = copies_held(view, hand, at)
    if unit == view[AT + 3] and view[AT + 4] != ALWAYS:
        rest = without_runs(view, hand, trump)
        if rest != hand:  # C5.6: beside a run only spare pairs count, or none
            held = copies_held(view, rest, at) if view[AT + 4] == SPARE_PAIR else 0
    return min(held, view[at + 5])


@inlined
def copies_held(view: Any, hand: int, at: int) -> Any:
    """Return how many complete copies (0–2) of the unit at a table position a hand holds."""
    one, two = view[at], view[at + 1]
    return np.int64((hand & one) == one) + np.int64((two != 0) & ((hand & two) == two))


@inlined
def without_runs(view: Any, hand: int, trump: int) -> int:
    """Return a hand less the cards of all its runs."""
    for n in range(view[AT + 2]):
        at = AT + HEADER + (trump * view[AT] + view[AT + 1] + n) * WIDTH
        runs = copies_held(view, hand, at)
        if runs > 0:
            hand = _without(hand, view[at], runs)
    return hand


@inlined
def _without(hand: int, pattern: int, copies: int) -> int:
    """Return a hand less ``copies`` sets of a pattern it holds."""
    if copies == 2:
        return hand & ~(pattern | (pattern << 1))
    whole = pattern & ODD  # faces of which the pattern takes both cards
    whole |= whole >> 1
    single = pattern & ~whole
    twice = hand & (single << 1)  # of a face held twice the odd bit goes, else the even one
    return hand & ~(whole | twice | (single & ~(twice >> 1)))


@inlined
def meld_points(view: Any, hand: int, trump: int) -> int:
    """Return the points of all melds of a hand under a trump (C5)."""
    total = 0
    held = units_held(view, hand, trump)
    while held:
        unit = lowest(held)
        held &= held - 1
        worth = view[AT + HEADER + (trump * view[AT] + unit) * WIDTH + 2]
        total += copies_scored(view, hand, trump, unit) * worth
    return total
