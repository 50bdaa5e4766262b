"""`search`: tries its actions in worlds that fit all it has seen, played out by `standard`.

Once every card is known, it plays perfectly (`kernels.talon.endgame`). For two seats that never
slip.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import types

from sixtysix_sim.contract import FAMILY_SLOT, WORK_SLOT
from sixtysix_sim.contract.talon import (
    CLAIM,
    DECISIONS,
    EXCHANGE,
    MAY_CLAIM_RIGHTLY,
    MAY_EXCHANGE,
    RIGHTS,
    View,
    word_of,
)
from sixtysix_sim.kernels.bits import lowest, popcount
from sixtysix_sim.kernels.jit import inlined, jit
from sixtysix_sim.kernels.memory import Memory, copy_words, loader
from sixtysix_sim.kernels.policy import SEEN, ask, decision
from sixtysix_sim.kernels.seated import seat_policies
from sixtysix_sim.kernels.talon.decide import CHOOSE, FOLLOW, LEAD
from sixtysix_sim.kernels.talon.desk import Desk
from sixtysix_sim.kernels.talon.endgame import (
    MOST_CARDS,
    POINT,
    Endgame,
    best_action,
    new_endgame,
    restore,
    save,
)
from sixtysix_sim.kernels.talon.playout import play_out
from sixtysix_sim.kernels.talon.spare import new_desk
from sixtysix_sim.policies.seating import policy_of
from sixtysix_sim.policies.talon import standard
from sixtysix_sim.policies.talon.claims import claims
from sixtysix_sim.policies.talon.worlds import KNOWN_WORDS, draw_world, is_certain, note_known
from sixtysix_sim.policies.thinking import (
    Thought,
    goes_on,
    keep_half,
    new_thought,
    now,
    put_action,
    rounds_of,
    world_key,
    worlds_of,
)
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.rules.talon import TalonRules

USUAL = (0.0, 0.0, 66.0, 1.0, 1.0)  # parameters of the `standard` that plays worlds out
START = 4 * POINT  # what the action of `standard` begins with: a choice against it needs a reason
COPIED = int(View.END) - FAMILY_SLOT
_word = inlined(word_of)


class Search(NamedTuple):
    """What `search` works on.

    Attributes:
        endgame: first, so that its address is that of the whole; its desk is the one worlds are
            played out on, its players are `standard`.
        thought: budget and actions. known: int64[KNOWN_WORDS], see `worlds`.
        hidden: words that are hidden from the seat (`never`), as bits of View.MAY.
    """

    endgame: Endgame
    thought: Thought
    known: Any
    hidden: int


def memory(
    rules: TalonRules, never: tuple[str, ...], playouts: float, milliseconds: float
) -> Callable[[], Memory]:
    """Return what makes room to think in, with a budget for each decision."""
    params = USUAL + standard.facts(rules, *USUAL)
    usual = policy_of("standard", standard, DECISIONS, params)
    hidden = sum(RIGHTS[name] for name in never)

    def make() -> Memory:
        seated = seat_policies((usual, usual), DECISIONS, RIGHTS)
        players = seated.players._replace(restricted=int(hidden != 0))
        desk = new_desk(rules, params=seated.params, players=players)
        known = np.zeros(KNOWN_WORDS, dtype=np.int64)
        thought = new_thought(playouts, milliseconds)
        return Memory(Search(new_endgame(desk), thought, known, hidden))

    return make


load = loader(memory(resolve_rules("schnapsen").talon, (), 1, 0)().bundle)


@inlined
def take_over(search: Search, hand: int, view: Any) -> None:
    """Lay the position out on the desk as the seat sees it."""
    desk = search.endgame.desk
    seat = view[View.SEAT]
    copy_words(desk.public, FAMILY_SLOT, view, FAMILY_SLOT, COPIED)
    desk.public[View.SEAT] = seat
    desk.hands[seat] = hand
    lay_upcard(desk)
    desk.players.hidden[seat] = search.hidden
    desk.players.hidden[1 - seat] = 0
    note_known(search.known, desk.table, desk.public, hand)


@inlined
def lay_upcard(desk: Desk) -> None:
    """Put the upcard under the talon: an exchange in thought leaves another card there."""
    desk.deck[desk.table.deck_size - 1] = np.uint8(desk.public[View.UPCARD] & 63)


@inlined
def note_actions(search: Search, asked: int, hand: int, legal: int, bits: Any) -> int:
    """Write down what can be done, what `standard` would do first; return how many there are."""
    thought, desk = search.thought, search.endgame.desk
    view = desk.public
    first = ask(desk.players.addresses[asked, view[View.SEAT]], hand, legal, view, bits)
    count = put_action(thought, 0, first, START)
    words = view[View.MAY] & ~MAY_CLAIM_RIGHTLY
    while words:
        answer = _word(lowest(words))
        words &= words - 1
        if answer != first:
            count = put_action(thought, count, answer, 0)
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        if card != first:
            count = put_action(thought, count, card, 0)
    return count


@inlined
def best_by_playouts(address: int, asked: int, bound: int, count: int, bits: Any) -> int:
    """Return the action that does best in worlds that fit."""
    search = load(address)
    endgame, thought, desk = search.endgame, search.thought, search.endgame.desk
    view = desk.public
    seat = view[View.SEAT]
    rounds, world = rounds_of(count), 0
    for _ in range(rounds):
        worlds, tried = worlds_of(thought, rounds, count), 0
        until = now() + thought.nanoseconds // rounds if thought.nanoseconds else 0
        while goes_on(thought, tried, worlds, until):
            draw_world(desk, search.known, world_key(bits, world))
            save(endgame, 0)
            for place in range(count):
                action = thought.left[place]
                thought.sums[action] += play_out(address, asked, thought.actions[action], bound)
                restore(endgame, 0)
                view[View.SEAT] = seat
                lay_upcard(desk)
            tried += 1
            world += 1
        count = keep_half(thought, count)
    return thought.actions[thought.left[0]]


@inlined
def perfect_action(address: int, hand: int, bound: int, bits: Any) -> int:
    """Return the best action where all cards are known."""
    search = load(address)
    desk = search.endgame.desk
    view = desk.public
    led, other = view[View.LED], 1 - view[View.SEAT]
    draw_world(desk, search.known, bits)
    rest = bound if led < 0 else desk.hands[other]
    answer, _ = best_action(address, led, rest, bits)
    return answer


@jit(types.int64(types.int64, types.int64, types.int64, types.int64, SEEN, types.uint64))
def think(address: int, asked: int, hand: int, legal: int, view: Any, bits: Any) -> int:
    """Return what to do, claims and exchanges apart.

    Args:
        address: of a `Search`. asked: LEAD, FOLLOW or CHOOSE.
    """
    search = load(address)
    if asked == FOLLOW and not legal & (legal - 1):
        return lowest(legal)
    take_over(search, hand, view)
    bound = legal if asked == LEAD and view[View.DECLARED] >= 0 else 0
    known = view[View.ENDGAME] != 0 and is_certain(search.known) and search.hidden == 0
    if known and not view[View.MAY] & MAY_CLAIM_RIGHTLY and popcount(hand) <= MOST_CARDS:
        return perfect_action(address, hand, bound, bits)
    search.endgame.desk.public[View.MAY] &= ~MAY_CLAIM_RIGHTLY  # a right claim is put off
    count = note_actions(search, asked, hand, legal, bits)
    return best_by_playouts(address, asked, bound, count, bits)


@decision
def lead(hand: int, legal: int, view: Any, draw: int) -> int:
    """Claim, exchange; else do what does best."""
    if claims(view, draw):
        return CLAIM
    if view[View.MAY] & MAY_EXCHANGE:
        return EXCHANGE
    return think(view[WORK_SLOT + view[View.SEAT]], LEAD, hand, legal, view, draw)


@decision
def follow(hand: int, legal: int, view: Any, draw: int) -> int:
    """Play the card that does best."""
    return think(view[WORK_SLOT + view[View.SEAT]], FOLLOW, hand, legal, view, draw)


@decision
def choose(hand: int, legal: int, view: Any, draw: int) -> int:
    """Claim; else close or draw, whichever does better."""
    if claims(view, draw):
        return CLAIM
    return think(view[WORK_SLOT + view[View.SEAT]], CHOOSE, hand, legal, view, draw)
