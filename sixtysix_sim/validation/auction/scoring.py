"""Contract, kaput and the end of the game: penalties, idle options, targets too near or too far."""

from collections.abc import Iterator

from sixtysix_sim.odds.auction.reach import bound_of_melds
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.validation.auction.reach import Reach, trick_points
from sixtysix_sim.validation.finding import Finding, idle


def check(reach: Reach) -> Iterator[Finding]:
    """Yield the findings about C7 and C8."""
    ruleset = reach.ruleset
    yield from _contract(ruleset)
    yield from _kaput(reach)
    yield from _target(reach)
    yield from _both(ruleset)


def _contract(ruleset: RuleSet) -> Iterator[Finding]:
    if ruleset.auction.contract.penalty_factor == 0:
        yield Finding(
            "C7.4",
            "warning",
            "contract.penalty_factor",
            "a set team writes 0 and loses nothing, so every seat may bid the maximum: set "
            "contract.penalty_factor to 1 or more",
        )


def _kaput(reach: Reach) -> Iterator[Finding]:
    ruleset, rules = reach.ruleset, reach.ruleset.auction
    kaput, melds = rules.kaput, reach.melds
    if not kaput.wipes_melds:
        yield from idle(ruleset, ["kaput.before_contract"], "kaput.wipes_melds = false")
    elif melds == 0:
        yield from idle(
            ruleset, ["kaput.before_contract"], "no meld scores, so there is nothing to wipe"
        )
    elif melds < rules.auction.min_bid:
        yield from idle(
            ruleset,
            ["kaput.before_contract"],
            f"melds alone reach at most {melds}, below the lowest bid {rules.auction.min_bid}, so "
            "a declarer without a trick is set either way",
        )
    if melds == 0:
        yield from idle(ruleset, ["kaput.wipes_melds"], "no meld scores")
    if (not kaput.wipes_melds or melds == 0) and kaput.factor == 1:
        yield Finding(
            "C7.5",
            "note",
            "kaput.wipes_melds",
            "C7.5 never changes a score: taking all tricks wipes nothing and kaput.factor is 1",
        )
    if kaput.factor > 1 and rules.contract.made_writes == "bid":
        yield Finding(
            "C7.5",
            "note",
            "kaput.factor",
            f"the factor {kaput.factor} multiplies only what the other team writes: a declarer's "
            "team that made its contract writes its bid (contract.made_writes = bid)",
        )


def _target(reach: Reach) -> Iterator[Finding]:
    game, most = reach.ruleset.auction.game, reach.written
    if most * game.max_deals < game.target:
        yield Finding(
            "C8.1",
            "error",
            "game.target",
            f"no side can reach {game.target}: a deal writes at most {most} and a game has at most "
            f"{game.max_deals} deals, so no game is ever won; lower game.target or raise "
            "game.max_deals",
        )
    elif most >= game.target:
        yield Finding(
            "C8.1",
            "warning",
            "game.target",
            f"one deal may be enough to win: a deal writes up to {most}, the target is "
            f"{game.target}; raise game.target if a game is to be several deals",
        )
    if game.max_deals == 1:
        yield Finding(
            "C8.3",
            "note",
            "game.max_deals",
            "a game is one scored deal, and ends without a winner unless that deal reaches the "
            "target",
        )


def _both(ruleset: RuleSet) -> Iterator[Finding]:
    """C8.2 needs both teams at the target after one deal."""
    rules = ruleset.auction
    both = (bound_of_melds(rules) + trick_points(rules)) * rules.kaput.factor
    if rules.game.max_deals == 1 and both < 2 * rules.game.target:
        yield from idle(
            ruleset,
            ["game.both_at_target"],
            "a game has one deal, and both teams cannot reach the target in it",
        )
