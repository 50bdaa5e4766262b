"""A policy's own memory: compiled code cannot allocate, so the engine lends each seat some.

``view[WORK_SLOT + seat]`` holds the address where a NamedTuple of rule values and arrays stands,
just as compiled code lays it out. A policy that asks for memory (`CompiledPolicy.memory`) finds it
there with `loader`; for all others the slot is 0. It is for scratch work: a decision that read what
an earlier one left there would depend on which thread played which chunk.
"""

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types

from sixtysix_sim.contract import WORK_SLOT, CompiledPolicy
from sixtysix_sim.kernels.bits import intrinsic
from sixtysix_sim.kernels.jit import inlined, jit

WORDS = 512  # of int64, more than any bundle of rule values and arrays takes
_WORD, _BYTE = ir.IntType(64), ir.IntType(8)


class Memory:
    """A bundle laid out for compiled code; its arrays live as long as this object.

    Args:
        bundle: a NamedTuple of integers, arrays and such tuples.
    """

    def __init__(self, bundle: Any) -> None:
        self.bundle = bundle
        self._words = np.zeros(WORDS, dtype=np.int64)
        _store(self.address, bundle)

    @property
    def address(self) -> int:
        """Where the bundle stands."""
        return int(self._words.ctypes.data)


def lend(view: Any, policies: Sequence[CompiledPolicy]) -> list[Any]:
    """Give each seat's policy memory of its own, if it asks for some, and say so in the view.

    Returns:
        What has to live as long as the view is used.
    """
    lent = [None if policy.memory is None else policy.memory() for policy in policies]
    addresses = [0 if memory is None else memory.address for memory in lent]
    view[WORK_SLOT : WORK_SLOT + len(addresses)] = addresses
    return lent


@jit()
def _store(address: int, bundle: Any) -> None:
    _put(address, bundle)


@intrinsic
def _put(typing_context: Any, address: Any, bundle: Any) -> Any:
    """Write a bundle as compiled code holds it."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = context.get_value_type(bundle)
        if context.get_abi_sizeof(kind) > 8 * WORDS:
            raise ValueError(f"a policy's memory holds {WORDS} words, too few for {bundle}")
        builder.store(args[1], builder.inttoptr(args[0], kind.as_pointer()))
        return context.get_dummy_value()

    return types.void(types.int64, bundle), generate


def loader(example: Any) -> Any:
    """Return a function of compiled code, address → bundle, for bundles of an example's type.

    Only what is used of the bundle is loaded.
    """
    type_of: Any = numba.typeof
    kind = type_of(example)

    @intrinsic
    def load(typing_context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            layout = context.get_value_type(kind)
            return _leaves(builder, builder.inttoptr(args[0], layout.as_pointer()), layout)

        return kind(types.int64), generate

    return load


def _leaves(builder: Any, pointer: Any, layout: Any) -> Any:
    """Load a nested value field by field, so that the compiler can leave out what nobody uses."""
    if not isinstance(layout, ir.LiteralStructType | ir.ArrayType):
        return builder.load(pointer)
    whole = ir.Constant(layout, ir.Undefined)
    count = len(layout.elements) if isinstance(layout, ir.LiteralStructType) else layout.count
    for place in range(count):
        field = builder.gep(pointer, [ir.IntType(32)(0), ir.IntType(32)(place)])
        part = (
            layout.elements[place] if isinstance(layout, ir.LiteralStructType) else layout.element
        )
        whole = builder.insert_value(whole, _leaves(builder, field, part), place)
    return whole


@intrinsic
def _move(typing_context: Any, to: Any, source: Any, words: Any) -> Any:
    """Copy words between two addresses that do not overlap."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _BYTE.as_pointer()
        function = builder.module.declare_intrinsic("llvm.memcpy", [pointer, pointer, _WORD])
        into, from_ = (builder.inttoptr(each, pointer) for each in args[:2])
        size = builder.mul(args[2], _WORD(8))
        builder.call(function, [into, from_, size, ir.IntType(1)(0)])
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@intrinsic
def _at(typing_context: Any, array: Any, place: Any) -> Any:
    """Return the address of an element of an int64 array."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(array)(context, builder, value=args[0]).data
        return builder.ptrtoint(builder.gep(data, [args[1]]), _WORD)

    return types.int64(array, types.int64), generate


@inlined
def copy_words(to: Any, at: int, source: Any, first: int, words: int) -> None:
    """Copy ``words`` elements of an int64 array from ``first`` on to another's place ``at``."""
    _move(_at(to, at), _at(source, first), words)
