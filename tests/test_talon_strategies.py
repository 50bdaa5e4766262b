"""The drawn talon settings are valid over every preset, and reach every key, option and end."""

from collections import defaultdict
from functools import cache
from random import Random
from typing import Any

import pytest

from sixtysix_sim.rules.parameters import parameters
from sixtysix_sim.rules.ruleset import preset_names, resolve_rules
from sixtysix_sim.rules.talon import TalonRules
from sixtysix_sim.vocabulary import Family
from tests.strategies import dotted, random_talon_settings

DRAWS = 1500
PRESETS = [name for name in preset_names() if resolve_rules(name).family is Family.TALON]


@cache
def values_drawn(preset: str) -> dict[str, set[Any]]:
    seen: dict[str, set[Any]] = defaultdict(set)
    for seed in range(DRAWS):
        for key, value in dotted(random_talon_settings(Random(seed), preset)).items():
            general = "deck.values.RANK" if key.startswith("deck.values.") else key
            seen[general].add(tuple(value) if isinstance(value, list) else value)
    return seen


@pytest.mark.parametrize("preset", PRESETS)
def test_every_parameter_and_option_is_drawn(preset: str) -> None:
    drawn = values_drawn(preset)
    drawable = list(parameters(TalonRules))
    assert [item.key for item in drawable if item.key not in drawn] == []
    assert [
        f"{item.key} = {choice}"
        for item in drawable
        for choice in item.choices
        if choice not in drawn[item.key]
    ] == []


@pytest.mark.parametrize("preset", PRESETS)
def test_drawn_settings_are_valid_and_their_matches_end(preset: str) -> None:
    for seed in range(DRAWS):
        rules = resolve_rules(preset, random_talon_settings(Random(seed), preset)).talon
        assert rules.seats in range(2, 7)
        assert rules.deck.packs in (1, 2)
        deals = min(rules.match.deals or 10_000, rules.match.max_deals)
        assert deals <= 60 or 0 < rules.match.target <= 60


@pytest.mark.parametrize(
    ("key", "low", "high"),
    [
        ("deal.hand_size", 1, 15),
        ("deck.values.RANK", 0, 100),
        ("last_trick.bonus", 0, 100),
        ("marriage.plain", 0, 200),
        ("marriage.from_trick", 1, 24),
        ("closing.min_tricks_won", 0, 24),
        ("closing.min_talon", 2, 24),
        ("claim.target", 1, 1000),
        ("stakes.base", 0, 100),
        ("stakes.draw_adds", 0, 10),
        ("match.target", 0, 5000),
        ("match.deals", 0, 5000),
        ("match.max_deals", 1, 10_000),
    ],
)
def test_numbers_reach_both_ends(key: str, low: int, high: int) -> None:
    drawn = values_drawn("classic_66_v1")[key]
    assert min(drawn) <= low
    assert max(drawn) >= high


def test_same_seed_same_settings() -> None:
    def drawn() -> list[str]:
        return [str(random_talon_settings(Random(seed))) for seed in range(50)]

    assert drawn() == drawn()
    assert len(set(drawn())) > 40
