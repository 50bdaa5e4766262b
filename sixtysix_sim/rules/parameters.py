"""Rule parameters as a list: key, type, range, clause and meaning, read off the models."""

import types
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from sixtysix_sim.cards import RANKS
from sixtysix_sim.rules.common import NO_RANK

_IN_WORDS = {
    "deck.ranks": f"3 to 8 different ranks out of {' '.join(RANKS)}",
    "melds.NAME.cards": 'a list of cards, as in ["JD", "QS"]',
    "melds.NAME.ranks": 'a list of ranks, as in ["K", "Q"]',
    "melds.NAME.rank": f"one of {', '.join(RANKS)}",
    "melds.NAME.label": "text",
    "exchange.rank": f"{NO_RANK} or one of {', '.join(RANKS)}",
    "match.allowed_targets": "a list of whole numbers, as in [7, 11]; an empty one allows any",
}
_NOTHING = type(None)


@dataclass(frozen=True)
class Parameter:
    """One rule parameter of a family.

    Attributes:
        key: dotted name relative to ``[rules]``; ``NAME`` and ``RANK`` stand for any name.
        range: what values it takes, in words.
        clauses: ids of every rule set that has it, separated by spaces.
        says: what it means.
        choices: the values it can take where they can be listed, else empty.
        bounds: lowest and highest value of a whole number, else None.
    """

    key: str
    range: str
    clauses: str
    says: str
    choices: tuple[Any, ...] = ()
    bounds: tuple[int, int] | None = None

    def clause(self, letter: str) -> str:
        """Return the first clause id of the rule set whose ids begin with ``letter``, or ''."""
        return next((id_ for id_ in self.clauses.split() if id_.startswith(letter)), "")


def general_key(key: str) -> str:
    """Return the parameter name of a key of an open table: ``melds.run.points`` → NAME."""
    parts = key.split(".")
    if parts[0] == "melds" and len(parts) > 2:
        return ".".join(["melds", "NAME", *parts[2:]])
    if parts[:2] == ["deck", "values"] and len(parts) > 2:
        return "deck.values.RANK"
    return key


def parameters(model: type[BaseModel], prefix: str = "") -> Iterator[Parameter]:
    """Yield every parameter of a family's model, in the order of its sections."""
    for name, info in model.model_fields.items():
        key, annotation = f"{prefix}{name}", info.annotation
        if section := _section_of(annotation):
            yield from parameters(section, f"{key}.")
        elif get_origin(annotation) is dict:
            yield from _table_parameters(prefix, key, info)
        else:
            yield _parameter(key, annotation, info, _bounds(info))


def _parameter(
    key: str, annotation: Any, info: FieldInfo, bounds: tuple[int, int] | None
) -> Parameter:
    extra = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
    return Parameter(
        key=key,
        range=_IN_WORDS.get(key) or _words(annotation, bounds),
        clauses=str(extra.get("clause", "")),
        says=info.description or "",
        choices=_choices(annotation),
        bounds=bounds,
    )


def _table_parameters(prefix: str, key: str, info: FieldInfo) -> Iterator[Parameter]:
    """Yield the parameters of an open table: melds by name, card values by rank."""
    inner = get_args(info.annotation)[1]
    if section := _section_of(inner):
        yield from parameters(section, f"{prefix}NAME.")
        yield Parameter(f"{prefix}NAME.remove", "true or false", "C5.11", "true drops the meld")
    else:
        yield _parameter(f"{key}.RANK", inner, info, _inner_bounds(inner))


def _bounds(info: FieldInfo) -> tuple[int, int] | None:
    low = next((m.ge for m in info.metadata if hasattr(m, "ge")), None)
    high = next((m.le for m in info.metadata if hasattr(m, "le")), None)
    return None if low is None or high is None else (low, high)


def _inner_bounds(annotation: Any) -> tuple[int, int] | None:
    """Return the bounds that stand inside ``Annotated[int, Field(ge=…, le=…)]``."""
    inner = get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()
    field = next((m for m in inner if isinstance(m, FieldInfo)), None)
    return _bounds(field) if field else None


def _words(annotation: Any, bounds: tuple[int, int] | None) -> str:
    """Say in words which values an annotation takes."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return _words(get_args(annotation)[0], _inner_bounds(annotation))
    if origin in (Union, types.UnionType):
        parts = [_words(part, bounds) for part in get_args(annotation) if part is not _NOTHING]
        return " or ".join(parts)
    if origin is Literal:
        values = [str(value) for value in get_args(annotation)]
        return values[0] if len(values) == 1 else f"one of {', '.join(values)}"
    if annotation is bool:
        return "true or false"
    if annotation is float and bounds:
        return f"a number from {bounds[0]} to {bounds[1]}"
    if annotation is int and bounds:
        low, high = bounds
        return str(low) if low == high else f"a whole number from {low} to {high}"
    raise TypeError(f"no words for the type {annotation}: give the key its own in _IN_WORDS")


def _choices(annotation: Any) -> tuple[Any, ...]:
    if get_origin(annotation) in (Union, types.UnionType):
        parts = [part for part in get_args(annotation) if part is not _NOTHING]
        return _choices(parts[0]) if len(parts) == 1 else ()
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    return (True, False) if annotation is bool else ()


def _section_of(annotation: Any) -> type[BaseModel] | None:
    is_model = isinstance(annotation, type) and issubclass(annotation, BaseModel)
    return annotation if is_model else None
