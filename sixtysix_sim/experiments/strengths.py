"""The same comparison under bots of another strength: does the answer depend on who plays?"""

from dataclasses import replace

from sixtysix_sim.policies.registry import POLICIES
from sixtysix_sim.rules.wording import nearest
from sixtysix_sim.scenario import BotSpec, Scenario

MOST_GAMES = 20_000  # of the second comparison: enough to tell whether an answer holds
USUAL, WEAKER = "standard", "greedy"


def other_bots(a: Scenario, b: Scenario) -> str:
    """Return the policy for a second look: `greedy` for `standard` bots, else `standard`.

    '' where the two scenarios have different bots: then the bots are the question.
    """
    if [bot.tree() for bot in a.bots] != [bot.tree() for bot in b.bots]:
        return ""
    return WEAKER if {bot.policy for bot in a.bots} == {USUAL} else USUAL


def with_bots(scenario: Scenario, policy: str) -> Scenario:
    """Return a scenario with one policy, by its name, on every seat."""
    return replace(scenario, bots=(BotSpec(policy),) * len(scenario.bots))


def unknown_bots(scenario: Scenario, policy: str) -> str:
    """Return '' if a policy is built in for the family, else what is wrong with its name."""
    names = [entry.name for entry in POLICIES[scenario.ruleset.family]]
    if policy in names:
        return ""
    return f"is no built-in policy{nearest(policy, names)}"
