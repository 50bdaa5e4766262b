"""Bit operations on hands (layout: `sixtysix_sim.contract`), as single machine instructions.

Masks are int64: bit 63 is never used (`rules.checks.BITS_PER_SUIT`), so shifts stay positive.
"""

from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import extending, types
from numba.core import cgutils

from sixtysix_sim.contract import EVEN, MAX_PARAMS, PARAMS_SLOT, SEAT_SLOT, SUIT_MASK
from sixtysix_sim.kernels.jit import inlined

intrinsic: Any = extending.intrinsic  # its own types speak of compiling, not of calling
_copy: Any = cgutils.raw_memcpy  # it has no types

_HAS_PDEP = bool(llvm.get_host_cpu_features().get("bmi2", False))
ODD = EVEN << 1
#: Of places in a deck, at most 64: masked, the compiler knows a place to be no negative index.
PLACE_BITS = 63


def _unary(name: str, flag: bool) -> Any:
    """Make an intrinsic int64 → int64 from an LLVM one; ``flag`` adds the 'zero is poison' bit."""

    @intrinsic
    def operation(typing_context: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            kinds = [word, ir.IntType(1)] if flag else [word]
            function = builder.module.declare_intrinsic(
                f"llvm.{name}", [word], ir.FunctionType(word, kinds)
            )
            return builder.call(function, [args[0], ir.IntType(1)(0)] if flag else [args[0]])

        return types.int64(types.int64), generate

    return operation


_reversed = _unary("bitreverse", flag=False)
popcount = _unary("ctpop", flag=False)
lowest = _unary("cttz", flag=True)  # number of the lowest set bit; 64 for an empty mask
_leading = _unary("ctlz", flag=True)


@inlined
def highest(mask: int) -> int:
    """Return the number of the highest set bit; −1 for an empty mask."""
    return 63 - _leading(mask)


@intrinsic
def _pdep(typing_context: Any, source: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        function = builder.module.globals.get("llvm.x86.bmi.pdep.64") or ir.Function(
            builder.module, kind, "llvm.x86.bmi.pdep.64"
        )
        return builder.call(function, args)

    return types.int64(types.int64, types.int64), generate


if _HAS_PDEP:

    @inlined
    def kth_alone(mask: int, k: int) -> int:
        """Return the k-th set bit by itself, as a mask, counted from the lowest, k from 0."""
        return _pdep(1 << k, mask)

    @inlined
    def kth_bit(mask: int, k: int) -> int:
        """Return the number of the k-th set bit, counted from the lowest, k from 0."""
        return lowest(_pdep(1 << k, mask))

else:

    @inlined
    def kth_alone(mask: int, k: int) -> int:
        """Return the k-th set bit by itself, as a mask, counted from the lowest, k from 0."""
        for _ in range(k):
            mask &= mask - 1
        return mask & -mask

    @inlined
    def kth_bit(mask: int, k: int) -> int:
        """Return the number of the k-th set bit, counted from the lowest, k from 0."""
        for _ in range(k):
            mask &= mask - 1
        return lowest(mask)


@intrinsic
def seldom(typing_context: Any, condition: Any) -> Any:
    """Return a condition, and tell the compiler that it rarely holds: its branch moves aside."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        bit = ir.IntType(1)
        function = builder.module.declare_intrinsic(
            "llvm.expect", [bit], ir.FunctionType(bit, [bit, bit])
        )
        return builder.call(function, [args[0], bit(0)])

    return types.boolean(types.boolean), generate


@intrinsic
def pick(typing_context: Any, condition: Any, yes: Any, no: Any) -> Any:
    """Return ``yes`` or ``no`` by a condition nobody can predict: computed, never a branch.

    A wrongly guessed branch costs about 4 ns, and whether a card wins a trick is a coin toss.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        chosen = builder.select(*args)
        chosen.set_metadata("unpredictable", builder.module.add_metadata([]))
        return chosen

    return types.int64(types.boolean, types.int64, types.int64), generate


@intrinsic
def copy_bytes(typing_context: Any, target: Any, source: Any, count: Any) -> Any:
    """Copy the first bytes of an array of bytes to another one."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        target, source = (
            context.make_array(kind)(context, builder, value=value).data
            for kind, value in zip(signature.args[:2], args[:2], strict=True)
        )
        _copy(builder, target, source, args[2], 1)
        return context.get_dummy_value()

    return types.void(target, source, count), generate


@inlined
def suit_of(hand: int, suit: int) -> int:
    """Return the cards of one suit, in place."""
    return hand & (SUIT_MASK << (16 * suit))


@inlined
def in_reading_order(hand: int) -> int:
    """Return a hand with suits in place but strengths reversed: its bits run as people read cards.

    Each bit is one copy: the higher of a face's two bits, now the lower, if it is held twice.
    """
    mirrored = _reversed(hand)
    low, high = mirrored & 0xFFFF, (mirrored >> 48) & 0xFFFF
    inner = ((mirrored >> 16) & 0xFFFF) << 32 | ((mirrored >> 32) & 0xFFFF) << 16
    return low << 48 | inner | high


@inlined
def above(card: int) -> int:
    """Return the mask of everything that beats a card within its suit (and higher suits)."""
    return -4 << card


@inlined
def add_card(hand: int, card: int) -> int:
    """Return a hand with one more copy of a card: first the even bit, then the odd one."""
    return hand | (1 << (card + ((hand >> card) & 1)))


@inlined
def take_card(hand: int, card: int) -> int:
    """Return a hand with one copy of a card less: the odd bit if it is set, else the even one."""
    return hand ^ (1 << (card + ((hand >> (card + 1)) & 1)))


@inlined
def hand_of_counts(sums: int) -> int:
    """Turn sums of ``1 << card`` (a binary count of 0, 1 or 2 a face) into a hand mask."""
    twice = sums & ODD
    return ((sums | (sums >> 1)) & EVEN) | twice


@inlined
def counts_of_hand(hand: int) -> int:
    """Return how many copies of each face a hand holds, as sums of ``1 << card``."""
    return (hand & EVEN) + ((hand >> 1) & EVEN)


@intrinsic
def _as_float(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], ir.DoubleType())

    return types.float64(types.int64), generate


@inlined
def param(view: Any, number: int) -> float:
    """Return the deciding seat's parameter of that number, in the policy's declared order."""
    return _as_float(view[PARAMS_SLOT + MAX_PARAMS * view[SEAT_SLOT] + number])
