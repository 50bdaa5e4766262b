"""A question about the cards dealt, and its exact answer."""

from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True)
class Question:
    """A question with its answer.

    Attributes:
        group: what it belongs to: ``melds``, ``suits``, ``trumps`` …
        text: the question in words.
        chance: the exact probability.
        about: what it is about, by name (meld, copies, trump, bid, …), for scripts.
    """

    group: str
    text: str
    chance: Fraction
    about: dict[str, object] = field(default_factory=dict)

    def row(self) -> dict[str, object]:
        """Return the question as a flat row: a fraction of 1, and the exact fraction as text."""
        chance = self.chance
        return {
            "group": self.group,
            "question": self.text,
            "probability": float(chance),
            "exact": f"{chance.numerator}/{chance.denominator}",
            **self.about,
        }
