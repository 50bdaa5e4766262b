"""How random rule settings are drawn: what both families share.

In every choice the preset's own value comes first, so that failures shrink towards the preset.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from sixtysix_sim.cards import RANKS

Settings = dict[str, Any]


class Draw:
    """One drawing over a preset's rules: `calm` is the share of keys left at the preset's value."""

    def __init__(self, rng: Random, defaults: Settings) -> None:
        self.rng = rng
        self.defaults = defaults
        self.calm = rng.choice((0.9, 0.6, 0.25))

    def change(self) -> bool:
        return self.rng.random() >= self.calm

    def some(self, **choices: Any) -> Settings:
        """Draw each key with the share of change, else leave it at the preset."""
        return {k: self.rng.choice(tuple(vs)) for k, vs in choices.items() if self.change()}

    def number(self, near: int, low: int, high: int) -> int:
        """Draw a value: near the preset's, an end of the range, or anywhere in it."""
        way = self.rng.randrange(4)
        if way == 0:
            return min(high, max(low, near + self.rng.randrange(-5, 6)))
        return self.rng.choice((low, high)) if way == 1 else self.rng.randint(low, high)

    def deck(self, packs: Sequence[int]) -> Settings:
        """Draw packs, ranks and card values; remember packs and ranks."""
        deck: Settings = {}
        self.packs, self.ranks = (
            self.defaults["deck"]["packs"],
            list(self.defaults["deck"]["ranks"]),
        )
        if self.change():
            self.packs = deck["packs"] = self.rng.choice(packs)
        if self.change():
            most = 7 if self.packs == 2 else 8
            chosen = self.rng.sample(RANKS, self.rng.randint(3, most))
            self.ranks = chosen if self.rng.random() < 0.5 else sorted(chosen, key=RANKS.index)
            deck["ranks"] = self.ranks
        known = self.defaults["deck"]["values"]
        values = {r: self.value() for r in self.ranks if r not in known or self.change()}
        return {**deck, "values": values} if values else deck

    def value(self) -> int:
        return self.rng.choice((0, 10, 5, 2, 3, 4, 11, 100, self.rng.randint(0, 100)))

    def hand(self, most: int) -> Settings:
        """Draw hand size and packet for hands of at most `most` cards; remember the size."""
        deal: Settings = {}
        self.size = self.defaults["deal"]["hand_size"]
        if self.size > most or self.change():
            near_full = max(1, most - self.rng.randrange(3))
            self.size = self.rng.choice((most, near_full, self.rng.randint(1, most)))
            deal["hand_size"] = self.size
        if self.defaults["deal"]["packet"] > self.size or self.change():
            deal["packet"] = self.rng.randint(1, self.size)
        return deal
