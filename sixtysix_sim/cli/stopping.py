"""The options --until-width and --sprt, which two commands have."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sixtysix_sim.experiments.stopping import Rule


def rule_of(width: float | None, sprt: str | None, wide: str, between: str) -> Rule | None:
    """Return the rule for stopping that the options ask for.

    ``wide`` and ``between`` are examples of a width and of two values.

    Raises:
        BadInput: both are given, or one of them is no width or no two numbers in order.
    """
    from sixtysix_sim.errors import BadInput
    from sixtysix_sim.experiments.stopping import Rule
    from sixtysix_sim.statistics import Sprt

    if width is not None and sprt is not None:
        raise BadInput("--until-width and --sprt each say when to stop: give one of them")
    if width is not None:
        if not 0 < width < float("inf"):
            raise BadInput(f"--until-width {width:g} must be above 0, as in {wide}")
        return Rule(width=width)
    if sprt is None:
        return None
    low, _, high = sprt.partition(":")
    try:
        return Rule(sprt=Sprt(float(low), float(high)))
    except ValueError:
        raise BadInput(
            f"--sprt {sprt} must be two values, the lower first, as in {between}"
        ) from None
