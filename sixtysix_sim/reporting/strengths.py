"""A comparison under two strengths of bots, side by side: the main figures of a family."""

from sixtysix_sim.experiments.compare import Compared, Comparison
from sixtysix_sim.experiments.headlines import headlines_of
from sixtysix_sim.reporting.comparison import show_bounds, show_change, stays_clear
from sixtysix_sim.reporting.played import bots_text
from sixtysix_sim.reporting.tables import NOTHING, Column, Row, Section, show_count


def strengths_section(found: Comparison, other: Comparison) -> Section:
    """Return the differences under both, the primary figure first, and whether they agree.

    Args:
        found: the comparison asked for.
        other: the same scenarios under other bots.
    """
    names = [found.primary.metric.name, *headlines_of(found.a.ruleset.family).sweep]
    both = [{one.metric.name: one for one in each.compared} for each in (found, other)]
    rows: list[Row] = [
        {"first": both[0][name], "second": both[1].get(name)}
        for name in dict.fromkeys(names)
        if name in both[0]
    ]
    columns = [
        Column("difference b − a", lambda row: _one(row["first"]).metric.label, align="left")
    ]
    for key, each in (("first", found), ("second", other)):
        columns += _columns(_short(each), key)
    note = (
        f"{_agreement(found, other)} The second pair of columns: {bots_text(other.a)}, "
        f"{show_count(other.games)} games of the same seed; --other-bots none leaves them out."
    )
    return Section("Does it depend on who plays?", columns, rows, note=note)


def _columns(heading: str, key: str) -> list[Column]:
    """Return the difference under one strength of bots, and its interval."""
    return [
        Column(heading, lambda row: _change(row[key])),
        Column("95 % interval", lambda row: _bounds(row[key])),
    ]


def _short(found: Comparison) -> str:
    return " / ".join(dict.fromkeys(bot.policy for bot in found.a.bots))


def _one(value: object) -> Compared:
    assert isinstance(value, Compared)
    return value


def _change(value: object) -> str:
    if not isinstance(value, Compared):
        return NOTHING
    return show_change(value.metric, value.difference, stays_clear(value))


def _bounds(value: object) -> str:
    if not isinstance(value, Compared):
        return NOTHING
    return show_bounds(value.metric, value.difference).removesuffix(" pp")


def _agreement(found: Comparison, other: Comparison) -> str:
    """Say whether the primary figure moves the same way under both."""
    name = found.primary.metric.name
    second = next((one for one in other.compared if one.metric.name == name), None)
    if second is None:
        return ""
    ways = [_way(found.primary), _way(second)]
    what = found.primary.metric.meaning
    if ways[0] == ways[1]:
        return f"Both move {what} the same way." if ways[0] else f"Neither clearly moves {what}."
    if 0 in ways:
        return f"Only {_short((found, other)[ways[0] == 0])} bots clearly move {what}."
    return f"The two move {what} opposite ways: the answer depends on who plays."


def _way(one: Compared) -> int:
    """Return −1 or 1 for a clear fall or rise, else 0."""
    low, high = one.difference.low, one.difference.high
    if low is None or high is None:
        return 0
    return int(low > 0.0) - int(high < 0.0)
