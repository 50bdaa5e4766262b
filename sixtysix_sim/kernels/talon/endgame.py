"""Perfect play once every card is known: alpha-beta with a transposition table (talon family).

With two seats and an empty talon what a seat has not seen is the opponent's hand. From there on
`best_action` looks through all there is to do, on the kernel's own phase functions:
what is legal, what an action changes and what the end of a deal is worth stands there alone. A deal
is worth its game points, stake included; of equal ones the play that brings more card points is
better. A right claim is made at once, since a loser's price never rises by playing on; a wrong one
never. A closed talon is looked through in the same way if both hands are given.

    value, for a seat: POINT × (game points won, below 0 lost) + its card points − the other's

An entry of the transposition table is found by a hash of all that a position's value hangs on, and
known by a second one of 64 bits. Both are salted anew for each question, so nothing is left over
from the last one.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import types

from sixtysix_sim.contract import FAMILY_SLOT
from sixtysix_sim.contract.talon import (
    CLAIM,
    EXCHANGE,
    MARRIAGE,
    MARRIAGES,
    MAY_CLAIM_RIGHTLY,
    MAY_EXCHANGE,
    View,
    word_of,
)
from sixtysix_sim.kernels.bits import above, highest, lowest, pick, suit_of
from sixtysix_sim.kernels.jit import inlined, jit
from sixtysix_sim.kernels.memory import copy_words, loader
from sixtysix_sim.kernels.random import GOLD, mix
from sixtysix_sim.kernels.talon.apply import (
    open_trick,
    put_card,
    put_exchange,
    put_lead,
    put_marriage,
)
from sixtysix_sim.kernels.talon.desk import Desk
from sixtysix_sim.kernels.talon.legal import cards_to_follow, cards_to_lead, lead_words
from sixtysix_sim.kernels.talon.play import end_trick
from sixtysix_sim.kernels.talon.scoring import opponent, settle_claim
from sixtysix_sim.kernels.talon.spare import new_desk
from sixtysix_sim.logs.raw import NONE
from sixtysix_sim.rules.ruleset import resolve_rules

POINT = 1 << 20  # of value: a game point, more than all card points of a deal
MOST = 1 << 50  # above every value
STATE = int(View.HISTORY) - FAMILY_SLOT  # slots of a view that an action may change
HANDS = STATE  # where a saved position's hands follow
SAVED = STATE + 2
MOST_CARDS = 8  # of a hand: with more, perfect play takes too long for a game
LEVELS = 4 * MOST_CARDS + 8  # saved positions: two for each of a deal's tricks and words
ENTRY = 4  # words of a table entry: second hash, value, what kind of value, what to do
ENTRIES = 1 << 13
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
BEST, COUNT, SALT = range(3)
_word = inlined(word_of)


class Endgame(NamedTuple):
    """What the search works on.

    Attributes:
        desk: rules, view, hands and talon of the position; changed and put back.
        saved: int64[LEVELS × SAVED], positions to come back to.
        table: int64[ENTRIES × ENTRY], values found; all 0 before a new deal's first use.
        found: int64[3]: what to do, positions looked at so far, salt of the hashes.
    """

    desk: Desk
    saved: Any
    table: Any
    found: Any


def new_endgame(desk: Desk) -> Endgame:
    """Return the search's memory around a desk of the talon family at two seats."""
    return Endgame(
        desk=desk,
        saved=np.zeros(LEVELS * SAVED, dtype=np.int64),
        table=np.zeros(ENTRIES * ENTRY, dtype=np.int64),
        found=np.zeros(3, dtype=np.int64),
    )


@inlined
def save(endgame: Endgame, level: int) -> None:
    """Keep the position at a level."""
    at = level * SAVED
    copy_words(endgame.saved, at, endgame.desk.public, FAMILY_SLOT, STATE)
    endgame.saved[at + HANDS] = endgame.desk.hands[0]
    endgame.saved[at + HANDS + 1] = endgame.desk.hands[1]


