"""How actions of the auction family are judged in an audit."""

from collections.abc import Sequence

from sixtysix_sim.moves import Move
from sixtysix_sim.referee.auction import State, apply, count_legal, seat_to_act, verify, verify_end
from sixtysix_sim.referee.auction.judge import ACTIONS
from sixtysix_sim.referee.auction.tricks import DUTIES, playable
from sixtysix_sim.referee.audit.actions import Judging, duty_left_out, legal_words
from sixtysix_sim.referee.records import Breach, show_cards
from sixtysix_sim.vocabulary import Action, Phase


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


def can_be_done(state: State, seat: int, move: Move, breach: Breach) -> bool:
    """Whether an action that breaks a clause belongs to the phase at all."""
    return move.action in ACTIONS[state.phase]


def legal_breach(state: State, seat: int, recorded: int, count: int) -> Breach:
    """G7: the recorded number of legal actions; names the duty without which it would be right."""
    message = legal_words(seat, recorded, count)
    if state.phase is Phase.AUCTION:  # one more or less for the third speaker: its ask
        asking = state.spoken == 2 and abs(recorded - count) == 1
        return Breach("G7", message, ("C3.3" if asking else "C3.1",))
    if state.phase is not Phase.PLAY:
        return Breach("G7", message, ("C4.1" if state.phase is Phase.TRUMP else "C3.3",))
    hand = list(state.hands[seat] or ())
    table = " ".join(show_cards([card]) for card in state.table) or "the lead"
    message += f" ({show_cards(playable(state, hand))} to {table})"
    clause = duty_left_out(DUTIES, state, hand, recorded) if state.table else None
    return Breach("G7", message, (clause or _clause_of_seat(state, hand),))


def _clause_of_seat(state: State, hand: Sequence[int]) -> str:
    """Return the clause that says what this seat may play."""
    if not state.table:
        return "C6.1"
    led, suits = state.table[0] >> 3, {card >> 3 for card in hand}
    if led not in suits:
        return "C6.3" if state.trump in suits else "C6.7"
    return "C6.4" if led == state.trump else "C6.2"


JUDGING = Judging(judge_move, legal_breach, can_be_done, apply, verify_end)
