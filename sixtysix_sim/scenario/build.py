"""From tables to a checked scenario."""

import json
import math
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from pathlib import Path
from typing import Any

from sixtysix_sim.errors import BadInput, InvalidScenario
from sixtysix_sim.rules.problems import RuleError
from sixtysix_sim.rules.ruleset import RuleSet, preset_names, resolve_rules
from sixtysix_sim.rules.trees import Tree
from sixtysix_sim.rules.wording import nearest, one_line, shown
from sixtysix_sim.scenario.model import (
    CODE_PARAM,
    DEFAULT_GAMES,
    DEFAULT_POLICY,
    DEFAULT_SEED,
    MAX_GAMES,
    MAX_SEED,
    NEVER_PARAM,
    BotSpec,
    Scenario,
)
from sixtysix_sim.scenario.sources import (
    SetItem,
    SourceFile,
    check_tables,
    problem,
    pruned,
    read_sets,
    read_source,
    text_of,
    tree_of_sets,
    value_of,
)
from sixtysix_sim.toml_lines import parse_toml

LONGEST_NAME = 100
MOST_PROBLEMS = 20  # more of one scenario help nobody
_SCENARIO_KEYS = ("name", "games", "seed")
_BOT_KEYS = ("default", "side", "seat")
BOT_KEY = "bot"  # what the parameters of a bot of the command line are called below
FILE_PARAM = "fit"  # the parameter of a bot that names a file


def load_scenario(source: str, sets: Sequence[str] = ()) -> Scenario:
    """Read a scenario file or a preset by name, and lay ``--set KEY=VALUE`` changes over it.

    Raises:
        BadInput: no such file, one that cannot be read, or a ``--set`` without key or value.
        InvalidScenario: anything wrong, as one sentence with place, key and what would be right.
    """
    file = read_source(source)
    return _Builder(file, read_sets(sets)).scenario()


def scenario_and_problems(
    source: str, sets: Sequence[str] = (), check: Callable[[Scenario], None] = lambda scenario: None
) -> tuple[Scenario | None, list[InvalidScenario]]:
    """Return a scenario, or None and everything that is wrong with it.

    After each problem the key it is about is left out and the rest read again. Keys that only do
    not go together are looked at while nothing was left out: the preset's value in the place of
    one could be at odds with another.

    Args:
        source, sets: as `load_scenario` takes them.
        check: what else must hold, such as its bots; raises InvalidScenario.

    Raises:
        BadInput: as `load_scenario`.
    """
    items = read_sets(sets)
    found: list[InvalidScenario] = []
    without: set[str] = set()
    while len(found) < MOST_PROBLEMS:
        try:
            scenario = _Builder(read_source(source, without), items, without).scenario()
            check(scenario)
        except InvalidScenario as error:
            key, seen = error.key, error.key in without
            if seen:  # a key that is missing: leave out the table it is missing from
                key = key.rpartition(".")[0]
            elif not (without and error.joint) and not _below(key, without):
                found.append(error)
            if not key or key in without or (seen and key.count(".") < 2):
                break
            without.add(key)
        else:
            return (None if found else scenario), found
    return None, found


def _below(key: str, tables: Set[str]) -> bool:
    return any(key.startswith(f"{table}.") for table in tables)


def scenario_from_tree(tree: Mapping[str, Any], source: str) -> Scenario:
    """Rebuild a scenario from ``Scenario.tree()``, as stored in a run's run.json.

    Raises:
        InvalidScenario: the tables do not hold.
    """
    file = SourceFile(source, "", Path(), dict(tree))
    check_tables(file)
    return _Builder(file, (), stored=True).scenario()


