"""A recorded result of the talon family against what the moves give.

What play decides (closing, exchange, tricks, points, marriages) is compared with the moves. What
scoring decides (end, winner, price, score) is worked out from the *recorded* tricks and points, so
that one wrong number is one finding and not a train of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sixtysix_sim.cards import SUIT_SYMBOLS, pretty_card
from sixtysix_sim.referee.audit.record import MeldRow
from sixtysix_sim.referee.audit.talon.record import result_row
from sixtysix_sim.referee.records import Breach
from sixtysix_sim.referee.talon import DealResult, Marriage, State, clause_of_field
from sixtysix_sim.vocabulary import NOBODY, DealEnd

Row = Mapping[str, Any]
_PLAYED = ("forehand", "trump", "upcard", "exchanger", "closer", "closed_at")
_PLAYED_BY_SIDE = ("tricks", "meld_points", "card_points")
_FAILED = (DealEnd.CLOSER_FAILED, DealEnd.CLAIM)


def columns(names: Sequence[str], sides: int) -> list[str]:
    """Return the columns of deals that each side has, by these names."""
    return [f"{name}_{side}" for name in names for side in range(sides)]


def differences(row: Row, wanted: Row, names: Sequence[str]) -> list[str]:
    """Return the recorded columns that differ."""
    return [name for name in names if name in row and row[name] != wanted[name]]


def played_breaches(row: Row, state: State, result: DealResult) -> Iterator[Breach]:
    """Yield what a record says wrongly about what play decided (G7, with the clause).

    Args:
        row: recorded columns.
        state: the deal when it is over.
        result: what the moves give.
    """
    wanted = result_row(result)
    names = [*_PLAYED, *columns(_PLAYED_BY_SIDE, state.rules.seats)]
    by_clause: dict[str, list[str]] = {}
    for name in differences(row, wanted, names):
        clause = _clause_of_played(name, row, wanted, state, result)
        by_clause.setdefault(clause, []).append(name)
    for clause, wrong in by_clause.items():
        yield Breach("G7", said(wrong, row, wanted), (clause,))


def _clause_of_played(name: str, row: Row, wanted: Row, state: State, result: DealResult) -> str:
    rules, side = state.rules, int(name[-1]) if name[-1].isdecimal() else NOBODY
    if name.startswith("card_points") and _bonus_moved(row, wanted, state):
        closed = result.closer != NOBODY
        return rules.clause("last_trick.when_closed" if closed else "last_trick.bonus")
    if name.startswith("meld_points"):
        declared = sum(m.points for m in result.melds if m.seat == side)
        lost = row[name] == declared
        return rules.clause("marriage.needs_trick" if lost else "marriage.plain")
    return clause_of_field(state, name.rpartition("_")[0] if side >= 0 else name, result)


def _bonus_moved(row: Row, wanted: Row, state: State) -> bool:
    """Whether the recorded card points differ by the last-trick bonus alone."""
    bonus, names = state.rules.bonus, columns(("card_points",), state.rules.seats)
    if not bonus or not all(is_number(row.get(name)) for name in names):
        return False
    return {row[name] - wanted[name] for name in names} <= {0, bonus, -bonus}


def scored_breaches(row: Row, state: State, settled: DealResult) -> Iterator[Breach]:
    """Yield what a record says wrongly about scoring, given its own numbers (G7, with the clause).

    A wrong end or winner explains a wrong price: one finding.
    """
    wanted, sides = result_row(settled), state.rules.seats
    judged = ("end", "winner", "game_points", *columns(("change",), sides))
    wrong = differences(row, wanted, judged)
    if wrong:
        yield Breach(
            "G7", said(wrong, row, wanted), (_clause_of_score(wrong, row, state, settled),)
        )
    scores = differences(row, wanted, columns(("score",), sides))
    if scores:
        what = "the score before and the change give"
        clause = clause_of_field(state, "score_after", settled)
        yield Breach("G7", said(scores, row, wanted, what), (clause,))


def _clause_of_score(wrong: Sequence[str], row: Row, state: State, settled: DealResult) -> str:
    if "end" in wrong or "winner" in wrong:
        return clause_of_field(state, "end", settled)
    rules = state.rules
    without_stake = settled.game_points - settled.stake * (rules.seats - 1)
    if settled.stake and row.get("game_points", without_stake) == without_stake:
        return rules.clause("stakes.draw_adds")
    if _loser_pays_wrongly(wrong, row, settled):
        return rules.clause("stakes.zero_sum")
    if settled.end in _FAILED and settled.closer not in (NOBODY, settled.winner):
        against = rules.opponent_claims == "normal" and settled.end is DealEnd.CLAIM
        return rules.clause("closing.opponent_claims" if against else "closing.failure")
    if settled.closer == settled.winner != NOBODY and rules.opponent_score == "at_close":
        return rules.clause("closing.opponent_score")
    return clause_of_field(state, "change", settled)


def _loser_pays_wrongly(wrong: Sequence[str], row: Row, settled: DealResult) -> bool:
    """K7.1 D7.1: the winner's points are right, and a loser pays them where it need not, or not."""
    sides = [int(name[-1]) for name in wrong if name.startswith("change")]
    if len(sides) != len(wrong) or settled.winner in sides:
        return False
    return all(row[f"change_{side}"] in (0, -settled.game_points) for side in sides)


