"""How high a side can come in one deal: bounds behind the checks of bids and targets."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from sixtysix_sim.cards import SUITS
from sixtysix_sim.odds.auction.reach import bound_of_melds, highest_total
from sixtysix_sim.rules.auction import AuctionRules, Meld
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


_COUNTED: dict[str, int] = {}  # several scenarios often share deck and melds


@dataclass(frozen=True)
class Reach:
    """How high one side can come in a deal; each figure is reached or too high, never too low.

    Attributes:
        ruleset: whose deals.
        exact: what the melds are counted with; None: the bound above is good enough.
    """

    ruleset: RuleSet
    exact: Callable[[AuctionRules], int] | None

    @cached_property
    def melds(self) -> int:
        """The most meld points of one side."""
        bound = bound_of_melds(self.ruleset.auction)
        return min(bound, self.exact(self.ruleset.auction)) if self.exact and bound else bound

    @property
    def total(self) -> int:
        """The highest total of one side: its melds and every trick point (C7.1)."""
        return self.melds + trick_points(self.ruleset.auction)

    @property
    def written(self) -> int:
        """The most a side can write after a deal (C7.3, C7.5)."""
        return self.total * self.ruleset.auction.kaput.factor


def counted_melds(rules: AuctionRules) -> int:
    """Return the most meld points two hands of one side can have, counted exactly.

    Where the melds tie too many cards together to count, the bound of every meld for itself.
    """
    decisive = rules.model_dump_json(include={"seats", "deck", "deal", "melds"})
    if decisive not in _COUNTED:
        _COUNTED[decisive] = highest_total(rules).melds
    return _COUNTED[decisive]


def last_bid(rules: AuctionRules) -> int:
    """Return the highest bid of the grid min, min + step, … max (C3.1)."""
    auction = rules.auction
    return auction.max_bid - (auction.max_bid - auction.min_bid) % auction.step