@inlined
def restore(endgame: Endgame, level: int) -> None:
    """Bring back the position kept at a level."""
    at = level * SAVED
    copy_words(endgame.desk.public, FAMILY_SLOT, endgame.saved, at, STATE)
    endgame.desk.hands[0] = endgame.saved[at + HANDS]
    endgame.desk.hands[1] = endgame.saved[at + HANDS + 1]


@inlined
def worth(view: Any, winner: int, price: int, seat: int) -> int:
    """Return a deal's value for a seat, by its winner (−1 if drawn) and price (D7.1, D7.3)."""
    paid = pick(winner == NONE, 0, price + view[View.STAKE])
    card = view[View.CARD_POINTS + seat] - view[View.CARD_POINTS + 1 - seat]
    return pick(winner == seat, paid, -paid) * POINT + card


def _example() -> Endgame:
    """Return an endgame of two seats, for its type."""
    return new_endgame(new_desk(resolve_rules("schnapsen").talon))


load = loader(_example())


@inlined
def dearest_lead(view: Any, cards: int) -> int:
    """Return which lead to try first: the highest trump, else the highest card."""
    trumps = suit_of(cards, view[View.TRUMP])
    return highest(pick(trumps != 0, trumps, cards)) & ~1


@inlined
def likely_reply(cards: int, led: int, trump: int) -> int:
    """Return which reply to try first: the dearest of the suit that takes, a trump, the least."""
    over = suit_of(cards, led >> 4) & above(led)
    ruffs = pick(led >> 4 != trump, suit_of(cards, trump), 0)
    lowest_one = lowest(pick(ruffs != 0, ruffs, cards))
    return pick(over != 0, highest(over) & ~1, lowest_one)


@inlined
def stirred(word: Any, value: int) -> Any:
    """Return a hash that has taken in one more number."""
    return mix(word ^ np.uint64(value)) + GOLD


@inlined
def hash_of(view: Any, hands: Any, salt: Any) -> Any:
    """Return a hash of what a position's value hangs on, within one question."""
    word = stirred(salt, hands[0])
    word = stirred(word, hands[1])
    for seat in range(2):
        points = view[View.CARD_POINTS + seat] | view[View.MELD_POINTS + seat] << 20
        word = stirred(word, points | view[View.PENDING + seat] << 40)
        word = stirred(word, view[View.TIED + seat] & hands[seat])
    tricks = view[View.TRICKS] | view[View.TRICKS + 1] << 8
    return stirred(word, tricks | view[View.LEADER] << 16)


@inlined
def put_reply(endgame: Endgame, led: int, left: int, card: int) -> Any:
    """Play the second card of a trick and end it.

    Args:
        left: what is left of the leader's hand.

    Returns:
        (whether the deal is over, its value for the leader then, who won the trick)
    """
    desk = endgame.desk
    view, seat = desk.public, desk.public[View.LEADER]
    other = opponent(desk.table, seat)
    top = (led, seat, left)
    top = put_card(desk, other, desk.hands[other], card, view[View.TRUMP], led, top)
    over, result = end_trick(desk, top[1], top[2])
    if not over:
        open_trick(desk.table, view, view[View.TRICK] + 1, top[1])
    return over, worth(view, result[1], result[2], seat), top[1]


@inlined
def put_lead_action(endgame: Endgame, seat: int, hand: int, answer: int) -> Any:
    """Do what a leader answered; return (card led or −1, what is left of the hand or bound)."""
    desk = endgame.desk
    if answer >= 0:
        return answer, put_lead(desk, seat, hand, answer)
    if answer == EXCHANGE:
        put_exchange(desk, seat)
        return NONE, 0
    leads, _ = put_marriage(desk, seat, MARRIAGE - answer, 0, 0, 0)
    return NONE, leads


@inlined
def known_value(endgame: Endgame, at: int, word: Any, low: int, high: int) -> Any:
    """Return (whether the table says enough of a position, the value, what to try first)."""
    table = endgame.table
    if np.uint64(table[at]) != word:
        return False, 0, NONE
    value, kind = table[at + 1], table[at + 2]
    enough = (kind == EXACT) | ((value >= high) & (kind == AT_LEAST))
    return enough | ((value <= low) & (kind == AT_MOST)), value, table[at + 3]


