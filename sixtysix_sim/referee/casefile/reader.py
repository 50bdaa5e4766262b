"""Reads case files strictly: whatever is wrong is one sentence with file, case and line."""

import re
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from sixtysix_sim.cards import pretty_card
from sixtysix_sim.errors import BadInput
from sixtysix_sim.moves import Move
from sixtysix_sim.referee.casefile import fields
from sixtysix_sim.referee.casefile.fields import Unreadable
from sixtysix_sim.referee.casefile.keys import (
    ABOUT,
    PHASES,
    expected_keys,
    position_keys,
    takes_steps,
)
from sixtysix_sim.rules.ruleset import RuleError, RuleSet, nearest, resolve_rules
from sixtysix_sim.rules.wording import one_line
from sixtysix_sim.toml_lines import line_of

_CASE_HEADER = re.compile(r"^\s*\[\[\s*case\s*\]\]")
LONGEST_SENTENCE = 1_000
_STEP_KEYS = ("seat", "do", "legal", "illegal")


@dataclass(frozen=True)
class Step:
    """An action to carry out; ``legal`` and ``illegal`` are judged before it."""

    seat: int
    do: Move
    legal: frozenset[Move] | None = None
    illegal: dict[Move | Unreadable, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Case:
    """One case as read: position and expectations with checked values.

    Attributes:
        file: as the user named it.
        line: where the case begins, or None.
        written: the TOML table itself, to show the position as its author wrote it.
        position, expected: key → value as `fields` reads it.
    """

    file: str
    line: int | None
    id: str
    title: str
    cites: tuple[str, ...]
    ruleset: RuleSet
    phase: str
    written: dict[str, Any]
    position: dict[str, Any]
    expected: dict[str, Any]
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class _Source:
    """A case's table and where its text stands, to say where a problem is."""

    file: str
    table: dict[str, Any]
    number: int
    block: str
    first_line: int | None

    @property
    def name(self) -> str:
        found = self.table.get("id")
        return f"case '{found}'" if isinstance(found, str) else f"case number {self.number}"

    def fail(self, key: str, message: str) -> NoReturn:
        """Raise the sentence: file, line, case, key and what would be right."""
        line = line_of(self.block, f"case.{key}" if key else "case")
        at = f"line {self.first_line + line - 1}, " if self.first_line and line else ""
        raise problem(f"{self.file}: {at}{self.name}: {f'{key} {message}'.strip()}")


def problem(sentence: str) -> BadInput:
    """Return the error with its sentence; what a file says may hold line breaks and tabs."""
    return BadInput(one_line(sentence, LONGEST_SENTENCE))


def read_cases(file: str | Path) -> list[Case]:
    """Read a case file.

    Raises:
        BadInput: it cannot be read, is no TOML, or a case in it is not right.
    """
    name = str(file)
    try:
        text = Path(file).read_text("utf-8")
        tree = tomllib.loads(text)
    except OSError as error:
        raise problem(f"{name}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise problem(f"{name}: cannot be read: it is not UTF-8 text") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise problem(f"{name}: is not valid TOML: {error}") from None
    return cases_of(tree, text, name)


def cases_of(tree: dict[str, Any], text: str, name: str) -> list[Case]:
    """Read the cases of a parsed file; ``text`` gives line numbers, ``name`` the file's name.

    Raises:
        BadInput: as `read_cases`.
    """
    wrong = next((key for key in tree if key not in ("rules", "case")), None)
    if wrong is not None:
        line = line_of(text, wrong)
        at = f"line {line}: " if line else ""
        raise problem(f"{name}: {at}'{wrong}' is no key of a case file; it has rules and [[case]]")
    base, tables = tree.get("rules"), tree.get("case")
    if not isinstance(base, str):
        raise problem(f'{name}: write rules = "cift66" (or another preset) at the top')
    if not isinstance(tables, list) or not tables or not all(isinstance(t, dict) for t in tables):
        raise problem(f"{name}: holds no [[case]]")
    cases = [_case(base, source) for source in _sources(name, tables, text)]
    twice = next((key for key, n in Counter(case.id for case in cases).items() if n > 1), None)
    if twice:
        lines = ", ".join(str(case.line) for case in cases if case.id == twice and case.line)
        raise problem(f"{name}: the id '{twice}' is used twice (lines {lines}); ids are unique")
    return cases


def _sources(name: str, tables: list[dict[str, Any]], text: str) -> list[_Source]:
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines) if _CASE_HEADER.match(line)]
    if len(starts) != len(tables):  # written as an inline array: no lines to name
        return [_Source(name, table, n, "", None) for n, table in enumerate(tables, start=1)]
    ends = [*starts[1:], len(lines)]
    blocks = ["\n".join(lines[a:b]) for a, b in zip(starts, ends, strict=True)]
    places = zip(tables, blocks, starts, strict=True)
    return [_Source(name, t, n, b, s + 1) for n, (t, b, s) in enumerate(places, start=1)]


