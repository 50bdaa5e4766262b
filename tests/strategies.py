"""Random valid rule settings, for every test that plays them.

`random_settings(rng)` returns nested tables of changes to the preset ``cift66``, in the form
`resolve_rules` takes; `random_talon_settings(rng, preset)` does so for a preset of the talon
family. They need nothing but a `random.Random`; `settings` and `rulesets` are the same drawing code
under hypothesis, whose own `Random` makes failures shrink towards the preset
(in every choice below the preset's own value comes first).

Every parameter key is drawn over its whole sensible range, with a biased share left at the preset,
so that most settings stay playable: some hands, some bids, games that end.
"""

from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st

from sixtysix_sim.cards import SUITS
from sixtysix_sim.rules.auction import MELD_POINTS_LIMIT
from sixtysix_sim.rules.ruleset import RuleSet, preset_names, preset_tree, resolve_rules
from sixtysix_sim.vocabulary import Family
from tests.drawing import Draw, Settings
from tests.drawing_talon import SEATS, TalonDraw

__all__ = [
    "DEFAULTS",
    "PRESET",
    "TALON_PRESET",
    "TALON_PRESETS",
    "Settings",
    "dotted",
    "random_ruleset",
    "random_settings",
    "random_talon_settings",
    "rulesets",
    "settings",
]
PRESET = "cift66"
TALON_PRESET = "classic_66_v1"
TALON_PRESETS = [name for name in preset_names() if resolve_rules(name).family is Family.TALON]
DEFAULTS: Settings = preset_tree(PRESET)["rules"]
MOST_COPIES = 8  # of one meld in one team: four suits, two packs


def random_settings(rng: Random) -> Settings:
    """Return random rule changes that `resolve_rules(PRESET, changes)` accepts."""
    return _Draw(rng).settings()


def random_ruleset(rng: Random) -> RuleSet:
    """Return the rule set of random settings."""
    return resolve_rules(PRESET, random_settings(rng))


def random_talon_settings(
    rng: Random, preset: str = TALON_PRESET, seats: Sequence[int] = SEATS
) -> Settings:
    """Return random rule changes that `resolve_rules(preset, changes)` accepts.

    Args:
        seats: numbers of seats to draw from.
    """
    return TalonDraw(rng, preset, seats).settings()


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


class _Draw(Draw):
    """One drawing of the auction family."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, DEFAULTS)
        self.points_left = MELD_POINTS_LIMIT // MOST_COPIES

    def settings(self) -> Settings:
        deck = self.deck((2, 1))
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

    def deal(self) -> Settings:
        deal: Settings = self.some(
            first_dealer=("random", 0, 1, 2, 3),
            rotation=("next_seat", "fixed"),
            redeal_keeps_dealer=(True, False),
        )
        return {**deal, **self.hand(len(self.ranks) * self.packs)}  # four suits, four seats

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
        return ranks <= set(self.ranks) and not twice and len(cards) <= self.size

    def pattern(self, trump_only: bool = False) -> Settings:
        """Draw a pattern that deck and hand can make."""
        ranks = self.rng.sample(self.ranks, self.rng.randint(1, min(len(self.ranks), self.size)))
        if self.packs == 2 and len(ranks) < self.size and self.rng.random() < 0.2:
            ranks = [*ranks, ranks[0]]
        way = 0 if trump_only else self.rng.randrange(3)
        if way == 1 and self.size >= 4:
            return {"rank": ranks[0], "suits": "each"}
        if way == 2:
            return {"cards": self.cards(len(ranks))}
        return {"ranks": ranks, "suit": "trump" if trump_only else self.rng.choice(_ROLES)}

    def cards(self, count: int) -> list[str]:
        pack = [rank + suit for rank in self.ranks for suit in SUITS for _ in range(self.packs)]
        return self.rng.sample(pack, count)


_ROLES = ("trump", "plain", "any")
