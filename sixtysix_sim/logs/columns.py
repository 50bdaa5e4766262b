"""Columns of tables from raw rows, and frames of them."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import polars as pl
import pyarrow as pa
from numpy.typing import NDArray

from sixtysix_sim.logs.raw import AnyDeal, RawChunk

Array: TypeAlias = NDArray[Any]
Named: TypeAlias = dict[str, Array | pl.Series]


def frame_of(columns: Mapping[str, Array | pl.Series], schema: pl.Schema) -> pl.DataFrame:
    """Return a frame with exactly the schema's columns, names, types and order."""
    return pl.DataFrame([_series(name, columns[name], kind) for name, kind in schema.items()])


def _series(name: str, values: Array | pl.Series, kind: pl.DataType) -> pl.Series:
    """Return a column; integers become enums by their code, missing codes null."""
    if isinstance(values, pl.Series):
        return values.alias(name)
    if isinstance(kind, pl.Enum):
        codes = np.ascontiguousarray(values).astype(np.uint8, copy=False)  # −1 becomes 255
        return pl.Series(name, codes).cat.to(kind, strict=False)
    return pl.Series(name, np.ascontiguousarray(values, dtype=_NUMPY[kind]))


_NUMPY: dict[pl.DataType, type[np.generic]] = {
    pl.Int8(): np.int8,
    pl.Int16(): np.int16,
    pl.Int32(): np.int32,
    pl.Int64(): np.int64,
    pl.Boolean(): np.bool_,
}


def game_numbers(chunk: RawChunk) -> Array:
    """Return the number of each deal's game."""
    return chunk.first_game + chunk.deals[:, AnyDeal.GAME].astype(np.int64)


def nullable(values: Array, missing: NDArray[np.bool_]) -> pl.Series:
    """Return a column that is null where ``missing``; numbers are not copied."""
    # Not by `pa.array`: it imports pandas where that is installed, 0.4 s at each start.
    kind, data = pa.from_numpy_dtype(values.dtype), np.ascontiguousarray(values)
    if values.dtype == np.bool_:
        data = np.packbits(values, bitorder="little")
    bits = np.packbits(~missing, bitorder="little")
    buffers = [pa.py_buffer(bits), pa.py_buffer(data)]
    return pl.Series(_Handed(pa.Array.from_buffers(kind, len(values), buffers)))


class _Handed:
    """An array by Arrow's C interface alone.

    Given pyarrow's own object, Polars imports pyarrow.compute to look at it: 0.1 s at each start.
    """

    def __init__(self, array: pa.Array) -> None:
        self._array = array

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        schema, array = self._array.__arrow_c_array__(requested_schema)
        return schema, array


def deck_texts(decks: Array, rows: int) -> pl.Series:
    """Return a row a deck as text without copying it, or nulls where decks are not kept."""
    if not len(decks):
        return pl.repeat(None, rows, dtype=pl.String, eager=True)
    count, width = decks.shape
    ends = np.arange(0, (count + 1) * width, width, dtype=np.int64)
    text = pa.LargeStringArray.from_buffers(
        count, pa.py_buffer(ends), pa.py_buffer(np.ascontiguousarray(decks))
    )
    return pl.Series("deck", text)
