"""A proof that two partners' hands can take every trick, whatever the follow duties are.

Sufficient, not necessary. The opponents hold no trump. One partner leads: first all its trumps,
high to low, under which the other partner's trumps fall without beating them, while everybody
without trumps throws away what could hurt; then its other cards, high to low in each suit, which
by then nobody can beat.
The plays of the three others are legal under every setting of C6.2–C6.4: they follow suit where
they can, and none of them could beat the lead.
"""

from collections import Counter
from collections.abc import Sequence

from sixtysix_sim.cards import RANKS, SUITS
from sixtysix_sim.odds.tally import Pack


def takes_every_trick(pack: Pack, hands: tuple[Sequence[int], Sequence[int]], trump: int) -> bool:
    """Whether the other cards can be dealt and played so that the side takes every trick.

    Args:
        pack: the deck; of what is left the opponents get the cards that suit the proof.
        hands: the card codes of the two partners' hands, of equal size.
        trump: the trump suit.
    """
    return any(_leads(pack, leader, partner, trump) for leader, partner in (hands, hands[::-1]))


def _leads(pack: Pack, leader: Sequence[int], partner: Sequence[int], trump: int) -> bool:
    """Whether the proof holds with this partner leading."""
    trumps, plain = _split(pack, leader, trump)
    under, others = _split(pack, partner, trump)
    if len(trumps) < len(under) or any(
        low < high for high, low in zip(trumps, under, strict=False)
    ):
        return False
    lowest = {card >> 3: _place(pack, card) for card in plain}  # plain runs from high to low
    left = Counter(pack.faces * pack.packs) - Counter(leader) - Counter(partner)
    theirs = [card for card in left.elements() if card >> 3 != trump]
    harmless = sum(_place(pack, card) >= lowest.get(card >> 3, -1) for card in theirs)
    kept = len(plain)  # cards everybody has left when the leader's trumps are gone
    return (
        len(theirs) >= 2 * pack.hand_size
        and harmless >= 2 * kept
        and sum(_under(pack, plain, others, suit) for suit in range(len(SUITS))) >= kept
    )


def _under(pack: Pack, leads: Sequence[int], hand: Sequence[int], suit: int) -> int:
    """Return how many cards of a suit a hand may keep and never beat the leads, high to low.

    The hand follows with its highest card each time, so that its n-th card meets the n-th lead.
    """
    led = [_place(pack, card) for card in leads if card >> 3 == suit]
    held = [_place(pack, card) for card in hand if card >> 3 == suit]
    while any(card < lead for card, lead in zip(held, led, strict=False)):
        held.pop(0)  # thrown away under a trump
    return len(held)


def _split(pack: Pack, hand: Sequence[int], trump: int) -> tuple[list[int], list[int]]:
    """Return the places of a hand's trumps, high to low, and its other cards, high to low."""
    ordered = sorted(hand, key=lambda card: _place(pack, card))
    return (
        [_place(pack, card) for card in ordered if card >> 3 == trump],
        [card for card in ordered if card >> 3 != trump],
    )


def _place(pack: Pack, card: int) -> int:
    """Return a card's place in trick order, 0 the highest (C2.3: the order is ``deck.ranks``)."""
    return pack.ranks.index(RANKS[card & 7])
