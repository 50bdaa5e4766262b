"""Combinations of the talon family's values that no deal could be played with."""

from sixtysix_sim.rules.checks.cards import packet_problem
from sixtysix_sim.rules.problems import RuleError
from sixtysix_sim.rules.talon import TalonRules


def problem_of(rules: TalonRules) -> RuleError | None:
    """Return the first impossible combination of the talon family's values, or None."""
    return packet_problem(rules)
