"""`sixtysix rules`: the presets, the rule card of one, the difference of two."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sixtysix_sim.cli.completion import keys, scenarios
from sixtysix_sim.cli.output import Meta, emit

if TYPE_CHECKING:
    from sixtysix_sim.reporting.tables import Row, Section
    from sixtysix_sim.rules.card import CardLine
    from sixtysix_sim.rules.ruleset import RuleSet

rules_commands = typer.Typer(help="Show presets and rule cards.", no_args_is_help=False)
CARD_WIDTH = 80
GAP = 2  # between columns
NARROWEST = 20  # a meaning is not folded to less
Source = Annotated[
    str,
    typer.Argument(
        metavar="SCENARIO", autocompletion=scenarios, help="A scenario file or a preset."
    ),
]
Sets = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        autocompletion=keys,
        help="Change a value, as in rules.game.target=1000.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


@rules_commands.command("list")
def list_presets(as_json: Json = False) -> None:
    """List the presets."""
    from sixtysix_sim.reporting.tables import Section, count, text
    from sixtysix_sim.rules.ruleset import preset_names, resolve_rules

    rows = []
    for name in preset_names():
        ruleset = resolve_rules(name)
        rows.append(
            {
                "preset": name,
                "title": ruleset.title,
                "family": ruleset.family.value,
                "clauses": len(ruleset.clauses()),
                "trust": ruleset.trust,
                "source": ruleset.source,
                "rules_hash": ruleset.hash,
            }
        )
    columns = [text("preset", "preset"), text("title", "title"), text("family", "family")]
    columns += [count("clauses", "clauses"), text("trust", "trust")]
    section = Section("", columns, rows, note="sixtysix rules show PRESET prints its rule card.")
    emit("rules list", sections=[section], rows=rows, as_json=as_json)


@rules_commands.command("show")
def show(
    scenario: Source,
    lang: Annotated[
        str, typer.Option("--lang", metavar="en|tr|da", help="The language of the card.")
    ] = "en",
    values: Annotated[
        bool,
        typer.Option("--values", help="Print every value by its key, with what is allowed."),
    ] = False,
    sets: Sets = None,
    as_json: Json = False,
) -> None:
    """Print the rule card: the rules as a player reads them, changes against the preset marked.

    tr: the two Turkish rule sets; da: seksogtres. --json has the values, and the card beside them.
    """
    from sixtysix_sim.policies.load import check_policies
    from sixtysix_sim.reporting.rule_card import card_rows, card_sections
    from sixtysix_sim.rules.card import card
    from sixtysix_sim.rules.spoken import spoken
    from sixtysix_sim.scenario import DEFAULT_POLICY, BotSpec, load_scenario

    loaded = load_scenario(scenario, sets or ())
    if any(bot != BotSpec(DEFAULT_POLICY) for bot in loaded.bots):  # what nobody asked for can wait
        check_policies(loaded)
    said = spoken(loaded.ruleset, lang)
    lines = card(loaded.ruleset)
    changed = sum(line.changed for line in lines)
    closing = f"rules hash {loaded.ruleset.hash[:16]}; preset {loaded.ruleset.preset}"
    closing += f", {changed} of its values changed (marked *)." if changed else ", unchanged."
    if values:
        sections = list(_sections(loaded.ruleset, loaded.name, lines))
    else:
        sections = card_sections(said, loaded.name)
    meta = Meta(rules_hash=loaded.ruleset.hash, extra={"lang": lang, "card": card_rows(said)})
    emit(
        "rules show", sections=sections, rows=_values(lines), meta=meta, as_json=as_json,
        closing=closing,
    )  # fmt: skip


def _values(lines: list[CardLine]) -> list[Row]:
    """Return a row a value, for scripts."""
    return [
        {
            "key": line.key,
            "value": line.value,
            "preset": line.preset,
            "changed": line.changed,
            "clause": line.clause,
            "says": line.says,
            "range": line.range,
        }
        for line in lines
    ]


@rules_commands.command("diff")
def diff(a: Source, b: Source, as_json: Json = False) -> None:
    """Print the values in which two presets or scenarios differ."""
    from sixtysix_sim.reporting.tables import Section, text
    from sixtysix_sim.rules.card import differences, value_text
    from sixtysix_sim.scenario import load_scenario

    one, two = load_scenario(a), load_scenario(b)
    found = differences(one.ruleset, two.ruleset)
    rows: list[dict[str, Any]] = [
        {"key": d.key, "a": d.a, "b": d.b, "clause": d.clause, "says": d.says} for d in found
    ]
    shown = [{**row, "a": value_text(row["a"]), "b": value_text(row["b"])} for row in rows]
    columns = [text("rule", "key"), text("A", "a"), text("B", "b"), text("clause", "clause")]
    section = Section(f"A: {one.source}   B: {two.source}", columns, shown)
    many = "1 rule value differs." if len(rows) == 1 else f"{len(rows)} rule values differ."
    closing = many if rows else "The rules are the same."
    meta = Meta(rules_hash=[one.ruleset.hash, two.ruleset.hash])
    sections = [section] if rows else []
    emit("rules diff", sections=sections, rows=rows, meta=meta, as_json=as_json, closing=closing)


def _sections(ruleset: RuleSet, name: str, lines: list[CardLine]) -> Iterator[Section]:
    """One table a section of the rules, narrow enough for 80 columns."""
    from sixtysix_sim.reporting.tables import Section, text

    columns = [text("rule", "rule"), text("value", "value"), text("clause", "clause")]
    columns.append(text("meaning [allowed]", "says"))
    yield Section(name, [], [], intro=f"Source: {ruleset.source}")
    heads = dict.fromkeys(line.key.rpartition(".")[0] for line in lines)
    for head in heads:
        if not head.startswith("melds."):
            rows = _rows([line for line in lines if line.key.rpartition(".")[0] == head])
            yield Section(head or "table of players", columns, rows)
    if any(line.key.startswith("melds.") for line in lines):
        yield _melds(ruleset, lines)


def _rows(lines: list[CardLine]) -> list[Row]:
    """The values of a section as rows, meanings folded so that a card fits 80 columns."""
    from sixtysix_sim.rules.card import value_text

    rows: list[Row] = []
    shown = [value_text(line.value) + (" *" if line.changed else "") for line in lines]
    before = [
        max(len("rule"), *(len(line.key.rpartition(".")[2]) for line in lines)),
        max(len("value"), *map(len, shown)),
        max(len("clause"), *(len(line.clause) for line in lines)),
    ]
    width = CARD_WIDTH - sum(before) - len(before) * GAP
    for line, value in zip(lines, shown, strict=True):
        says = f"{line.says} [{line.range}]" if line.range else line.says
        if line.changed:
            says = f"preset: {value_text(line.preset)}. {says}"
        first, *more = textwrap.wrap(says, max(width, NARROWEST)) or [""]
        name = line.key.rpartition(".")[2]
        rows.append({"rule": name, "value": value, "clause": line.clause, "says": first})
        rows += [{"rule": "", "value": "", "clause": "", "says": part} for part in more]
    return rows


def _melds(ruleset: RuleSet, lines: list[CardLine]) -> Section:
    """The meld table: a row a meld; a changed or new one is marked, dropped ones are named."""
    from sixtysix_sim.reporting.tables import Section, count, text
    from sixtysix_sim.rules.card import pattern_text, value_text

    changed = {line.key.split(".")[1] for line in lines if line.changed and "melds." in line.key}
    known = {line.key.split(".")[1] for line in lines if line.key.startswith("melds.")}
    gone = sorted(known - {*ruleset.auction.melds.patterns, "copies"})
    rows = [
        {
            "meld": name + (" *" if name in changed else ""),
            "points": meld.points,
            "pattern": pattern_text(meld),
            "clause": ruleset.clause_of(f"melds.{name}.points"),
            "label": meld.label + (f" (with_run {meld.with_run})" if meld.with_run else ""),
        }
        for name, meld in ruleset.auction.melds.patterns.items()
    ]
    columns = [text("meld", "meld"), count("points", "points"), text("pattern", "pattern")]
    columns += [text("clause", "clause"), text("label", "label")]
    notes = [
        f"{line.key} was {value_text(line.preset)} in the preset."
        for line in lines
        if line.changed
        and line.preset is not None
        and line.key.startswith("melds.")
        and line.key.split(".")[1] not in gone
    ]
    notes += [f"Dropped from the preset: {', '.join(gone)}."] if gone else []
    return Section("melds by name", columns, rows, note=" ".join(notes))