@inlined
def note_value(endgame: Endgame, at: int, word: Any, kind: int, value: int, action: int) -> None:
    """Put a position's value into the table."""
    endgame.table[at] = np.int64(word)
    endgame.table[at + 1] = value
    endgame.table[at + 2] = kind
    endgame.table[at + 3] = action


@jit(types.int64(*6 * (types.int64,)))
def look(address: int, level: int, led: int, rest: int, low: int, high: int) -> int:
    """Return a position's value for the seat that leads the trick.

    Args:
        address: of an `Endgame`. level: how deep; 0 is the question itself.
        led: the card led, −1 on lead.
        rest: what is left of the leader's hand; on lead the cards that marriages declared for
            this lead leave to be led, 0 any.
        low, high: what the value is of interest between; beyond, it is a bound.
    """
    endgame = load(address)
    desk = endgame.desk
    view = desk.public
    seat, trump = view[View.LEADER], view[View.TRUMP]
    if led >= 0:
        none, any_card = np.int64(NONE), np.int64(0)  # as literals they are another signature
        cards = cards_to_follow(
            desk.table, view, desk.hands[opponent(desk.table, seat)], trump, led, led
        )
        save(endgame, level)
        least = MOST
        while cards and least > low:
            card = likely_reply(cards, led, trump)
            cards ^= 1 << card
            over, value, winner = put_reply(endgame, led, rest, card)
            if not over and winner == seat:
                value = look(address, level + 1, none, any_card, low, min(high, least))
            elif not over:
                value = -look(address, level + 1, none, any_card, -min(high, least), -low)
            restore(endgame, level)
            if value < least:
                least = value
                if level == 0:
                    endgame.found[BEST] = card
        return least
    hand = desk.hands[seat]
    words, _ = lead_words(desk.table, view, hand, seat, trump, rest)
    endgame.found[COUNT] += 1
    if words & MAY_CLAIM_RIGHTLY:
        endgame.found[BEST] = CLAIM if level == 0 else endgame.found[BEST]
        _, winner, price = settle_claim(desk.table, view, seat)
        return worth(view, winner, price, seat)
    known, at, word, first = rest == 0 and level > 0, np.int64(0), np.uint64(0), NONE
    if known:
        word = hash_of(view, desk.hands, np.uint64(endgame.found[SALT]))
        at = np.int64(word & np.uint64(ENTRIES - 1)) * ENTRY
        word = mix(word)
        enough, value, first = known_value(endgame, at, word, low, high)
        if enough:
            return value
    save(endgame, level)
    words &= MARRIAGES | MAY_EXCHANGE
    cards = cards_to_lead(hand, rest)
    floor, best, action = low, -MOST, NONE
    while words | cards and best < high:
        if words:
            answer = _word(lowest(words))
            words &= words - 1
        else:
            answer = first if first >= 0 and (cards >> first) & 1 else dearest_lead(view, cards)
            cards ^= 1 << answer
        card, left = put_lead_action(endgame, seat, hand, answer)
        left = left if card >= 0 else left | rest
        value = look(address, level + 1, card, left, floor, high)
        restore(endgame, level)
        if value > best:
            best, action = value, answer
            floor = max(floor, best)
    if level == 0:
        endgame.found[BEST] = action
    if known:
        kind = AT_MOST if best <= low else (AT_LEAST if best >= high else EXACT)
        note_value(endgame, at, word, kind, best, action)
    return best


@inlined
def best_action(address: int, led: int, rest: int, salt: Any) -> Any:
    """Return (what the seat to act does best, the value for the seat that leads the trick).

    Args:
        address: of an `Endgame` whose desk holds the position; left as it was.
        led: the card led, −1 on lead. rest: as in `look`.
        salt: 64 random bits.
    """
    endgame = load(address)
    endgame.found[SALT] = np.int64(salt)
    value = look(address, 0, led, rest, -MOST, MOST)
    return endgame.found[BEST], value
