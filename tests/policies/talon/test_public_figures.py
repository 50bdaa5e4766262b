"""Schnapsen at random, held against figures measured on a public engine (55,655 deals).

There a king or queen led while its partner is held *is* the declaration: it cannot be led silently,
and nothing comes between declaring and leading. By S3.1 declaring is an action of its own, so that
`random` declares with one chance in seven or so and may lead either card without a word. With a
policy that declares by leading, and nothing else changed, every figure agrees.
"""

from dataclasses import replace
from functools import cache
from math import sqrt
from typing import Any

import pytest

from sixtysix_sim.contract.talon import (
    CLAIM,
    CLOSE,
    EXCHANGE,
    MARRIAGE,
    MAY_CLOSE,
    MAY_EXCHANGE,
    MAY_MARRY,
    View,
)
from sixtysix_sim.kernels.bits import kth_bit, popcount
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.kernels.policy import decision
from sixtysix_sim.kernels.random import bounded
from sixtysix_sim.metrics import estimate, metrics_of
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.policies.talon.claims import claims
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.statistics import Estimate, Sums
from sixtysix_sim.vocabulary import LogLevel

PUBLIC_DEALS = 55_655
GAMES = 40_000
_MAY, _DECLARED, _KING, _QUEEN = (
    int(View.MAY),
    int(View.DECLARED),
    int(View.KING),
    int(View.QUEEN),
)
# figure → (with closing, without closing), and the spread of one deal where it is no rate
PUBLIC: dict[str, tuple[float, float | None, float]] = {
    "game_points": (2.376, 1.802, 0.85),
    "deals_won_by_role.forehand": (0.472, 0.595, 0.5),
    "closed": (0.578, None, 0.5),
    "closer_wins": (0.286, None, 0.6),  # of 58 % of the deals
    "marriages": (0.449, None, 0.62),
    "exchanges": (0.096, None, 0.3),
}


@decision
def declares_by_leading(hand: int, legal: int, view: Any, draw: int) -> Any:
    """Draw a card, the closing or the exchange; a card of a marriage is declared and led."""
    if claims(view, draw):
        return CLAIM
    cards, may = popcount(legal), view[_MAY]
    if view[_DECLARED] >= 0:
        return kth_bit(legal, bounded(draw, cards))
    closes, exchanges = (may & MAY_CLOSE) != 0, (may & MAY_EXCHANGE) != 0
    number = bounded(draw, cards + closes + exchanges)
    if number < cards:
        card = kth_bit(legal, number)
        suit, rank = card >> 4, card & 15
        pair = rank in (view[_KING], view[_QUEEN]) and (may >> (16 * suit)) & MAY_MARRY
        return MARRIAGE - suit if pair else card
    return CLOSE if closes and number == cards else EXCHANGE


@cache
def figures(by_leading: bool, *sets: str) -> dict[str, Estimate]:
    scenario = load_scenario("schnapsen", ["bots.default=random", *sets])
    bots = load_policies(scenario)
    if by_leading:
        lead = {"lead": declares_by_leading}
        bots = tuple(replace(bot, decisions={**bot.decisions, **lead}) for bot in bots)
    raw = Engine(scenario.ruleset, bots, 66).play(0, GAMES, LogLevel.NONE)
    metrics = metrics_of(scenario.ruleset)
    return {
        metric.name: estimate(metric, Sums(GAMES, *row))
        for metric, row in zip(metrics, raw.sums.tolist(), strict=True)
    }


def standard_errors(name: str, found: Estimate, public: float) -> float:
    """Return how far a figure lies from the public one, in standard errors of the two together."""
    assert found.value is not None
    assert found.low is not None
    assert found.high is not None
    own = (found.high - found.low) / (2 * 1.96)
    return abs(found.value - public) / sqrt(own**2 + PUBLIC[name][2] ** 2 / PUBLIC_DEALS)


@pytest.mark.slow
@pytest.mark.parametrize("name", PUBLIC)
def test_declaring_by_leading_gives_the_public_figures(name: str) -> None:
    closing, without, _ = PUBLIC[name]
    assert standard_errors(name, figures(True)[name], closing) < 3
    if without is not None:
        never = figures(True, "rules.closing.allowed=false")
        assert standard_errors(name, never[name], without) < 3


@pytest.mark.slow
def test_declaring_as_an_action_of_its_own_does_not() -> None:
    own = figures(False)
    far = {name for name in PUBLIC if standard_errors(name, own[name], PUBLIC[name][0]) > 3}
    assert far == {
        "game_points",
        "deals_won_by_role.forehand",
        "closed",
        "closer_wins",
        "marriages",
    }
