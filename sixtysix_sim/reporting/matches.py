"""What matches of bots came to: a table, how the pairs ended, and one plain sentence."""

from collections.abc import Iterator, Sequence
from math import isinf

from sixtysix_sim.experiments.match import Match
from sixtysix_sim.reporting.tables import (
    NOTHING,
    Column,
    Row,
    Section,
    count,
    interval,
    percent,
    show_count,
    show_decimal,
    text,
)
from sixtysix_sim.scenario import Scenario
from sixtysix_sim.vocabulary import Family

RESULT_NAMES = ("lost_lost", "lost_drawn", "even", "won_drawn", "won_won")
_RESULT_WORDS = ("lost both", "lost, drew", "even", "won, drew", "won both")


def match_row(match: Match) -> dict[str, object]:
    """Return a match as a flat row (interface: `bots match` in JSON); infinite Elo is null there.

    `pairs_…` count pairs by a's two results; `width` to `verdict` are there with a rule only.
    """
    score, points, luck = match.score, match.points, match.luck
    elo, low, high = match.elo
    row: dict[str, object] = {
        "a": match.a, "b": match.b, "games": match.games, "wins": match.tally.wins,
        "draws": match.tally.draws, "losses": match.tally.losses, "score": score.value,
        "score_low": score.low, "score_high": score.high, "elo": elo, "elo_low": low,
        "elo_high": high, "game_points_per_deal": points.value, "game_points_low": points.low,
        "game_points_high": points.high, "luck": luck.value, "luck_low": luck.low,
        "luck_high": luck.high,
    }  # fmt: skip
    named = zip(RESULT_NAMES, match.tally.results, strict=True)
    row |= {f"pairs_{name}": number for name, number in named}
    if match.rule is not None:
        row |= {"met": match.met, "cap": match.cap, "width": match.rule.width}
        if (test := match.rule.sprt) is not None:
            row |= {"sprt_low": test.low, "sprt_high": test.high, "bounds": list(test.bounds)}
            row |= {"llr": match.llr, "verdict": match.verdict}
    return row


def match_sections(scenario: Scenario, found: Sequence[Match]) -> list[Section]:
    """Return what was played, the table of matches, and how their pairs ended."""
    rows = [match_row(match) for match in found]
    rule = found[0].rule
    sections = [_head(scenario, found), _table(scenario, rows, rule is not None), _pairs(rows)]
    if rule is not None:
        sections.append(_stops(found))
    return sections


def _head(scenario: Scenario, found: Sequence[Match]) -> Section:
    rules = scenario.ruleset
    rows: list[Row] = [
        {"what": "scenario", "value": f"{scenario.name} ({scenario.source})"},
        {"what": "rules", "value": f"{rules.preset}, hash {rules.hash[:16]}"},
        {"what": "seed", "value": str(scenario.seed)},
        {"what": "deals", "value": "the same in every match, each played twice, seats swapped"},
    ]
    return Section("", [text("match", "what"), text("", "value")], rows)


def _table(scenario: Scenario, rows: Sequence[Row], watched: bool) -> Section:
    talon = scenario.ruleset.family is Family.TALON
    points = "game points" if talon else "points"
    columns = [
        text("a", "a"), text("b", "b"), count("games", "games"), count("a wins", "wins"),
        count("draws", "draws"), count("losses", "losses"),
        Column("score", lambda row: show_decimal(row["score"], 4)),
        Column("Elo", lambda row: show_elo(row["elo"])),
        Column("95 % interval", show_elo_interval),
        Column(f"{points} a deal", lambda row: _signed(row["game_points_per_deal"])),
        interval("95 % interval", "game_points_low", "game_points_high", digits=3),
    ]  # fmt: skip
    side = "a wins less those b wins" if talon else "a's side writes less those b's side writes"
    note = f"Intervals are over pairs of games. {points.capitalize()} a deal: those {side}."
    if watched:
        note += " All are always-valid: they hold whenever play stops."
    return Section("", columns, rows, note=note)


