"""Scenarios: a rule set, bots, a seed and a number of games, from TOML and ``--set``."""

from sixtysix_sim.scenario.build import (
    load_scenario,
    read_bot,
    scenario_and_problems,
    scenario_from_tree,
    with_bot,
)
from sixtysix_sim.scenario.model import (
    DEFAULT_GAMES,
    DEFAULT_POLICY,
    DEFAULT_SEED,
    MAX_GAMES,
    MAX_SEED,
    NEVER_PARAM,
    BotSpec,
    Scenario,
)

__all__ = [
    "DEFAULT_GAMES",
    "DEFAULT_POLICY",
    "DEFAULT_SEED",
    "MAX_GAMES",
    "MAX_SEED",
    "NEVER_PARAM",
    "BotSpec",
    "Scenario",
    "load_scenario",
    "read_bot",
    "scenario_and_problems",
    "scenario_from_tree",
    "with_bot",
]
