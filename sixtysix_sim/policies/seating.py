"""A built-in policy, made of its module."""

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from sixtysix_sim.contract import CompiledPolicy


def policy_of(
    name: str, module: ModuleType, decisions: Sequence[str], params: tuple[float, ...], **more: Any
) -> CompiledPolicy:
    """Return what a kernel can call.

    Args:
        module: holds a compiled function for each of ``decisions`` (the family's DECISIONS).
        params: values of its parameters, and what its ``facts`` made of the rules.
        more: other fields of `CompiledPolicy`.
    """
    found = {decision: getattr(module, decision) for decision in decisions}
    return CompiledPolicy(name, params, found, **more)
