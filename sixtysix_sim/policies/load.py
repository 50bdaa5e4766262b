"""From the bots of a scenario to policies a kernel can call."""

import importlib
from typing import Any

from sixtysix_sim.contract import CompiledPolicy
from sixtysix_sim.policies.registry import BLUNDER, POLICIES, Param, PolicyEntry, policy_table
from sixtysix_sim.rules.wording import nearest, one_line, shown
from sixtysix_sim.scenario import BotSpec, Scenario

__all__ = ["check_policies", "load_policies", "policy_table"]


def load_policies(scenario: Scenario) -> tuple[CompiledPolicy, ...]:
    """Return a compiled policy a seat.

    Raises:
        InvalidScenario: no such policy or parameter, or a value out of its range.
    """
    return tuple(_load(scenario, spec) for spec in scenario.bots)


def check_policies(scenario: Scenario) -> None:
    """Check the bots of a scenario without compiling anything.

    Raises:
        InvalidScenario: as `load_policies`.
    """
    for spec in scenario.bots:
        _values(scenario, spec, _entry(scenario, spec))


def _load(scenario: Scenario, spec: BotSpec) -> CompiledPolicy:
    entry = _entry(scenario, spec)
    values = _values(scenario, spec, entry)
    # Imported here: the module brings numba along, which `--help` need not wait for.
    family = scenario.ruleset.family
    module = importlib.import_module(f"sixtysix_sim.policies.{family}.{entry.module}")
    contract = importlib.import_module(f"sixtysix_sim.contract.{family}")
    params = tuple(values[param.name] for param in entry.params)
    if hasattr(module, "facts"):
        params += module.facts(scenario.ruleset.rules, *params)
    return CompiledPolicy(
        name=entry.name,
        params=params,
        decisions={name: getattr(module, name) for name in contract.DECISIONS},
        blunder=values[BLUNDER.name],
    )


def _entry(scenario: Scenario, spec: BotSpec) -> PolicyEntry:
    """Return the registry's entry of a spec's policy."""
    known = {entry.name: entry for entry in POLICIES[scenario.ruleset.family]}
    if spec.policy in known:
        return known[spec.policy]
    names = ", ".join(known)
    if ".py" in spec.policy:
        message = f"is {shown(spec.policy)}, but policies of your own are not supported yet"
        raise scenario.problem(spec.key, f"{message} (known: {names})")
    hint = nearest(spec.policy, known)
    raise scenario.problem(spec.key, f"is {shown(spec.policy)}, which is no policy{hint}")


def _values(scenario: Scenario, spec: BotSpec, entry: PolicyEntry) -> dict[str, float]:
    """Return every parameter's value: the scenario's, else the default."""
    known = {param.name: param for param in entry.every_param}
    for name in spec.params:
        if name not in known:
            key = f"{spec.key}.{one_line(name)}"
            hint = nearest(name, known)
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
