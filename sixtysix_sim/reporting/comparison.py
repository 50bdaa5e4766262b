"""What a change of rules or bots does: a table of both values and one plain sentence."""

from collections.abc import Iterator, Sequence

from sixtysix_sim.experiments.compare import Compared, Comparison
from sixtysix_sim.experiments.headlines import headlines_of
from sixtysix_sim.metrics import Metric
from sixtysix_sim.reporting.cells import digits_of, show_number
from sixtysix_sim.reporting.ending import ending_rows, interval_name
from sixtysix_sim.reporting.played import bots_text, bots_tree, rule_changes
from sixtysix_sim.reporting.tables import NOTHING, Column, Row, Section, show_count, show_decimal
from sixtysix_sim.scenario import Scenario
from sixtysix_sim.statistics import Difference

FALSE_FINDINGS = 0.05
ALWAYS = "in every game"


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
        rows.append({"what": "  bots", "value": bots_text(side)})
    for key, (old, new) in rule_changes(found.a.ruleset, found.b.ruleset).items():
        rows.append({"what": key, "value": f"{old} → {new}"})
    deals = "other deals each" if found.apart else "the same deals"
    rows.append({"what": "games", "value": f"{_games_of_sides(found)}, {deals}"})
    rows.append({"what": "seed", "value": str(found.a.seed)})
    rows += ending_rows(found)
    columns = [
        Column("comparison", lambda row: str(row["what"]), align="left"),
        Column("", lambda row: str(row["value"]), align="left"),
    ]
    note = ""
    if found.apart:
        note = (
            f"{found.apart} differs, so no deal can be the same: each side has games of its own, "
            "and the differences are unpaired."
        )
    return Section("", columns, rows, note=note)


def shown_figures(found: Comparison, everything: bool = False) -> list[Compared]:
    """Return the figures a comparison shows, the primary one first; ``everything``: all."""
    usual = headlines_of(found.a.ruleset.family).compare
    chosen = [
        one for one in found.compared if everything or one.primary or one.metric.name in usual
    ]
    return sorted(chosen, key=lambda one: not one.primary)


def _table(found: Comparison, everything: bool) -> Section:
    chosen = shown_figures(found, everything)
    columns = [
        Column("primary figure first", lambda row: _of(row).metric.label, align="left"),
        Column("a", lambda row: show_sides(_of(row))[0]),
        Column("b", lambda row: show_sides(_of(row))[1]),
        Column("difference", lambda row: show_marked(_of(row))),
        Column("95 % interval", lambda row: show_limits(_of(row))),
    ]
    if everything:
        columns += [
            Column("correlation", lambda row: show_decimal(_of(row).difference.correlation, 2)),
            Column("worth of pairs", lambda row: _worth(_of(row).difference)),
        ]
    rows: list[Row] = [{"compared": one} for one in chosen]
    return Section("", columns, rows, note=_note(found, chosen, everything))


def _of(row: Row) -> Compared:
    compared = row["compared"]
    assert isinstance(compared, Compared)
    return compared


def difference_digits(metric: Metric, difference: Difference | None) -> int:
    """Return how many decimals a difference and its interval are shown with."""
    if difference is None or difference.low is None or difference.high is None:
        return digits_of(metric, None)
    return digits_of(metric, (difference.high - difference.low) / 2)


def _digits(one: Compared) -> int:
    return difference_digits(one.metric, one.difference)


def show_sides(one: Compared) -> tuple[str, str]:
    """Return both values with the digits of the difference, so that a plus it is b as shown."""
    difference, digits = one.difference, _digits(one)
    return (
        show_number(one.metric, difference.a, digits),
        show_beside(one.metric, difference.a, difference, digits),
    )


def show_beside(
    metric: Metric, base: float | None, difference: Difference | None, digits: int
) -> str:
    """Return b as ``base`` plus the difference, both as rounded: no last digit contradicts.

    That is b to within one in the last digit; b itself where there is no difference.
    """
    if difference is None or base is None or difference.value is None:
        return show_number(metric, None if difference is None else difference.b, digits)
    scale = 100 if metric.is_percent else 1
    shown = round(scale * base, digits) + round(scale * difference.value, digits)
    return show_number(metric, shown / scale, digits)


def show_difference(metric: Metric, value: float | None, digits: int) -> str:
    """Return a signed difference; of percentages in percentage points (pp)."""
    if value is None:
        return NOTHING
    scaled, unit = (100 * value, " pp") if metric.is_percent else (value, "")
    shown = show_decimal(scaled, digits)
    sign = "+" if value > 0 and shown.strip("0.,") else ""
    return f"{sign}{shown}{unit}"


