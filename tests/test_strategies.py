"""The drawn rule settings are valid, reach every key and every option, and are reproducible."""

import json
from collections import defaultdict
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings

from sixtysix_sim.rules.auction import AuctionRules
from sixtysix_sim.rules.parameters import parameters
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from tests.strategies import PRESET, Settings, dotted, random_settings, rulesets

DRAWS = 1500


@cache
def drawn() -> tuple[tuple[Settings, RuleSet], ...]:
    pairs = []
    for seed in range(DRAWS):
        changes = random_settings(Random(seed))
        pairs.append((changes, resolve_rules(PRESET, changes)))
    return tuple(pairs)


def general(key: str) -> str:
    """``melds.run.points`` → ``melds.NAME.points``, as the parameter list writes open tables."""
    parts = key.split(".")
    if parts[0] == "melds" and len(parts) == 3:
        return f"melds.NAME.{parts[2]}"
    return "deck.values.RANK" if parts[:2] == ["deck", "values"] else key


@cache
def values_drawn() -> dict[str, set[Any]]:
    seen: dict[str, set[Any]] = defaultdict(set)
    for changes, _ in drawn():
        for key, value in dotted(changes).items():
            seen[general(key)].add(tuple(value) if isinstance(value, list) else value)
    return seen


def test_every_parameter_is_drawn() -> None:
    never = [item.key for item in parameters(AuctionRules) if item.key not in values_drawn()]
    assert never == []


def test_every_option_is_drawn() -> None:
    never = [
        f"{item.key} = {choice}"
        for item in parameters(AuctionRules)
        for choice in item.choices
        if choice not in values_drawn()[item.key]
    ]
    assert never == []


@pytest.mark.parametrize(
    ("key", "low", "high"),
    [
        ("last_trick.bonus", 0, 100),
        ("auction.min_bid", 0, 9_000),
        ("auction.step", 1, 9_000),
        ("auction.max_bid", 0, 10_000),
        ("auction.max_redeals", 1, 50_000),
        ("contract.penalty_factor", 0, 10),
        ("kaput.factor", 1, 10),
        ("game.target", 1, 90_000),
        ("game.max_deals", 1, 10_000),
        ("deal.hand_size", 1, 14),
        ("deck.values.RANK", 0, 100),
        ("melds.NAME.points", 0, 900),
    ],
)
def test_numbers_reach_both_ends(key: str, low: int, high: int) -> None:
    assert min(values_drawn()[key]) <= low
    assert max(values_drawn()[key]) >= high


def test_a_share_stays_close_to_the_preset() -> None:
    changed = sorted(len(dotted(changes)) for changes, _ in drawn())
    assert changed[DRAWS // 10] < 12
    assert changed[-DRAWS // 10] > 35


def test_same_seed_same_settings() -> None:
    def texts() -> list[str]:
        return [json.dumps(random_settings(Random(seed))) for seed in range(50)]

    assert texts() == texts()
    assert len(set(texts())) > 40


@hypothesis_settings(max_examples=50)
@given(rulesets())
def test_hypothesis_draws_valid_rules(ruleset: RuleSet) -> None:
    rules = ruleset.auction
    deck = len(rules.deck.ranks) * rules.deck.packs * 4
    assert rules.deal.hand_size * rules.seats <= deck
    assert rules.auction.min_bid <= rules.auction.max_bid
