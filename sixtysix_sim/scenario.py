"""Scenarios: a rule set, bots, a seed and a number of games, from TOML and ``--set``."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from sixtysix_sim.errors import InvalidScenario
from sixtysix_sim.rules.ruleset import (
    RuleError,
    RuleSet,
    content_hash,
    nearest,
    preset_names,
    resolve_rules,
    tree_of,
)
from sixtysix_sim.toml_lines import line_of

DEFAULT_GAMES = 100_000
DEFAULT_SEED = 66
DEFAULT_POLICY = "standard"
MAX_SEED = 2**64 - 1
MAX_GAMES = 10**12
_TABLES = ("scenario", "rules", "bots")
_SCENARIO_KEYS = ("name", "games", "seed")
_BOT_KEYS = ("default", "side", "seat")


@dataclass(frozen=True)
class BotSpec:
    """Which policy decides for a seat, and the parameters the scenario gives it.

    ``key`` is where the scenario says so (``bots.side.0``), for error messages.
    """

    policy: str
    params: dict[str, Any] = field(default_factory=dict)
    key: str = "bots.default"

    def tree(self) -> dict[str, Any]:
        """Return policy and parameters as one flat table."""
        return {"policy": self.policy, **self.params}


@dataclass(frozen=True)
class Scenario:
    """Everything that decides which games are played.

    Attributes:
        name: what people call it; no effect on games.
        games: how many games (1 … 10^12).
        seed: 0 … 2^64−1.
        ruleset: the resolved rules.
        bots: one spec a seat.
        source: the file it came from, or the preset's name.
        text: the file's text ('' for a preset), for line numbers.
        folder: what relative policy paths are relative to.
    """

    name: str
    games: int
    seed: int
    ruleset: RuleSet
    bots: tuple[BotSpec, ...]
    source: str
    text: str = ""
    folder: Path = Path()

    @cached_property
    def hash(self) -> str:
        """SHA-256 over rules and bots; not name, games, seed or log level."""
        return content_hash({"rules": self.ruleset.hash, "bots": [b.tree() for b in self.bots]})

    def tree(self) -> dict[str, Any]:
        """Return the resolved scenario as nested tables, enough to rebuild it."""
        return {
            "scenario": {"name": self.name, "games": self.games, "seed": self.seed},
            "rules": {"base": self.ruleset.preset, **tree_of(self.ruleset.rules)},
            "bots": {"seat": {str(n): bot.tree() for n, bot in enumerate(self.bots)}},
        }

    def problem(self, key: str, message: str) -> InvalidScenario:
        """Return the error for a key of this scenario, with file and line."""
        return InvalidScenario(_sentence(self.source, self.text, key, message))

    def with_games(self, games: int | None = None, seed: int | None = None) -> "Scenario":
        """Return the scenario with another number of games or seed.

        Raises:
            InvalidScenario: out of range.
        """
        changes: dict[str, Any] = {}
        if games is not None:
            changes["games"] = _whole(self.source, "", "games", games, 1, MAX_GAMES)
        if seed is not None:
            changes["seed"] = _whole(self.source, "", "seed", seed, 0, MAX_SEED)
        return replace(self, **changes)


def _sentence(source: str, text: str, key: str, message: str) -> str:
    line = line_of(text, key) if text else None
    where = f"{source}, line {line}" if line else source
    return f"{where}: {key} {message}"


def load_scenario(source: str, sets: Sequence[str] = ()) -> Scenario:
    """Read a scenario file or a preset by name, and lay ``--set KEY=VALUE`` changes over it.

    Raises:
        InvalidScenario: anything wrong, as one sentence with key, line and what would be right.
    """
    tree, text, folder = _read(source)
    known = list(_TABLES)
    for name in tree:
        if name not in known:
            raise InvalidScenario(
                _sentence(source, text, name, f"is not a table of a scenario{nearest(name, known)}")
            )
    changes = parse_sets(sets)
    return _build(source, tree, text, folder, changes)


def scenario_from_tree(tree: Mapping[str, Any], source: str) -> Scenario:
    """Rebuild a scenario from ``Scenario.tree()``, as stored in a run's run.json.

    Raises:
        InvalidScenario: the tables do not hold.
    """
    return _build(source, dict(tree), "", Path(), {})


def parse_sets(sets: Sequence[str]) -> dict[str, Any]:
    """Turn ``rules.auction.min_bid=120`` texts into nested tables; a bare word is text.

    Raises:
        InvalidScenario: no ``=``, or a key outside ``rules``, ``bots`` and ``scenario``.
    """
    tree: dict[str, Any] = {}
    for item in sets:
        key, equals, value = item.partition("=")
        parts = key.strip().split(".")
        if not equals or len(parts) < 2 or not all(parts):
            raise InvalidScenario(
                f"--set {item}: write KEY=VALUE, as in rules.auction.min_bid=120"
            )
        if parts[0] not in _TABLES:
            hint = nearest(parts[0], list(_TABLES))
            raise InvalidScenario(f"--set {item}: a key begins with rules, bots or scenario{hint}")
        node = tree
        for part in parts[:-1]:
            node = node.setdefault(part, {})
            if not isinstance(node, dict):
                raise InvalidScenario(f"--set {item}: {part} was set to a value before")
        node[parts[-1]] = _value(value)
    return tree


def _value(text: str) -> Any:
    """Read a TOML value; what is none is text."""
    try:
        return tomllib.loads(f"value = {text.strip()}")["value"]
    except tomllib.TOMLDecodeError:
        return text.strip()


def _read(source: str) -> tuple[dict[str, Any], str, Path]:
    """Return tables, text and folder of a scenario file, or of a preset's bare scenario."""
    path = Path(source)
    if source in preset_names() and not path.is_file():
        return {"rules": {"base": source}}, "", Path()
    try:
        text = path.read_text("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        names = preset_names()
        hint = nearest(source, names) if not source.endswith(".toml") else ""
        raise InvalidScenario(f"{source}: no such scenario file and no such preset{hint}") from None
    except (OSError, UnicodeDecodeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise InvalidScenario(f"{source}: cannot be read: {reason}") from None
    try:
        return tomllib.loads(text), text, path.parent
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InvalidScenario(f"{source}: is not valid TOML: {error}") from None


def _build(
    source: str, tree: dict[str, Any], text: str, folder: Path, changes: dict[str, Any]
) -> Scenario:
    head = _table(source, text, tree, "scenario") | _table("--set", "", changes, "scenario")
    for key in head:
        if key not in _SCENARIO_KEYS:
            raise InvalidScenario(
                _sentence(
                    source, text, f"scenario.{key}",
                    f"is not a key of a scenario{nearest(key, list(_SCENARIO_KEYS))}",
                )
            )
    ruleset = _ruleset(source, tree, text, folder, _table("--set", "", changes, "rules"))
    name = head.get("name", ruleset.title if not text else Path(source).stem)
    if not isinstance(name, str) or not name.strip():
        raise InvalidScenario(_sentence(source, text, "scenario.name", "must be text"))
    bots = _table(source, text, tree, "bots")
    return Scenario(
        name=name,
        games=_whole(source, text, "games", head.get("games", DEFAULT_GAMES), 1, MAX_GAMES),
        seed=_whole(source, text, "seed", head.get("seed", DEFAULT_SEED), 0, MAX_SEED),
        ruleset=ruleset,
        bots=_bots(source, text, _laid_over(bots, _table("--set", "", changes, "bots")), ruleset),
        source=source,
        text=text,
        folder=folder,
    )


def _table(source: str, text: str, tree: Mapping[str, Any], name: str) -> dict[str, Any]:
    table = tree.get(name, {})
    if not isinstance(table, dict):
        raise InvalidScenario(_sentence(source, text, name, "must be a table"))
    return table


def _whole(source: str, text: str, key: str, value: object, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InvalidScenario(
            _sentence(
                source, text, f"scenario.{key}",
                f"is {value!r} but must be a whole number from {low} to {high}",
            )
        )
    return value


def _ruleset(
    source: str, tree: dict[str, Any], text: str, folder: Path, changes: dict[str, Any]
) -> RuleSet:
    """Resolve base, own rules and ``--set`` rules; say which of them a problem stands in."""
    preset, layers = _layers(source, tree, text, folder, ())
    if "base" in changes:
        preset, layers = _layers("--set", {"rules": {"base": changes["base"]}}, "", Path(), ())
        changes = {key: value for key, value in changes.items() if key != "base"}
    try:
        return resolve_rules(preset, *layers, changes)
    except RuleError as error:
        in_sets = _has(changes, error.key)
        where, words = ("--set", "") if in_sets else (source, text)
        raise InvalidScenario(
            _sentence(where, words, f"rules.{error.key}", error.message)
        ) from None


def _has(tree: Mapping[str, Any], key: str) -> bool:
    node: Any = tree
    for part in key.split("."):
        if not isinstance(node, Mapping) or part not in node:
            return False
        node = node[part]
    return True


def _layers(
    source: str, tree: dict[str, Any], text: str, folder: Path, seen: tuple[Path, ...]
) -> tuple[str, list[dict[str, Any]]]:
    """Return the preset at the root of a scenario and the rule changes from there to here."""
    rules = _table(source, text, tree, "rules")
    base = rules.get("base")
    if not isinstance(base, str):
        hint = f"must name a preset ({', '.join(preset_names())}) or a scenario file"
        raise InvalidScenario(_sentence(source, text, "rules.base", hint))
    own = {key: value for key, value in rules.items() if key != "base"}
    if base in preset_names():
        return base, [own]
    path = (folder / base).resolve()
    if not base.endswith(".toml"):
        known = nearest(base, preset_names())
        raise InvalidScenario(
            _sentence(source, text, "rules.base", f"is '{base}', which is no preset{known}")
        )
    if path in seen:
        raise InvalidScenario(_sentence(source, text, "rules.base", f"leads back to {base}"))
    below, below_text, below_folder = _read(str(path))
    preset, layers = _layers(base, below, below_text, below_folder, (*seen, path))
    return preset, [*layers, own]


def _laid_over(bots: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Lay ``--set bots…`` over the bots table; a new policy drops the old one's parameters."""
    result = dict(bots)
    for key, value in changes.items():
        old = result.get(key)
        if isinstance(value, dict) and isinstance(old, str):
            old = {"policy": old}
        if isinstance(value, dict) and isinstance(old, dict) and "policy" not in value:
            result[key] = _laid_over(old, value)
        else:
            result[key] = value
    return result


def _bots(
    source: str, text: str, table: Mapping[str, Any], ruleset: RuleSet
) -> tuple[BotSpec, ...]:
    """Return one spec a seat: the seat's own, else its side's, else the default."""
    for key in table:
        if key not in _BOT_KEYS:
            raise InvalidScenario(
                _sentence(
                    source, text, f"bots.{key}",
                    f"is not a key of bots{nearest(key, list(_BOT_KEYS))}",
                )
            )
    seats = ruleset.rules.seats
    sides = 2
    default = _spec(source, text, "bots.default", table.get("default", DEFAULT_POLICY))
    by_side = _numbered(source, text, table, "side", sides)
    by_seat = _numbered(source, text, table, "seat", seats)
    return tuple(by_seat.get(n, by_side.get(n % sides, default)) for n in range(seats))


def _numbered(
    source: str, text: str, table: Mapping[str, Any], word: str, count: int
) -> dict[int, BotSpec]:
    specs: dict[int, BotSpec] = {}
    entries = table.get(word, {})
    if not isinstance(entries, Mapping):
        raise InvalidScenario(_sentence(source, text, f"bots.{word}", "must be a table"))
    for number, value in entries.items():
        key = f"bots.{word}.{number}"
        if number not in [str(n) for n in range(count)]:
            raise InvalidScenario(
                _sentence(source, text, key, f"must be {word} 0 to {count - 1}")
            )
        specs[int(number)] = _spec(source, text, key, value)
    return specs


def _spec(source: str, text: str, key: str, value: object) -> BotSpec:
    if isinstance(value, str):
        return BotSpec(value, {}, key)
    if isinstance(value, Mapping) and isinstance(value.get("policy", DEFAULT_POLICY), str):
        params = {name: v for name, v in value.items() if name != "policy"}
        return BotSpec(value.get("policy", DEFAULT_POLICY), params, key)
    raise InvalidScenario(
        _sentence(source, text, key, "must be a policy's name or a table with policy = '…'")
    )
