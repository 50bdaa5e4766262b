"""How actions of the talon family are judged in an audit."""

from collections.abc import Sequence

from sixtysix_sim.cards import SUITS
from sixtysix_sim.moves import IRREGULAR, Move
from sixtysix_sim.referee.audit.actions import Judging, duty_left_out, legal_words
from sixtysix_sim.referee.following import Cards
from sixtysix_sim.referee.records import Breach
from sixtysix_sim.referee.talon import (
    State,
    apply,
    count_legal,
    hand_known,
    legal,
    seat_to_act,
    verify,
    verify_end,
)
from sixtysix_sim.referee.talon.closing import CLAIM, CLOSE, claim_is_right
from sixtysix_sim.referee.talon.conditions import Condition
from sixtysix_sim.referee.talon.exchange import EXCHANGE, cards_to_draw, exchange_card, holds_it
from sixtysix_sim.referee.talon.irregular import interrupts
from sixtysix_sim.referee.talon.judge import has_wrong_claim, rights
from sixtysix_sim.referee.talon.marriages import MARRIAGE, holds_pair
from sixtysix_sim.referee.talon.tricks import DUTIES, duties_bind, playable
from sixtysix_sim.vocabulary import NOBODY, Action

_FOLLOW = "follow.must_follow"


def judge_move(state: State, seat: int, move: Move) -> tuple[Breach | None, int | None]:
    """Return the rule an action breaks, or None and how many actions were legal.

    The number is None where a hand is not known. The usual card is found in the set of legal
    cards, which is worked out once for both answers.
    """
    plainly = move.action is Action.PLAY and not state.to_draw and not interrupts(state, move)
    if plainly and seat == seat_to_act(state):
        hand = hand_known(state, seat)
        if hand is not None:
            cards = playable(state, hand)
            if move.value in cards:
                return None, len(cards) if state.table else _count_lead(state, seat, hand, cards)
    breach = verify(state, seat, move)
    if breach is None and move.action in IRREGULAR:
        return None, 0  # none of the legal ones
    if breach is not None or not (
        state.to_draw or state.asked is not None or hand_known(state, seat)
    ):
        return breach, None
    return None, count_legal(state)


def _count_lead(state: State, seat: int, hand: Cards, cards: Cards) -> int:
    moves = rights(state, seat, hand)
    return len(cards) + len(moves) - has_wrong_claim(state, seat, moves)


def can_be_done(state: State, seat: int, move: Move, breach: Breach) -> bool:
    """Whether an action that breaks a clause can be carried out all the same."""
    if interrupts(state, move):
        in_draw = move.action in (Action.IRREGULAR_DOUBLE_DRAW, Action.IRREGULAR_MISSED_DRAW)
        return in_draw and bool(state.drawn) and state.asked is None
    if state.to_draw:
        return move.action in (Action.CLOSE, Action.CLAIM)
    if move.action in (Action.MARRIAGE, Action.CORRECT_MARRIAGE):
        return not state.table and holds_pair(state, seat, move.value)
    if move.action is Action.EXCHANGE:
        card = exchange_card(state)
        there = state.upcard != NOBODY and cards_to_draw(state, seat, card)
        return not state.table and there and holds_it(state, seat, card)
    if move.action is Action.CLOSE:
        return not state.table and state.closer == NOBODY
    return move.action in (Action.PLAY, Action.CLAIM)


def legal_breach(state: State, seat: int, recorded: int, count: int) -> Breach:
    """G7: the recorded number of legal actions; names the clause that would explain it."""
    message = legal_words(seat, recorded, count)
    message += f" ({', '.join(move.text for move in legal(state))})"
    key = _key_of_follower(state, seat, recorded) if state.table else None
    return Breach("G7", message, (state.rules.clause(key or _key_of_lead(state, seat, recorded)),))


def _key_of_follower(state: State, seat: int, recorded: int) -> str:
    """Return the key of the duty left out, or of what says that none binds."""
    if not duties_bind(state):
        return "follow.while_open"
    hand = list(state.hands[seat] or ())
    return duty_left_out(DUTIES, state, hand, recorded) or _FOLLOW


def _key_of_lead(state: State, seat: int, recorded: int) -> str:
    """Return the key of the right that is counted too often, or of one left out."""
    more = recorded - count_legal(state)
    hand = state.hands[seat] or ()
    if state.declared and len(hand) - len(playable(state, hand)) == more:
        return "marriage_lead"
    rights: list[tuple[int, Sequence[Condition]]]
    rights = [(suit, MARRIAGE) for suit in range(len(SUITS))]
    rights += [(exchange_card(state), EXCHANGE), (0, CLOSE), (0, CLAIM)]
    broken = [_broken(state, seat, what, conditions) for what, conditions in rights]
    if more > 0:
        alone = [keys[0] for keys in broken if len(keys) == 1]
        first = next((key for key in alone if alone.count(key) == more), None)
        return first or (alone[0] if alone else "leader")
    there = [conditions[0].key for (_, conditions), keys in zip(rights, broken, strict=True)
             if not keys]  # fmt: skip
    return there[0] if there else "leader"


def _broken(state: State, seat: int, what: int, conditions: Sequence[Condition]) -> list[str]:
    """Return the keys of the conditions a right lacks; a wrong claim lacks its points."""
    keys = [item.key for item in conditions if not item.holds(state, seat, what)]
    wrong = conditions is CLAIM and not claim_is_right(state, seat)
    return [*keys, "claim.target"] if wrong else keys


JUDGING = Judging(judge_move, legal_breach, can_be_done, apply, verify_end)