def show_elo(value: object) -> str:
    """A signed whole Elo; beyond all measure where every game was won or lost."""
    if not isinstance(value, float | int):
        return NOTHING
    if isinf(value):
        return "all won" if value > 0 else "all lost"
    return ("+" if value > 0 else "") + show_decimal(value, 0)


def show_elo_interval(row: Row) -> str:
    """The interval of a match's row in Elo; open where every game was won or lost."""
    low, high = row["elo_low"], row["elo_high"]
    if not (isinstance(low, float) and isinstance(high, float)):
        return NOTHING
    if isinf(high):
        return f"{show_elo(low)} or more" if not isinf(low) else NOTHING
    return f"{show_elo(high)} or less" if isinf(low) else f"{show_elo(low)} … {show_elo(high)}"


def _signed(value: object) -> str:
    shown = show_decimal(value, 3)
    return f"+{shown}" if isinstance(value, float) and value > 0 else shown


def _pairs(rows: Sequence[Row]) -> Section:
    columns = [text("pairs of games", "a"), text("against", "b")]
    columns += [
        count(words, f"pairs_{name}")
        for words, name in zip(_RESULT_WORDS, RESULT_NAMES, strict=True)
    ]
    columns += [
        percent("luck", "luck", 0),
        interval("95 % interval", "luck_low", "luck_high", digits=0, as_percent=True),
    ]
    note = "Luck: the share of the spread of results that the cards settle, whoever sits where."
    return Section("", columns, rows, note=note)


def _stops(found: Sequence[Match]) -> Section:
    rows: list[Row] = [
        {"a": match.a, "b": match.b, "how": "; ".join(_how(match))} for match in found
    ]
    return Section("", [text("ended", "a"), text("against", "b"), text("", "how")], rows)


def _how(match: Match) -> Iterator[str]:
    """Say what ended a match."""
    rule, games = match.rule, f"{show_count(match.games)} games"
    if rule is None:
        return
    if (test := rule.sprt) is None:
        words = "reached" if match.met else "not reached"
        yield f"a width of {rule.width:g} Elo {words} in {games}"
        return
    low, high = (show_decimal(bound, 2) for bound in test.bounds)
    yield f"Elo {test.low:g} against {test.high:g}"
    yield f"LLR {show_decimal(match.llr, 2)} within {low} and {high} (GSPRT on pairs, errors 5 %)"
    said = "undecided" if match.verdict is None else f"{match.verdict:g} accepted"
    yield f"{said} after {games}"


def ranking(found: Sequence[Match]) -> list[str]:
    """Return the bots from the strongest to the weakest, by their mean score."""
    scores: dict[str, list[float]] = {}
    for match in found:
        value = match.score.value
        if value is not None:
            scores.setdefault(match.a, []).append(value)
            scores.setdefault(match.b, []).append(1.0 - value)
    means = {name: sum(each) / len(each) for name, each in scores.items()}
    return sorted(means, key=lambda name: -means[name])


def match_sentence(scenario: Scenario, found: Sequence[Match]) -> str:
    """Return what was found, in one sentence."""
    of = f"at {scenario.name}, seed {scenario.seed}"
    if len(found) > 1:
        return (
            f"From the strongest to the weakest by mean score: {', '.join(ranking(found))} ({of})."
        )
    (match,) = found
    _, low, high = match.elo
    games = f"over {show_count(match.games)} games {of}"
    if low is None or high is None or low <= 0.0 <= high:
        return f"Which of {match.a} and {match.b} is the stronger cannot be told {games}."
    first, second = (match.a, match.b) if low > 0.0 else (match.b, match.a)
    ends = sorted(abs(end) for end in (low, high))
    by = f"{ends[0]:.0f} Elo or more" if isinf(ends[1]) else f"{ends[0]:.0f} to {ends[1]:.0f} Elo"
    return f"{first} is stronger than {second} by {by} {games}."
