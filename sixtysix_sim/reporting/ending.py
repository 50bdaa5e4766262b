"""How a comparison with a rule for stopping ended, in words."""

from sixtysix_sim.experiments.compare import Comparison
from sixtysix_sim.experiments.stopping import Stopped
from sixtysix_sim.reporting.tables import Row, show_count, show_decimal

TOP_DIGITS = 2
NOTHING_DIFFERS = "same rules, same bots, so that no game can differ"


def interval_name(found: Comparison) -> str:
    """Return what the intervals of a comparison are called."""
    return "95 % interval" if found.stopped is None else "always-valid 95 % interval"


def ending_rows(found: Comparison) -> list[Row]:
    """Return rows (what, value) on the rule and how it ended; none without a rule."""
    end = found.stopped
    if end is None:
        return []
    games = f"{show_count(found.games)} games"
    if found.alike:
        what = "until width" if end.rule.sprt is None else "sprt"
        return [{"what": what, "value": f"ended after {games}: {NOTHING_DIFFERS}"}]
    if end.rule.sprt is None:
        said = f"interval narrower than {end.rule.width:g} after {games}"
        said = said if end.met else f"{end.rule.width:g} not reached in {games}"
        if not end.met and found.primary.difference.low == found.primary.difference.high:
            said += ", in none of which the primary figure differs,"
        return [{"what": "until width", "value": f"{said} (always-valid interval)"}]
    test = end.rule.sprt
    low, high = (show_decimal(bound, TOP_DIGITS) for bound in test.bounds)
    return [
        {"what": "sprt", "value": f"difference {test.low:g} against {test.high:g}"},
        {"what": "  model", "value": "normal GSPRT on the paired differences of games"},
        {"what": "  bounds", "value": f"{low} and {high} (both errors 5 %)"},
        {"what": "  LLR", "value": show_decimal(end.llr or 0.0, TOP_DIGITS)},
        {"what": "  verdict", "value": _verdict(end, games)},
    ]


def ending_tree(found: Comparison) -> dict[str, object]:
    """Return the same for JSON: ``stopped`` (null without a rule) and ``paired``."""
    end = found.stopped
    if end is None:
        return {"paired": not found.apart, "stopped": None}
    tree: dict[str, object] = {"met": end.met, "cap": end.cap, "width": end.rule.width}
    if (test := end.rule.sprt) is not None and end.llr is not None:
        tree |= {"low": test.low, "high": test.high, "bounds": list(test.bounds)}
        tree |= {"llr": end.llr, "verdict": test.verdict(end.llr)}
    return {"paired": not found.apart, "stopped": tree}


def _verdict(end: Stopped, games: str) -> str:
    test = end.rule.sprt
    said = None if test is None or end.llr is None else test.verdict(end.llr)
    if test is None or said is None:
        return f"undecided after {games}"
    return f"{test.low if said == 'low' else test.high:g} accepted after {games}"
