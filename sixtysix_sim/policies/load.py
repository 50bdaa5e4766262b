"""From the bots of a scenario to policies a kernel can call."""

import importlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sixtysix_sim.contract import MAX_PARAMS, CompiledPolicy
from sixtysix_sim.policies.auction.fit import Fit, built_in, read_fit
from sixtysix_sim.policies.registry import (
    BLUNDER,
    MILLISECONDS,
    NEVER,
    POLICIES,
    Param,
    PolicyEntry,
    policy_table,
)
from sixtysix_sim.policies.seating import policy_of
from sixtysix_sim.rules.wording import nearest, one_line, shown
from sixtysix_sim.scenario import NEVER_PARAM, BotSpec, Scenario

if TYPE_CHECKING:
    from sixtysix_sim.policies.files import OwnPolicy

__all__ = ["check_policies", "fit_of", "load_policies", "policy_table", "unrepeatable"]


def load_policies(scenario: Scenario) -> tuple[CompiledPolicy, ...]:
    """Return a compiled policy a seat.

    Raises:
        InvalidScenario: no such policy or parameter, or a value out of its range.
    """
    return tuple(_load(scenario, spec) for spec in scenario.bots)


def check_policies(scenario: Scenario) -> None:
    """Check the bots of a scenario; of files of one's own also that they compile.

    Raises:
        InvalidScenario: as `load_policies`.
    """
    for spec in scenario.bots:
        entry = _entry(scenario, spec)
        _values(scenario, spec, entry)
        never_of(scenario, spec)
        if entry.fit:
            fit_of(scenario, spec)


def unrepeatable(bots: Iterable[BotSpec]) -> str:
    """Return what to tell a person of bots that think by the clock, '' if none does."""
    timed = sorted({bot.policy for bot in bots if bot.params.get(MILLISECONDS) and not bot.code})
    if not timed:
        return ""
    return (
        f"{', '.join(timed)} thinks for a time ({MILLISECONDS}): played again, these games may "
        "come out otherwise"
    )


def fit_of(scenario: Scenario, spec: BotSpec) -> Fit:
    """Return the fit a bot bids by: its own, else that of the package.

    Raises:
        InvalidScenario: what its file holds is none.
    """
    text = spec.params.get("fit")
    if text is None:
        return built_in()
    key = f"{spec.key}.fit"
    if not isinstance(text, str):
        raise scenario.problem(key, f"is {shown(text)} but must be the name of a file")
    try:
        return read_fit(text)
    except ValueError as error:
        wrong = f"names a file that is none of `sixtysix bots fit` ({one_line(str(error))})"
        raise scenario.problem(key, wrong) from None


def _load(scenario: Scenario, spec: BotSpec) -> CompiledPolicy:
    entry = _entry(scenario, spec)
    values = _values(scenario, spec, entry)
    params = tuple(values[param.name] for param in entry.params)
    if spec.code:
        return _load_own(scenario, spec, params, values[BLUNDER.name])
    # Imported here: the module brings numba along, which `--help` need not wait for.
    family = scenario.ruleset.family
    module = importlib.import_module(f"sixtysix_sim.policies.{family}.{entry.module}")
    contract = importlib.import_module(f"sixtysix_sim.contract.{family}")
    never = never_of(scenario, spec)
    memory = None
    if entry.thinking:
        budget = [values[param.name] for param in entry.thinking]
        memory = module.memory(scenario.ruleset.rules, never, *budget)
    if entry.fit:
        params += module.facts(scenario.ruleset.rules, *params, fit_of(scenario, spec))
    elif hasattr(module, "facts"):
        params += module.facts(scenario.ruleset.rules, *params)
    more = {"blunder": values[BLUNDER.name], "memory": memory, "never": never}
    return policy_of(entry.name, module, contract.DECISIONS, params, **more)


def _load_own(
    scenario: Scenario, spec: BotSpec, params: tuple[float, ...], blunder: float
) -> CompiledPolicy:
    from sixtysix_sim.policies.files import WrongFile, any_facts

    own = _own(scenario, spec)
    try:
        facts = any_facts(own.facts, scenario.ruleset.rules, params)
        if len(params) + len(facts) > MAX_PARAMS:
            raise WrongFile(f"its parameters and facts are more than {MAX_PARAMS}")
    except WrongFile as error:
        raise scenario.problem(spec.key, f"is {shown(spec.policy)}, but {error}") from None
    never = never_of(scenario, spec)
    return CompiledPolicy(spec.policy, params + facts, own.decisions, blunder, never=never)


def _own(scenario: Scenario, spec: BotSpec) -> "OwnPolicy":
    """Return the policy of a file that a spec holds, compiled.

    Raises:
        InvalidScenario: the file cannot be used.
    """
    from sixtysix_sim.policies.files import WrongFile, own_policy

    file, _, name = spec.policy.partition(":")
    try:
        return own_policy(spec.code, file, name, scenario.ruleset.family)
    except WrongFile as error:
        raise scenario.problem(spec.key, f"cannot be used: {error}") from None


def never_of(scenario: Scenario, spec: BotSpec) -> tuple[str, ...]:
    """Return the rights that are hidden from a bot.

    Raises:
        InvalidScenario: the family has no such right.
    """
    family = scenario.ruleset.family
    for name in spec.never:
        if name not in NEVER[family]:
            hint = nearest(name, NEVER[family])
            wrong = f"names {shown(name)}, which is no right of the {family} family{hint}"
            raise scenario.problem(f"{spec.key}.{NEVER_PARAM}", wrong)
    return spec.never


def _entry(scenario: Scenario, spec: BotSpec) -> PolicyEntry:
    """Return the registry's entry of a spec's policy, or what stands for one in a file."""
    if spec.code:
        return _own(scenario, spec).entry
    known = {entry.name: entry for entry in POLICIES[scenario.ruleset.family]}
    if spec.policy in known:
        if refusal := known[spec.policy].refuses(scenario.ruleset):
            raise scenario.problem(spec.key, f"is {shown(spec.policy)}, which {refusal}")
        return known[spec.policy]
    hint = nearest(spec.policy, known)
    raise scenario.problem(spec.key, f"is {shown(spec.policy)}, which is no policy{hint}")


def _values(scenario: Scenario, spec: BotSpec, entry: PolicyEntry) -> dict[str, float]:
    """Return every parameter's value: the scenario's, else the default."""
    known = {param.name: param for param in entry.every_param}
    others = {NEVER_PARAM, "fit"} if entry.fit else {NEVER_PARAM}
    for name in spec.params:
        if name not in known and name not in others:
            key = f"{spec.key}.{one_line(name)}"
            hint = nearest(name, [*known, *sorted(others)])
            raise scenario.problem(key, f"is not a parameter of {entry.name}{hint}")
    given: dict[str, Any] = spec.params
    return {
        name: _value(scenario, f"{spec.key}.{name}", param, given.get(name, param.default))
        for name, param in known.items()
    }


def _value(scenario: Scenario, key: str, param: Param, value: object) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if isinstance(value, int | float) and number and param.low <= value <= param.high:
        return float(value)
    span = f"{param.low:g} to {param.high:g}"
    raise scenario.problem(key, f"is {shown(value)} but must be a number from {span}")
