"""Many metrics at once: p-values that account for how many were looked at."""

from collections.abc import Iterable
from math import isnan


def adjusted_p_values(p_values: Iterable[float | None]) -> list[float | None]:
    """Benjamini–Hochberg adjusted p-values, in the order given.

    Calling everything with an adjusted value of at most q a finding keeps the expected share of
    false ones among them at q (Benjamini and Hochberg 1995; by
    `scipy.stats.false_discovery_control`). A metric without a p-value (None, nan) was not tested:
    it stays None and does not count among the tests. Empty input gives an empty list.
    Raises ValueError for a p-value outside [0, 1].
    """
    given = list(p_values)
    tested = {i: float(p) for i, p in enumerate(given) if p is not None and not isnan(p)}
    adjusted: list[float | None] = [None] * len(given)
    if not tested:
        return adjusted
    values = list(tested.values())
    if not all(0.0 <= p <= 1.0 for p in values):
        raise ValueError(f"a p-value lies between 0 and 1: {values}")
    # scipy.stats takes half a second to import; only comparisons come this way.
    from scipy.stats import false_discovery_control

    for i, p in zip(tested, false_discovery_control(values, method="bh"), strict=True):
        adjusted[i] = float(p)
    return adjusted
