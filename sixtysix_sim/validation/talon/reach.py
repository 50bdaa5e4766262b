"""What deals of the talon family can come to: cards left in the talon, points."""

from sixtysix_sim.cards import SUITS
from sixtysix_sim.rules.talon import TalonRules

PAIR = ("K", "Q")


def talon_at_start(rules: TalonRules) -> int:
    """Return the cards left before the first lead, the upcard among them."""
    deck = len(rules.deck.ranks) * rules.deck.packs * len(SUITS)
    return deck - rules.seats * rules.deal.hand_size


def cards_left(rules: TalonRules, lead: int) -> int:
    """Return the cards left before a lead (from 1) of a deal that nobody closes."""
    left = max(0, talon_at_start(rules) - rules.seats * (lead - 1))
    return left if left >= rules.seats or rules.talon.uneven == "partial" else 0


def leads(rules: TalonRules) -> int:
    """Return the tricks of a deal played out unclosed."""
    drawn, rest = divmod(talon_at_start(rules), rules.seats)
    partial = bool(rest) and rules.talon.uneven == "partial"
    return rules.deal.hand_size + drawn + partial


def has_marriages(rules: TalonRules) -> bool:
    """Return whether the deck holds kings and queens."""
    return all(rank in rules.deck.ranks for rank in PAIR)


def most_points(rules: TalonRules) -> int:
    """Return a bound of one side's points: every card, the last trick, every marriage."""
    cards = sum(rules.deck.values[rank] for rank in rules.deck.ranks) * len(SUITS)
    marriages = rules.marriage.plain * (len(SUITS) - 1) + rules.marriage.trump
    each = cards + (marriages if has_marriages(rules) else 0)
    return each * rules.deck.packs + rules.last_trick.bonus


def can_be_drawn(rules: TalonRules) -> bool:
    """Return whether a deal can end without a winner: somebody always takes the last trick."""
    return rules.played_out.winner != "last_trick"
