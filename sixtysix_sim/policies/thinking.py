"""Choosing among actions by playouts: what the searches of both families share.

Playouts go round by round to the actions that are left, the same worlds to each; after a round the
better half goes on (sequential halving: Karnin, Koren, Somekh 2013, ICML). So a budget is spent
where the choice is close.
"""

import time
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types

from sixtysix_sim.kernels.bits import intrinsic
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.random import GOLD, mix

MOST_ACTIONS = 48  # that a seat can have: cards of a hand and words
_CLOCK = int(time.CLOCK_MONOTONIC)
_WORD = ir.IntType(64)


class Thought(NamedTuple):
    """A budget and the actions it is spent on.

    Attributes:
        playouts: in each decision. nanoseconds: time in each, instead; 0 counts playouts.
        actions: int64[MOST_ACTIONS], answers. sums: int64[MOST_ACTIONS], what their playouts came
            to. left: int64[MOST_ACTIONS], numbers of the actions still looked at, the best first.
    """

    playouts: int
    nanoseconds: int
    actions: Any
    sums: Any
    left: Any


def new_thought(playouts: float, milliseconds: float) -> Thought:
    """Return room to think with a budget."""
    rows = [np.zeros(MOST_ACTIONS, dtype=np.int64) for _ in range(3)]
    return Thought(int(playouts), int(milliseconds * 1e6), *rows)


@intrinsic
def now(typing_context: Any) -> Any:
    """Return nanoseconds of a clock that never goes back."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = ir.FunctionType(ir.IntType(32), [ir.IntType(32), _WORD.as_pointer()])
        name = "clock_gettime"
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        room = builder.alloca(_WORD, 2)
        builder.call(function, [ir.IntType(32)(_CLOCK), room])
        seconds = builder.mul(builder.load(room), _WORD(1_000_000_000))
        return builder.add(seconds, builder.load(builder.gep(room, [_WORD(1)])))

    return types.int64(), generate


@inlined
def put_action(thought: Thought, count: int, answer: int, start: int) -> int:
    """Add an action with what it has to begin with; return how many there are."""
    thought.actions[count] = answer
    thought.sums[count] = start
    thought.left[count] = count
    return count + 1


@inlined
def rounds_of(count: int) -> int:
    """Return how many halvings leave one action."""
    rounds = 0
    while count > 1:
        count = (count + 1) >> 1
        rounds += 1
    return rounds


@inlined
def worlds_of(thought: Thought, rounds: int, count: int) -> int:
    """Return how many worlds each of so many actions gets in one of the rounds."""
    return max(1, thought.playouts // (rounds * count))


@inlined
def goes_on(thought: Thought, tried: int, worlds: int, until: int) -> bool:
    """Tell whether a round has another world to look at."""
    if thought.nanoseconds:
        return tried == 0 or now() < until
    return tried < worlds


@inlined
def keep_half(thought: Thought, count: int) -> int:
    """Put the better half first, in order; of equals the earlier. Return how many they are."""
    left, sums = thought.left, thought.sums
    half = (count + 1) >> 1
    for place in range(half):
        best = place
        for other in range(place + 1, count):
            if sums[left[other]] > sums[left[best]]:
                best = other
        chosen = left[best]
        for other in range(best, place, -1):
            left[other] = left[other - 1]
        left[place] = chosen
    return half


@inlined
def world_key(bits: Any, world: int) -> Any:
    """Return the key of a world's draws, from a decision's random bits (uint64)."""
    return mix(bits + np.uint64(world + 1) * GOLD)
