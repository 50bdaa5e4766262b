"""How high a side can come in one deal: bounds behind the checks of bids and targets."""

from sixtysix_sim.cards import SUITS
from sixtysix_sim.rules.auction import AuctionRules, Meld
from sixtysix_sim.rules.checks import most_points
from sixtysix_sim.rules.ruleset import RuleSet


def trick_points(rules: AuctionRules) -> int:
    """Return the most trick points of a deal, both teams together (C7.1).

    All cards and the bonus of the last trick; with cards left undealt, the dearest that can be
    dealt.
    """
    dealt = rules.deal.hand_size * rules.seats
    values = sorted(_card_values(rules), reverse=True)
    return sum(values[:dealt]) + rules.last_trick.bonus


def fewest_trick_points(rules: AuctionRules) -> int:
    """Return the fewest trick points of a deal: with cards left undealt, the cheapest dealt."""
    dealt = rules.deal.hand_size * rules.seats
    return sum(sorted(_card_values(rules))[:dealt]) + rules.last_trick.bonus


def _card_values(rules: AuctionRules) -> list[int]:
    each = len(SUITS) * rules.deck.packs
    return [rules.deck.values[rank] for rank in rules.deck.ranks for _ in range(each)]


def meld_size(meld: Meld) -> int:
    """Return how many cards one copy of a meld takes."""
    return len(SUITS) if meld.suits else len(meld.cards or meld.ranks or ())


def highest_melds(ruleset: RuleSet) -> int:
    """Return an upper bound of the meld points of one side in a deal."""
    rules = ruleset.rules
    return sum(most_points(rules, meld) for meld in rules.melds.patterns.values())


def highest_total(ruleset: RuleSet) -> int:
    """Return an upper bound of a side's total in a deal: its melds and every trick point (C7.1)."""
    return highest_melds(ruleset) + trick_points(ruleset.rules)


def highest_written(ruleset: RuleSet) -> int:
    """Return an upper bound of what a side can write after one deal (C7.3, C7.5)."""
    rules = ruleset.rules
    total = highest_total(ruleset) * rules.kaput.factor
    bid = min(last_bid(rules), highest_total(ruleset))
    return max(total, bid)


def last_bid(rules: AuctionRules) -> int:
    """Return the highest bid of the grid min, min + step, … max (C3.1)."""
    auction = rules.auction
    return auction.max_bid - (auction.max_bid - auction.min_bid) % auction.step
