"""Rule sets: presets and overrides resolved into one frozen, checked, hashed set of rule values."""

import difflib
import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any

from pydantic import BaseModel, ValidationError

from sixtysix_sim.rules.auction import AuctionRules
from sixtysix_sim.rules.checks import impossible_combination
from sixtysix_sim.rules.clauses import clause_text, clauses_of
from sixtysix_sim.rules.parameters import Parameter, parameters
from sixtysix_sim.vocabulary import Family

Tree = dict[str, Any]
MODELS: dict[Family, type[BaseModel]] = {Family.AUCTION: AuctionRules}
_PATTERN_KEYS = ("cards", "ranks", "suit", "rank", "suits")


class RuleError(ValueError):
    """A rule value that cannot be: ``key`` (relative to ``[rules]``) and one sentence why."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key
        self.message = message


@dataclass(frozen=True)
class RuleSet:
    """The resolved rules of a preset or a scenario.

    Attributes:
        preset: name of the preset it starts from.
        title: what people call it.
        family: which state machine plays it.
        letter: first letter of its clause ids.
        text: file name of its rule text.
        source: where the rules come from.
        rules: every value, frozen.
    """

    preset: str
    title: str
    family: Family
    letter: str
    text: str
    source: str
    rules: AuctionRules

    @cached_property
    def values(self) -> dict[str, Any]:
        """Every value by its dotted key, as in ``auction.min_bid``."""
        return dict(flatten(tree_of(self.rules)))

    @cached_property
    def hash(self) -> str:
        """SHA-256 (64 hex digits) of the resolved rule values; labels are no rule."""
        values = {key: value for key, value in self.values.items() if not key.endswith(".label")}
        return content_hash(values)

    @cached_property
    def parameters(self) -> dict[str, Parameter]:
        """Every parameter of the family by key (``melds.NAME.points`` for open tables)."""
        return {item.key: item for item in parameters(MODELS[self.family])}

    def clause_of(self, key: str) -> str:
        """Return the clause that speaks of a key in this rule set, or ''."""
        found = self.parameters.get(key) or self.parameters.get(_generic(key))
        return found.clause(self.letter) if found else ""

    def clauses(self) -> dict[str, str]:
        """Return id → text of every clause of the rule text."""
        return clauses_of(self.text)

    def clause_text(self, clause: str) -> str:
        """Return what a clause says."""
        return clause_text(self.text, clause)


def content_hash(tree: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a tree's canonical JSON (sorted keys, no spaces, UTF-8)."""
    text = json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def tree_of(rules: AuctionRules) -> Tree:
    """Return the values as nested tables, in the form TOML takes (melds beside ``copies``)."""
    tree: Tree = rules.model_dump(mode="json", exclude_none=True)
    if "melds" in tree:
        tree["melds"] = {"copies": tree["melds"]["copies"], **tree["melds"]["patterns"]}
    return tree


