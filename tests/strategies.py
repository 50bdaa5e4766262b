"""Random valid rule settings of the auction family, for every test that plays them.

`random_settings(rng)` returns nested tables of changes to the preset ``cift66``, in the form
`resolve_rules` takes. It needs nothing but a `random.Random`; `settings` and `rulesets` are the
same drawing code under hypothesis, whose own `Random` makes failures shrink towards the preset
(in every choice below the preset's own value comes first).

Every parameter key is drawn over its whole sensible range, with a biased share left at the preset,
so that most settings stay playable: some hands, some bids, games that end.
"""

from random import Random
from typing import Any

from hypothesis import strategies as st

from sixtysix_sim.cards import RANKS, SUITS
from sixtysix_sim.rules.auction import MELD_POINTS_LIMIT
from sixtysix_sim.rules.ruleset import RuleSet, preset_tree, resolve_rules

Settings = dict[str, Any]
PRESET = "cift66"
DEFAULTS: Settings = preset_tree(PRESET)["rules"]
MOST_COPIES = 8  # of one meld in one team: four suits, two packs


def random_settings(rng: Random) -> Settings:
    """Return random rule changes that `resolve_rules(PRESET, changes)` accepts."""
    return _Draw(rng).settings()


def random_ruleset(rng: Random) -> RuleSet:
    """Return the rule set of random settings."""
    return resolve_rules(PRESET, random_settings(rng))


def settings() -> st.SearchStrategy[Settings]:
    """Strategy of random rule changes."""
    return st.builds(random_settings, st.randoms(use_true_random=False))


def rulesets() -> st.SearchStrategy[RuleSet]:
    """Strategy of rule sets under random changes."""
    return st.builds(random_ruleset, st.randoms(use_true_random=False))


