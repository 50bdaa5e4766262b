"""What a change of rules or bots does: a table of both values and one plain sentence."""

from collections.abc import Iterator, Sequence

from sixtysix_sim.experiments.compare import Compared, Comparison
from sixtysix_sim.metrics import Metric
from sixtysix_sim.reporting.cells import digits_of, show_number
from sixtysix_sim.reporting.ending import ending_rows, interval_name
from sixtysix_sim.reporting.played import bots_text, bots_tree, rule_changes
from sixtysix_sim.reporting.tables import NOTHING, Column, Row, Section, show_count, show_decimal
from sixtysix_sim.scenario import Scenario
from sixtysix_sim.statistics import Difference

#: What a comparison shows unless asked for all.
HEADLINES = (
    "made",
    "mean_bid",
    "made_over",
    "set_cost",
    "written",
    "trick_points",
    "meld_points",
    "kaput",
    "kaput_declarer",
    "kaput_defenders",
    "wins_by_side.0",
    "wins_by_side.1",
    "no_winner",
    "first_speaker_wins",
    "declarer_wins",
    "margin",
    "lead_changes",
    "deals_per_game",
    "redeals",
    "asked",
    "forced",
)
FALSE_FINDINGS = 0.05


def comparison_rows(found: Comparison) -> Iterator[dict[str, object]]:
    """Yield a flat row a metric, for JSON; one-sided metrics have no difference."""
    for one in found.compared:
        difference = one.difference
        yield {
            "metric": one.metric.name,
            "a": difference.a,
            "b": difference.b,
            "difference": difference.value,
            "low": difference.low,
            "high": difference.high,
            "p_adjusted": one.p_adjusted,
            "correlation": difference.correlation,
            "games_saved": difference.games_saved,
            "primary": one.primary,
        }
    for single in found.one_sided:
        value = single.estimate.value
        yield {
            "metric": single.metric.name,
            "a": value if single.side == 0 else None,
            "b": value if single.side == 1 else None,
            "difference": None,
            "low": None,
            "high": None,
            "p_adjusted": None,
            "correlation": None,
            "games_saved": None,
            "primary": False,
        }


def comparison_sections(found: Comparison, everything: bool = False) -> list[Section]:
    """Return what is compared, and the table of values and differences."""
    return [_head(found), _table(found, everything)]


def _head(found: Comparison) -> Section:
    rows: list[Row] = []
    for name, side in (("a", found.a), ("b", found.b)):
        rules = side.ruleset
        rows.append({"what": name, "value": f"{side.name} ({side.source})"})
        rows.append({"what": "  rules", "value": f"{rules.preset}, hash {rules.hash[:16]}"})
        rows.append({"what": "  bots", "value": bots_text(side.bots)})
    for key, (old, new) in rule_changes(found.a.ruleset, found.b.ruleset).items():
        rows.append({"what": key, "value": f"{old} → {new}"})
    deals = "other deals each" if found.apart else "the same deals"
    rows.append({"what": "games", "value": f"{show_count(found.games)} each, {deals}"})
    rows.append({"what": "seed", "value": str(found.a.seed)})
    rows += ending_rows(found)
    columns = [
        Column("comparison", lambda row: str(row["what"]), align="left"),
        Column("of b against a", lambda row: str(row["value"]), align="left"),
    ]
    note = ""
    if found.apart:
        note = (
            f"{found.apart} differs, so no deal can be the same: each side plays games of its own, "
            "and the differences are unpaired."
        )
    return Section("", columns, rows, note=note)


def _table(found: Comparison, everything: bool) -> Section:
    chosen = [
        one for one in found.compared
        if everything or one.primary or one.metric.name in HEADLINES
    ]  # fmt: skip
    chosen.sort(key=lambda one: not one.primary)
    columns = [
        Column("primary figure first", lambda row: _of(row).metric.label, align="left"),
        Column("a", lambda row: _side(_of(row), _of(row).difference.a)),
        Column("b", lambda row: _side(_of(row), _of(row).difference.b)),
        Column("difference", lambda row: _marked(_of(row))),
        Column(interval_name(found), lambda row: _bounds(_of(row))),
    ]
    if everything:
        columns += [
            Column("correlation", lambda row: show_decimal(_of(row).difference.correlation, 2)),
            Column("games saved", lambda row: _saved(_of(row).difference)),
        ]
    rows: list[Row] = [{"compared": one} for one in chosen]
    return Section("", columns, rows, note=_note(found, chosen, everything))


def _of(row: Row) -> Compared:
    compared = row["compared"]
    assert isinstance(compared, Compared)
    return compared


def _digits(one: Compared) -> int:
    difference = one.difference
    if difference.low is None or difference.high is None:
        return digits_of(one.metric, None)
    return digits_of(one.metric, (difference.high - difference.low) / 2)


def _side(one: Compared, value: float | None) -> str:
    return show_number(one.metric, value, _digits(one))


def show_difference(metric: Metric, value: float | None, digits: int) -> str:
    """Return a signed difference; of percentages in percentage points (pp)."""
    if value is None:
        return NOTHING
    scaled, unit = (100 * value, " pp") if metric.is_percent else (value, "")
    shown = show_decimal(scaled, digits)
    sign = "+" if value > 0 and shown.strip("0.,") else ""
    return f"{sign}{shown}{unit}" if value != 0 else f"0{unit}"


