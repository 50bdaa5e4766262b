"""Where a scenario's values come from: files, presets by name and ``--set`` texts."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import islice
from pathlib import Path
from typing import Any

from sixtysix_sim.errors import BadInput, InvalidScenario
from sixtysix_sim.rules.parameters import parameters
from sixtysix_sim.rules.ruleset import MODELS, preset_names
from sixtysix_sim.rules.trees import Tree, has_key
from sixtysix_sim.rules.wording import closest, nearest, one_line, shown
from sixtysix_sim.toml_lines import key_lines, line_of, parse_toml

TABLES = ("scenario", "rules", "bots")
DEEPEST = 20  # tables inside each other; rules.melds.NAME is four
LARGEST_FILE = 1_000_000  # characters; a scenario of every key has some 10,000
_RULE_SECTIONS = sorted({name for model in MODELS.values() for name in model.model_fields})


@dataclass(frozen=True)
class SourceFile:
    """A scenario file as read: its name, text and tables; a preset's name stands for a file too."""

    name: str
    text: str
    folder: Path
    tree: Tree


@dataclass(frozen=True)
class SetItem:
    """One ``--set KEY=VALUE``: its text as typed, its key and the value read from it."""

    text: str
    key: str
    value: Any

    def concerns(self, key: str) -> bool:
        """Whether a dotted key is set by it, stands below its key, or is a table around it."""
        return key == self.key or key.startswith(self.key + ".") or self.key.startswith(key + ".")


def place_of(sets: Iterable[SetItem], files: Sequence[SourceFile], keys: Sequence[str]) -> str:
    """Return where a problem with keys lies: the last change that has one of them.

    Args:
        sets: in the order given; the last one wins.
        files: from the scenario itself to its base.
        keys: the key the message is about first, then others that may have caused it.
    """
    for key in keys:
        for item in reversed(tuple(sets)):
            if item.concerns(key):
                return f"--set {one_line(item.text)}"
    for file in files:
        lines = key_lines(file.text)
        for key in keys:
            if key in lines or has_key(file.tree, key):
                return _with_line(file, key)
    return _with_line(files[0], keys[0])


def _with_line(file: SourceFile, key: str) -> str:
    line = line_of(file.text, key)
    return f"{one_line(file.name, 200)}, line {line}" if line else one_line(file.name, 200)


def read_source(source: str, without: Set[str] = frozenset()) -> SourceFile:
    """Return a scenario file, or what stands for one under a preset's name.

    ``without``: keys to leave out, as if the file did not have them.

    Raises:
        BadInput: no such file, it cannot be read or is no text.
        InvalidScenario: it is no TOML, or has a table that no scenario has.
    """
    path = Path(source)
    if source in preset_names() and not path.is_file():
        return SourceFile(source, "", Path(), {"rules": {"base": source}})
    text = text_of(source)
    try:
        tree = parse_toml(text)
    except ValueError as error:
        raise InvalidScenario(f"{one_line(source, 200)}{error}") from None
    if _depth(tree) > DEEPEST:
        raise InvalidScenario(f"{one_line(source, 200)}: tables stand too deep inside each other")
    file = SourceFile(source, text, path.parent, pruned(tree, without))
    check_tables(file)
    return file


def pruned(tree: Mapping[str, Any], without: Set[str], above: str = "") -> Tree:
    """Return a copy of nested tables without the keys (dotted, from the top) named."""
    found: Tree = {}
    for name, value in tree.items():
        key = f"{above}{name}"
        if key not in without:
            found[name] = pruned(value, without, f"{key}.") if isinstance(value, dict) else value
    return found


def _depth(tree: Tree) -> int:
    """Return how many tables stand inside each other, without recursion."""
    depth, level = 0, [tree]
    while level:
        depth += 1
        level = [item for table in level for item in table.values() if isinstance(item, dict)]
    return depth


def text_of(source: str) -> str:
    """Return the text of a scenario file, or of one it names.

    Raises:
        BadInput: no such file, or it cannot be read, is no text or too long.
    """
    name = one_line(source, 200) or "''"
    try:
        with Path(source).open(encoding="utf-8-sig") as file:
            text = file.read(LARGEST_FILE + 1)
    except UnicodeDecodeError as error:
        raise BadInput(
            f"{name}: is not UTF-8 text (byte {error.start}): save it as UTF-8"
        ) from None
    except (FileNotFoundError, NotADirectoryError, ValueError):  # ValueError: a NUL in the name
        hint = _file_beside(source)
        if not hint and not source.endswith(".toml"):
            hint = nearest(source, preset_names())
        raise BadInput(f"{name}: no such scenario file and no such preset{hint}") from None
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise BadInput(f"{name}: cannot be read: {reason}") from None
    if len(text) > LARGEST_FILE:
        raise BadInput(f"{name}: is longer than {LARGEST_FILE:,} characters: no scenario")
    return text


