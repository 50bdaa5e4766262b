"""A deal scored from its recorded numbers: every way they can be read, the likeliest first.

Without moves nobody knows who took the last trick, nor what stood at the closing. Then each answer
that the other numbers allow is tried, and a record is right if one of them gives it.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from sixtysix_sim.referee.audit.talon.results import columns, is_number
from sixtysix_sim.referee.talon import DealResult, State, end_deal, total
from sixtysix_sim.referee.talon.reading import Reading
from sixtysix_sim.referee.talon.scoring import (
    Score,
    closer_is_out_at_trick,
    score_claim,
    score_closer_out,
    score_played,
)
from sixtysix_sim.vocabulary import DEAL_END_NAMES, NOBODY, DealEnd

Row = Mapping[str, Any]
_CLAIMED = (DEAL_END_NAMES[DealEnd.CLAIM], DEAL_END_NAMES[DealEnd.WRONG_CLAIM])


def settlements(
    row: Row, known: Row, before: State, played: State | None, claimer: int
) -> Iterator[DealResult]:
    """Yield what a deal can come to by its recorded numbers.

    Args:
        row: what is recorded.
        known: the same, completed by what the moves give.
        before: the deal before its first lead; it is filled in.
        played: the deal when its moves are done, None where they do not lead to its end.
        claimer: who ended these moves by a claim, −1 if nobody did.
    """
    if not _fill(before, known):
        return
    if played is not None and played.closer == before.closer:
        before.leader = played.leader
        before.tricks_at_close = played.tricks_at_close
        before.points_at_close = played.points_at_close
        yield _settled(before, _score_played(before, played, claimer), row)
        return
    for closing, (leader, seat) in product(_at_close(before), _who(before, known)):
        if closing is not None:
            before.tricks_at_close, before.points_at_close = closing
        before.leader = leader
        yield _settled(before, _score_read(before, known["end"], seat), row)


def best(row: Row, found: Iterator[DealResult], names: Sequence[str]) -> DealResult | None:
    """Return the first result that agrees with a record, else the one that differs least.

    Args:
        names: columns of results by which they are compared: end, winner, game_points, change.
    """
    least: tuple[int, DealResult] | None = None
    for result in found:
        wrong = 0 if "end" not in row else row["end"] != DEAL_END_NAMES[result.end]
        wrong += sum(name in row and row[name] != getattr(result, name) for name in names)
        wrong += sum(
            f"change_{side}" in row and row[f"change_{side}"] != points
            for side, points in enumerate(result.change)
        )
        if not wrong:
            return result
        if least is None or wrong < least[0]:
            least = wrong, result
    return None if least is None else least[1]


def _fill(state: State, known: Row) -> bool:
    """Put the recorded numbers into a deal; return whether they are all there."""
    seats = state.rules.seats
    numbers = columns(("tricks", "card_points", "meld_points"), seats)
    if "end" not in known or not all(is_number(known.get(name)) for name in numbers):
        return False
    closer = known.get("closer", NOBODY)
    if closer not in range(NOBODY, seats):
        return False
    state.closer, state.closed_at = closer, known.get("closed_at", NOBODY)
    state.exchanger = known.get("exchanger", NOBODY)
    for name in ("tricks", "card_points", "meld_points"):
        setattr(state, name, [known[column] for column in columns((name,), seats)])
    return True


def _score_played(state: State, played: State, claimer: int) -> Score:
    """Score what the moves led to, with the recorded numbers."""
    if claimer != NOBODY:
        return score_claim(state, claimer)
    by_trick = played.result is not None and played.result.end is DealEnd.CLOSER_OUT
    if by_trick and closer_is_out_at_trick(state):
        return score_closer_out(state)
    return score_played(state)


def _score_read(state: State, end: str, claimer: int) -> Score:
    """Score what is recorded to have ended so."""
    if end in _CLAIMED:
        return score_claim(state, claimer)
    if closer_is_out_at_trick(state):
        return score_closer_out(state)
    return score_played(state)


def _who(state: State, known: Row) -> Iterator[tuple[int, int]]:
    """Yield (who took the last trick, who claimed) as the end and the winner allow."""
    seats, winner = list(state.seats), known.get("winner", NOBODY)
    if known["end"] in _CLAIMED:
        right = known["end"] == _CLAIMED[0]
        named = [winner] if right else [seat for seat in seats if seat != winner]
        for seat in named if winner in seats else seats:
            yield state.leader, seat
        return
    took = [seat for seat in seats if state.tricks[seat] > 0] or seats
    for seat in sorted(took, key=lambda seat: seat != winner):
        yield seat, NOBODY


def _at_close(state: State) -> Iterator[tuple[list[int], list[int]] | None]:
    """Yield (tricks, points) at the closing that can have been, as far as a price may ask."""
    if state.closer == NOBODY:
        yield None
        return
    ways = [_of_opponent(state, seat) if seat != state.closer else [(0, 0)] for seat in state.seats]
    for way in product(*ways):
        yield [tricks for tricks, _ in way], [points for _, points in way]


def _of_opponent(state: State, seat: int) -> list[tuple[int, int]]:
    """The cases K7.1 and K5.3 tell apart: no trick, few points, more."""
    rules = state.rules
    if not state.tricks[seat] or _before_any_trick(rules, state.closed_at):
        return [(0, 0)]
    found = [(1, 0), (0, 0)]
    return [(1, rules.under), *found] if total(state, seat) >= rules.under else found


def _before_any_trick(rules: Reading, closed_at: int) -> bool:
    whole = rules.deck_size - rules.seats * rules.hand_size
    if rules.slips:
        return False  # a draw may have been forgotten
    return closed_at == whole and rules.closing_when == "after_draw"


def _settled(state: State, score: Score, row: Row) -> DealResult:
    """Return the result; its score rests on the change as recorded."""
    result = end_deal(state, score)
    changes = [row.get(name) for name in columns(("change",), state.rules.seats)]
    if all(is_number(change) for change in changes):
        after = tuple(a + int(b or 0) for a, b in zip(state.scores, changes, strict=True))
        result = result._replace(score_after=after)
    return result
