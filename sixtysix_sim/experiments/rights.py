"""The rights of a seat, taken away from all by a rule or from side 0 by its bots."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from sixtysix_sim.experiments.options import AS_IT_IS, Option, toml_text
from sixtysix_sim.rules.common import NO_RANK
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.rules.talon import MOST_TRICKS
from sixtysix_sim.scenario import NEVER_PARAM, BotSpec, Scenario
from sixtysix_sim.vocabulary import Family


class Right(NamedTuple):
    """A right and what takes it away.

    Attributes:
        words: what it is called.
        key: the rule key whose clause gives it.
        is_there: whether the rules give it.
        nobody: rule key and value under which nobody has it.
        never: what a bot that never uses it is told (its parameter `never`).
    """

    words: str
    key: str
    is_there: Callable[[RuleSet], bool]
    nobody: tuple[str, str]
    never: str


_RIGHTS: Mapping[Family, tuple[Right, ...]] = {
    Family.AUCTION: (
        Right(
            "the right to ask",
            "auction.ask",
            lambda ruleset: ruleset.auction.auction.ask,
            ("auction.ask", "false"),
            "ask",
        ),
    ),
    Family.TALON: (
        Right(
            "the right to close",
            "closing.allowed",
            lambda ruleset: ruleset.talon.closing.allowed,
            ("closing.allowed", "false"),
            "close",
        ),
        Right(
            "the right to exchange",
            "exchange.rank",
            lambda ruleset: ruleset.talon.exchange.rank != NO_RANK,
            ("exchange.rank", NO_RANK),
            "exchange",
        ),
        Right(
            "the right to declare marriages",
            "marriage",
            lambda ruleset: {"K", "Q"} <= set(ruleset.talon.deck.ranks),
            ("marriage.from_trick", str(MOST_TRICKS)),
            "marriage",
        ),
    ),
}


def rights_of(scenario: Scenario) -> list[Option]:
    """Return ways to take each right away: from all by a rule, from side 0 by its bots."""
    ruleset = scenario.ruleset
    rights = [right for right in _RIGHTS[ruleset.family] if right.is_there(ruleset)]
    return [option for right in rights for option in _without(scenario, right)]


def _without(scenario: Scenario, right: Right) -> Iterator[Option]:
    key, value = right.nobody
    clause = scenario.ruleset.clause_of(right.key)
    everyone = {f"rules.{key}": value}
    yield Option(everyone, right.words, AS_IT_IS, "nobody has it", clause, False)
    values: dict[str, str] = {}
    for seat in range(0, len(scenario.bots), scenario.ruleset.sides):
        values |= _bot_without(seat, scenario.bots[seat], right.never)
    who = "seat 0" if scenario.ruleset.family is Family.TALON else "side 0"
    yield Option(values, right.words, AS_IT_IS, f"{who} never uses it", clause, False)


def _bot_without(seat: int, bot: BotSpec, never: str) -> dict[str, str]:
    """Return the bot of a seat, written out whole, with a right hidden from it."""
    given = {"policy": bot.policy, **bot.params, NEVER_PARAM: [*bot.never, never]}
    if bot.file:  # relative to the shell, as what --set names is
        given["policy"] = bot.file + bot.policy[len(bot.policy.partition(":")[0]) :]
    return {f"bots.seat.{seat}.{own}": toml_text(value) for own, value in given.items()}
