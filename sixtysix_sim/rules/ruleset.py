"""Rule sets: presets and overrides resolved into one frozen, checked, hashed set of rule values."""

import copy
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from pydantic import ValidationError

from sixtysix_sim.rules.auction import AuctionRules
from sixtysix_sim.rules.checks import impossible_combination
from sixtysix_sim.rules.clauses import Citations, clause_text, clauses_of
from sixtysix_sim.rules.layers import laid_over
from sixtysix_sim.rules.parameters import Parameter, general_key, parameters
from sixtysix_sim.rules.problems import RuleError, first_problem
from sixtysix_sim.rules.talon import TalonRules
from sixtysix_sim.rules.trees import Tree, content_hash, flatten, nest
from sixtysix_sim.rules.wording import nearest
from sixtysix_sim.vocabulary import Family

__all__ = [
    "RuleError",
    "RuleSet",
    "Tree",
    "content_hash",
    "flatten",
    "nearest",
    "nest",
    "preset_names",
    "preset_tree",
    "resolve_rules",
    "tree_of",
]
Rules = AuctionRules | TalonRules
MODELS: dict[Family, type[AuctionRules] | type[TalonRules]] = {
    Family.AUCTION: AuctionRules,
    Family.TALON: TalonRules,
}
TEAMS = 2  # sides of the auction family; in the talon family each seat is one
_PRESETS = files("sixtysix_sim.rules").joinpath("presets")


@dataclass(frozen=True)
class RuleSet:
    """The resolved rules of a preset or a scenario.

    Attributes:
        preset: name of the preset it starts from.
        title: what people call it.
        family: which state machine plays it.
        text: file name of its rule text.
        source: where the rules come from.
        trust: how far cases worked by hand go: `full cases` of every clause and option, or `light`,
            of the clauses in which it departs from presets with full cases.
        languages: those its rule card is written in, and the source as each calls it.
        citations: which clause of the text speaks of what.
        rules: every value, frozen; `auction` and `talon` are the same, typed by family.
    """

    preset: str
    title: str
    family: Family
    text: str
    source: str
    trust: str
    languages: Mapping[str, str]
    citations: Citations
    rules: Rules

    @property
    def auction(self) -> AuctionRules:
        """The rules of the auction family.

        Raises:
            TypeError: they are of another family.
        """
        if not isinstance(self.rules, AuctionRules):
            raise TypeError(f"{self.preset} is of the {self.family} family, not of auction")
        return self.rules

    @property
    def talon(self) -> TalonRules:
        """The rules of the talon family.

        Raises:
            TypeError: they are of another family.
        """
        if not isinstance(self.rules, TalonRules):
            raise TypeError(f"{self.preset} is of the {self.family} family, not of talon")
        return self.rules

    @property
    def sides(self) -> int:
        """Parties that score: two teams in the auction family, each seat in the talon family."""
        return TEAMS if self.family is Family.AUCTION else self.rules.seats

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
        return _parameter_table(self.family)

    def parameter_of(self, key: str) -> Parameter | None:
        """Return the parameter of a key, ``melds.NAME.points`` for ``melds.run.points``."""
        return self.parameters.get(general_key(key))

    def clause_of(self, key: str) -> str:
        """Return the clause that speaks of a key or decides a decision in this rule set, or ''."""
        return self.citations.of(key, self.parameter_of(key))

    def clauses(self) -> dict[str, str]:
        """Return id → text of every clause of the rule text."""
        return clauses_of(self.text)

    def clause_text(self, clause: str) -> str:
        """Return what a clause says."""
        return clause_text(self.text, clause)

    def changes(self) -> Tree:
        """Return the changes that make these rules of the preset, as nested tables.

        `resolve_rules(self.preset, self.changes())` gives the same rules again: every value, and
        ``remove = true`` for the preset's melds that are gone.
        """
        tree = tree_of(self.rules)
        for name in preset_tree(self.preset)["rules"].get("melds", {}):
            tree["melds"].setdefault(name, {"remove": True})
        return tree


def tree_of(rules: Rules) -> Tree:
    """Return the values as nested tables, in the form TOML takes (melds beside ``copies``)."""
    tree: Tree = rules.model_dump(mode="json", exclude_none=True)
    if "melds" in tree:
        tree["melds"] = {"copies": tree["melds"]["copies"], **tree["melds"]["patterns"]}
    return tree


def preset_names() -> list[str]:
    """Return the names of all presets, sorted."""
    names = [path.name for path in _PRESETS.iterdir() if path.name.endswith(".toml")]
    return sorted(name.removesuffix(".toml") for name in names)


def preset_tree(name: str) -> Tree:
    """Return a preset file's tables.

    Raises:
        RuleError: no preset has that name.
    """
    if name not in preset_names():
        raise RuleError("base", f"is '{name}', which is no preset{nearest(name, preset_names())}")
    return copy.deepcopy(_read_preset(name))


@cache
def _read_preset(name: str) -> Tree:
    return tomllib.loads(_PRESETS.joinpath(f"{name}.toml").read_text("utf-8"))


@cache
def _parameter_table(family: Family) -> dict[str, Parameter]:
    return {item.key: item for item in parameters(MODELS[family])}


def _citations(about: Mapping[str, Any]) -> Citations:
    tables = {name: about.get(name, {}) for name in ("melds", "decisions", "keys")}
    return Citations(about["clauses"], **tables)


def resolve_rules(preset: str, *overrides: Mapping[str, Any]) -> RuleSet:
    """Resolve a preset and nested tables of changes, later ones winning, into a rule set.

    Raises:
        RuleError: unknown key, wrong type, value out of range, or an impossible combination;
            the key is relative to ``[rules]``.
    """
    source = preset_tree(preset)
    about = source["about"]
    family = Family(about["family"])
    citations = _citations(about)
    tree = laid_over(source["rules"], overrides)
    try:
        rules = MODELS[family].model_validate(tree)
    except ValidationError as error:
        raise first_problem(error, _parameter_table(family), citations) from None
    ruleset = RuleSet(
        preset=preset,
        title=about["title"],
        family=family,
        text=about["text"],
        source=about["source"],
        trust=about["trust"],
        languages={"en": about["source"], **about.get("languages", {})},
        citations=citations,
        rules=rules,
    )
    if problem := impossible_combination(rules, ruleset.clause_of):
        raise problem
    return ruleset
