"""sixtysix: a rules-validation and simulation tool for the Sixty-six family of card games."""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"
_API = ("Game", "Observation", "Result")


def __getattr__(name: str) -> Any:
    """Give the names of `sixtysix_sim.api` when they are asked for: they bring numba along."""
    if name in _API:
        return getattr(import_module("sixtysix_sim.api"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
