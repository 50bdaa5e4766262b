"""Combinations of rule values that no deal could be played with, by family."""

from collections.abc import Callable

from sixtysix_sim.rules.auction import AuctionRules
from sixtysix_sim.rules.checks import auction, talon
from sixtysix_sim.rules.checks.cards import deck_problem
from sixtysix_sim.rules.problems import RuleError
from sixtysix_sim.rules.talon import TalonRules


def impossible_combination(
    rules: AuctionRules | TalonRules, clause_of: Callable[[str], str]
) -> RuleError | None:
    """Return the first impossible combination of values, or None.

    Args:
        rules: the values.
        clause_of: the clause of a key in the rule set, to be cited.
    """
    if problem := deck_problem(rules.deck):
        return problem
    if isinstance(rules, AuctionRules):
        return auction.problem_of(rules)
    return talon.problem_of(rules, clause_of)