def _case(base: str, source: _Source) -> Case:
    table = source.table
    for key in ("id", "phase"):
        if not isinstance(table.get(key), str) or not table[key]:
            source.fail(key, "must be given as text")
    if not isinstance(table.get("title", ""), str):
        source.fail("title", "must be text")
    ruleset = _ruleset(base, source)
    phases = PHASES[ruleset.family]
    if table["phase"] not in phases:
        words = f"must be one of {', '.join(phases)} under {ruleset.title}"
        source.fail("phase", f"{words}, not {table['phase']!r}")
    position, expected = _sort_keys(source, ruleset)
    steps = _steps(source, ruleset)
    if not expected and not steps:
        source.fail("", "expects nothing: add legal, illegal, steps or a result")
    _count_cards(source, ruleset, position)
    return Case(
        file=source.file,
        line=source.first_line,
        id=table["id"],
        title=table.get("title", ""),
        cites=_cites(source, ruleset),
        ruleset=ruleset,
        phase=table["phase"],
        written=table,
        position=position,
        expected=expected,
        steps=steps,
    )


def _ruleset(base: str, source: _Source) -> RuleSet:
    changes = source.table.get("set", {})
    if not isinstance(changes, dict):
        source.fail("set", 'must be a table of rule keys, as in { "auction.min_bid" = 120 }')
    try:
        return resolve_rules(base, *(_nested(key, value) for key, value in changes.items()))
    except RuleError as error:
        if error.key == "base":
            raise problem(f"{source.file}: rules: {error.message}") from None
        source.fail("set", f"{error.key} {error.message}")


def _nested(key: str, value: Any) -> dict[str, Any]:
    """Turn ``"auction.min_bid" = 120`` into nested tables."""
    for part in reversed(key.split(".")):
        value = {part: value}
    return dict(value)


def _cites(source: _Source, ruleset: RuleSet) -> tuple[str, ...]:
    cites = source.table.get("cites")
    if not isinstance(cites, list) or not cites:
        source.fail("cites", 'must be a list of rule ids, as in ["C6.4"]')
    return tuple(_read(source, "cites", fields.clause, item, ruleset) for item in cites)


def _sort_keys(source: _Source, ruleset: RuleSet) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read every key as part of the position or of what is expected; refuse all others."""
    phase = source.table["phase"]
    given, asked = position_keys(ruleset.family, phase), expected_keys(ruleset.family, phase)
    position: dict[str, Any] = {}
    expected: dict[str, Any] = {}
    for key, value in source.table.items():
        if key in given:
            position[key] = _read(source, key, given[key], value, ruleset)
        elif key in asked:
            expected[key] = _read(source, key, asked[key], value, ruleset)
        elif key not in ABOUT and not (key == "steps" and takes_steps(phase)):
            known = [*ABOUT, *given, *asked, *(["steps"] if takes_steps(phase) else [])]
            hint = nearest(key, known)
            source.fail(key, f"is no key of a case of phase {phase} under {ruleset.title}{hint}")
    return position, expected


def _steps(source: _Source, ruleset: RuleSet) -> tuple[Step, ...]:
    steps = source.table.get("steps", [])
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        source.fail("steps", 'must be a list of tables such as { seat = 0, do = "pass" }')
    return tuple(_step(source, ruleset, number, step) for number, step in enumerate(steps, 1))


def _step(source: _Source, ruleset: RuleSet, number: int, step: dict[str, Any]) -> Step:
    where = f"step {number}"
    wrong = next((key for key in step if key not in _STEP_KEYS), None)
    if wrong is not None:
        source.fail(
            "steps", f"{where}: {wrong} is no key of a step{nearest(wrong, list(_STEP_KEYS))}"
        )
    missing = next((key for key in ("seat", "do") if key not in step), None)
    if missing:
        source.fail("steps", f"{where}: {missing} is missing")
    readers = {
        "seat": fields.seat,
        "do": fields.move,
        "legal": fields.legal,
        "illegal": fields.illegal,
    }
    read = {
        key: _read(source, "steps", readers[key], value, ruleset, f"{where}: {key} ")
        for key, value in step.items()
    }
    return Step(**read)


def _read(
    source: _Source, key: str, reader: fields.Reader, value: Any, ruleset: RuleSet, where: str = ""
) -> Any:
    try:
        return reader(value, ruleset)
    except ValueError as error:
        source.fail(key, f"{where}{error}")


def _count_cards(source: _Source, ruleset: RuleSet, position: dict[str, Any]) -> None:
    """Refuse a position with more of a card than the pack has."""
    held = Counter(card for hand in position.get("hands", {}).values() for card in hand)
    for key in ("trick", "talon"):
        held.update(position.get(key, ()))
    held.update([position["upcard"]] if "upcard" in position else [])
    packs = ruleset.rules.deck.packs
    for card, copies in sorted(held.items()):
        if copies > packs:
            source.fail(
                "hands" if "hands" in position else "trick",
                f"{pretty_card(card)} occurs {copies} times in the position; the deck has {packs}",
            )
