"""Sums over games in compiled code: what every report figure and its interval is made of."""

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numpy.typing import NDArray

from sixtysix_sim.kernels.bits import intrinsic
from sixtysix_sim.kernels.jit import inlined, jit
from sixtysix_sim.logs.raw import Float64, Int64

Places = NDArray[np.uint16]  # unsigned: no place counts from the end, which costs a test each
_LANES = 4
BANKED = 64  # games between two bankings: 64 × (10^8)² stays below 2^63


class Tally(NamedTuple):
    """Where a kernel sums .

    ``totals`` is float64 like ``sums``; ``measures`` int64[games, measures] or of no rows.
    """

    layout: Any  # of the family's measures
    x: Int64
    num: Places
    den: Places
    sums: Int64
    totals: Float64
    measures: Int64


def new_sums(measures: int, metrics: int) -> Int64:
    """Return sums of no game: int64[3, …], see `add_sums`."""
    return np.zeros((3, max(measures, metrics)), dtype=np.int64)


@intrinsic
def _add_lanes(typing_context: Any, sums: Any, x: Any, at: Any) -> Any:
    """Add four measures and their squares to the sums at once; none is 2^31 or more."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word, half = ir.IntType(64), ir.IntType(32)
        lanes, halves = ir.VectorType(word, _LANES), ir.VectorType(half, _LANES)
        arrays = [
            context.make_array(kind)(context, builder, value=value)
            for kind, value in zip(signature.args[:2], args[:2], strict=True)
        ]
        width = builder.extract_value(arrays[0].shape, 1)
        starts = [
            builder.gep(arrays[0].data, [builder.add(args[2], builder.mul(word(n), width))])
            for n in range(2)
        ]
        source = builder.gep(arrays[1].data, [args[2]])
        found = builder.load(builder.bitcast(source, lanes.as_pointer()), align=8)
        small = builder.sext(builder.trunc(found, halves), lanes)
        for start, more in zip(starts, (found, builder.mul(small, small)), strict=True):
            place = builder.bitcast(start, lanes.as_pointer())
            builder.store(builder.add(builder.load(place, align=8), more), place, align=8)
        return context.get_dummy_value()

    return types.void(sums, x, at), generate


@inlined
def add_sums(sums: Int64, x: Int64, num: Places, den: Places) -> None:
    """Add a finished game to the sums and clear ``x``.

    What metrics share is summed once: ``sums[0]`` holds Σx and ``sums[1]`` Σx² of each measure,
    ``sums[2]`` ΣKM of each metric. `sums_of` makes a metric's five sums of them.

    Args:
        sums: from `new_sums`.
        num, den: uint16[metrics], the measures K and M of each metric.
    """
    whole = x.size - x.size % _LANES
    for n in range(0, whole, _LANES):
        _add_lanes(sums, x, n)
    for n in range(whole, x.size):
        sums[0, n] += x[n]
        sums[1, n] += x[n] * x[n]
    for n in range(num.size):
        sums[2, n] += x[num[n]] * x[den[n]]
    x[:] = 0


def sums_of(sums: Int64 | Float64, num: Places | Int64, den: Places | Int64) -> Float64:
    """Return float64[metrics, 5]: ΣK, ΣM, ΣK², ΣKM, ΣM² of each metric, from `add_sums`."""
    crossed = sums[2, : num.size]
    columns = (sums[0, num], sums[0, den], sums[1, num], crossed, sums[1, den])
    return np.stack(columns, axis=1).astype(np.float64)


@jit()
def add_pairs(
    sums: Int64, a: Int64, b: Int64, num_a: Int64, den_a: Int64, num_b: Int64, den_b: Int64
) -> None:
    """Add the products of two sides over the same games.

    Args:
        sums: int64[metrics, 4]: ΣKaKb, ΣKaMb, ΣMaKb, ΣMaMb; added to.
        a, b: int64[games, measures] of each side, same games in the same order.
        num_a, den_a, num_b, den_b: int64[metrics], the measures K and M on each side.
    """
    for game in range(a.shape[0]):
        for n in range(num_a.size):
            ka, ma = a[game, num_a[n]], a[game, den_a[n]]
            kb, mb = b[game, num_b[n]], b[game, den_b[n]]
            sums[n, 0] += ka * kb
            sums[n, 1] += ka * mb
            sums[n, 2] += ma * kb
            sums[n, 3] += ma * mb


@inlined
def bank(tally: Tally) -> None:
    """Move the integer sums of a few games to the totals, long before they could overflow."""
    for line in range(tally.sums.shape[0]):
        for n in range(tally.sums.shape[1]):
            tally.totals[line, n] += tally.sums[line, n]
            tally.sums[line, n] = 0
