"""The generator is splitmix64, and its streams stay where they are, for ever."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sixtysix_sim.kernels import random as kernel

MASK = 2**64 - 1
GOLD = 0x9E37_79B9_7F4A_7C15
# splitmix64 from state 0 and from state 1234567, as published with its reference code
FROM_ZERO = (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC)
FROM_1234567 = (6457827717110365317, 3203168211198807973, 9817491932198370423)


def reference_mix(word: int) -> int:
    """splitmix64's output function in whole numbers of any size."""
    word = ((word ^ (word >> 30)) * 0xBF58_476D_1CE4_E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D0_49BB_1331_11EB) & MASK
    return word ^ (word >> 31)


def call(function: Callable[..., Any], *values: int) -> int:
    return int(function(np.uint64(values[0]), *values[1:]))


@pytest.mark.parametrize(("state", "outputs"), [(0, FROM_ZERO), (1234567, FROM_1234567)])
def test_draws_of_a_stream_are_splitmix64(state: int, outputs: tuple[int, ...]) -> None:
    assert [call(kernel.draw, state, n) for n in range(len(outputs))] == list(outputs)


@pytest.mark.parametrize("seed", [0, 66, 2**63, 2**64 - 1])
@pytest.mark.parametrize("game", [0, 1, 10**12])
def test_keys_follow_the_written_formulas(seed: int, game: int) -> None:
    key = reference_mix((reference_mix((seed + GOLD) & MASK) + game * GOLD) & MASK)
    assert call(kernel.game_key, seed, game) == key
    for purpose, deal, attempt in ((kernel.DECK, 0, 0), (kernel.BOTS, 9_999, 99_999), (1, 7, 3)):
        position = purpose << 56 | deal << 24 | attempt
        stream = reference_mix((key + position * GOLD) & MASK)
        assert call(kernel.stream_key, key, purpose, deal, attempt) == stream
        assert call(kernel.draw, stream, 130) == reference_mix((stream + 131 * GOLD) & MASK)


def test_streams_of_a_run_do_not_meet() -> None:
    keys = {
        call(kernel.stream_key, call(kernel.game_key, seed, game), purpose, deal, attempt)
        for seed in (0, 1, 66)
        for game in range(20)
        for purpose in (kernel.DEALER, kernel.DECK, kernel.BOTS)
        for deal in range(20)
        for attempt in range(3)
    }
    assert len(keys) == 3 * 20 * 3 * 20 * 3


@pytest.mark.parametrize("n", [1, 2, 3, 7, 48, 4096])
def test_whole_numbers_stay_in_range(n: int) -> None:
    for bits in (0, 1, 2**31, 2**32 - 1, 2**32, 2**63, MASK, *FROM_ZERO):
        assert call(kernel.bounded, bits, n) == ((bits >> 32) * n) >> 32
        assert call(kernel.bounded_low, bits, n) == ((bits & 0xFFFF_FFFF) * n) >> 32


def test_fractions_stay_below_one() -> None:
    assert kernel.fraction(np.uint64(MASK)) == 1 - 2.0**-53
    assert kernel.fraction(np.uint64(0)) == 0.0
    assert kernel.fraction(np.uint64(1) << np.uint64(63)) == 0.5
