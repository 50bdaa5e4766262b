"""Counter-based randomness: splitmix64 (Steele, Lea, Flood 2014, OOPSLA) as a hash of a position.

    game key    mix(mix(seed + G) + game × G)
    stream key  mix(game key + (purpose << 56 | deal << 24 | attempt) × G)
    draw i      mix(stream key + (i + 1) × G)

A draw has no state, so no bot, rule or thread can move another's randomness: the deck belongs to
(seed, game, scored deals so far, redeal attempt) alone, a bot's draws to the same and its seat.
"""

from typing import Any

import numpy as np

from sixtysix_sim.kernels.jit import inlined

Word = Any  # a uint64 in compiled code

GOLD = np.uint64(0x9E37_79B9_7F4A_7C15)
_M1 = np.uint64(0xBF58_476D_1CE4_E5B9)
_M2 = np.uint64(0x94D0_49BB_1331_11EB)
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFF_FFFF)

DEALER, DECK, BOTS, CHANCE = 1, 2, 3, 4
# slots of a bot's draws within a deal: tricks 0 … 31 at their own number, then
CALL_SLOT, ANSWER_SLOT, SECOND_CALL_SLOT, TRUMP_SLOT = 32, 33, 34, 35
SLOTS_PER_SEAT = 128
BLUNDER_SLOTS = 64  # added for the draw that decides on a blunder, and 32 more for its choice


@inlined
def mix(word: Word) -> Word:
    """Return splitmix64's output function of a uint64."""
    word = (word ^ (word >> _S30)) * _M1
    word = (word ^ (word >> _S27)) * _M2
    return word ^ (word >> _S31)


@inlined
def game_key(seed: Word, game: int) -> Word:
    """Return the key of all of a game's streams (uint64)."""
    return mix(mix(seed + GOLD) + np.uint64(game) * GOLD)


@inlined
def stream_key(key: Word, purpose: int, deal: int, attempt: int) -> Word:
    """Return the key of one stream of a game (uint64)."""
    return mix(key + np.uint64((purpose << 56) | (deal << 24) | attempt) * GOLD)


@inlined
def draw(key: Word, number: int) -> Word:
    """Return the draw of that number of a stream: 64 random bits (uint64)."""
    return mix(key + np.uint64(number + 1) * GOLD)


@inlined
def bounded(bits: Word, n: int) -> Any:
    """Return a uniform integer 0 … n−1 from 64 random bits (bias below n / 2^32)."""
    return np.int64(((bits >> _S32) * np.uint64(n)) >> _S32)


@inlined
def bounded_low(bits: Word, n: int) -> Any:
    """Return a second uniform integer 0 … n−1 from the low half of the same 64 bits."""
    return np.int64(((bits & _LOW) * np.uint64(n)) >> _S32)


@inlined
def fraction(bits: Word) -> Any:
    """Return a uniform number in [0, 1) from 64 random bits."""
    return np.float64(bits >> np.uint64(11)) * (1.0 / 9007199254740992.0)