def flatten(tree: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """Return (dotted key, value) of every leaf of nested tables, in order."""
    leaves: list[tuple[str, Any]] = []
    for name, value in tree.items():
        if isinstance(value, Mapping):
            leaves += flatten(value, f"{prefix}{name}.")
        else:
            leaves.append((f"{prefix}{name}", value))
    return leaves


def preset_names() -> list[str]:
    """Return the names of all presets, sorted."""
    folder = files("sixtysix_sim.rules").joinpath("presets")
    return sorted(p.name.removesuffix(".toml") for p in folder.iterdir() if p.name.endswith(".toml"))


def preset_tree(name: str) -> Tree:
    """Return a preset file's tables.

    Raises:
        RuleError: no preset has that name.
    """
    if name not in preset_names():
        raise RuleError("base", f"there is no preset '{name}'{nearest(name, preset_names())}")
    text = files("sixtysix_sim.rules").joinpath("presets", f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


def nearest(word: str, known: list[str]) -> str:
    """Return ' (did you mean X?)' for the known name closest to a word, else the names to choose."""
    close = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    if not close:
        tails = {name.rsplit(".", 1)[-1]: name for name in known}
        tail = difflib.get_close_matches(word.rsplit(".", 1)[-1], list(tails), n=1, cutoff=0.6)
        close = [tails[tail[0]]] if tail else []
    if close:
        return f" (did you mean {close[0]}?)"
    return f" (known: {', '.join(known)})" if len(known) <= 12 else ""


def resolve_rules(preset: str, *overrides: Mapping[str, Any]) -> RuleSet:
    """Resolve a preset and nested tables of changes, later ones winning, into a rule set.

    Raises:
        RuleError: unknown key, wrong type, value out of range, or an impossible combination;
            the key is relative to ``[rules]``.
    """
    source = preset_tree(preset)
    about = source["about"]
    tree: Tree = source["rules"]
    for changes in overrides:
        tree = _merged(tree, changes)
    family = Family(about["family"])
    _drop_removed_melds(tree)
    _keep_values_of_ranks(tree, source["rules"])
    try:
        rules = MODELS[family].model_validate(tree)
    except ValidationError as error:
        raise _first_problem(error, family, about["clauses"]) from None
    assert isinstance(rules, AuctionRules)
    if problem := impossible_combination(rules):
        raise RuleError(*problem)
    return RuleSet(
        preset, about["title"], family, about["clauses"], about["text"], about["source"], rules
    )


def _merged(tree: Mapping[str, Any], changes: Mapping[str, Any]) -> Tree:
    """Return a copy of nested tables with changes laid over; a new meld pattern replaces the old."""
    result = dict(tree)
    if any(key in changes for key in _PATTERN_KEYS) and "points" in result:
        result = {key: value for key, value in result.items() if key not in _PATTERN_KEYS}
    for key, value in changes.items():
        old = result.get(key)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        result[key] = _merged(old, value) if both else value
    return result


def _drop_removed_melds(tree: Tree) -> None:
    """Take out melds with ``remove = true``; ``remove = false`` is no key of a kept meld."""
    melds = tree.get("melds")
    if not isinstance(melds, Mapping):
        return
    kept: Tree = {}
    for name, meld in melds.items():
        if not isinstance(meld, Mapping) or "remove" not in meld:
            kept[name] = meld
        elif meld["remove"] is not True:
            raise RuleError(f"melds.{name}.remove", "must be true (it drops the meld) or left out")
    tree["melds"] = kept


def _keep_values_of_ranks(tree: Tree, base: Tree) -> None:
    """Drop values the preset gives for ranks a scenario took out; refuse others without a rank."""
    deck = tree.get("deck")
    if not isinstance(deck, Mapping):
        return
    ranks, values = deck.get("ranks"), deck.get("values")
    if not isinstance(ranks, list) or not isinstance(values, Mapping):
        return
    known = base["deck"]["values"]
    kept = {}
    for rank, value in values.items():
        if rank in ranks:
            kept[rank] = value
        elif known.get(rank) != value:
            raise RuleError(
                f"deck.values.{rank}", f"gives points to {rank}, a rank that deck.ranks lacks"
            )
    tree["deck"] = {**deck, "values": kept}


def _generic(key: str) -> str:
    """Return the parameter name of a key of an open table: ``melds.run.points`` → NAME."""
    parts = key.split(".")
    if parts[0] == "melds" and len(parts) > 2:
        return ".".join(["melds", "NAME", *parts[2:]])
    if parts[:2] == ["deck", "values"] and len(parts) > 2:
        return "deck.values.RANK"
    return key


def _known_keys(family: Family) -> list[str]:
    return [item.key for item in parameters(MODELS[family])]


def _first_problem(error: ValidationError, family: Family, letter: str) -> RuleError:
    """Turn the first problem pydantic found into one sentence with range and clause."""
    problem = error.errors()[0]
    parts = [str(part) for part in problem["loc"]]
    if parts[:2] == ["melds", "patterns"]:
        parts = ["melds", *parts[2:]]
    table = {item.key: item for item in parameters(MODELS[family])}
    while len(parts) > 1 and _generic(".".join(parts)) not in table:
        if problem["type"] in ("extra_forbidden", "missing", "model_type") or len(parts) <= 2:
            break
        parts = parts[:-1]
    key = ".".join(parts)
    if problem["type"] == "extra_forbidden":
        return RuleError(key, f"is not a rule parameter{nearest(key, _known_keys(family))}")
    if problem["type"] == "missing":
        return RuleError(key, "is missing")
    found = table.get(_generic(key))
    if problem["type"] == "value_error":
        return RuleError(key, str(problem["ctx"]["error"]))
    if found is None:
        return RuleError(key, "must be a table" if "model" in problem["type"] else problem["msg"])
    clause = found.clause(letter)
    said = json.dumps(problem["input"], default=str, ensure_ascii=False)
    return RuleError(key, f"is {said} but must be {found.range}" + (f" ({clause})" if clause else ""))
