"""`search`: tries its cards, and trumps, in worlds that fit all it has seen.

`standard` plays the worlds out, and bids.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import types

from sixtysix_sim.contract import FAMILY_SLOT, WORK_SLOT
from sixtysix_sim.contract.auction import DECISIONS, MOST_CARDS, RIGHTS, SEATS, View
from sixtysix_sim.kernels.auction.playout import Playout, new_playout, play_out, restore, save
from sixtysix_sim.kernels.auction.spare import new_desk
from sixtysix_sim.kernels.bits import lowest
from sixtysix_sim.kernels.jit import inlined, jit
from sixtysix_sim.kernels.memory import Memory, copy_words, loader
from sixtysix_sim.kernels.policy import SEEN, decision
from sixtysix_sim.kernels.seated import seat_policies
from sixtysix_sim.policies.auction import standard
from sixtysix_sim.policies.auction.calls import CALL_WORDS, note_calls
from sixtysix_sim.policies.auction.tricks import choose_card
from sixtysix_sim.policies.auction.worlds import (
    KNOWN_WORDS,
    first_world,
    next_world,
    note_known,
    put_world,
)
from sixtysix_sim.policies.auction.worth import best_trump
from sixtysix_sim.policies.seating import policy_of
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
from sixtysix_sim.rules.auction import AuctionRules
from sixtysix_sim.rules.ruleset import resolve_rules

__all__ = ["answer", "call", "facts", "memory", "play", "trump"]

facts, call, answer = standard.facts, standard.call, standard.answer
USUAL = (0.2, 0.3)  # parameters of the `standard` that plays worlds out, and whose calls are read
START = 100  # points that the action of `standard` begins with: one against it needs a reason
COPIED = int(View.HISTORY) + MOST_CARDS - FAMILY_SLOT


class Search(NamedTuple):
    """What `search` works on.

    Attributes:
        playout: first, so that its address is that of the whole.
        thought: budget and actions. known: int64[KNOWN_WORDS], see `worlds`.
        told: float64[CALL_WORDS], see `calls`.
    """

    playout: Playout
    thought: Thought
    known: Any
    told: Any


def memory(
    rules: AuctionRules, never: tuple[str, ...], playouts: float, milliseconds: float
) -> Callable[[], Memory]:
    """Return what makes room to think in, with a budget for each decision."""
    params = USUAL + standard.facts(rules, *USUAL)
    usual = policy_of("standard", standard, DECISIONS, params)

    def make() -> Memory:
        seated = seat_policies((usual,) * SEATS, DECISIONS, RIGHTS)
        desk = new_desk(rules, seated.players, seated.params)
        known, told = np.zeros(KNOWN_WORDS, dtype=np.int64), np.zeros(CALL_WORDS)
        thought = new_thought(playouts, milliseconds)
        return Memory(Search(new_playout(desk), thought, known, told))

    return make


load = loader(memory(resolve_rules("cift66").auction, (), 1, 0)().bundle)


@inlined
def note_actions(search: Search, naming: int, hand: int, legal: int) -> int:
    """Write down what can be done, what `standard` would do first; return how many there are."""
    thought, view = search.thought, search.playout.desk.public
    if naming:
        first, _ = best_trump(view, hand)
        count = put_action(thought, 0, first, START)
        for suit in range(4):
            if suit != first:
                count = put_action(thought, count, suit, 0)
        return count
    first = choose_card(view, hand, legal)
    count = put_action(thought, 0, first, START)
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        if card != first:
            count = put_action(thought, count, card, 0)
    return count


@inlined
def best_by_playouts(address: int, naming: int, count: int, pool: int, bits: Any) -> int:
    """Return the action that does best in worlds that fit."""
    search = load(address)
    playout, thought, view = search.playout, search.thought, search.playout.desk.public
    known, told, seat = search.known, search.told, search.playout.desk.public[View.SEAT]
    doubted = first_world(known, told, view, pool, world_key(bits, 0))
    rounds, world = rounds_of(count), 1
    for _ in range(rounds):
        worlds, tried = worlds_of(thought, rounds, count), 0
        until = now() + thought.nanoseconds // rounds if thought.nanoseconds else 0
        while goes_on(thought, tried, worlds, until):
            doubted = next_world(known, told, view, doubted, world_key(bits, world))
            put_world(playout.desk, known)
            save(playout)
            for place in range(count):
                action = thought.left[place]
                thought.sums[action] += play_out(address, naming, thought.actions[action])
                restore(playout)
                view[View.SEAT] = seat
            tried += 1
            world += 1
        count = keep_half(thought, count)
    return thought.actions[thought.left[0]]


@jit(types.int64(types.int64, types.int64, types.int64, types.int64, SEEN, types.uint64))
def think(address: int, naming: int, hand: int, legal: int, view: Any, bits: Any) -> int:
    """Return the trump to name (``naming`` 1) or the card to play.

    Args:
        address: of a `Search`.
    """
    search = load(address)
    desk = search.playout.desk
    seat = view[View.SEAT]
    copy_words(desk.public, FAMILY_SLOT, view, FAMILY_SLOT, COPIED)
    desk.public[View.SEAT] = seat
    desk.hands[seat] = hand
    pool = note_known(search.known, desk, hand)
    note_calls(search.told, desk)
    count = note_actions(search, naming, hand, legal)
    return best_by_playouts(address, naming, count, pool, bits)


@decision
def trump(hand: int, legal: int, view: Any, draw: int) -> int:
    """Name the trump that does best."""
    return think(view[WORK_SLOT + view[View.SEAT]], 1, hand, legal, view, draw)


@decision
def play(hand: int, legal: int, view: Any, draw: int) -> int:
    """Play the card that does best."""
    if not legal & (legal - 1):
        return lowest(legal)
    return think(view[WORK_SLOT + view[View.SEAT]], 0, hand, legal, view, draw)
