"""The built-in policies as data: names, what they are, their parameters. Imports nothing heavy."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sixtysix_sim.contract.auction import RIGHTS as AUCTION_RIGHTS
from sixtysix_sim.contract.talon import RIGHTS as TALON_RIGHTS
from sixtysix_sim.contract.talon import TWO_SEATS
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import Family


@dataclass(frozen=True)
class Param:
    """A number a scenario may give a policy, ``low`` … ``high``, both ends allowed."""

    name: str
    default: float
    low: float
    high: float
    meaning: str


@dataclass(frozen=True)
class PolicyEntry:
    """A built-in policy.

    Attributes:
        name: what a scenario calls it.
        module: where its decisions stand, within its family's folder; if it has a function
            `facts(rules, *params)`, the numbers it returns follow the parameters.
        about: what it is, in one line.
        params: its own parameters in the order of `CompiledPolicy.params`; BLUNDER comes on top.
        fit: what its parameter `fit`, the name of a file, is good for; '' if it has none.
        thinking: further parameters, which its module's ``memory(rules, never, *thinking)`` takes
            and the view does not show.
        refuses: says of a rule set why it cannot play there, '' if it can.
    """

    name: str
    module: str
    about: str
    params: tuple[Param, ...] = ()
    fit: str = ""
    thinking: tuple[Param, ...] = ()
    refuses: Callable[[RuleSet], str] = lambda ruleset: ""

    @property
    def every_param(self) -> tuple[Param, ...]:
        """Its own parameters and the one that every policy has."""
        return (*self.params, *self.thinking, BLUNDER)


BLUNDER = Param("blunder", 0.0, 0.0, 1.0, "chance of acting as random does, in each decision")

#: What a bot can be told never to do, by family: the parameter `never` of every policy.
NEVER: dict[Family, tuple[str, ...]] = {
    Family.AUCTION: tuple(AUCTION_RIGHTS),
    Family.TALON: tuple(TALON_RIGHTS),
}

MILLISECONDS = "milliseconds"
_BUDGET = (
    Param("playouts", 200, 1, 100_000, "deals it plays out in thought, in each decision"),
    Param(MILLISECONDS, 0, 0, 1_000, "time in each decision instead; not repeatable; 0: off"),
)


def _only_two(ruleset: RuleSet) -> str:
    rules = ruleset.talon
    if rules.seats != TWO_SEATS:
        return f"plays for two seats alone, and these rules have {rules.seats}"
    slips = [f"irregularities.{name}" for name, rate in rules.irregularities if rate]
    return f"plays without slips alone, and these rules have {slips[0]}" if slips else ""


_BIDDING = (
    Param("bid_risk", 0.2, 0.0, 1.0, "chance of being set that it accepts when it bids"),
    Param("ask", 0.3, 0.0, 1.0, "asks if its lowest bid has this chance, not enough to bid"),
)
_FIT = "file of `bots fit`: what hands are worth under these rules"

_AUCTION = (
    PolicyEntry(
        "random",
        "random",
        "the yardstick: bids the next step or passes, plays any legal card",
    ),
    PolicyEntry(
        "greedy",
        "greedy",
        "bids on its own melds and trumps, wins tricks if it can, no memory",
    ),
    PolicyEntry(
        "standard",
        "standard",
        "a sensible human-like player: bids with its partner in mind, counts cards",
        _BIDDING,
        fit=_FIT,
    ),
    PolicyEntry(
        "search",
        "search",
        "tries its cards and trumps in deals that fit what it saw; bids as standard",
        _BIDDING,
        fit=_FIT,
        thinking=_BUDGET,
    ),
)

_CLAIMS = (
    Param(
        "wrong_claim_rate",
        0.0,
        0.0,
        1.0,
        "chance of a wrong claim, wherever one can be made",
    ),
    Param(
        "claim_delay",
        0.0,
        0.0,
        1.0,
        "chance of playing on, wherever a claim is right",
    ),
)

_TALON = (
    PolicyEntry(
        "random",
        "random",
        "the yardstick: any legal action alike, claims when it is right",
        _CLAIMS,
    ),
    PolicyEntry(
        "greedy",
        "greedy",
        "declares, exchanges, takes tricks cheaply, closes on sure points",
        _CLAIMS,
    ),
    PolicyEntry(
        "standard",
        "standard",
        "sensible: counts cards, keeps marriages, closes on likely points",
        (
            *_CLAIMS,
            Param(
                "close_at",
                66.0,
                0.0,
                200.0,
                "expected points at which it closes (of 66); 200: never",
            ),
            Param(
                "exchange",
                1.0,
                0.0,
                1.0,
                "chance of exchanging, wherever it may",
            ),
            Param(
                "declare",
                1.0,
                0.0,
                1.0,
                "chance of declaring a marriage, wherever it may",
            ),
        ),
    ),
    PolicyEntry(
        "search",
        "search",
        "tries its actions in deals that fit what it saw; perfect once all is known",
        _CLAIMS,
        thinking=_BUDGET,
        refuses=_only_two,
    ),
)

POLICIES: dict[Family, tuple[PolicyEntry, ...]] = {Family.AUCTION: _AUCTION, Family.TALON: _TALON}


def plays(name: str, ruleset: RuleSet) -> bool:
    """Tell whether a policy does not refuse to play under a rule set; an unknown one does not."""
    known = {entry.name: entry for entry in POLICIES[ruleset.family]}
    return name not in known or not known[name].refuses(ruleset)


def policy_table() -> Iterator[dict[str, object]]:
    """Yield a flat row for each parameter of each built-in policy, in the order of the registry."""
    every = [(family, entry) for family, entries in POLICIES.items() for entry in entries]
    for family, entry in every:
        head = {"family": family.value, "policy": entry.name, "about": entry.about}
        for param in entry.every_param:
            yield {
                **head,
                "parameter": param.name,
                "default": param.default,
                "low": param.low,
                "high": param.high,
                "meaning": param.meaning,
            }
        texts = {"never": f"rights hidden from it: {', '.join(NEVER[family])}"}
        if entry.fit:
            texts["fit"] = entry.fit
        for name, meaning in texts.items():
            yield {
                **head,
                "parameter": name,
                "default": None,
                "low": None,
                "high": None,
                "meaning": meaning,
            }
