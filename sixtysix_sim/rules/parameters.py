"""Rule parameters as a list: key, type, range, clause and meaning, read off the models."""

import types
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo


@dataclass(frozen=True)
class Parameter:
    """One rule parameter of a family.

    Attributes:
        key: dotted name relative to ``[rules]``; ``NAME`` and ``RANK`` stand for any name.
        range: what values it takes, in words.
        clauses: ids of every rule set that has it, separated by spaces.
        says: what it means.
        choices: the values it can take where they can be listed, else empty.
    """

    key: str
    range: str
    clauses: str
    says: str
    choices: tuple[Any, ...] = ()

    def clause(self, letter: str) -> str:
        """Return the first clause id of the rule set whose ids begin with ``letter``, or ''."""
        return next((id_ for id_ in self.clauses.split() if id_.startswith(letter)), "")


def _bounds(info: FieldInfo) -> tuple[Any, Any]:
    low = next((m.ge for m in info.metadata if hasattr(m, "ge")), None)
    high = next((m.le for m in info.metadata if hasattr(m, "le")), None)
    return low, high


def _words(annotation: Any, bounds: tuple[Any, Any]) -> str:
    """Say in words which values an annotation takes."""
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *extra = get_args(annotation)
        field = next((m for m in extra if isinstance(m, FieldInfo)), None)
        return _words(inner, _bounds(field) if field else (None, None))
    if origin in (Union, types.UnionType):
        parts = [_words(part, bounds) for part in get_args(annotation) if part is not type(None)]
        return " or ".join(parts)
    if origin is Literal:
        return "one of " + ", ".join(str(value) for value in get_args(annotation))
    if annotation is bool:
        return "true or false"
    if annotation in (int, float):
        kind = "a whole number" if annotation is int else "a number"
        return kind if bounds == (None, None) else f"{kind} from {bounds[0]} to {bounds[1]}"
    if origin is tuple:
        return "a list"
    if origin is dict:
        return "a table"
    return "text"


def _choices(annotation: Any, bounds: tuple[Any, Any]) -> tuple[Any, ...]:
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    if annotation is bool:
        return (True, False)
    return ()


def _section_of(annotation: Any) -> type[BaseModel] | None:
    is_model = isinstance(annotation, type) and issubclass(annotation, BaseModel)
    return annotation if is_model else None


def parameters(model: type[BaseModel], prefix: str = "") -> Iterator[Parameter]:
    """Yield every parameter of a family's model, in the order of its sections."""
    for name, info in model.model_fields.items():
        key, annotation = f"{prefix}{name}", info.annotation
        if section := _section_of(annotation):
            yield from parameters(section, f"{key}.")
            continue
        if get_origin(annotation) is dict:
            yield from _table_parameters(prefix, key, info)
            continue
        extra = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
        bounds = _bounds(info)
        yield Parameter(
            key=key,
            range=_words(annotation, bounds),
            clauses=str(extra.get("clause", "")),
            says=info.description or "",
            choices=_choices(annotation, bounds),
        )


def _table_parameters(prefix: str, key: str, info: FieldInfo) -> Iterator[Parameter]:
    """Yield the parameters of an open table: melds by name, card values by rank."""
    inner = get_args(info.annotation)[1]
    if section := _section_of(inner):
        yield from parameters(section, f"{prefix}NAME.")
        yield Parameter(f"{prefix}NAME.remove", "true", "C5.1", "drops the meld")
        return
    extra = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
    yield Parameter(
        f"{key}.RANK", _words(inner, (None, None)), str(extra.get("clause", "")), info.description or ""
    )
