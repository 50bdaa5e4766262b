"""Verify an action, apply it, list the legal ones: the referee's three questions.

`apply` changes the state in place and trusts that `verify` found nothing; it needs no hand to be
known. Order of judging: G5, G2, G3, G1, then the clauses in the order of the rule text.
"""

from collections.abc import Sequence

from sixtysix_sim.moves import IRREGULAR, Move
from sixtysix_sim.referee.following import Cards
from sixtysix_sim.referee.records import Breach, show_cards
from sixtysix_sim.referee.talon import scoring, tricks
from sixtysix_sim.referee.talon.closing import (
    CLAIM,
    CLOSE,
    claim_breach,
    claim_is_right,
    close,
    close_breach,
)
from sixtysix_sim.referee.talon.conditions import allowed, follower_breach
from sixtysix_sim.referee.talon.exchange import (
    EXCHANGE,
    exchange,
    exchange_breach,
    exchange_card,
)
from sixtysix_sim.referee.talon.game import game_outcome, next_dealer, redeal_dealer
from sixtysix_sim.referee.talon.irregular import (
    ANSWERS,
    answers,
    apply_irregular,
    correction_breach,
    forget_faced,
    interruption_breach,
    interrupts,
    let_stand,
    mends,
)
from sixtysix_sim.referee.talon.marriages import MARRIAGE, declare, marriage_breach
from sixtysix_sim.referee.talon.scoring import Score
from sixtysix_sim.referee.talon.state import (
    DealResult,
    Event,
    State,
    hand_known,
    next_seat,
    order_of_play,
)
from sixtysix_sim.referee.talon.tricks import PAIRS
from sixtysix_sim.vocabulary import NOBODY, Action, DealEnd

ACTIONS = frozenset(
    {
        Action.PLAY,
        Action.EXCHANGE,
        Action.MARRIAGE,
        Action.CORRECT_MARRIAGE,
        Action.CLOSE,
        Action.CLAIM,
        Action.DRAW,
    }
)
_MARRIAGES = (Action.MARRIAGE, Action.CORRECT_MARRIAGE)
_EXCHANGE, _CLOSE, _CLAIM = Move(Action.EXCHANGE), Move(Action.CLOSE), Move(Action.CLAIM)
AT_DRAW = frozenset({Action.DRAW, Action.CLOSE, Action.CLAIM})


def seat_to_act(state: State) -> int | None:
    """Return whose turn it is (K1.4 D2.3 D5.1), None when the deal is over."""
    if state.result is not None:
        return None
    if state.asked is not None:
        return state.asked[0]
    if state.to_draw:
        return state.leader
    if not state.sitting_out:
        return next_seat(state, state.leader, len(state.table))
    return order_of_play(state)[len(state.table)]


def on_lead(state: State) -> bool:
    """Return whether the seat to act is on lead: before its card, or at the draw choice."""
    return not state.table


def legal(state: State) -> list[Move]:
    """Return every legal action of the seat to act, identical cards once, a wrong claim too.

    Order: cards by code, exchange, marriages by suit, close, claim, draw. Empty when over.

    Raises:
        ValueError: the hand of the seat to act is not known.
    """
    seat = seat_to_act(state)
    if seat is None:
        return []
    if state.asked is not None:
        return [Move(action) for action in answers(state)]
    if state.to_draw:
        return [*_closing_and_claim(state, seat), Move(Action.DRAW)]
    hand = hand_known(state, seat)
    if hand is None:
        raise ValueError(f"the hand of seat {seat} is not known")
    moves = [Move(Action.PLAY, card) for card in tricks.playable(state, hand)]
    return moves + rights(state, seat, hand) if on_lead(state) else moves


def rights(state: State, seat: int, hand: Cards) -> list[Move]:
    """Return what the seat on lead may do beside leading a card, a wrong claim too.

    Cards that are not held are looked for first, since that settles most of it.
    """
    moves = []
    card = exchange_card(state)
    if card in hand and allowed(state, seat, card, EXCHANGE):
        moves.append(_EXCHANGE)
    for suit, (king, queen) in enumerate(PAIRS):
        if king in hand and queen in hand and allowed(state, seat, suit, MARRIAGE):
            mended = mends(state, seat, suit)
            moves.append(Move(Action.CORRECT_MARRIAGE if mended else Action.MARRIAGE, suit))
    return moves + _closing_and_claim(state, seat)


def _closing_and_claim(state: State, seat: int) -> list[Move]:
    moves = [_CLOSE] if allowed(state, seat, 0, CLOSE) else []
    return [*moves, _CLAIM] if allowed(state, seat, 0, CLAIM) else moves


