"""What is wrong with a rule value, as one sentence that names the right one."""

from collections.abc import Iterable, Sequence

from pydantic import ValidationError

from sixtysix_sim.rules.clauses import Citations
from sixtysix_sim.rules.parameters import Parameter, general_key
from sixtysix_sim.rules.wording import closest, nearest, one_line, shown


class RuleError(ValueError):
    """A rule value that cannot be.

    Attributes:
        key: dotted, relative to ``[rules]``; the subject of the message.
        message: the rest of the sentence: "is 5 but must be …".
        also: other keys the problem lies between, for finding the line that caused it.
    """

    def __init__(self, key: str, message: str, also: Sequence[str] = ()) -> None:
        super().__init__(f"{key} {message}")
        self.key = key
        self.message = message
        self.also = tuple(also)


def first_problem(
    error: ValidationError, table: dict[str, Parameter], citations: Citations
) -> RuleError:
    """Turn the first problem pydantic found into one sentence with range and clause.

    Args:
        error: what validating a family's model raised.
        table: the family's parameters by key.
        citations: which clause of the rule set speaks of what.
    """
    problem = error.errors(include_url=False)[0]
    parts = [one_line(part) for part in problem["loc"]]
    if parts[:2] == ["melds", "patterns"]:
        parts = ["melds", *parts[2:]]
    kind = problem["type"]
    key = ".".join(parts)
    if kind == "extra_forbidden":
        return unknown_key(key, table)
    if kind == "missing":
        return _missing(key, table, citations)
    while len(parts) > 1 and general_key(".".join(parts)) not in table and len(parts) > 2:
        parts.pop()  # pydantic's own names for the arms of a union or the items of a list
    key = ".".join(parts)
    found = table.get(general_key(key))
    cited = _cited(citations, key, found)
    if kind == "value_error":
        return RuleError(key, str(problem["ctx"]["error"]) + cited)
    if found is None:
        return _not_a_table(key, problem["input"], table)
    return RuleError(key, f"is {shown(problem['input'])} but must be {found.range}{cited}")


def unknown_key(key: str, table: Iterable[str]) -> RuleError:
    """Return the error for a key no parameter has, with the nearest right name."""
    parent, _, name = key.rpartition(".")
    beside = _children(parent, table)
    if found := closest(name, beside):
        hint = f" (did you mean {parent + '.' if parent else ''}{found}?)"
    else:
        tails = {full.rpartition(".")[2]: full for full in table}
        tail = closest(name, tails, 0.7)
        hint = f" (did you mean {tails[tail]}?)" if tail else nearest(name, beside)
    return RuleError(key, f"is not a rule parameter{hint}")


def _children(parent: str, table: Iterable[str]) -> list[str]:
    """Return the names that may stand in a section: those below it, up to the next dot."""
    prefix = f"{general_key(parent + '.').removesuffix('.')}." if parent else ""
    below = [key.removeprefix(prefix) for key in table if key.startswith(prefix)]
    return list(dict.fromkeys(name.split(".")[0] for name in below))


def _missing(key: str, table: dict[str, Parameter], citations: Citations) -> RuleError:
    found = table.get(general_key(key))
    if found is None:
        return RuleError(key, "is missing: the preset's tables are not whole")
    return RuleError(key, f"is missing: must be {found.range}{_cited(citations, key, found)}")


def _cited(citations: Citations, key: str, found: Parameter | None) -> str:
    """Return the clause of a key in brackets, or nothing for what is no parameter."""
    clause = citations.of(key, found) if found else ""
    return f" ({clause})" if clause else ""


def _not_a_table(key: str, value: object, table: Iterable[str]) -> RuleError:
    names = [name for name in _children(key, table) if name not in ("NAME", "RANK")]
    if key.startswith("melds."):
        known = closest(key, [name for name in table if "NAME" not in name], 0.85)
        if known:
            return RuleError(key, f"is not a rule parameter (did you mean {known}?)")
        names = ["points", "cards"]
    hint = f" of {', '.join(names[:4])}{' …' if len(names) > 4 else ''}" if names else ""
    return RuleError(key, f"is {shown(value)} but must be a table{hint}")
