"""Views, hands and matches for tests of the bots."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sixtysix_sim.contract import CompiledPolicy
from sixtysix_sim.contract.auction import View
from sixtysix_sim.experiments.match import Entrant, matches
from sixtysix_sim.kernels.auction.table import new_view
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.logs.raw import RawChunk
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.scenario import load_scenario, read_bot
from sixtysix_sim.vocabulary import DealEnd, LogLevel

STRENGTH = "9JQKTA"
SUITS = "SHDC"
DRAW = np.uint64(0x0123_4567_89AB_CDEF)


@cache
def policy(name: str, *sets: str, source: str = "cift66") -> CompiledPolicy:
    """Return a built-in policy; ``sets`` like 'bid_risk=0.4'."""
    changes = [f"bots.default.{text}" for text in (f"policy={name}", *sets)]
    return load_policies(load_scenario(source, changes))[0]


@cache
def rules() -> RuleSet:
    return load_scenario("cift66").ruleset


def card(name: str) -> int:
    """Return the kernel's number of a card of Çift 66: 'TS' is the ten of spades."""
    return 16 * SUITS.index(name[1]) + 2 * STRENGTH.index(name[0])


def name_of(number: int) -> str:
    return STRENGTH[number % 16 // 2] + SUITS[number // 16]


def mask(cards: str | Iterable[str]) -> int:
    """Return the mask of a hand: 'AS TS AS' holds two aces of spades."""
    found = 0
    for name in cards.split() if isinstance(cards, str) else cards:
        bit = 1 << card(name)
        assert not found & (bit << 1), f"three copies of {name}"
        found |= bit << 1 if found & bit else bit
    return found


def faces(cards: str) -> int:
    """Return the even bits of a hand: its legal leads."""
    return mask(set(cards.split()))


def names(cards: int) -> set[str]:
    """Return the faces of a mask."""
    return {name_of(n) for n in range(0, 64, 2) if (cards >> n) & 1}


def view_of(params: tuple[float, ...] = (), **slots: int) -> NDArray[np.int64]:
    """Return a view of Çift 66 with slots by name, as `LED=card('AS')` or `TABLE_2=...`."""
    view: NDArray[np.int64] = new_view(rules().auction, [params] * 4)
    start = {"PLACE": 0, "MAY_PASS": 1, "MAY_ASK": 0, "PLAYED": 0, "VOIDS": 0, "SEAT": 0}
    for seat in range(4):
        view[View.CALLS + seat] = -3
    for slot, value in {**start, **slots}.items():
        stem, _, number = slot.rpartition("_")
        if stem and number.isdigit():
            view[View[stem] + int(number)] = value
        else:
            view[View[slot]] = value
    return view


def decide(decision: Any, hand: int, legal: int, view: NDArray[np.int64]) -> int:
    """Call one compiled decision."""
    return int(decision.inside(hand, legal, view, DRAW))


def chunk(
    policies: tuple[CompiledPolicy, ...], games: int, seed: int = 66, log: LogLevel = LogLevel.DEALS
) -> RawChunk:
    return Engine(rules(), policies, seed).play(0, games, log)


def scored(raw: RawChunk) -> NDArray[np.int32]:
    """Return the deals that were played."""
    deals: NDArray[np.int32] = raw.deals[raw.deals[:, DealField.END] != int(DealEnd.REDEAL)]
    return deals


def lowest_elo(a: str, b: str, games: int, source: str = "cift66") -> float:
    """Return the lower end of the 95 % interval of a's Elo over b; bots as `bots match` reads."""
    scenario = load_scenario(source)
    (found,) = matches(
        scenario, [Entrant(text, read_bot(scenario, text)) for text in (a, b)], games
    )
    low = found.elo[1]
    assert low is not None
    return low
