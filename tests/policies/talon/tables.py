"""Views, hands and matches of the talon family for tests of its bots."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sixtysix_sim.contract import CompiledPolicy
from sixtysix_sim.contract.talon import View
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.kernels.talon.table import new_view
from sixtysix_sim.logs.raw import RawChunk
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.vocabulary import LogLevel

SUITS = "SHDC"
PRESETS = ("classic_66_v1", "seksogtres", "schnapsen")
DRAW = np.uint64(0x0123_4567_89AB_CDEF)


@cache
def rules(preset: str, *sets: str) -> RuleSet:
    return load_scenario(preset, [f"rules.{text}" for text in sets]).ruleset


@cache
def policy(name: str, *sets: str, preset: str = "classic_66_v1") -> CompiledPolicy:
    """Return a built-in policy; ``sets`` like 'close_at=60' or 'rules.claim.target=50'."""
    changes = [text if text.startswith("rules.") else f"bots.default.{text}" for text in sets]
    return load_policies(load_scenario(preset, [f"bots.default.policy={name}", *changes]))[0]


class Deck:
    """Card names and masks of a preset: 'TS' is the ten of spades."""

    def __init__(self, preset: str = "classic_66_v1") -> None:
        self.preset = preset
        self.ranks = "".join(reversed(rules(preset).talon.deck.ranks))
        self.names = [rank + suit for suit in SUITS for rank in self.ranks]

    def card(self, name: str) -> int:
        return 16 * SUITS.index(name[1]) + 2 * self.ranks.index(name[0])

    def name(self, card: int) -> str:
        return self.ranks[card % 16 // 2] + SUITS[card // 16]

    def mask(self, cards: str | Iterable[str]) -> int:
        """Return the mask of cards; one named twice is held twice."""
        found = 0
        for name in cards.split() if isinstance(cards, str) else cards:
            bit = 1 << self.card(name)
            found |= bit << 1 if found & bit else bit
        return found

    def cards(self, mask: int) -> set[str]:
        """Return the faces of a mask."""
        return {name for name in self.names if mask >> self.card(name) & 1}

    def view(self, params: tuple[float, ...] = (), **slots: int) -> NDArray[np.int64]:
        """Return a view of a two-hand deal with slots by name, as `LED=…` or `TRICKS_1=2`.

        Spades are trump and the talon, full, is open, if nothing else is said; no word is legal.
        """
        view: NDArray[np.int64] = new_view(rules(self.preset).talon, [params] * 2)
        start = {"SEAT": 0, "TRUMP": 0, "TALON": 12, "PLAYED": 0, "VOIDS": 0, "ENDGAME": 0}
        start |= {"MAY": 0, "MAY_CLAIM": 0, "TRICK": 1, "TRICK_POINTS": 0, "STAKE": 0}
        for name in ("TRICKS", "CARD_POINTS", "MELD_POINTS", "PENDING", "SHOWN"):
            start |= {f"{name}_{seat}": 0 for seat in range(2)}
        for slot, value in {**start, **slots}.items():
            stem, _, number = slot.rpartition("_")
            if stem and number.isdigit():
                view[View[stem] + int(number)] = value
            else:
                view[View[slot]] = value
        return view


def decide(decision: Any, hand: int, legal: int, view: NDArray[np.int64], draw: int = -1) -> int:
    """Call one compiled decision."""
    bits = DRAW if draw < 0 else np.uint64(draw)
    return int(decision.inside(hand, legal, view, bits))


def chunk(
    policies: tuple[CompiledPolicy, ...],
    games: int,
    preset: str = "classic_66_v1",
    log: LogLevel = LogLevel.DEALS,
    seed: int = 66,
) -> RawChunk:
    return Engine(rules(preset), policies, seed).play(0, games, log)
