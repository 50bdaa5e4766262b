"""Sets of cards as the bots of every family ask for them (layout: `sixtysix_sim.contract`).

All take and return plain integers; nothing here allocates or loops.
"""

from sixtysix_sim.contract import SUIT_MASK
from sixtysix_sim.kernels.bits import above, highest, lowest, pick
from sixtysix_sim.kernels.jit import inlined

SUITS = 0x0001_0001_0001_0001  # the lowest bit of each suit
# a shift right by one, two and four ranks that stays within its suit
_BY_ONE, _BY_TWO, _BY_FOUR = 0x3FFF * SUITS, 0x0FFF * SUITS, 0x00FF * SUITS


@inlined
def suit_cards(suit: int) -> int:
    """Return the mask of a whole suit."""
    return SUIT_MASK << (16 * suit)


@inlined
def winners(cards: int, best: int, trump: int) -> int:
    """Return which cards would take the trick from its best card (C6.5, K2.3)."""
    suit = best >> 4
    ruffs = pick(suit != trump, suit_cards(trump), 0)
    return cards & ((above(best) & suit_cards(suit)) | ruffs)


@inlined
def beaten_by(faces: int) -> int:
    """Return every card that one of these faces beats within its suit."""
    below = (faces >> 2) & _BY_ONE
    below |= (below >> 2) & _BY_ONE
    below |= (below >> 4) & _BY_TWO
    return below | ((below >> 8) & _BY_FOUR)


@inlined
def prefer(cards: int, wish: int) -> int:
    """Return the cards that are also in ``wish``, or all if none is: a choice without a branch."""
    wished = cards & wish
    return pick(wished != 0, wished, cards)


@inlined
def _ranks(cards: int) -> int:
    """Return the cards of all suits laid over each other; what stands above a suit is noise."""
    halved = cards | (cards >> 32)
    return halved | (halved >> 16)


@inlined
def weakest(cards: int) -> int:
    """Return the card of the lowest rank, of the first suit that has it. ``cards`` not empty."""
    return lowest(cards & (SUITS << lowest(_ranks(cards))))


@inlined
def strongest(cards: int) -> int:
    """Return the card of the highest rank, of the first suit that has it. ``cards`` not empty."""
    return lowest(cards & (SUITS << highest(_ranks(cards) & SUIT_MASK)))


@inlined
def outermost(cards: int, top: bool) -> int:
    """Return the `strongest` card or the `weakest`, without a branch. ``cards`` not empty."""
    ranks = _ranks(cards)
    return lowest(cards & (SUITS << pick(top, highest(ranks & SUIT_MASK), lowest(ranks))))


@inlined
def suits_of(cards: int) -> int:
    """Return the whole suits of which a card is there."""
    folded = cards | (cards >> 8)
    folded |= folded >> 4
    folded |= folded >> 2
    return (folded & SUITS) * SUIT_MASK
