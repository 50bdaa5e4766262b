"""The options of a rule set, each switched alone, and the rights of a seat taken away."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sixtysix_sim.policies.registry import POLICIES
from sixtysix_sim.vocabulary import Family
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.scenario import BotSpec, Scenario

#: By how much a number is moved, down and up: the smallest change people would argue about.
#: Points that players count in tens move by ten; factors by one; the bids by the scenario's step.
STEPS: Mapping[str, int] = {
    "auction.step": 5,
    "contract.penalty_factor": 1,
    "game.target": 100,
    "kaput.factor": 1,
    "last_trick.bonus": 10,
    "melds.NAME.points": 10,
}
BIDS = ("auction.min_bid", "auction.max_bid")
#: What makes other cards or other patterns is no option: nothing could be paired.
_CARDS = ("deck.", "seats", "deal.hand_size", "deal.packet")
_PATTERNS = ("melds.NAME.suit", "melds.NAME.suits", "melds.NAME.rank")
_NEVER_ASKS = "1.0"  # `standard` asks if its chance is at least so much and too small to bid


@dataclass(frozen=True)
class Option:
    """One switch: what it sets (full keys, TOML text), in words, and the clause that speaks of it.

    `is_number`: a step of a number instead of another choice.
    """

    values: Mapping[str, str]
    key: str
    old: str
    new: str
    clause: str
    is_number: bool

    @property
    def label(self) -> str:
        """Return key and change in one text."""
        return f"{self.key} {self.old} → {self.new}"


def options_of(ruleset: RuleSet, numbers: bool = True) -> list[Option]:
    """Return every other choice of every option, and every number one step down and up.

    Left out are cards and hands (nothing could be paired), the patterns of melds, who deals first,
    and the caps that end endless games.
    """
    found = []
    for key in ruleset.values:
        parameter = ruleset.parameter_of(key)
        if parameter is None or key.startswith(_CARDS) or parameter.key in _PATTERNS:
            continue
        if parameter.choices:
            found += list(_choices(ruleset, key, parameter.choices))
        elif numbers:
            found += list(_steps(ruleset, key, parameter.key, parameter.bounds))
    return found


def _choices(ruleset: RuleSet, key: str, choices: tuple[object, ...]) -> Iterator[Option]:
    old = ruleset.values[key]
    for new in choices:
        if new != old:
            yield _option(ruleset, key, _text(old), _text(new), False)


def _steps(
    ruleset: RuleSet, key: str, general: str, bounds: tuple[int, int] | None
) -> Iterator[Option]:
    step = ruleset.auction.auction.step if key in BIDS else STEPS.get(general)
    old = ruleset.values[key]
    if step is None or bounds is None:
        return
    for new in (old - step, old + step):
        if bounds[0] <= new <= bounds[1]:
            yield _option(ruleset, key, str(old), str(new), True)


def _option(ruleset: RuleSet, key: str, old: str, new: str, is_number: bool) -> Option:
    return Option({f"rules.{key}": new}, key, old, new, ruleset.clause_of(key), is_number)


def rights_of(scenario: Scenario) -> list[Option]:
    """Return ways to take a right away: from all by a rule, from side 0 by its bots.

    In the auction family that is asking (C3.3). Side 0 can be made never to ask only if its bots
    have the parameter `ask`.
    """
    ruleset = scenario.ruleset
    if not ruleset.values.get("auction.ask"):
        return []
    clause = ruleset.clause_of("auction.ask")
    everyone = {"rules.auction.ask": "false"}
    found = [Option(everyone, "the right to ask", "as it is", "nobody has it", clause, False)]
    seats = range(0, len(scenario.bots), 2)
    if all(_can_ask(scenario.bots[seat]) for seat in seats):
        values: dict[str, str] = {}
        for seat in seats:
            values |= _without_asking(seat, scenario.bots[seat])
        found.append(
            Option(values, "the right to ask", "as it is", "side 0 never uses it", clause, False)
        )
    return found


def _can_ask(bot: BotSpec) -> bool:
    entry = next((entry for entry in POLICIES[Family.AUCTION] if entry.name == bot.policy), None)
    return entry is not None and any(param.name == "ask" for param in entry.every_param)


def _without_asking(seat: int, bot: BotSpec) -> dict[str, str]:
    """Return the bot of a seat, written out whole, with its asking switched off."""
    given = {name: _text(value) for name, value in bot.tree().items()} | {"ask": _NEVER_ASKS}
    return {f"bots.seat.{seat}.{name}": value for name, value in given.items()}


def _text(value: object) -> str:
    """Return a value as `--set` takes it; plain words stay bare."""
    return value if isinstance(value, str) else json.dumps(value)
