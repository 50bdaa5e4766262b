"""Bots in whole games: legal under any rules, repeatable, and as good as docs/bots.md says."""

from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from sixtysix_sim.contract import CompiledPolicy
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.policies.registry import POLICIES
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.scenario import scenario_from_tree
from sixtysix_sim.vocabulary import Action, DealEnd, Family, LogLevel
from tests.policies.tables import chunk, lowest_elo, policy, scored
from tests.strategies import random_settings

NAMES = [entry.name for entry in POLICIES[Family.AUCTION]]
SHORT = {"game": {"max_deals": 12}, "auction": {"max_redeals": 12}}
GAMES = 3000
FEW = {"search": {"playouts": 8}}


def bots_under(changes: dict[str, Any], names: list[str]) -> tuple[CompiledPolicy, ...]:
    """Return policies for a rule set, as a scenario would."""
    tree = {
        "rules": {"base": "cift66", **changes},
        "bots": {
            "seat": {str(n): {"policy": name, **FEW.get(name, {})} for n, name in enumerate(names)}
        },
    }
    return load_policies(scenario_from_tree(tree, "drawn"))


@hypothesis_settings(max_examples=150)
@given(st.randoms(use_true_random=False), st.lists(st.sampled_from(NAMES), min_size=4, max_size=4))
def test_no_bot_breaks_a_rule_whatever_the_rules(rng: Random, names: list[str]) -> None:
    """The engine refuses an illegal action with BadInput."""
    changes = random_settings(rng)
    for section, values in SHORT.items():
        changes[section] = {**changes.get(section, {}), **values}
    raw = Engine(resolve_rules("cift66", changes), bots_under(changes, names), 66).play(
        0, 5, LogLevel.DEALS
    )
    assert len(raw.games) == 5


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_games(name: str) -> None:
    bot = policy(name, *[f"{key}={value}" for key, value in FEW.get(name, {}).items()])
    one, two, other = (chunk((bot,) * 4, 50, seed) for seed in (7, 7, 8))
    assert np.array_equal(one.deals, two.deals)
    assert np.array_equal(one.sums, two.sums)
    assert not np.array_equal(one.deals[:20], other.deals[:20])


@pytest.mark.parametrize("name", ["greedy", "standard"])
def test_a_bot_that_always_blunders_is_random(name: str) -> None:
    blundering = chunk((policy(name, "blunder=1"),) * 4, 100, log=LogLevel.MOVES)
    random = chunk((policy("random"),) * 4, 100, log=LogLevel.MOVES)
    assert np.array_equal(blundering.deals, random.deals)
    assert blundering.moves is not None
    assert random.moves is not None
    assert np.array_equal(blundering.moves.card, random.moves.card)


def test_a_few_blunders_cost_games() -> None:
    assert lowest_elo("standard", "standard:blunder=0.3", 600) > 0


# ---- parameters


def set_share(*sets: str) -> float:
    deals = scored(chunk((policy("standard", *sets),) * 4, 1000))
    return float(np.mean(deals[:, DealField.END] == int(DealEnd.SET)))


def test_more_bid_risk_sets_more_contracts() -> None:
    shares = [set_share(f"bid_risk={risk}") for risk in (0.02, 0.1, 0.2, 0.3, 0.45)]
    assert all(less + 0.02 < more for less, more in pairwise(shares)), shares


def test_bid_risk_is_about_the_chance_that_the_first_speaker_is_set() -> None:
    """It bids to its limit; later speakers know more and may stop at the next step."""
    for risk in (0.1, 0.2, 0.3, 0.4):
        deals = scored(chunk((policy("standard", f"bid_risk={risk}"),) * 4, 1500))
        first = deals[deals[:, DealField.SPEAKING] == 0]
        share = np.mean(first[:, DealField.END] == int(DealEnd.SET))
        assert share == pytest.approx(risk, abs=0.07)


def test_a_higher_threshold_asks_less() -> None:
    shares = []
    for ask in (0, 0.2, 0.5, 0.8):
        deals = chunk((policy("standard", f"ask={ask}"),) * 4, 1000).deals
        shares.append(float(np.mean(deals[:, DealField.ASKED] >= 0)))
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 2 * shares[2] > 0
    assert shares[3] == 0  # it would bid with such a chance


# ---- figures of docs/bots.md


@pytest.fixture(scope="module")
def played() -> Any:
    return chunk((policy("standard"),) * 4, GAMES, log=LogLevel.MOVES)


def test_contracts_of_standard(played: Any) -> None:
    deals = scored(played)
    made = deals[:, DealField.END] == int(DealEnd.MADE)
    assert 0.6 <= made.mean() <= 0.9
    _, counts = np.unique(deals[:, DealField.BID], return_counts=True)
    assert np.count_nonzero(counts >= 0.05 * len(deals)) >= 6
    assert 0 < np.mean(deals[:, DealField.KAPUT] >= 0) < 0.01


def test_asks_and_redeals_of_standard(played: Any) -> None:
    deals = played.deals
    asked = deals[:, DealField.ASKED] >= 0
    redealt = deals[:, DealField.END] == int(DealEnd.REDEAL)
    assert 0.05 < asked.mean() < 0.25
    assert 0.3 < redealt[asked].mean() < 0.9  # both answers are given
    assert redealt[~asked].mean() < 0.02  # all four passed


def test_only_the_last_speaker_bids_the_next_step_as_a_rule(played: Any) -> None:
    moves, at = played.moves, 0
    steps: dict[bool, list[int]] = {False: [], True: []}
    for count in played.deals[:, DealField.MOVES]:
        place, high = 0, 140
        for row in range(at, at + count):
            if moves.action[row] not in (int(Action.PASS), int(Action.BID)):
                continue
            if moves.action[row] == int(Action.BID):
                steps[place == 3].append((int(moves.value[row]) - high) // 10)
                high = int(moves.value[row])
            place += 1
            if place == 4:
                break
        at += count
    assert set(steps[True]) == {1}
    assert np.mean(steps[False]) > 4


def test_greedy_is_at_least_100_elo_over_random() -> None:
    assert lowest_elo("greedy", "random", 600) > 100


def test_standard_is_at_least_60_elo_over_greedy() -> None:
    assert lowest_elo("standard", "greedy", 600) > 60
