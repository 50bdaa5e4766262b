"""The rights of a seat, taken away from all by a rule or from side 0 by its bots."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from sixtysix_sim.experiments.options import Option, toml_text
from sixtysix_sim.policies.registry import POLICIES
from sixtysix_sim.rules.common import NO_RANK
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.rules.talon import MOST_TRICKS
from sixtysix_sim.scenario import BotSpec, Scenario
from sixtysix_sim.vocabulary import Family


class Right(NamedTuple):
    """A right and what takes it away.

    Attributes:
        words: what it is called.
        key: the rule key whose clause gives it.
        is_there: whether the rules give it.
        nobody: rule key and value under which nobody has it.
        never: parameter and value of a bot that never uses it.
    """

    words: str
    key: str
    is_there: Callable[[RuleSet], bool]
    nobody: tuple[str, str]
    never: tuple[str, str]


_RIGHTS: Mapping[Family, tuple[Right, ...]] = {
    Family.AUCTION: (
        Right(
            "the right to ask",
            "auction.ask",
            lambda ruleset: ruleset.auction.auction.ask,
            ("auction.ask", "false"),
            ("ask", "1.0"),  # asks if its chance is at least so much and too small to bid
        ),
    ),
    Family.TALON: (
        Right(
            "the right to close",
            "closing.allowed",
            lambda ruleset: ruleset.talon.closing.allowed,
            ("closing.allowed", "false"),
            ("close_at", "200.0"),
        ),
        Right(
            "the right to exchange",
            "exchange.rank",
            lambda ruleset: ruleset.talon.exchange.rank != NO_RANK,
            ("exchange.rank", NO_RANK),
            ("exchange", "0.0"),
        ),
        Right(
            "the right to declare marriages",
            "marriage",
            lambda ruleset: {"K", "Q"} <= set(ruleset.talon.deck.ranks),
            ("marriage.from_trick", str(MOST_TRICKS)),
            ("declare", "0.0"),
        ),
    ),
}


def rights_of(scenario: Scenario) -> list[Option]:
    """Return ways to take each right away: from all by a rule, from side 0 by its bots.

    Side 0 can be made never to use a right only if its bots have a parameter for it.
    """
    ruleset = scenario.ruleset
    rights = [right for right in _RIGHTS[ruleset.family] if right.is_there(ruleset)]
    return [option for right in rights for option in _without(scenario, right)]


def _without(scenario: Scenario, right: Right) -> Iterator[Option]:
    key, value = right.nobody
    clause = scenario.ruleset.clause_of(right.key)
    everyone = {f"rules.{key}": value}
    yield Option(everyone, right.words, "as it is", "nobody has it", clause, False)
    seats = range(0, len(scenario.bots), scenario.ruleset.sides)
    if all(_can(scenario, seat, right.never[0]) for seat in seats):
        values: dict[str, str] = {}
        for seat in seats:
            values |= _bot_without(seat, scenario.bots[seat], right.never)
        who = "seat 0" if scenario.ruleset.family is Family.TALON else "side 0"
        yield Option(values, right.words, "as it is", f"{who} never uses it", clause, False)


def _can(scenario: Scenario, seat: int, name: str) -> bool:
    """Whether the bot of a seat has a parameter."""
    entries = POLICIES[scenario.ruleset.family]
    entry = next((entry for entry in entries if entry.name == scenario.bots[seat].policy), None)
    return entry is not None and any(param.name == name for param in entry.every_param)


def _bot_without(seat: int, bot: BotSpec, never: tuple[str, str]) -> dict[str, str]:
    """Return the bot of a seat, written out whole, with its use of a right switched off."""
    name, value = never
    given = {own: toml_text(old) for own, old in bot.tree().items()} | {name: value}
    return {f"bots.seat.{seat}.{own}": text for own, text in given.items()}
