"""Whether the bidders of a scenario know its rules: a fit made under others misjudges hands."""

import shlex

from sixtysix_sim.policies.auction.fit import other_rules
from sixtysix_sim.policies.load import fit_of
from sixtysix_sim.policies.registry import POLICIES
from sixtysix_sim.scenario import Scenario
from sixtysix_sim.validation.finding import Finding


def fit_findings(scenario: Scenario) -> list[Finding]:
    """Return a note for each way of bidding whose fit belongs to other rules than these.

    Raises:
        InvalidScenario: a bot names a fit that is none.
    """
    fitted = {entry.name for entry in POLICIES[scenario.ruleset.family] if entry.fit}
    found: dict[str, Finding] = {}
    for bot in scenario.bots:
        if bot.policy not in fitted or bot.key in found:
            continue
        keys = other_rules(fit_of(scenario, bot), scenario.ruleset)
        if keys:
            found[bot.key] = _note(scenario, bot.key, keys)
    return list(found.values())


def _note(scenario: Scenario, bot: str, keys: list[str]) -> Finding:
    words = ["sixtysix", "bots", "fit", scenario.source]
    words += [word for item in scenario.sets for word in ("--set", item.text)]
    more = f" and {len(keys) - 1} more" if len(keys) > 1 else ""
    return Finding(
        scenario.ruleset.clause_of(keys[0]),
        "note",
        f"{bot}.fit",
        f"the bidders were fitted to other rules ({keys[0]}{more}), so the chances they see "
        f"may be off: make a fit with `{shlex.join(words)} --out FILE` and name the file in "
        f"{bot}.fit",
        len(keys),
    )
