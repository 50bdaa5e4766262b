"""A recorded result against what the moves give, each column judged from the columns it rests on.

What play decides (bids, tricks, points, melds) is compared with the moves. What scoring decides
(kaput, contract, change, score) is worked out from the *recorded* points, so that one wrong number
is one finding and not a train of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sixtysix_sim.cards import SUIT_SYMBOLS, SUITS
from sixtysix_sim.referee.auction import (
    DealResult,
    MeldFound,
    State,
    clause_of_field,
    settle,
)
from sixtysix_sim.referee.auction.judge import end_redealt
from sixtysix_sim.referee.audit.auction.record import result_row
from sixtysix_sim.referee.audit.record import MeldRow
from sixtysix_sim.referee.records import Breach
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import NOBODY, DealEnd

Row = Mapping[str, Any]

#: Columns that play decides, in the order of the rule text.
PLAYED = (
    "declarer",
    "bid",
    "speaking",
    "bids",
    "asked",
    "trump",
    "meld_points_0",
    "meld_points_1",
    "tricks_0",
    "tricks_1",
    "last_trick",
    "card_points_0",
    "card_points_1",
)
#: Columns that follow from those, and the score from the score before.
SCORED = ("kaput", "made", "end", "winner", "change_0", "change_1", "score_0", "score_1")


def differences(row: Row, wanted: Row, columns: Sequence[str]) -> list[str]:
    """Return the recorded columns that differ."""
    return [name for name in columns if name in row and row[name] != wanted[name]]


def played_breaches(row: Row, result: DealResult, bonus: int) -> Iterator[Breach]:
    """Yield what a record says wrongly about what play decided (G7, with the clause).

    Args:
        row: recorded columns.
        result: what the moves give.
        bonus: points of the last trick; card points that differ by just it are about C6.6.
    """
    wanted = result_row(result)
    if "end" in row and (row["end"] == "redeal") != (wanted["end"] == "redeal"):
        clause = "C3.3" if result.asked != NOBODY else "C3.5"
        clause = clause if result.end is DealEnd.REDEAL else "C3.4"
        yield Breach("G7", f"end is {row['end']}; the moves give {wanted['end']}", (clause,))
        return
    wrong = differences(row, wanted, PLAYED)
    by_clause: dict[str, list[str]] = {}
    for name in wrong:
        clause = clause_of_field(name.removesuffix("_0").removesuffix("_1"), result)
        if name.startswith("card_points"):
            clause = "C6.6" if _bonus_moved(row, wanted, bonus) else "C2.4"
        by_clause.setdefault(clause, []).append(name)
    for clause, names in by_clause.items():
        yield Breach("G7", _said(names, row, wanted), (clause,))


def scored_breaches(row: Row, settled: DealResult) -> Iterator[Breach]:
    """Yield what a record says wrongly about scoring, given its own points (G7, with the clause).

    A wrong kaput explains a wrong contract, a wrong contract a wrong change: one finding each.
    """
    wanted = result_row(settled)
    wrong = differences(row, wanted, SCORED)
    scores = [name for name in wrong if name.startswith("score")]
    judged = [name for name in wrong if name not in scores]
    if judged:
        clause = _clause_of_score(judged, settled)
        yield Breach("G7", _said(judged, row, wanted), (clause,))
    if scores:
        what = f"the score before ({_before(row, settled)}) and the change give"
        yield Breach("G7", _said(scores, row, wanted, what), ("C1.2",))


def _before(row: Row, settled: DealResult) -> str:
    """Return the score before a deal whose score was made of the change as recorded, if it was."""
    recorded = [row.get("change_0"), row.get("change_1")]
    change = [by for by in recorded if isinstance(by, int)]
    change = change if len(change) == len(recorded) else list(settled.change)
    before = [after - by for after, by in zip(settled.score_after, change, strict=True)]
    return " to ".join(map(str, before))


def settled_from(row: Row, played: DealResult | None, before: State) -> DealResult | None:
    """Score a deal from its recorded points; what is not recorded is taken from the moves.

    Args:
        before: the deal before its first call; it is filled in.

    Returns:
        None where neither says enough.
    """
    known = {**(result_row(played) if played else {}), **row}
    end = known.get("end")
    if end == "redeal":
        before.bids, before.asked = known.get("bids", 0), known.get("asked", NOBODY)
        return end_redealt(before)
    needed = ("declarer", "bid", "last_trick", *PLAYED[6:10], *PLAYED[11:])
    if any(not _is_number(known.get(name)) for name in needed):
        return None
    trump = known.get("trump")
    before.declarer, before.bid = known["declarer"], known["bid"]
    before.trump = trump if trump is not None else NOBODY
    before.bids, before.asked = known.get("bids", 0), known.get("asked", NOBODY)
    before.leader = known["last_trick"]
    before.tricks = [known["tricks_0"], known["tricks_1"]]
    before.card_points = [known["card_points_0"], known["card_points_1"]]
    before.meld_points = [known["meld_points_0"], known["meld_points_1"]]
    result = settle(before)
    if _is_number(known.get("change_0")) and _is_number(known.get("change_1")):
        # The score rests on the change as recorded.
        after = (before.scores[0] + known["change_0"], before.scores[1] + known["change_1"])
        result = result._replace(score_after=after)
    return result


def meld_breaches(
    rows: Sequence[MeldRow], found: Sequence[MeldFound], ruleset: RuleSet
) -> Iterator[Breach]:
    """Yield what the recorded melds and those of the hands do not share, with the meld's clause."""
    wanted = {_place(m.seat, m.name, m.suit): (m.copies, m.points) for m in found}
    recorded: dict[tuple[int, str, int], tuple[int, int]] = {}
    for row in rows:
        place = _place(row.seat, row.name, NOBODY if row.suit is None else row.suit)
        if place in recorded:
            words = f"{_meld(place)} is recorded twice; a meld has one row a seat and suit"
            yield Breach("G5", words, ("C5.11",))
        else:
            recorded[place] = row.copies, row.points
    for place in sorted(recorded.keys() | wanted.keys()):
        if recorded.get(place) != wanted.get(place):
            yield _meld_breach(place, recorded.get(place), wanted.get(place), ruleset)


