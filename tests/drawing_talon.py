"""Random valid rule settings of the talon family: two to six seats, one or two packs."""

from collections.abc import Sequence
from random import Random
from typing import Any

from sixtysix_sim.cards import SUITS
from sixtysix_sim.rules.common import NO_RANK
from sixtysix_sim.rules.parameters import Parameter, parameters
from sixtysix_sim.rules.ruleset import preset_tree
from sixtysix_sim.rules.talon import TARGET_LIMIT, TalonRules
from tests.drawing import Draw, Settings

SEATS = (2, 2, 2, 3, 3, 4, 5, 6)
LARGEST_HAND = 24  # deal.hand_size
LONG = 60  # deals of a match that may go on without end
OWN = ("deck.", "irregularities.", "match.")  # drawn together below, or left off
OWN_KEYS = ("seats", "deal.hand_size", "deal.packet", "deal.first_dealer", "exchange.rank")
POINTS = {"claim.target": (33, 50, 100, 130), "stakes.under": (0, 50, 66), "marriage": (40, 60)}


class TalonDraw(Draw):
    """One drawing over a preset; a new key of the models is drawn without a line here."""

    def __init__(self, rng: Random, preset: str, seats: Sequence[int] = SEATS) -> None:
        super().__init__(rng, preset_tree(preset)["rules"])
        self.wanted = seats

    def settings(self) -> Settings:
        tree: Settings = {}
        seats = self.defaults["seats"]
        if self.change() or seats not in self.wanted:
            seats = tree["seats"] = self.rng.choice(self.wanted)
        tree["deck"] = self.deck((1, 1, 2))
        for item in parameters(TalonRules):
            if not item.key.startswith(OWN) and item.key not in OWN_KEYS and self.change():
                section, _, name = item.key.partition(".")
                tree.setdefault(section, {})[name] = self.plain(item)
        most = min(LARGEST_HAND, (len(self.ranks) * self.packs * len(SUITS) - 1) // seats)
        first = self.some(first_dealer=("random", *range(seats)))
        tree["deal"] = {**tree.get("deal", {}), **first, **self.hand(most)}
        tree["exchange"] = {**tree.get("exchange", {}), **self.exchange_rank()}
        if self.rng.random() < 0.3:  # a table whose players slip
            tree["irregularities"] = {
                item.key.partition(".")[2]: self.rng.choice((0.05, 0.3, 0.02))
                for item in parameters(TalonRules)
                if item.key.startswith("irregularities.") and self.rng.random() < 0.6
            }
        endless = tree.keys() & {"stakes", "claim", "played_out"}
        tree["match"] = self.match(bool(endless))
        return {key: value for key, value in tree.items() if value != {}}

    def plain(self, item: Parameter) -> Any:
        """Draw a value of a key that binds no other."""
        section, _, name = item.key.partition(".")
        old = self.defaults[section][name]
        if item.choices:
            return self.rng.choice((old, *(value for value in item.choices if value != old)))
        assert item.bounds is not None, item.key
        low, high = item.bounds
        few = POINTS.get(item.key) or POINTS.get(section) or (old + 1, old + 2, old + 3)
        near = self.rng.choice((old, *(value for value in few if low <= value <= high)))
        return near if self.rng.random() < 0.6 else self.number(old, low, high)

    def exchange_rank(self) -> Settings:
        if self.defaults["exchange"]["rank"] in self.ranks and not self.change():
            return {}
        lowest = max(self.ranks, key=self.ranks.index)
        return {"rank": self.rng.choice((lowest, NO_RANK, self.rng.choice(self.ranks)))}

    def match(self, endless: bool) -> Settings:
        """Draw how a match ends, so that none takes all day.

        Args:
            endless: deals may be worth nothing or be drawn for ever, so the target may be far.
        """
        match: Settings = {}
        if self.change():
            targets = (11, 7, 0, 1, 3, 21, self.rng.randint(1, 100))
            match["target"] = self.rng.choice((*targets, self.rng.randint(1, TARGET_LIMIT)))
        if self.change():
            match["deals"] = self.rng.choice((0, 12, 1, 2, self.rng.randint(1, 10_000)))
        target = match.get("target", self.defaults["match"]["target"])
        deals = match.get("deals", self.defaults["match"]["deals"])
        if self.change() or endless or target == 0 or target > LONG or deals > LONG:
            most = LONG if deals == 0 or deals > LONG else 10_000
            match["max_deals"] = self.rng.choice((20, 1, 2, 5, self.rng.randint(1, most), most))
        return {**match, **self.allowed(target)}

    def allowed(self, target: int) -> Settings:
        allowed = self.defaults["match"]["allowed_targets"]
        if not self.change() and (target in (0, *allowed) or not allowed):
            return {}
        others = self.rng.sample(range(1, 30), self.rng.randrange(4))
        with_target = sorted({*others, target or 7})
        return {"allowed_targets": self.rng.choice(([], with_target))}
