"""Combinations of rule values that no deal could be played with, by family."""

from sixtysix_sim.rules.auction import AuctionRules
from sixtysix_sim.rules.checks import auction, talon
from sixtysix_sim.rules.checks.cards import deck_problem
from sixtysix_sim.rules.problems import RuleError
from sixtysix_sim.rules.talon import TalonRules


def impossible_combination(rules: AuctionRules | TalonRules) -> RuleError | None:
    """Return the first impossible combination of values, or None."""
    if problem := deck_problem(rules.deck):
        return problem
    if isinstance(rules, AuctionRules):
        return auction.problem_of(rules)
    return talon.problem_of(rules)
