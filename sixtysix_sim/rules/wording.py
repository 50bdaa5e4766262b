"""How messages name values and known names: short, on one line, whatever a file may hold."""

import difflib
import math
from collections.abc import Iterable, Mapping

_LONGEST = 60
_LISTED = 12


def one_line(text: object, longest: int = _LONGEST) -> str:
    """Return text without control characters or line breaks, cut at ``longest`` characters."""
    plain = "".join(c if c.isprintable() else " " for c in str(text)[: 2 * longest])
    return plain if len(plain) <= longest else plain[: longest - 1] + "…"


def shown(value: object) -> str:
    """Return a value as TOML writes it, cut short; tables and long integers by what they are."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{one_line(value)}"'
    if isinstance(value, int):
        return str(value) if value.bit_length() < 128 else "a number of more than 38 digits"
    if isinstance(value, float):
        return "nan" if math.isnan(value) else str(value)
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list | tuple):
        nested = any(isinstance(item, list | tuple) for item in value)
        return "a list of lists" if nested else one_line(f"[{', '.join(map(shown, value[:20]))}]")
    return one_line(value)


def closest(word: str, known: Iterable[str], cutoff: float = 0.5) -> str | None:
    """Return the known name nearest to a word, or None if none is near."""
    found = difflib.get_close_matches(one_line(word), list(known), n=1, cutoff=cutoff)
    return found[0] if found else None


def nearest(word: str, known: Iterable[str]) -> str:
    """Return ' (did you mean X?)' for the known name closest to a word, else a short list."""
    names = list(known)
    if found := closest(word, names):
        return f" (did you mean {found}?)"
    return f" (known: {', '.join(names)})" if len(names) <= _LISTED else ""