def _stays_clear(one: Compared) -> bool:
    return one.p_adjusted is not None and one.p_adjusted <= FALSE_FINDINGS


def _marked(one: Compared) -> str:
    mark = "*" if _stays_clear(one) else ""
    return show_difference(one.metric, one.difference.value, _digits(one)) + mark


def show_bounds(metric: Metric, difference: Difference) -> str:
    """Return the interval of a difference."""
    low, high = difference.low, difference.high
    if low is None or high is None:
        return NOTHING
    if low == high == 0.0:
        return "0"
    digits = digits_of(metric, (high - low) / 2)
    first = show_difference(metric, low, digits).removesuffix(" pp")
    return f"{first} … {show_difference(metric, high, digits)}"


def _bounds(one: Compared) -> str:
    """The interval of a difference in a table, where the column before says the unit."""
    return show_bounds(one.metric, one.difference).removesuffix(" pp")


def _saved(difference: Difference) -> str:
    if difference.games_saved is None:
        return NOTHING
    return f"x{show_decimal(difference.games_saved, 1)}"


def _note(found: Comparison, chosen: Sequence[Compared], everything: bool) -> str:
    parts = ["Differences of percentages are in percentage points (pp)."]
    looked = sum(one.p_adjusted is not None for one in found.compared)
    if any(_stays_clear(one) for one in chosen):
        parts.append(
            f"* stays clear after adjusting for the {looked} figures looked at (false discovery "
            f"rate {show_decimal(100 * FALSE_FINDINGS, 0)} %)."
        )
    primary = found.primary
    saved, correlation = primary.difference.games_saved, primary.difference.correlation
    if saved is not None and correlation is not None:
        parts.append(
            f"For {primary.metric.label} the shared deals saved x{show_decimal(saved, 1)} games "
            f"(correlation {show_decimal(correlation, 2)})."
        )
    parts += _one_sided(found)
    if not everything:
        parts.append(f"--all shows all {len(found.compared)} figures.")
    return " ".join(parts)


def _one_sided(found: Comparison) -> list[str]:
    said = []
    for side, name in enumerate("ab"):
        labels = [one.metric.label for one in found.one_sided if one.side == side]
        if labels:
            rest = f" and {len(labels) - 2} more" if len(labels) > 2 else ""
            said.append(f"Only {name} has {', '.join(labels[:2])}{rest}.")
    return said


def sentence(found: Comparison) -> str:
    """Return what the change does to the primary metric, in a designer's words."""
    return f"{_change(found)} {_effect(found)}, {_whose(found)}."


def _change(found: Comparison) -> str:
    """Return the subject of the sentence: what differs between a and b."""
    rules = rule_changes(found.a.ruleset, found.b.ruleset)
    parts = [f"{key} {new} instead of {old}" for key, (old, new) in rules.items()]
    if len(parts) > 3:
        parts = [*parts[:2], f"{len(parts) - 2} more rule changes"]
    bots = bots_text(found.a.bots), bots_text(found.b.bots)
    if bots[0] != bots[1]:
        parts.append(f"{bots[1]} instead of {bots[0]}")
    if not parts:
        return "The two scenarios have the same rules and bots, and playing both"
    return f"Playing with {_listed(parts)}"


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _effect(found: Comparison) -> str:
    one = found.primary
    metric, difference = one.metric, one.difference
    if all(other.difference.value == other.difference.low == 0.0 for other in _known(found)):
        return "changes nothing: every figure is the same in every game"
    if difference.value is None or difference.low is None or difference.high is None:
        return f"says nothing about {metric.meaning}, which never came up often enough"
    if difference.low == difference.high == 0.0:
        return f"leaves {metric.meaning} exactly as it was"
    a, b = _side(one, difference.a), _side(one, difference.b)
    bounds = show_bounds(metric, difference)
    if difference.low <= 0.0 <= difference.high:
        return (
            f"makes no difference to {metric.meaning} that so many games could show: {a} and {b} "
            f"(difference {bounds}, {interval_name(found)})"
        )
    verb = "raises" if difference.value > 0 else "lowers"
    by = show_difference(metric, abs(difference.value), _digits(one)).removeprefix("+")
    unit = " percentage points" if metric.is_percent else ""
    return (
        f"{verb} {metric.meaning} from {a} to {b}, by {by.removesuffix(' pp')}{unit} "
        f"({interval_name(found)} of the difference {bounds})"
    )


def _known(found: Comparison) -> list[Compared]:
    return [one for one in found.compared if one.difference.value is not None]


def _whose(found: Comparison) -> str:
    a, b = bots_text(found.a.bots), bots_text(found.b.bots)
    bots = f"with {a}, " if a == b else ""
    games = f"{show_count(found.games)} games"
    over = f"{games} of its own a side" if found.apart else f"the same {games}"
    return f"{bots}over {over} of seed {found.a.seed}"


def both_sides(found: Comparison) -> tuple[list[str], list[object]]:
    """Return the rules hashes and the bots of both sides, for JSON."""
    sides: tuple[Scenario, Scenario] = (found.a, found.b)
    return [side.ruleset.hash for side in sides], [bots_tree(side) for side in sides]
