"""The options of a rule set, each switched alone."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sixtysix_sim.rules.common import NO_RANK
from sixtysix_sim.rules.ruleset import RuleSet

#: By how much a number is moved, down and up: the smallest change people would argue about.
#: Points that players count in tens move by ten; factors, prices, leads and deals by one; cards
#: left in a talon by two, a card a seat; the bids by the scenario's step.
STEPS: Mapping[str, int] = {
    "auction.step": 5,
    "contract.penalty_factor": 1,
    "game.target": 100,
    "kaput.factor": 1,
    "last_trick.bonus": 10,
    "melds.NAME.points": 10,
    "claim.target": 5,
    "closing.from_trick": 1,
    "closing.min_talon": 2,
    "closing.min_tricks_won": 1,
    "exchange.from_trick": 1,
    "exchange.min_talon": 2,
    "marriage.from_trick": 1,
    "marriage.plain": 10,
    "marriage.trump": 10,
    "match.deals": 1,
    "match.target": 1,
    "stakes.base": 1,
    "stakes.draw_adds": 1,
    "stakes.no_trick_pays": 1,
    "stakes.under": 5,
    "stakes.under_pays": 1,
}
BIDS = ("auction.min_bid", "auction.max_bid")
#: 0 of these is none at all, and one step from it no small change.
ZERO_IS_NONE = ("match.deals", "match.target")
#: What makes other cards or other patterns is no option: nothing could be paired.
_CARDS = ("deck.", "seats", "deal.hand_size", "deal.packet")
_PATTERNS = ("melds.NAME.suit", "melds.NAME.suits", "melds.NAME.rank")
AS_IT_IS = "as it is"  # of a right that is there: there is no value to name


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
        change = f", if {self.new}" if self.old == AS_IT_IS else f" {self.old} → {self.new}"
        return self.key + change


def options_of(ruleset: RuleSet, numbers: bool = True) -> list[Option]:
    """Return every other choice of every option, and every number one step down and up.

    Left out are cards and hands (nothing could be paired), the patterns of melds, who deals first,
    the slips of players, and the caps that end endless games. Of the ranks that could be exchanged
    stands one besides none: the lowest other one.
    """
    found = []
    for key in ruleset.values:
        parameter = ruleset.parameter_of(key)
        if parameter is None or key.startswith(_CARDS) or parameter.key in _PATTERNS:
            continue
        choices = _listed(ruleset, key) or parameter.choices
        if choices:
            found += list(_choices(ruleset, key, choices))
        elif numbers:
            found += list(_steps(ruleset, key, parameter.key, parameter.bounds))
    return found


def _listed(ruleset: RuleSet, key: str) -> tuple[object, ...]:
    """Return the choices of a key that other values of the rules list."""
    if key == "exchange.rank":
        others = [rank for rank in ruleset.talon.deck.ranks if rank != ruleset.values[key]]
        return NO_RANK, others[-1]
    return ruleset.talon.match.allowed_targets if key == "match.target" else ()


def _choices(ruleset: RuleSet, key: str, choices: tuple[object, ...]) -> Iterator[Option]:
    old = ruleset.values[key]
    for new in choices:
        if new != old:
            yield _option(ruleset, key, toml_text(old), toml_text(new), False)


def _steps(
    ruleset: RuleSet, key: str, general: str, bounds: tuple[int, int] | None
) -> Iterator[Option]:
    step = ruleset.auction.auction.step if key in BIDS else STEPS.get(general)
    old = ruleset.values[key]
    if step is None or bounds is None or (old == 0 and key in ZERO_IS_NONE):
        return
    for new in (old - step, old + step):
        if bounds[0] <= new <= bounds[1]:
            yield _option(ruleset, key, str(old), str(new), True)


def _option(ruleset: RuleSet, key: str, old: str, new: str, is_number: bool) -> Option:
    return Option({f"rules.{key}": new}, key, old, new, ruleset.clause_of(key), is_number)


def toml_text(value: object) -> str:
    """Return a value as `--set` takes it; plain words stay bare."""
    return value if isinstance(value, str) else json.dumps(value)
