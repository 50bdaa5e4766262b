"""Decks that cannot be, and hands that a deck cannot fill: the same in every family."""

from sixtysix_sim.cards import SUITS
from sixtysix_sim.rules.auction import AuctionRules
from sixtysix_sim.rules.common import Deck
from sixtysix_sim.rules.problems import RuleError
from sixtysix_sim.rules.talon import TalonRules

BITS_PER_SUIT = 15  # a suit is 15 cards at most: the kernels hold it in a 16-bit field


def deck_size(deck: Deck) -> int:
    """Return the number of cards in all packs together."""
    return len(deck.ranks) * deck.packs * len(SUITS)


def deck_problem(deck: Deck) -> RuleError | None:
    """Return what keeps these values from being a deck, or None."""
    ranks, packs = len(deck.ranks), deck.packs
    missing = [rank for rank in deck.ranks if rank not in deck.values]
    if missing:
        return RuleError(
            "deck.values", f"has no points for {missing[0]}, which deck.ranks lists", ["deck.ranks"]
        )
    if ranks * packs > BITS_PER_SUIT:
        return RuleError(
            "deck.packs",
            f"is {packs}, with {ranks} ranks {ranks * packs} cards a suit, more than "
            f"{BITS_PER_SUIT}: take one pack or at most 7 ranks",
            ["deck.ranks"],
        )
    return None


def hands_fit(rules: AuctionRules) -> RuleError | None:
    """Return what keeps the deck from filling every hand, or None."""
    deck, size = deck_size(rules.deck), rules.deal.hand_size
    if size * rules.seats > deck:
        return RuleError(
            "deal.hand_size",
            f"is {size}, for {rules.seats} seats {size * rules.seats} cards, but the deck has "
            f"{deck}: at most {deck // rules.seats}",
            ["deck.ranks", "deck.packs"],
        )
    return packet_problem(rules)


def packet_problem(rules: AuctionRules | TalonRules) -> RuleError | None:
    """Return what is wrong with the cards given at a time, or None."""
    size, packet = rules.deal.hand_size, rules.deal.packet
    if packet > size:
        return RuleError(
            "deal.packet", f"is {packet}, more than the {size} cards of a hand", ["deal.hand_size"]
        )
    return None
