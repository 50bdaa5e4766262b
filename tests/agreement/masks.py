"""How the kernels write cards, made from the contract alone."""

from collections import Counter

from sixtysix_sim.cards import RANKS
from sixtysix_sim.rules.ruleset import RuleSet


def kernel_numbers(ruleset: RuleSet) -> dict[int, int]:
    """Return card code → the kernel's card number (`contract`): 16 × suit + 2 × strength."""
    ranks = ruleset.rules.deck.ranks
    return {
        8 * suit + RANKS.index(rank): 16 * suit + 2 * (len(ranks) - 1 - place)
        for suit in range(4)
        for place, rank in enumerate(ranks)
    }


def mask_of(cards: Counter[int], numbers: dict[int, int]) -> int:
    """Return a hand as the kernel writes it: the even bit for a card, both bits for two."""
    mask = 0
    for card, copies in cards.items():
        mask |= (0, 1, 3)[copies] << numbers[card]
    return mask