def _meld_breach(
    place: tuple[int, str, int],
    recorded: tuple[int, int] | None,
    wanted: tuple[int, int] | None,
    ruleset: RuleSet,
) -> Breach:
    clause = meld_clause(ruleset, place[1])
    if wanted is None:
        return Breach("G7", f"{_meld(place)} is recorded; the hand does not score it", (clause,))
    copies, points = wanted
    if recorded is None:
        words = f"{_meld(place)} is missing: the hand holds it {_times(copies)}, {points} points"
        return Breach("G7", words, (clause,))
    words = (
        f"{_meld(place)} is recorded {_times(recorded[0])} for {recorded[1]} points; the hand "
        f"scores it {_times(copies)} for {points}"
    )
    return Breach("G7", words, ("C5.10" if recorded[0] != copies else clause,))


def meld_clause(ruleset: RuleSet, name: str) -> str:
    """Return the clause of a meld; one that only a scenario has is a kind of its own (C5.11)."""
    return ruleset.clause_of(f"melds.{name}.points")


def show_column(name: str, value: object) -> str:
    """Return a recorded value as the deals table writes it."""
    if value is None:
        return "nothing"
    if name == "trump" and isinstance(value, int) and 0 <= value < len(SUITS):
        return SUIT_SYMBOLS[value]
    return str(value).lower() if isinstance(value, bool) else str(value)[:60]


def _clause_of_score(wrong: Sequence[str], settled: DealResult) -> str:
    if "kaput" in wrong:
        return "C7.5"
    if {"made", "end", "winner"} & set(wrong):
        return "C7.5" if settled.kaput != NOBODY else "C7.2"
    return clause_of_field("change", settled, int(wrong[0][-1]))


def _bonus_moved(row: Row, wanted: Row, bonus: int) -> bool:
    """Whether the recorded card points differ by the last-trick bonus alone."""
    names = ("card_points_0", "card_points_1")
    if not bonus or not all(_is_number(row.get(name)) for name in names):
        return False
    return {row[name] - wanted[name] for name in names} <= {0, bonus, -bonus}


def _said(
    names: Sequence[str], row: Row, wanted: Row, source: str = "the moves and points give"
) -> str:
    recorded = ", ".join(f"{name} is {show_column(name, row[name])}" for name in names)
    right = ", ".join(show_column(name, wanted[name]) for name in names)
    return f"{recorded}; {source} {right}"


def _place(seat: int, name: str, suit: int) -> tuple[int, str, int]:
    return seat, name, suit


def _meld(place: tuple[int, str, int]) -> str:
    seat, name, suit = place
    return f"{name}{f' in {SUIT_SYMBOLS[suit]}' if suit != NOBODY else ''} of seat {seat}"


def _times(copies: int) -> str:
    return "once" if copies == 1 else f"{copies} times"


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
