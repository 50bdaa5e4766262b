"""The actions of a recorded deal, judged one after another."""

from collections.abc import Callable, Sequence

from sixtysix_sim.moves import Move
from sixtysix_sim.referee.auction import State, apply, count_legal, seat_to_act, verify, verify_end
from sixtysix_sim.referee.auction.judge import ACTIONS
from sixtysix_sim.referee.auction.tricks import DUTIES, playable
from sixtysix_sim.referee.audit.record import RecordedMove
from sixtysix_sim.referee.records import Breach, show_cards
from sixtysix_sim.vocabulary import Action, Phase

Report = Callable[[Breach, int | None], None]
_LOST = frozenset({"G1", "G2", "G3", "G5"})  # after these nobody can say how the deal stands


def replay(
    state: State, moves: Sequence[RecordedMove], report: Report, *, cut: bool = False
) -> bool:
    """Carry out recorded actions and report every breach with the number of its action.

    A breach of a clause is reported and the action carried out all the same, so that the rest is
    judged too. Where it cannot be (a card not held, a wrong seat), the rest is not judged.

    Args:
        cut: the actions are known not to be all; that they end early is no breach.

    Returns:
        whether the actions lead to the end of the deal.
    """
    for number, (seq, trick, seat, move, legal) in enumerate(moves):
        if seq != number:
            report(_gap(number, seq), number)
            return False
        breach, count = judge_move(state, seat, move)
        if breach is not None:
            report(breach, seq)
            if breach.rule in _LOST or move.action not in ACTIONS[state.phase]:
                return False
        elif legal is not None and legal != count:
            report(_legal_breach(state, seat, legal, count), seq)
        event = apply(state, seat, move)
        if trick is not None and trick != event.trick:
            report(Breach("G7", f"trick is {trick}; this is {_of_trick(event.trick)}"), seq)
    if cut:
        return False
    if (breach := verify_end(state)) is not None:
        report(breach, None)
        return False
    return True


def judge_move(state: State, seat: int, move: Move) -> tuple[Breach | None, int | None]:
    """Return the rule an action breaks, or None and how many actions were legal.

    The number is None where a hand is not known. The usual card is found in the set of legal
    cards, which is worked out once for both answers.
    """
    hand = state.hands[seat] if state.phase is Phase.PLAY and 0 <= seat < len(state.hands) else None
    if hand is not None and move.action is Action.PLAY and seat == seat_to_act(state):
        cards = playable(state, hand)
        if move.value in cards:
            return None, len(cards)
    breach = verify(state, seat, move)
    if breach is not None or (hand is None and state.phase is Phase.PLAY):
        return breach, None
    return None, count_legal(state)


def _gap(number: int, seq: int) -> Breach:
    if seq < number:
        return Breach("G5", f"action {seq} is recorded again where {number} is to come")
    return Breach("G4", f"action {number} is missing: {seq} follows {number - 1}")


def _legal_breach(state: State, seat: int, recorded: int, count: int | None) -> Breach:
    """G7: the recorded number of legal actions; names the duty without which it would be right."""
    words = "action is" if count == 1 else "actions are"
    message = f"legal is {recorded} for seat {seat}; {count} {words} legal"
    if state.phase is Phase.AUCTION:  # one more or less for the third speaker: its ask
        asking = state.spoken == 2 and count is not None and abs(recorded - count) == 1
        return Breach("G7", message, ("C3.3" if asking else "C3.1",))
    if state.phase is not Phase.PLAY:
        return Breach("G7", message, ("C4.1" if state.phase is Phase.TRUMP else "C3.3",))
    hand = list(state.hands[seat] or ())
    table = " ".join(show_cards([card]) for card in state.table) or "the lead"
    message += f" ({show_cards(playable(state, hand))} to {table})"
    clause = _duty_left_out(state, hand, recorded) if state.table else None
    return Breach("G7", message, (clause or _clause_of_seat(state, hand),))


def _duty_left_out(state: State, hand: list[int], recorded: int) -> str | None:
    """Return the duty without which, or from which on without any, so many cards were legal."""
    recorded = min(recorded, len(hand))
    for first_only in (True, False):
        for place, (skipped, _, _) in enumerate(DUTIES):
            cards = hand
            for clause, duty, _ in DUTIES if first_only else DUTIES[:place]:
                cards = cards if clause == skipped else list(duty(state, hand, cards))
            if len(cards) == recorded:
                return skipped
    return None


def _clause_of_seat(state: State, hand: Sequence[int]) -> str:
    """Return the clause that says what this seat may play."""
    if not state.table:
        return "C6.1"
    led, suits = state.table[0] >> 3, {card >> 3 for card in hand}
    if led not in suits:
        return "C6.3" if state.trump in suits else "C6.7"
    return "C6.4" if led == state.trump else "C6.2"


def _of_trick(number: int) -> str:
    return f"trick {number}" if number else "before the first trick (0)"
