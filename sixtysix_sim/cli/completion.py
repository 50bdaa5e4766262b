"""What the Tab key offers beside commands and options: scenarios and keys of rules."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from sixtysix_sim.errors import SixtySixError

if TYPE_CHECKING:
    from sixtysix_sim.rules.ruleset import RuleSet

_SCENARIOS = ("scenario", "scenarios", "a")  # what commands call the parameter


def presets(incomplete: str) -> list[str]:
    """Return the presets that begin so."""
    from sixtysix_sim.rules.ruleset import preset_names

    return [name for name in preset_names() if name.startswith(incomplete)]


def scenarios(incomplete: str) -> list[str]:
    """Return the presets, scenario files and folders that begin so; a folder ends with a slash."""
    folder, begun = Path(incomplete + "x").parent, incomplete.rpartition("/")[2]
    head = incomplete.removesuffix(begun)
    found = presets(incomplete)
    try:
        inside = sorted(folder.iterdir())
    except OSError:
        return found
    for path in inside:
        if path.name.startswith(begun) and not path.name.startswith("."):
            if path.is_dir():
                found.append(f"{head}{path.name}/")
            elif path.suffix == ".toml":
                found.append(f"{head}{path.name}")
    return found


def keys(context: typer.Context, incomplete: str) -> list[str]:
    """Return the rule keys that begin so, of the scenarios typed before, else of all presets."""
    from sixtysix_sim.rules.ruleset import preset_names, resolve_rules

    named = [given for name in _SCENARIOS if (given := context.params.get(name))]
    # An option that still lacks its value keeps the words before it from being told apart.
    words = [word for given in named for word in _words(given)] or list(context.args)
    rulesets = [one for word in words if (one := _rules_of(word))]
    rulesets = rulesets or [resolve_rules(name) for name in preset_names()]
    found = {f"rules.{key}=": None for ruleset in rulesets for key in ruleset.values}
    return [key for key in found if key.startswith(incomplete)]


def _words(given: str | Iterable[str]) -> Iterable[str]:
    return (given,) if isinstance(given, str) else given


def _rules_of(word: str) -> RuleSet | None:
    """Return the rule set of a scenario, None if a word is no scenario or not yet a right one."""
    from sixtysix_sim.scenario import load_scenario

    try:
        return load_scenario(word).ruleset
    except SixtySixError:
        return None
