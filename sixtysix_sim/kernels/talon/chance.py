"""Acting by chance: what the `random` bot does, and every bot in a blunder."""

from sixtysix_sim.contract.talon import CLAIM, MAY_CLAIM_RIGHTLY, word_of
from sixtysix_sim.kernels.bits import kth_bit, popcount
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.random import bounded

_word = inlined(word_of)


@inlined
def random_action(may: int, legal: int, bits: int) -> int:
    """Return a word other than CLAIM or a card, each distinct legal action with the same chance.

    Args:
        may: bits of `View.MAY`.
        legal: mask of cards; empty at the draw choice.
    """
    words = may & ~MAY_CLAIM_RIGHTLY
    cards = popcount(legal)
    number = bounded(bits, cards + popcount(words))
    if number < cards:
        return kth_bit(legal, number)
    return _word(kth_bit(words, number - cards))


@inlined
def random_card(legal: int, bits: int) -> int:
    """Return a card drawn uniformly from the distinct legal ones."""
    return kth_bit(legal, bounded(bits, popcount(legal)))


@inlined
def blunder(may: int, legal: int, bits: int) -> int:
    """Return what `random` with its default parameters does: it claims as soon as that is right."""
    return CLAIM if may & MAY_CLAIM_RIGHTLY else random_action(may, legal, bits)