def show_change(metric: Metric, difference: Difference, starred: bool) -> str:
    """Return a difference with its star; what is 0 in every game has no decimals."""
    if difference.low == difference.high == 0.0:
        return "0 pp" if metric.is_percent else "0"
    digits = difference_digits(metric, difference)
    return show_difference(metric, difference.value, digits) + "*" * starred


def stays_clear(one: Compared) -> bool:
    """Whether a difference gets a star: the primary one by its own interval, others adjusted."""
    if one.primary:
        low, high = one.difference.low, one.difference.high
        return low is not None and high is not None and not low <= 0.0 <= high
    return one.p_adjusted is not None and one.p_adjusted <= FALSE_FINDINGS


def show_marked(one: Compared) -> str:
    """Return the difference, with a star if it stays clear."""
    return show_change(one.metric, one.difference, stays_clear(one))


def show_bounds(metric: Metric, difference: Difference) -> str:
    """Return the interval of a difference; what is 0 in every game has none."""
    low, high = difference.low, difference.high
    if low is None or high is None:
        return NOTHING
    if low == high == 0.0:
        return ALWAYS
    digits = difference_digits(metric, difference)
    first = show_difference(metric, low, digits).removesuffix(" pp")
    return f"{first} … {show_difference(metric, high, digits)}"


def show_limits(one: Compared) -> str:
    """The interval of a difference in a table, where the column before says the unit."""
    return show_bounds(one.metric, one.difference).removesuffix(" pp")


def _worth(difference: Difference) -> str:
    if difference.games_saved is None:
        return NOTHING
    return f"{show_decimal(difference.games_saved, 1)} times"


def _note(found: Comparison, chosen: Sequence[Compared], everything: bool) -> str:
    parts = ["Differences of percentages are in percentage points (pp)."]
    if found.stopped is not None:
        parts.append(
            "All intervals are always-valid: they hold whenever play stops, and are wider for it."
        )
    looked = sum(one.p_adjusted is not None for one in found.compared)
    if any(stays_clear(one) for one in chosen):
        parts.append(
            f"* a clear difference: of the primary figure if its interval leaves out 0, of the "
            f"others if they stay clear after adjusting for all {looked} looked at (false "
            f"discovery rate {show_decimal(100 * FALSE_FINDINGS, 0)} %: about one star in "
            f"{round(1 / FALSE_FINDINGS)} is chance)."
        )
    if any(one.difference.low == one.difference.high == 0.0 for one in chosen):
        parts.append(f"0 {ALWAYS}: the figure is the same in each of the {games_text(found)}.")
    parts += _pairing(found, everything)
    parts += _one_sided(found)
    if not everything:
        parts.append(f"--all shows all {len(found.compared)} figures.")
    return " ".join(parts)


def games_text(found: Comparison) -> str:
    """Return how many games side a played, in words."""
    return "1 game" if found.games == 1 else f"{show_count(found.games)} games"


def _games_of_sides(found: Comparison) -> str:
    if found.games_b in (0, found.games):
        return f"{show_count(found.games)} each"
    return f"{show_count(found.games)} of a, {show_count(found.games_b)} of b"


def _pairing(found: Comparison, everything: bool) -> list[str]:
    """Say what playing the same deals was worth."""
    one = found.primary.difference
    if one.games_saved is None or one.correlation is None:
        return []
    said = (
        f"For {found.primary.metric.label}, a game played by both sides is worth "
        f"{show_decimal(one.games_saved, 1)} games with deals of their own (correlation "
        f"{show_decimal(one.correlation, 2)})."
    )
    return [said, "Worth of pairs: the same for each figure."] if everything else [said]


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
    bots = bots_text(found.a), bots_text(found.b)
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
    a, b = show_sides(one)
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
    a, b = bots_text(found.a), bots_text(found.b)
    bots = f"with {a}, " if a == b else ""
    if found.apart:
        seeds = dict.fromkeys(side.seed for side in (found.a, found.b))
        of = f"seed{'s' * (len(seeds) > 1)} {' and '.join(map(str, seeds))}"
        if found.games_b not in (0, found.games):
            games = f"{show_count(found.games)} and {show_count(found.games_b)} games"
            return f"{bots}over {games}, each side with deals of its own, of {of}"
        return f"{bots}over {games_text(found)} a side, each with deals of its own, of {of}"
    return f"{bots}over the same {games_text(found)} of seed {found.a.seed}"


def both_sides(found: Comparison) -> tuple[list[str], list[object]]:
    """Return the rules hashes and the bots of both sides, for JSON."""
    sides: tuple[Scenario, Scenario] = (found.a, found.b)
    return [side.ruleset.hash for side in sides], [bots_tree(side) for side in sides]