def dotted(tree: Settings, prefix: str = "") -> Settings:
    """Return nested changes as the flat table a case file takes: ``{"auction.min_bid": 120}``."""
    flat: Settings = {}
    for key, value in tree.items():
        if isinstance(value, dict):
            flat |= dotted(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = value
    return flat


class _Draw:
    """One drawing: `calm` is the share of keys left at the preset's value."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.calm = rng.choice((0.9, 0.6, 0.25))
        self.points_left = MELD_POINTS_LIMIT // MOST_COPIES

    def settings(self) -> Settings:
        deck = self.deck()
        deal = self.deal()
        tree = {
            **({"seats": 4} if self.change() else {}),
            "deck": deck,
            "deal": deal,
            "follow": self.some(
                must_follow=(True, False),
                must_beat=("trump_led", "never", "always"),
                must_trump=(True, False),
                overtrump=(False, True),
            ),
            "last_trick": {"bonus": self.number(10, 0, 100)} if self.change() else {},
            "auction": self.auction(),
            "melds": self.melds(),
            "contract": self.some(made_writes=("total", "bid"), penalty_factor=range(11)),
            "kaput": self.some(
                wipes_melds=(True, False), before_contract=(True, False), factor=range(1, 11)
            ),
            "game": self.game(),
        }
        return {key: value for key, value in tree.items() if value != {}}

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

    # ---- deck and deal

    def deck(self) -> Settings:
        deck: Settings = {}
        self.packs, self.ranks = DEFAULTS["deck"]["packs"], list(DEFAULTS["deck"]["ranks"])
        if self.change():
            self.packs = deck["packs"] = self.rng.choice((2, 1))
        if self.change():
            most = 7 if self.packs == 2 else 8
            chosen = self.rng.sample(RANKS, self.rng.randint(3, most))
            self.ranks = chosen if self.rng.random() < 0.5 else sorted(chosen, key=RANKS.index)
            deck["ranks"] = self.ranks
        known = DEFAULTS["deck"]["values"]
        values = {r: self.value() for r in self.ranks if r not in known or self.change()}
        return {**deck, "values": values} if values else deck

    def value(self) -> int:
        return self.rng.choice((0, 10, 5, 2, 3, 4, 11, 100, self.rng.randint(0, 100)))

    def deal(self) -> Settings:
        deal: Settings = self.some(
            first_dealer=("random", 0, 1, 2, 3),
            rotation=("next_seat", "fixed"),
            redeal_keeps_dealer=(True, False),
        )
        most = len(self.ranks) * self.packs  # four suits, four seats
        self.hand = DEFAULTS["deal"]["hand_size"]
        if self.hand > most or self.change():
            near_full = max(1, most - self.rng.randrange(3))
            self.hand = self.rng.choice((most, near_full, self.rng.randint(1, most)))
            deal["hand_size"] = self.hand
        if self.change():
            deal["packet"] = self.rng.randint(1, self.hand)
        return deal

    # ---- auction and game

    def auction(self) -> Settings:
        auction: Settings = self.some(
            first_speaker=("after_dealer", "dealer"),
            ask=(True, False),
            ask_limit=("team", "seat", "game", "deal"),
            ask_after_bid=("any", "only_if_no_bid"),
            after_speak=("free", "must_bid"),
            max_redeals=(1000, 1, 2, 3, 10, self.rng.randint(1, 100_000)),
        )
        if not self.change():
            return auction
        low = self.rng.choice((150, 0, 1, self.rng.randint(0, 700), self.rng.randint(0, 10_000)))
        step = self.rng.choice((10, 1, 5, 7, 50, 100, self.rng.randint(1, 10_000)))
        # Mostly a short grid; its last bid need not be the maximum (a maximum off the grid).
        most = self.rng.choice((20, 0, 1, 55, 10_000))
        high = min(10_000, low + step * self.rng.randint(0, most) + self.rng.choice((0, step // 2)))
        return {**auction, "min_bid": low, "max_bid": high, "step": step}

    def game(self) -> Settings:
        game: Settings = self.some(both_at_target=("declarer", "higher"))
        if self.change():
            target = (1500, 1, 100, 500, self.rng.randint(1, 3000), self.rng.randint(1, 100_000))
            game["target"] = self.rng.choice(target)
        long = game.get("target", 0) > 3000
        if long or self.change():
            # Far targets get few deals, so that no game takes all day.
            deals = (20, 1, 2, 5, self.rng.randint(1, 60), 60 if long else 10_000)
            game["max_deals"] = self.rng.choice(deals)
        return game

    # ---- melds

    def melds(self) -> Settings:
        melds: Settings = self.some(copies=("each", "once"))
        for name, meld in DEFAULTS["melds"].items():
            if name != "copies" and (drawn := self.meld_change(name, meld)):
                melds[name] = drawn
        new = self.rng.choice((0, 0, 1, 2, 4)) if self.change() else 0
        for number in range(new):
            melds[f"extra_{number}"] = {**self.pattern(), "points": self.points()}
        return melds

    def meld_change(self, name: str, meld: Settings) -> Settings:
        """Draw the changes to one meld of the preset; one the deck cannot make must change."""
        change: Settings = {}
        if not self.makes(meld) or (self.change() and self.rng.random() < 0.5):
            if self.rng.random() < 0.6:
                return {"remove": True}
            change = self.pattern(trump_only=name == "trump_marriage" and self.rng.random() < 0.7)
        change |= {"points": self.points()} if self.change() else {}
        change |= {"label": f"Neu {name}"} if self.change() else {}
        if name == "trump_marriage" and self.change():
            change["with_run"] = self.rng.choice(("never", "spare_pair", "always"))
        replaced = (
            bool(change.keys() & {"cards", "ranks", "rank"}) and change.get("suit") != "trump"
        )
        if name == "trump_marriage" and replaced:
            change["with_run"] = "always"  # C5.6 says nothing of a marriage outside trump
        if "points" not in change:
            self.points_left -= int(meld["points"])
        return change

    def points(self) -> int:
        most = max(0, min(1000, self.points_left - 1500))  # 1500: more than all presets' together
        drawn = min(most, self.rng.choice((20, 0, 5, 100, 7, self.rng.randint(0, 1000))))
        self.points_left -= drawn
        return drawn

    def makes(self, meld: Settings) -> bool:
        """Whether deck and hand can make a pattern."""
        cards = meld.get("cards") or meld.get("ranks") or [meld["rank"]] * 4
        ranks = {card[0] for card in cards}
        twice = any(cards.count(card) > self.packs for card in cards) and "rank" not in meld
        return ranks <= set(self.ranks) and not twice and len(cards) <= self.hand

    def pattern(self, trump_only: bool = False) -> Settings:
        """Draw a pattern that deck and hand can make."""
        ranks = self.rng.sample(self.ranks, self.rng.randint(1, min(len(self.ranks), self.hand)))
        if self.packs == 2 and len(ranks) < self.hand and self.rng.random() < 0.2:
            ranks = [*ranks, ranks[0]]
        way = 0 if trump_only else self.rng.randrange(3)
        if way == 1 and self.hand >= 4:
            return {"rank": ranks[0], "suits": "each"}
        if way == 2:
            return {"cards": self.cards(len(ranks))}
        return {"ranks": ranks, "suit": "trump" if trump_only else self.rng.choice(_ROLES)}

    def cards(self, count: int) -> list[str]:
        pack = [rank + suit for rank in self.ranks for suit in SUITS for _ in range(self.packs)]
        return self.rng.sample(pack, count)


_ROLES = ("trump", "plain", "any")