def read_bot(scenario: Scenario, text: str) -> BotSpec:
    """Read a bot as a command line names it: ``standard`` or ``standard:bid_risk=0.3,blunder=0.1``.

    Files it names are relative to the current folder. Names and ranges of parameters are the
    policy's to check, under the name ``bot`` in a scenario of this ``text`` (`with_bot`).

    Raises:
        BadInput: it is of another form.
        InvalidScenario: a value is none, or a file is not there.
    """
    policy, colon, given = text.partition(":")
    if policy.endswith(".py") and colon and "=" not in given.partition(":")[0]:
        name, colon, given = given.partition(":")
        policy = f"{policy}:{name}"
    table: Tree = {"policy": policy}
    for item in given.split(",") if colon else ():
        name, equals, value = (part.strip() for part in item.partition("="))
        if not equals or not name or not value or name == "policy" or name in table:
            raise BadInput(
                f"{one_line(text)}: write a bot as NAME or NAME:PARAMETER=VALUE,PARAMETER=VALUE, "
                "as in standard:blunder=0.1"
            )
        table[name] = value_of(value)
    named = with_bot(scenario, BotSpec(policy), text)
    builder = _Builder(SourceFile(named.source, "", Path(), {}), ())
    return _Bots(builder, len(scenario.bots), scenario.ruleset.sides).spec(BOT_KEY, table)


def with_bot(scenario: Scenario, bot: BotSpec, text: str) -> Scenario:
    """Return a scenario with one bot in every seat; what is wrong with it is said of ``text``."""
    seats = (bot,) * len(scenario.bots)
    return replace(scenario, bots=seats, source=text, text="", folder=Path(), sets=())


