"""What every family's referee hands out: a breach, and cards as its sentences write them."""

from collections.abc import Iterable
from typing import NamedTuple

from sixtysix_sim.cards import pretty_card


class Breach(NamedTuple):
    """A rule that was broken.

    Attributes:
        rule: the clause (``C6.4``) or, for what no rule set has a clause for, G1 … G7.
        message: one sentence that names the seat and the cards or bids in question.
        related: clauses that explain a G breach, such as who won the trick (C6.5).
    """

    rule: str
    message: str
    related: tuple[str, ...] = ()


def show_cards(cards: Iterable[int]) -> str:
    """Return cards as people read them, sorted by code: ``A♠ 10♠ Q♥``."""
    return " ".join(pretty_card(card) for card in sorted(cards))
