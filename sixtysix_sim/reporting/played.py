"""What was played, in words: rules and their changes, bots, seed, games."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sixtysix_sim.reporting.tables import Column, Section, show_count, show_text
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.runs.info import RunInfo
from sixtysix_sim.scenario import BotSpec, Scenario

HASH_SHOWN = 16
ABSENT = "none"
RULES, INDENT = "rules", "  "  # headings: the rules, and each changed value below them


def value_text(value: object) -> str:
    """Return a rule value as people write it: ``true``, ``120``, ``J9, QS``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return " ".join(value_text(item) for item in value)
    return show_text(value)


def rule_changes(before: RuleSet, after: RuleSet) -> dict[str, tuple[str, str]]:
    """Return key → (value before, value after) of every rule that differs; labels are no rule."""
    old, new = before.values, after.values
    keys = [key for key in {**old, **new} if not key.endswith(".label")]
    return {
        key: (_text_of(old, key), _text_of(new, key))
        for key in keys
        if old.get(key) != new.get(key)
    }


def _text_of(values: Mapping[str, Any], key: str) -> str:
    return value_text(values[key]) if key in values else ABSENT


def named_files(bot: BotSpec) -> dict[str, Any]:
    """Return a bot's parameters, of a file's content only its name."""
    return {
        name: json.loads(value).get("file", "") if name == "fit" else value
        for name, value in bot.params.items()
    }


def bot_text(bot: BotSpec) -> str:
    """Return a bot with the parameters the scenario gives it: ``standard (blunder 0.02)``."""
    params = ", ".join(f"{name} {value_text(value)}" for name, value in named_files(bot).items())
    return f"{bot.policy} ({params})" if params else bot.policy


def bots_text(scenario: Scenario) -> str:
    """Return who decides for whom: in every seat, by side, or seat by seat."""
    names, count = [bot_text(bot) for bot in scenario.bots], scenario.ruleset.sides
    if len(set(names)) == 1:
        return f"{names[0]} bots in every seat"
    sides = [names[side::count] for side in range(count)]
    if count == 2 and all(len(set(side)) == 1 for side in sides):
        word = "seat" if count == len(names) else "side"
        return " against ".join(f"{side[0]} ({word} {n})" for n, side in enumerate(sides))
    return ", ".join(f"seat {seat} {name}" for seat, name in enumerate(names))


def bots_tree(scenario: Scenario) -> list[dict[str, Any]]:
    """Return the bots by seat as JSON takes them."""
    return [{"policy": bot.policy, **named_files(bot)} for bot in scenario.bots]


def head_section(runs: Sequence[RunInfo]) -> Section:
    """Return the head of a report: a row a fact, a column a run."""
    facts = [_facts(run) for run in runs]
    names = list(dict.fromkeys(name for fact in facts for name in fact))
    names.sort(key=lambda name: name != RULES and not name.startswith(INDENT))  # stable
    rows = [
        {"what": name, **{str(n): fact.get(name, "") for n, fact in enumerate(facts)}}
        for name in names
    ]
    columns = [Column("run", lambda row: str(row["what"]), align="left")]
    columns += [_fact_column(str(run.folder), str(n)) for n, run in enumerate(runs)]
    titles = dict.fromkeys(run.scenario.name for run in runs)
    return Section(" · ".join(titles), columns, rows, note=_unfinished(runs))


def _fact_column(title: str, key: str) -> Column:
    return Column(title, lambda row: str(row[key]), align="left")


def _facts(run: RunInfo) -> dict[str, str]:
    scenario, head = run.scenario, run.head
    rules = scenario.ruleset
    changes = rule_changes(resolve_rules(rules.preset), rules)
    said = "no value changed" if not changes else f"{len(changes)} changed"
    facts = {RULES: f"{rules.preset} ({rules.title}), {said}"}
    for key, (old, new) in changes.items():
        facts[f"{INDENT}{key}"] = f"{new} (was {old})"
    last = head.first_game + (run.games - 1)
    span = f", numbers {head.first_game:,} to {last:,}" if head.first_game else ""
    return facts | {
        "bots": bots_text(scenario),
        "seed": str(scenario.seed),
        "games": show_count(run.games) + span,
        "deals": f"{show_count(run.deals)}, redealt ones included",
        "rules hash": rules.hash[:HASH_SHOWN],
        "tool": f"sixtysix {head.tool}",
    }


def _unfinished(runs: Sequence[RunInfo]) -> str:
    lacking = [
        f"{run.folder} is not finished: {run.games:,} of {run.head.games:,} games."
        for run in runs
        if run.head.games is not None and not run.finished
    ]
    return " ".join(lacking)