def count_of(state: State, move: Move) -> int:
    """Return the number of legal actions that the moves table gives an action.

    0 for an irregularity (D8), which is none of them.

    Raises:
        ValueError: as `legal`.
    """
    return 0 if move.action in IRREGULAR else count_legal(state)


def count_legal(state: State) -> int:
    """Return how many actions are legal, as in the moves table: a claim only if it is right.

    Raises:
        ValueError: as `legal`.
    """
    moves, seat = legal(state), seat_to_act(state)
    return 0 if seat is None else len(moves) - has_wrong_claim(state, seat, moves)


def has_wrong_claim(state: State, seat: int, moves: Sequence[Move]) -> bool:
    """Return whether actions hold a claim that is wrong: legal, but not counted."""
    return _CLAIM in moves and not claim_is_right(state, seat)


def verify(state: State, seat: int, move: Move) -> Breach | None:
    """Return the rule an action breaks, or None. Hands that are not known are not judged."""
    if state.result is not None:
        return Breach("G5", f"seat {seat} acts ('{move.text}') after the end of the deal")
    if interrupts(state, move):
        return interruption_breach(state, seat, move)
    if seat != seat_to_act(state):
        return _out_of_turn(state, seat, move)
    if move.action not in ACTIONS or (move.action is Action.DRAW and not state.to_draw):
        words = f"seat {seat} does '{move.text}' where {_waits_for(state)} is to come"
        return Breach("G3", words)
    if state.to_draw and move.action not in AT_DRAW:
        words = f"seat {seat} does '{move.text}' before the draw; only draw, close and claim are"
        return Breach(state.rules.clause("closing.when"), f"{words} possible there")
    if move.action is Action.PLAY:
        return _card_breach(state, seat, move.value)
    if not on_lead(state):
        return follower_breach(state, seat, move)
    return _right_breach(state, seat, move)


def _right_breach(state: State, seat: int, move: Move) -> Breach | None:
    if move.action in _MARRIAGES:
        wrong = correction_breach(state, seat, move)
        return wrong or marriage_breach(state, seat, move.value)
    if move.action is Action.EXCHANGE:
        return exchange_breach(state, seat)
    if move.action is Action.CLOSE:
        return close_breach(state, seat)
    return claim_breach(state, seat) if move.action is Action.CLAIM else None


def _card_breach(state: State, seat: int, card: int) -> Breach | None:
    hand = hand_known(state, seat)
    if hand is None:
        return None
    if card not in hand:
        return Breach("G1", f"seat {seat} plays {show_cards([card])}, which it does not hold")
    return tricks.play_breach(state, seat, card, hand)


def verify_end(state: State) -> Breach | None:
    """G4: the record may end only when the deal is over."""
    if state.result is not None:
        return None
    words = f"the record ends where {_waits_for(state)} of seat {seat_to_act(state)} is to come"
    return Breach("G4", words)


def _waits_for(state: State) -> str:
    if state.to_draw:
        return "draw, close or claim"
    return "a lead" if on_lead(state) else "a card"


def _out_of_turn(state: State, seat: int, move: Move) -> Breach:
    """G2, with the clause that says whose turn it is."""
    key = "leader"
    if state.table:
        why = "is next"
    elif not sum(state.tricks):
        key, why = "forehand", "leads first"
    else:
        why = "won the trick before" + (" and draws" if state.to_draw else " and leads")
    words = f"seat {seat} does '{move.text}' but seat {seat_to_act(state)} {why}"
    return Breach("G2", words, (state.rules.clause(key),))


def apply(state: State, seat: int, move: Move) -> Event:
    """Carry out an action, in place, and return what it did."""
    number = state.trick_number
    if move.action in IRREGULAR:
        return Event(seat, move, number, drawn=apply_irregular(state, seat, move))
    if move.action in ANSWERS:
        return Event(seat, move, number, result=_answer(state, move))
    state.begun, state.drawn = True, []
    if move.action is Action.PLAY:
        return _play(state, seat, move, number)
    if move.action is Action.DRAW:
        return Event(seat, move, number, drawn=tricks.draw_round(state))
    if move.action is Action.CLAIM:
        return Event(seat, move, number, result=end_deal(state, scoring.score_claim(state, seat)))
    if move.action in _MARRIAGES:
        declare(state, seat, move.value)
    elif move.action is Action.EXCHANGE:
        exchange(state, seat)
    else:
        return Event(seat, move, number, result=_close(state, seat))
    return Event(seat, move, number)


