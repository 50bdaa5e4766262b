"""The actions of a recorded deal judged one after another, by the rules of its family."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from sixtysix_sim.moves import Move
from sixtysix_sim.referee.audit.record import RecordedMove
from sixtysix_sim.referee.records import Breach

Report = Callable[[Breach, int | None], None]
LOST = frozenset({"G1", "G2", "G3", "G5"})  # after these nobody can say how the deal stands


class Event(Protocol):
    """What an action did, as far as its record says it."""

    @property
    def trick(self) -> int:
        """The trick it belongs to."""


class Judging(NamedTuple):
    """How a family judges actions.

    Attributes:
        judge: (deal, seat, action) → the rule it breaks or None, and how many actions were legal;
            that number is None where a hand is not known.
        legal_breach: (deal, seat, recorded, legal) → what is wrong with a recorded number (G7).
        can_be_done: (deal, seat, action, breach) → whether an action that breaks a rule can be
            carried out all the same.
        apply: (deal, seat, action) → what it did.
        verify_end: deal → the breach of a record that ends here.
    """

    judge: Callable[[Any, int, Move], tuple[Breach | None, int | None]]
    legal_breach: Callable[[Any, int, int, int], Breach]
    can_be_done: Callable[[Any, int, Move, Breach], bool]
    apply: Callable[[Any, int, Move], Event]
    verify_end: Callable[[Any], Breach | None]


def replay(
    judging: Judging,
    state: Any,
    moves: Sequence[RecordedMove],
    report: Report,
    *,
    cut: bool = False,
) -> bool:
    """Carry out recorded actions and report every breach with the number of its action.

    A breach of a clause is reported and the action carried out all the same, so that the rest is
    judged too. Where it cannot be (a card not held, a wrong seat), the rest is not judged.

    Args:
        judging: the family's rules.
        state: the deal before its first action; changed in place.
        moves: as recorded.
        report: told each breach and the number of its action, None for the end.
        cut: the actions are known not to be all; that they end early is no breach.

    Returns:
        whether the actions lead to the end of the deal.
    """
    judge, apply = judging.judge, judging.apply
    for number, (seq, trick, seat, move, legal) in enumerate(moves):
        if seq != number:
            report(_gap(number, seq), number)
            return False
        breach, count = judge(state, seat, move)
        if breach is not None:
            report(breach, seq)
            if breach.rule in LOST or not judging.can_be_done(state, seat, move, breach):
                return False
        elif legal != count and legal is not None and count is not None:
            report(judging.legal_breach(state, seat, legal, count), seq)
        event = apply(state, seat, move)
        if trick != event.trick and trick is not None:
            report(Breach("G7", f"trick is {trick}; this is {_of_trick(event.trick)}"), seq)
    if cut:
        return False
    if (breach := judging.verify_end(state)) is not None:
        report(breach, None)
        return False
    return True


def _gap(number: int, seq: int) -> Breach:
    if seq < number:
        return Breach("G5", f"action {seq} is recorded again where {number} is to come")
    return Breach("G4", f"action {number} is missing: {seq} follows {number - 1}")


def _of_trick(number: int) -> str:
    return f"trick {number}" if number else "before the first trick (0)"


def legal_words(seat: int, recorded: int, count: int) -> str:
    """Return the sentence about a wrong number of legal actions."""
    words = "action is" if count == 1 else "actions are"
    return f"legal is {recorded} for seat {seat}; {count} {words} legal"


def duty_left_out(
    duties: Sequence[tuple[str, Callable[[Any, Any, Any], Any], str]],
    state: Any,
    hand: Sequence[int],
    recorded: int,
) -> str | None:
    """Return the duty without which, or from which on without any, so many cards were legal."""
    recorded = min(recorded, len(hand))
    for first_only in (True, False):
        for place, (skipped, _, _) in enumerate(duties):
            cards = hand
            for name, duty, _ in duties if first_only else duties[:place]:
                cards = cards if name == skipped else list(duty(state, hand, cards))
            if len(cards) == recorded:
                return skipped
    return None