def _file_beside(source: str) -> str:
    """Return ' (did you mean X?)' for a scenario file of nearly that name in its folder, or ''."""
    try:
        files = islice(Path(source).parent.glob("*.toml"), 1000)
        names = {path.stem: str(path) for path in files if str(path).isprintable()}
    except (OSError, ValueError):  # no such folder, or not one to look into; a NUL in the name
        return ""
    found = closest(Path(source).stem, names)  # the ending and the folder are alike for all
    return f" (did you mean {names[found]}?)" if found else ""


def check_tables(file: SourceFile) -> None:
    """Check that a file has no table that no scenario has.

    Raises:
        InvalidScenario: it has one, or one of ours is no table.
    """
    for name, value in file.tree.items():
        if name not in TABLES:
            known = [*TABLES, *_RULE_SECTIONS]
            hint = nearest(name, known)
            for section in _RULE_SECTIONS:
                hint = hint.replace(f"mean {section}?", f"mean rules.{section}?")
            if "mean" not in hint:
                hint = f" (known: {', '.join(TABLES)})"
            raise problem([], [file], one_line(name), f"is not a table of a scenario{hint}")
        if not isinstance(value, Mapping):
            raise problem([], [file], name, f"is {shown(value)} but must be a table")


def problem(
    sets: Iterable[SetItem],
    files: Sequence[SourceFile],
    key: str,
    message: str,
    also: Sequence[str] = (),
) -> InvalidScenario:
    """Return the error that names place, key and what is wrong."""
    where = place_of(sets, files, [key, *also])
    return InvalidScenario(f"{where}: {key} {message}", key, joint=bool(also))


def read_sets(sets: Sequence[str]) -> tuple[SetItem, ...]:
    """Read ``rules.auction.min_bid=120`` texts; a bare word is text.

    Raises:
        BadInput: no ``=``, or a key outside ``rules``, ``bots`` and ``scenario``.
    """
    items = []
    for text in sets:
        said = f"--set {one_line(text)}"
        key, equals, value = text.partition("=")
        parts = [part.strip() for part in key.split(".")]
        if not equals or not all(parts) or len(parts) > DEEPEST:
            raise BadInput(f"{said}: write KEY=VALUE, as in rules.auction.min_bid=120")
        if parts[0] not in TABLES or len(parts) < 2:
            hint = nearest(parts[0], TABLES) if parts[0] not in TABLES else ""
            if parts[0] in _RULE_SECTIONS:
                hint = f" (did you mean rules.{one_line(key.strip())}?)"
            elif full := _keys_ending(".".join(parts)):
                hint = f" (did you mean {' or '.join(full)}?)"
            raise BadInput(f"{said}: a key begins with rules., bots. or scenario.{hint}")
        items.append(SetItem(text.strip(), ".".join(parts), value_of(value)))
    return tuple(items)


def _keys_ending(key: str) -> list[str]:
    """Return the rule parameters that end in what was typed without the rest of the key."""
    known = {found.key for model in MODELS.values() for found in parameters(model)}
    return sorted(f"rules.{name}" for name in known if name.endswith(f".{key}"))[:3]


def value_of(text: str) -> Any:
    """Read a TOML value; what is none is text, and so are dates, which no key takes."""
    try:
        read = parse_toml(f"value = {text.strip()}")
    except ValueError:
        return text.strip()
    value = read["value"]
    return text.strip() if len(read) > 1 or isinstance(value, date | datetime | time) else value


def tree_of_sets(items: Sequence[SetItem]) -> Tree:
    """Return ``--set`` changes as nested tables, later ones winning.

    Raises:
        BadInput: a key below one that an earlier ``--set`` gave a value.
    """
    tree: Tree = {}
    for item in items:
        *path, last = item.key.split(".")
        node = tree
        for part in path:
            node = node.setdefault(part, {})
            if not isinstance(node, dict):
                raise BadInput(
                    f"--set {one_line(item.text)}: {one_line(part)} has a value from another --set"
                )
        node[last] = item.value
    return tree