class _Builder:
    """One file and its ``--set`` changes on their way to a scenario, ``without`` some keys."""

    def __init__(
        self,
        file: SourceFile,
        sets: tuple[SetItem, ...],
        without: Set[str] = frozenset(),
        stored: bool = False,
    ) -> None:
        self.file = file
        self.stored = stored  # as run.json keeps it: policy files are in it
        self.sets = sets
        self.without = without
        self.changes = pruned(tree_of_sets(sets), without)

    def scenario(self) -> Scenario:
        head = self.laid_over("scenario")
        for key in head:
            if key not in _SCENARIO_KEYS:
                hint = nearest(key, _SCENARIO_KEYS)
                raise self.problem(f"scenario.{one_line(key)}", f"is not a key of a scenario{hint}")
        ruleset = self.ruleset()
        return Scenario(
            name=self.name(head, ruleset),
            games=self.whole("games", head.get("games", DEFAULT_GAMES), 1, MAX_GAMES),
            seed=self.whole("seed", head.get("seed", DEFAULT_SEED), 0, MAX_SEED),
            ruleset=ruleset,
            bots=_Bots(self, ruleset.rules.seats, ruleset.sides).specs(),
            source=self.file.name,
            text=self.file.text,
            folder=self.file.folder,
            sets=self.sets,
        )

    def problem(self, key: str, message: str) -> InvalidScenario:
        return problem(self.sets, [self.file], key, message)

    def laid_over(self, table: str) -> Tree:
        """Return a table of the file with the ``--set`` changes laid over it."""
        own, changes = self.file.tree.get(table, {}), self.changes.get(table, {})
        return {**own, **changes} if table == "scenario" else _laid_over(own, changes)

    def name(self, head: Tree, ruleset: RuleSet) -> str:
        name = head.get("name", Path(self.file.name).stem if self.file.text else ruleset.title)
        if not isinstance(name, str):
            raise self.problem("scenario.name", f"is {shown(name)} but must be text")
        if not name.strip() or name != one_line(name, LONGEST_NAME):
            raise self.problem(
                "scenario.name", f"must be one line of 1 to {LONGEST_NAME} characters"
            )
        return name

    def whole(self, key: str, value: object, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.problem(
                f"scenario.{key}",
                f"is {shown(value)} but must be a whole number from {low} to {high}",
            )
        return value

    def ruleset(self) -> RuleSet:
        """Resolve base, own rules and ``--set`` rules; say in which of them a problem lies."""
        changes = dict(self.changes.get("rules", {}))
        base = changes.pop("base", None)
        preset, files = self.chain(base)
        own = [_without_base(file.tree.get("rules", {})) for file in reversed(files)]
        try:
            return resolve_rules(preset, *own, changes)
        except RuleError as error:
            also = [f"rules.{key}" for key in error.also]
            key = f"rules.{error.key}"
            raise problem(self.sets, files, key, error.message, also) from None

    def chain(self, base: object) -> tuple[str, list[SourceFile]]:
        """Return the preset at the root, and the files from this one down to it.

        Args:
            base: what ``--set rules.base`` names instead of the file's own base, or None.
        """
        files, seen = [self.file], {(self.file.folder / Path(self.file.name).name).resolve()}
        folder = self.file.folder if base is None else Path()
        named = self.file.tree.get("rules", {}).get("base") if base is None else base
        while named not in preset_names():
            file = files[-1]
            if not isinstance(named, str):
                said = "is missing: it" if named is None else f"is {shown(named)} but"
                raise self.base_problem(file, f"{said} must name a preset or a scenario file")
            if not named.endswith(".toml"):
                hint = nearest(named, preset_names())
                raise self.base_problem(file, f"is {shown(named)}, which is no preset{hint}")
            path = folder / named
            if path.resolve() in seen:
                raise self.base_problem(file, f"leads back to {one_line(named)}")
            if not path.is_file():
                raise self.base_problem(file, f"is {shown(named)}, a file that is not there")
            seen.add(path.resolve())
            files.append(read_source(str(path), self.without))
            folder, named = path.parent, files[-1].tree.get("rules", {}).get("base")
        return str(named), files

    def base_problem(self, file: SourceFile, message: str) -> InvalidScenario:
        return problem(self.sets if file is self.file else (), [file], "rules.base", message)


def _without_base(rules: Mapping[str, Any]) -> Tree:
    return {key: value for key, value in rules.items() if key != "base"}


def _laid_over(own: Mapping[str, Any], changes: Mapping[str, Any]) -> Tree:
    """Lay ``--set bots…`` over the bots table; a new policy drops the old one's parameters."""
    result = dict(own)
    for key, value in changes.items():
        old = result.get(key)
        if isinstance(value, dict) and isinstance(old, str):
            old = {"policy": old}
        if isinstance(value, dict) and isinstance(old, Mapping) and "policy" not in value:
            result[key] = _laid_over(old, value)
        else:
            result[key] = value
    return result


class _Bots:
    """The bots table, seat by seat: the seat's own spec, else its side's, else the default."""

    def __init__(self, builder: _Builder, seats: int, sides: int) -> None:
        self.builder = builder
        self.problem = builder.problem
        self.table = builder.laid_over("bots")
        self.seats = seats
        self.sides = sides

    def specs(self) -> tuple[BotSpec, ...]:
        for key in self.table:
            if key not in _BOT_KEYS:
                hint = nearest(key, _BOT_KEYS)
                raise self.problem(f"bots.{one_line(key)}", f"is not a key of bots{hint}")
        default = self.spec("bots.default", self.table.get("default", DEFAULT_POLICY))
        sides, seats = self.numbered("side", self.sides), self.numbered("seat", self.seats)
        return tuple(seats.get(n, sides.get(n % self.sides, default)) for n in range(self.seats))

    def numbered(self, word: str, count: int) -> dict[int, BotSpec]:
        specs: dict[int, BotSpec] = {}
        entries = self.table.get(word, {})
        if not isinstance(entries, Mapping):
            raise self.problem(
                f"bots.{word}",
                f"is {shown(entries)} but must be a table, as in {word}.0 = 'greedy'",
            )
        for number, value in entries.items():
            key = f"bots.{word}.{one_line(number)}"
            if number not in map(str, range(count)):
                raise self.problem(key, f"is no {word}: they run from 0 to {count - 1}")
            specs[int(number)] = self.spec(key, value)
        return specs

    def spec(self, key: str, value: object) -> BotSpec:
        """Return the spec of a policy's name, or of a table with its parameters."""
        table = {"policy": value} if isinstance(value, str) else value
        if not isinstance(table, Mapping):
            raise self.problem(
                key, f"is {shown(value)} but must be a policy's name or a table of its parameters"
            )
        policy = table.get("policy", DEFAULT_POLICY)
        if not isinstance(policy, str) or not policy.strip():
            raise self.problem(
                f"{key}.policy", f"is {shown(policy)} but must be the name of a policy or a file"
            )
        params = {name: item for name, item in table.items() if name != "policy"}
        code, file = self.code(key, policy, params)
        if FILE_PARAM in params:
            params[FILE_PARAM] = self.content(f"{key}.{FILE_PARAM}", params[FILE_PARAM])
        if NEVER_PARAM in params and not self.put_never(key, params):
            del params[NEVER_PARAM]
        for name, item in params.items():
            if name != NEVER_PARAM:
                self.check_param(f"{key}.{one_line(name)}", item)
        return BotSpec(policy, params, key, code, file)

    def code(self, key: str, policy: str, params: dict[str, object]) -> tuple[str, str]:
        """Return the text of the file a policy stands in, and where that was read; '' if none.

        So it is part of the scenario's hash, and runs need the file no more.
        """
        name = policy.partition(":")[0]
        if not name.endswith(".py"):
            return "", ""
        kept = params.pop(CODE_PARAM, None) if self.builder.stored else None
        if isinstance(kept, str):
            return kept, ""
        path = self.path(f"{key}.policy", name)
        if not path.is_file():
            raise self.problem(key, f"is {shown(policy)}, but there is no file {one_line(path)}")
        try:
            return text_of(str(path)), str(path)
        except BadInput as error:
            raise self.problem(key, f"names a file that cannot be used: {error.message}") from None

    def path(self, key: str, name: str) -> Path:
        """Return where a file is that a key names: relative to the scenario, or to the shell."""
        from_shell = any(item.concerns(key) for item in self.builder.sets)
        return (Path() if from_shell else self.builder.file.folder) / name

    def put_never(self, key: str, params: dict[str, object]) -> list[str]:
        """Put the rights hidden from a bot in order; text, as ``close+ask``, is a list too."""
        value = params[NEVER_PARAM]
        names = [name.strip() for name in value.split("+")] if isinstance(value, str) else value
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            wrong = f'is {shown(value)} but must be a list of rights, as in ["close", "exchange"]'
            raise self.problem(f"{key}.{NEVER_PARAM}", wrong)
        found = sorted(set(names))
        params[NEVER_PARAM] = found
        return found

    def content(self, key: str, value: object) -> object:
        """Return the content of the file a parameter names, as JSON text that names it too.

        So it is part of the scenario's hash, and runs need the file no more; such text stays.
        """
        if not isinstance(value, str) or value.startswith("{"):
            return value
        path = self.path(key, value)
        if not path.is_file():
            raise self.problem(key, f"is {shown(value)}, a file that is not there")
        try:
            tree = parse_toml(text_of(str(path)))
        except BadInput as error:
            raise self.problem(key, f"names a file that cannot be used: {error.message}") from None
        except ValueError as error:
            raise self.problem(key, f"names a file that is no TOML: {value}{error}") from None
        return json.dumps({"file": value, **tree}, default=str)

    def check_param(self, key: str, value: object) -> None:
        plain = isinstance(value, bool | int | float | str)
        if not plain or (isinstance(value, float) and not math.isfinite(value)):
            raise self.problem(
                key, f"is {shown(value)} but must be a finite number, true, false or text"
            )
        if isinstance(value, int) and abs(value) > MAX_SEED:
            raise self.problem(key, f"is {shown(value)}, beyond what 64 bits hold")
