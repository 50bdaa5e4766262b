"""A commented scenario file of a preset: every value, its range and clause, ready to change."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sixtysix_sim.rules.ruleset import RuleSet, tree_of
from sixtysix_sim.rules.toml_values import toml_key, toml_value
from sixtysix_sim.vocabulary import Family

WIDTH = 98


def scenario_text(
    ruleset: RuleSet, name: str, games: int, seed: int, bots: Sequence[str] = ()
) -> str:
    """Return the text of a scenario that plays a preset as it is.

    ``bots``: explanations of the policies, a paragraph each; the rules know none.

    Every rule value stands there as ``#key = value``: taking the ``#`` away and changing the value
    changes the rule. Explanations begin with ``# ``.
    """
    lines = [
        f"# {ruleset.title}: a scenario over the preset {ruleset.preset}, to be changed.",
        "# A line that begins with # and no space is the preset's value: take the # away and",
        "# change it. Above it: meaning, [range; clause of the rule text].",
        "",
        "[scenario]",
        f"name = {toml_value(name)}",
        f"games = {games}",
        f"seed = {seed}",
        "",
        "[rules]",
        f"base = {toml_value(ruleset.preset)}",
        *_table(ruleset, "", tree_of(ruleset.rules)),
        "",
        *_own_meld(ruleset),
        "[bots]",
        "# The policy of every seat; side.0 = and seat.3 = give one side or seat another.",
        'default = "standard"',
        *(line for about in bots for line in _explained(about)),
    ]
    return "\n".join(lines) + "\n"


def _table(ruleset: RuleSet, prefix: str, table: Mapping[str, Any]) -> Iterator[str]:
    """Yield the values of a table, then its tables with their headers."""
    for name, value in table.items():
        if not isinstance(value, Mapping) and not _silent(prefix + name, value):
            yield from _comment(ruleset, prefix + name)
            yield f"#{toml_key(name)} = {toml_value(value)}"
    for name, value in table.items():
        if isinstance(value, Mapping):
            key = prefix + name
            yield ""
            clause = ruleset.clause_of(key + ".points") if prefix == "melds." else ""
            yield f"[rules.{key}]" + (f" # {clause}" if clause else "")
            yield from _table(ruleset, key + ".", value)


def _silent(key: str, value: Any) -> bool:
    return key.endswith(".label") and value == ""


def _comment(ruleset: RuleSet, key: str) -> list[str]:
    """Return the explanation of a key; melds of one table are explained once, at the first."""
    parts = key.split(".")
    if parts[0] == "melds" and len(parts) == 3 and parts[2] != "with_run":
        first = next(iter(ruleset.auction.melds.patterns))
        if parts[1] != first:
            return []
    if parts[:2] == ["deck", "values"] and parts[2] != ruleset.rules.deck.ranks[0]:
        return []
    found = ruleset.parameter_of(key)
    if found is None:
        return []
    text = f"{found.says} [{found.range}; {ruleset.clause_of(key)}]"
    return _explained(text)


def _explained(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="# ", subsequent_indent="#   ")


def _own_meld(ruleset: RuleSet) -> list[str]:
    """Return how a meld is added, where there is a meld table."""
    if ruleset.family is not Family.AUCTION:
        return []
    return [
        "# A meld of your own is a table with a new name and one pattern:",
        "# [rules.melds.double_bezique]",
        '# cards = ["JD", "JD", "QS", "QS"]   # or ranks = ["K", "Q"] with suit = "trump", "plain"',
        '# points = 200                       # or "any"; or rank = "A" with suits = "each"',
        "# A meld of the preset is dropped by  remove = true  in its table.",
        "",
    ]