def _answer(state: State, move: Move) -> DealResult | None:
    """D8.1 D8.2: the deal stands, or is dealt again."""
    if move.action is Action.LET_STAND:
        let_stand(state)
        return None
    state.asked = None
    return deal_again(state)


def _close(state: State, seat: int) -> DealResult | None:
    """K5.1 D5.1: close; K7.3 (reading): with no card left after a trick, that was the last one.

    Closed before the draw, nobody draws: a seat that slipped (D8) may have no card to go on with.
    """
    close(state, seat)
    if tricks.hands_are_empty(state):
        return end_played(state)
    tricks.seat_players(state)
    return None


def _play(state: State, seat: int, move: Move, number: int) -> Event:
    hand = state.hands[seat]
    if hand is not None:
        tricks.take_out(hand, move.value)
    if not state.table:
        forget_faced(state, seat)
    if state.shown[seat][move.value]:
        state.shown[seat][move.value] -= 1
    state.table.append(move.value)
    if not tricks.trick_is_full(state):
        return Event(seat, move, number)
    winner, points, redeemed = tricks.finish_trick(state)
    drawn, result = after_trick(state)
    return Event(seat, move, number, winner, points, redeemed, drawn, result)


def after_trick(state: State) -> tuple[tuple[tuple[int, int], ...], DealResult | None]:
    """K1.4, K5.2, K7.3, D3.3, D5.1: what follows a trick: the draw, a choice, or the end.

    Returns:
        what was drawn, and the result if the deal is over.
    """
    if tricks.talon_is_open(state):
        state.to_draw = draw_is_chosen(state)
        return () if state.to_draw else tricks.draw_round(state), None
    if tricks.hands_are_empty(state):
        return (), end_played(state)
    if scoring.closer_is_out_at_trick(state):
        return (), end_deal(state, scoring.score_closer_out(state))
    tricks.seat_players(state)
    return (), None


def draw_is_chosen(state: State) -> bool:
    """D5.1: with ``closing.when = "before_or_after_draw"`` a trick's winner may close instead."""
    rules = state.rules
    before = rules.closing_allowed and rules.closing_when == "before_or_after_draw"
    return before and tricks.talon_is_open(state)


def end_played(state: State) -> DealResult:
    """K7.3 D1.2: end a deal whose last trick is taken: the bonus, then the score."""
    tricks.add_last_trick_bonus(state)
    return settle(state)


def settle(state: State) -> DealResult:
    """K5.2, K5.3, K7.3, D7.3: score a deal whose card points are complete."""
    return end_deal(state, scoring.score_played(state))


def deal_again(state: State) -> DealResult:
    """D8.1 D8.2: a redeal, by the same dealer (`deal.redeal_keeps_dealer`); nothing is scored."""
    nothing = (0,) * state.rules.seats
    state.result = DealResult(
        end=DealEnd.REDEAL,
        winner=NOBODY,
        loser=NOBODY,
        forehand=next_seat(state, state.dealer),
        trump=NOBODY,
        upcard=state.turned_up,
        closer=NOBODY,
        closed_at=NOBODY,
        exchanger=NOBODY,
        game_points=0,
        stake=state.stake,
        stake_after=state.stake,
        tricks=nothing,
        card_points=nothing,
        meld_points=nothing,
        melds=(),
        change=nothing,
        score_after=tuple(state.scores),
        dealer_after=redeal_dealer(state.rules, state.dealer),
        game="on",
        deals_played=state.deals_played,
    )
    return state.result


def end_deal(state: State, score: Score) -> DealResult:
    """End the deal with a score: who deals next, does a deal follow (K1.5, K7.2, D2.3, D7.4)."""
    rules, deals = state.rules, state.deals_played + 1
    scores = tuple(old + new for old, new in zip(state.scores, score.change, strict=True))
    state.to_draw = False
    state.result = DealResult(
        end=score.end,
        winner=score.winner,
        loser=score.loser,
        forehand=next_seat(state, state.dealer),
        trump=state.trump,
        upcard=state.turned_up,
        closer=state.closer,
        closed_at=state.closed_at,
        exchanger=state.exchanger,
        game_points=score.game_points,
        stake=state.stake,
        stake_after=scoring.stake_after(state, score.end),
        tricks=tuple(state.tricks),
        card_points=tuple(state.card_points),
        meld_points=tuple(state.meld_points),
        melds=tuple(state.marriages),
        change=score.change,
        score_after=scores,
        dealer_after=next_dealer(rules, state.dealer, score.winner, score.loser),
        game=game_outcome(rules.ruleset, scores, deals),
        deals_played=deals,
    )
    return state.result
