"""Bots of the talon family in whole games: legal under any rules, repeatable, as strong as told."""

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.logs.raw.talon import DealField
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.policies.registry import POLICIES, plays
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.scenario import scenario_from_tree
from sixtysix_sim.vocabulary import DealEnd, Family, LogLevel
from tests.policies.tables import lowest_elo
from tests.policies.talon.tables import PRESETS, chunk, policy
from tests.strategies import random_talon_settings

Array = NDArray[Any]
NAMES = [entry.name for entry in POLICIES[Family.TALON]]
SLIPS = {"wrong_claim_rate": 0.2, "claim_delay": 0.3}
QUICK = {"search": ("playouts=4",)}  # as strong as it is, it takes too long here


@hypothesis_settings(max_examples=200)
@given(
    st.randoms(use_true_random=False),
    st.sampled_from(PRESETS),
    st.lists(st.sampled_from(NAMES), min_size=6, max_size=6),
    st.booleans(),
)
def test_no_bot_breaks_a_rule_whatever_the_rules(
    rng: Random, preset: str, names: list[str], slips: bool
) -> None:
    """The engine refuses an illegal action with BadInput."""
    changes = random_talon_settings(rng, preset)
    ruleset = resolve_rules(preset, changes)
    players = [
        name if plays(name, ruleset) else "standard" for name in names[: ruleset.rules.seats]
    ]
    short = {"search": {"playouts": 12}}
    seats = {
        str(n): {"policy": name, **(SLIPS if slips else {}), **short.get(name, {})}
        for n, name in enumerate(players)
    }
    tree = {"rules": {"base": preset, **changes}, "bots": {"seat": seats}}
    bots = load_policies(scenario_from_tree(tree, "drawn"))
    raw = Engine(ruleset, bots, 66).play(0, 5, LogLevel.DEALS)
    assert len(raw.games) == 5


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_games(name: str) -> None:
    players = (policy(name, *QUICK.get(name, ())),) * 2
    one, two, other = (chunk(players, 50, seed=seed) for seed in (7, 7, 8))
    assert np.array_equal(one.deals, two.deals)
    assert np.array_equal(one.sums, two.sums)
    assert not np.array_equal(one.deals[:20], other.deals[:20])


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", ["greedy", "standard"])
def test_a_bot_that_always_blunders_is_random(name: str, preset: str) -> None:
    sets = ("blunder=1", "wrong_claim_rate=0.5")  # a blunder is what random does by default
    players = (policy(name, *sets, preset=preset),) * 2
    blundering = chunk(players, 60, preset, LogLevel.MOVES)
    random = chunk((policy("random", preset=preset),) * 2, 60, preset, LogLevel.MOVES)
    assert np.array_equal(blundering.deals, random.deals)
    assert blundering.moves is not None
    assert random.moves is not None
    assert np.array_equal(blundering.moves.action, random.moves.action)
    assert np.array_equal(blundering.moves.card, random.moves.card)


# ---- parameters


def share(test: Callable[[Array], Array], *sets: str, name: str = "standard") -> float:
    """Return the share of deals that pass a test."""
    deals = chunk((policy(name, *sets, *QUICK.get(name, ())),) * 2, 600).deals
    return float(np.mean(test(deals)))


def ends(end: DealEnd) -> Callable[[Array], Array]:
    return lambda deals: np.asarray(deals[:, DealField.END] == int(end))


def closed(deals: Array) -> Array:
    return deals[:, DealField.CLOSER] >= 0


@pytest.mark.parametrize("name", NAMES)
def test_no_deal_ends_by_a_wrong_claim_unless_asked_for(name: str) -> None:
    assert share(ends(DealEnd.WRONG_CLAIM), name=name) == 0
    assert share(ends(DealEnd.WRONG_CLAIM), "claim_delay=0.5", name=name) == 0
    assert share(ends(DealEnd.WRONG_CLAIM), "wrong_claim_rate=0.05", name=name) > 0.1


def test_a_delay_leaves_deals_to_be_played_out_or_lost() -> None:
    def both_there(deals: Array) -> Array:
        points = deals[:, DealField.CARD_POINTS :][:, :2] + deals[:, DealField.MELD_POINTS :][:, :2]
        return np.asarray((points >= 66).all(axis=1))

    assert share(ends(DealEnd.CLAIM), "claim_delay=1") == 0
    assert share(ends(DealEnd.CLAIM), "claim_delay=0.5") < share(ends(DealEnd.CLAIM)) - 0.1
    assert share(both_there, "claim_delay=1") > 0.02
    assert share(both_there) == 0


def test_a_higher_close_at_closes_less() -> None:
    shares = [share(closed, f"close_at={points}") for points in (40, 55, 66, 80, 200)]
    assert all(less < more - 0.02 for more, less in pairwise(shares)), shares
    assert shares[-1] == 0


def test_the_default_close_at_is_as_good_as_others() -> None:
    for preset in PRESETS:
        for points in (46, 92, 200):
            low = lowest_elo("standard", f"standard:close_at={points}", 3000, preset)
            assert low > 0, (preset, points)


# ---- figures of docs/bots.md


@pytest.mark.parametrize("preset", PRESETS)
def test_greedy_is_at_least_100_elo_over_random(preset: str) -> None:
    assert lowest_elo("greedy", "random", 600, preset) > 100


@pytest.mark.parametrize("preset", PRESETS)
def test_standard_is_at_least_60_elo_over_greedy(preset: str) -> None:
    assert lowest_elo("standard", "greedy", 1000, preset) > 60


@pytest.mark.parametrize("preset", PRESETS)
def test_a_few_blunders_cost_games(preset: str) -> None:
    assert lowest_elo("standard", "standard:blunder=0.2", 1000, preset) > 0


@pytest.mark.parametrize("preset", PRESETS)
def test_standard_closes_with_success(preset: str) -> None:
    deals = chunk((policy("standard", preset=preset),) * 2, 1500, preset).deals
    by_closer = deals[closed(deals)]
    assert 0.4 < len(by_closer) / len(deals) < 0.95
    assert np.mean(by_closer[:, DealField.WINNER] == by_closer[:, DealField.CLOSER]) > 0.75
