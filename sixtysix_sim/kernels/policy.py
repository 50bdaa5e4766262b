"""The compiled form of a policy's decisions, and calling one: an address and four registers.

Numba's own function pointers pass an array as seven words and the result through memory, which
cost 2.7 ns a decision here; a plain C function of four 64-bit arguments costs under one. So each
decision is wrapped in such a function, and a kernel gets its address.
"""

from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types

from sixtysix_sim.contract import LENGTH_SLOT, MAX_PARAMS, PARAMS_SLOT
from sixtysix_sim.kernels.bits import intrinsic
from sixtysix_sim.kernels.jit import guarded, inlined, jit, numba

VIEW = types.Array(types.int64, 1, "C")
# A policy may look at a view and not write into it: a line that does is an error when it compiles.
SEEN = types.Array(types.int64, 1, "C", readonly=True)
ARGUMENTS = (types.int64, types.int64, SEEN, types.uint64)
FAILED = -(2**63)  # the answer of a policy that ran into an error (an index out of bounds)
_OURS = __name__.partition(".")[0] + "."
_WORD = ir.IntType(64)
_C_FUNCTION = ir.FunctionType(_WORD, [_WORD, _WORD, _WORD.as_pointer(), _WORD])


class Decision:
    """One compiled decision of a policy.

    Attributes:
        inside: the function for use inside other compiled code (it is inlined there).
        address: where the C form stands in memory; valid as long as this object lives.
        function: as it was written.
        place: where it stands in a file of somebody else's, as `` (bots/mine.py, line 9)``.
    """

    place = ""

    def __init__(self, function: Callable[..., Any], compiler: Callable[..., Any]) -> None:
        self.function = function
        self.inside = compiler(function)
        self.name = f"{function.__module__}.{function.__qualname__}"
        # The cache knows this one by its name alone, and only ours always mean the same by theirs.
        ours = compiler is inlined and self.name.startswith(_OURS) and "<" not in self.name
        compile_finder = jit() if ours else numba.njit
        self._finder = compile_finder(_address_finder(self.inside, self.name))

    def compile(self) -> None:
        """Compile it now.

        Raises:
            NumbaError: it cannot be, or its answer is no whole number.
        """
        self.inside.compile(ARGUMENTS)
        check_answer(self.inside.overloads[ARGUMENTS].signature.return_type)

    @property
    def address(self) -> int:
        """The address of the C form; compiles it on first use."""
        return int(self._finder())


def decision(function: Callable[..., Any]) -> Decision:
    """Compile one decision of a policy: ``(hand, legal, view, draw) -> answer``."""
    return Decision(function, inlined)


def guarded_decision(function: Callable[..., Any]) -> Decision:
    """Compile a decision that someone else wrote: an index outside an array is an error there."""
    return Decision(function, guarded)


def check_answer(kind: Any) -> None:
    """Check the type of what a decision returns.

    Raises:
        TypingError: it is no whole number.
    """
    if not isinstance(kind, types.Integer | types.Boolean):
        raise numba.errors.TypingError(f"it answers with {kind}, but must with a whole number")


def _address_finder(inside: Any, name: str) -> FunctionType:
    """Return a function of no argument that gives, compiled, the address of the C form."""

    @intrinsic
    def wrapped(typing_context: Any) -> Any:
        inside.get_call_template(ARGUMENTS, {})
        result = inside.overloads[ARGUMENTS]

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            context.active_code_library.add_linking_library(result.library)
            function = ir.Function(builder.module, _C_FUNCTION, f"policy.{name}")
            _fill(context, function, result)
            return builder.ptrtoint(function, _WORD)

        return types.int64(), generate

    # A global, not a variable of a closure: those are part of the cache's key, new at each start.
    find = FunctionType(_find.__code__, {"__name__": __name__, "_wrapped": wrapped})
    find.__qualname__ = f"find.{name}"
    return find


_wrapped: Callable[[], int] = int  # in its place each `find` has its decision's own


def _find() -> int:
    return _wrapped()


def _fill(context: Any, function: Any, result: Any) -> None:
    """Write the body of the C form: make an array of the pointer, call, return the answer."""
    kind = result.signature.return_type
    check_answer(kind)
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    hand, legal, data, draw = function.args
    view = context.make_array(SEEN)(context, builder)
    length = builder.load(builder.gep(data, [_WORD(LENGTH_SLOT)]))
    context.populate_array(
        view, data=data, shape=[length], strides=[_WORD(8)], itemsize=_WORD(8), meminfo=None
    )
    callee = context.declare_function(builder.module, result.fndesc)
    status, answer = context.call_conv.call_function(
        builder, callee, kind, ARGUMENTS, [hand, legal, view._getvalue(), draw]
    )
    answer = context.cast(builder, answer, kind, types.int64)
    builder.ret(builder.select(status.is_ok, answer, _WORD(FAILED)))


@intrinsic
def ask(typing_context: Any, address: Any, hand: Any, legal: Any, view: Any, draw: Any) -> Any:
    """Call a decision by its address with (hand, legal, view, draw)."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        where, hand, legal, view, draw = args
        array = context.make_array(VIEW)(context, builder, value=view)
        function = builder.inttoptr(where, _C_FUNCTION.as_pointer())
        return builder.call(function, [hand, legal, array.data, draw])

    return types.int64(types.int64, types.int64, types.int64, VIEW, types.uint64), generate


class Players(NamedTuple):
    """The seats' policies and blunder chances.

    ``addresses`` is int64[decisions, seats] for `ask`.
    """

    addresses: Any
    blunders: int  # 1 if any seat blunders
    chance: Any  # float64[seats]
    restricted: int  # 1 if rights are hidden from any seat
    hidden: Any  # int64[seats], rights hidden from a seat (bits of the contract's RIGHTS)


@inlined
def players_of(addresses: Any, chance: Any, hidden: Any) -> Players:
    """Return the players of these seats."""
    blunders, restricted = 0, 0
    for seat in range(chance.shape[0]):
        if chance[seat] > 0.0:
            blunders = 1
        if hidden[seat] != 0:
            restricted = 1
    return Players(addresses, blunders, chance, restricted, hidden)


def sober(addresses: Any) -> Players:
    """Return players by their addresses, who make no slips and have every right."""
    seats = addresses.shape[1]
    return Players(addresses, 0, np.zeros(seats), 0, np.zeros(seats, dtype=np.int64))


def put_params(view: Any, params: Sequence[tuple[float, ...]]) -> None:
    """Write the seats' parameters into a view, at most MAX_PARAMS values each; the rest are 0."""
    for seat, values in enumerate(params):
        row = np.zeros(MAX_PARAMS)
        row[: len(values)] = values
        at = PARAMS_SLOT + MAX_PARAMS * seat
        view[at : at + MAX_PARAMS] = row.view(np.int64)


def addresses(decisions: list[list[Decision]]) -> Any:
    """Return int64[decisions, seats] of the C forms."""
    return np.array([[each.address for each in row] for row in decisions], dtype=np.int64)