def meld_breaches(rows: Sequence[MeldRow], state: State) -> Iterator[Breach]:
    """Yield what the recorded marriages and those declared do not share, with the clause."""
    wanted = {(m.seat, m.suit): m for m in state.marriages}
    recorded: dict[tuple[int, int | None], MeldRow] = {}
    for row in rows:
        place = row.seat, row.suit
        if place in recorded:
            words = f"{_marriage(*place)} is recorded twice; it has one row a seat and suit"
            yield Breach("G5", words, (state.rules.clause("marriage"),))
        recorded[place] = row
    for place in recorded:
        if place not in wanted:
            words = f"{_marriage(*place)} is recorded; nobody declared it"
            yield Breach("G7", words, (state.rules.clause("marriage"),))
    for place, marriage in wanted.items():
        if place not in recorded:
            words = f"{_marriage(*place)} is missing: it was declared for {marriage.points} points"
            yield Breach("G7", words, (state.rules.clause("marriage"),))
        else:
            yield from _meld_breach(recorded[place], marriage, state)


def _meld_breach(row: MeldRow, marriage: Marriage, state: State) -> Iterator[Breach]:
    wrong = [
        (name, getattr(row, name), getattr(marriage, name))
        for name in ("copies", "points", "counted")
        if getattr(row, name) != getattr(marriage, name)
    ]
    if not wrong:
        return
    keys = {"copies": "marriage", "counted": "marriage.needs_trick"}
    worth = "marriage.trump" if marriage.suit == state.trump else "marriage.plain"
    named = ", ".join(f"{name} {show_column(name, value)}" for name, value, _ in wrong)
    right = ", ".join(show_column(name, value) for name, _, value in wrong)
    words = f"{_marriage(row.seat, row.suit)} has {named}; the moves give {right}"
    yield Breach("G7", words, (state.rules.clause(keys.get(wrong[0][0], worth)),))


def said(
    names: Sequence[str], row: Row, wanted: Row, source: str = "the moves and points give"
) -> str:
    """Return the sentence about columns that differ."""
    recorded = ", ".join(f"{name} is {show_column(name, row[name])}" for name in names)
    right = ", ".join(show_column(name, wanted[name]) for name in names)
    return f"{recorded}; {source} {right}"


def show_column(name: str, value: object) -> str:
    """Return a recorded value as the deals table writes it."""
    if value is None:
        return "nothing"
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        if name == "trump" and value < len(SUIT_SYMBOLS):
            return SUIT_SYMBOLS[value]
        if name == "upcard":
            return pretty_card(value)
    return str(value).lower() if isinstance(value, bool) else str(value)[:60]


def is_number(value: object) -> bool:
    """Whether a value is a whole number and no truth value."""
    return isinstance(value, int) and not isinstance(value, bool)


def _marriage(seat: int, suit: int | None) -> str:
    where = "no suit" if suit is None else SUIT_SYMBOLS[suit]
    return f"the marriage in {where} of seat {seat}"
