"""The deck of a rule set as tables by card code, in both families alike."""

from sixtysix_sim.cards import CARD_NAMES, RANKS, card_rank
from sixtysix_sim.rules.common import Deck


def strength_of(deck: Deck) -> tuple[int, ...]:
    """C2.3 K1.2 D1.4: trick rank is the order of ``deck.ranks``, high to low; higher wins."""
    order = {rank: len(RANKS) - place for place, rank in enumerate(deck.ranks)}
    return tuple(order.get(card_rank(card), 0) for card in range(len(CARD_NAMES)))


def points_of(deck: Deck) -> tuple[int, ...]:
    """C2.4 K1.2 D1.4: card points by rank."""
    return tuple(deck.values.get(card_rank(card), 0) for card in range(len(CARD_NAMES)))
