"""Verify an action, apply it, list the legal ones: the referee's three questions.

`apply` changes the state in place and trusts that `verify` found nothing; it needs no hand to be
known. Order of judging: G5, G2, G3, G1, then the clauses in the order of the rule text.
"""

from sixtysix_sim.cards import SUITS
from sixtysix_sim.moves import Move
from sixtysix_sim.referee.auction import bidding, melds, tricks
from sixtysix_sim.referee.auction.game import game_outcome, next_dealer
from sixtysix_sim.referee.auction.scoring import score_deal
from sixtysix_sim.referee.auction.state import (
    DealResult,
    Event,
    Pair,
    State,
    next_seat,
    side_of,
)
from sixtysix_sim.referee.records import Breach, show_cards
from sixtysix_sim.vocabulary import NOBODY, Action, DealEnd, Phase

ACTIONS: dict[Phase, frozenset[Action]] = {
    Phase.AUCTION: frozenset({Action.PASS, Action.BID, Action.ASK}),
    Phase.ANSWER: frozenset({Action.ANSWER_REDEAL, Action.ANSWER_SPEAK}),
    Phase.TRUMP: frozenset({Action.TRUMP}),
    Phase.PLAY: frozenset({Action.PLAY}),
}
_WAITS_FOR = {
    Phase.AUCTION: "a pass, a bid or an ask",
    Phase.ANSWER: "answer redeal or answer speak",
    Phase.TRUMP: "a trump suit",
    Phase.PLAY: "a card",
}


def seat_to_act(state: State) -> int | None:
    """Return whose turn it is (C3.2, C3.3, C4.1, C6.1), None when the deal is over."""
    phase = state.phase
    if phase is Phase.PLAY:
        return next_seat(state.leader, len(state.table))
    if phase is Phase.AUCTION:
        return bidding.speaker(state)
    if phase is Phase.TRUMP:
        return state.declarer
    return bidding.answering_seat(state) if phase is Phase.ANSWER else None


def legal(state: State) -> list[Move]:
    """Return every legal action of the seat to act: identical cards once, each bid one.

    Order: pass, ask, bids upward; redeal, speak; suits S H D C; cards by code. Empty when over.

    Raises:
        ValueError: a card is to be played and the hand is not known.
    """
    if state.phase is Phase.AUCTION:
        return bidding.legal_calls(state)
    if state.phase is Phase.ANSWER:
        return [Move(Action.ANSWER_REDEAL), Move(Action.ANSWER_SPEAK)]
    if state.phase is Phase.TRUMP:
        return [Move(Action.TRUMP, suit) for suit in range(len(SUITS))]
    return [Move(Action.PLAY, card) for card in _playable(state)]


def count_legal(state: State) -> int:
    """Return ``len(legal(state))`` without listing the bids.

    Raises:
        ValueError: as `legal`.
    """
    if state.phase is Phase.AUCTION:
        return bidding.count_calls(state)
    return len(_playable(state)) if state.phase is Phase.PLAY else len(legal(state))


def verify(state: State, seat: int, move: Move) -> Breach | None:
    """Return the rule an action breaks, or None. Hands that are not known are not judged."""
    phase = state.phase
    if phase is Phase.OVER:
        return Breach("G5", f"seat {seat} acts ('{move.text}') after the end of the deal")
    if seat != seat_to_act(state):
        return _out_of_turn(state, seat, move)
    if move.action not in ACTIONS[phase]:
        if phase is Phase.ANSWER and move.action in ACTIONS[Phase.AUCTION]:
            return bidding.answer_breach(seat, move)
        return Breach("G3", f"seat {seat} does '{move.text}' where {_WAITS_FOR[phase]} is to come")
    if phase is Phase.PLAY:
        return _card_breach(state, seat, move.value)
    if move.action is Action.BID:
        return bidding.bid_breach(state, seat, move.value)
    if move.action is Action.ASK:
        return bidding.ask_breach(state, seat)
    return bidding.pass_breach(state, seat) if move.action is Action.PASS else None


def verify_end(state: State) -> Breach | None:
    """G4: the record may end only when the deal is over."""
    if state.phase is Phase.OVER:
        return None
    return Breach(
        "G4",
        f"the record ends where {_WAITS_FOR[state.phase]} of seat {seat_to_act(state)} is to come",
    )


def apply(state: State, seat: int, move: Move) -> Event:
    """Carry out an action, in place, and return what it did."""
    if state.phase is Phase.PLAY:
        return _play(state, seat, move)
    if state.phase is Phase.TRUMP:
        return _name_trump(state, seat, move)
    bidding.take_call(state, seat, move)
    if state.phase is Phase.OVER:
        return Event(seat, move, result=end_redealt(state))
    return Event(seat, move)


def end_played(state: State) -> DealResult:
    """C6.6: end a deal whose last trick is taken: the bonus, then C7 and C8."""
    tricks.add_last_trick_bonus(state)
    return settle(state)


def settle(state: State) -> DealResult:
    """C7, C8: score a deal whose card points are complete; say who deals next and if one does."""
    score = score_deal(
        state.rules,
        side_of(state.declarer),
        state.bid,
        state.tricks,
        state.card_points,
        state.meld_points,
    )
    declaring = side_of(state.declarer)
    after = _plus(state.scores, score.change)
    deals = state.deals_played + 1
    state.phase = Phase.OVER
    state.result = DealResult(
        end=DealEnd.MADE if score.made else DealEnd.SET,
        declarer=state.declarer,
        bid=state.bid,
        trump=state.trump,
        made=score.made,
        kaput=score.kaput,
        last_trick=side_of(state.leader),
        winner=declaring if score.made else 1 - declaring,
        speaking=next_seat(state.declarer, -bidding.first_speaker(state)),
        bids=state.bids,
        asked=state.asked,
        tricks=_pair(state.tricks),
        card_points=_pair(state.card_points),
        meld_points=_pair(state.meld_points),
        change=score.change,
        score_after=after,
        dealer_after=next_dealer(state.rules, state.dealer, redealt=False),
        game=game_outcome(state.rules.ruleset, after, declaring, deals),
        deals_played=deals,
        redeals_in_row=0,
    )
    return state.result


def end_redealt(state: State) -> DealResult:
    """C3.3, C3.5: end a deal that is dealt again, by four passes or by the answer."""
    redeals = state.redeals_in_row + 1
    state.phase = Phase.OVER
    state.result = DealResult(
        end=DealEnd.REDEAL,
        declarer=NOBODY,
        bid=None,
        trump=None,
        made=None,
        kaput=NOBODY,
        last_trick=NOBODY,
        winner=NOBODY,
        speaking=NOBODY,
        bids=state.bids,
        asked=state.asked,
        tricks=(0, 0),
        card_points=(0, 0),
        meld_points=(0, 0),
        change=(0, 0),
        score_after=_pair(state.scores),
        dealer_after=next_dealer(state.rules, state.dealer, redealt=True),
        game=game_outcome(state.rules.ruleset, state.scores, NOBODY, state.deals_played, redeals),
        deals_played=state.deals_played,
        redeals_in_row=redeals,
    )
    return state.result


def _playable(state: State) -> list[int]:
    seat = seat_to_act(state)
    if seat is None:
        return []
    hand = state.hands[seat]
    if hand is None:
        raise ValueError(f"the hand of seat {seat} is not known")
    return tricks.playable(state, hand)


def _card_breach(state: State, seat: int, card: int) -> Breach | None:
    hand = state.hands[seat]
    if hand is None:
        return None
    if card not in hand:
        return Breach("G1", f"seat {seat} plays {show_cards([card])}, which it does not hold")
    return tricks.play_breach(state, seat, card, hand)


def _out_of_turn(state: State, seat: int, move: Move) -> Breach:
    """G2, with the clause that says whose turn it is."""
    turn = seat_to_act(state)
    if state.phase is Phase.PLAY and not state.table:
        first = not sum(state.tricks)
        why = "is the declarer and leads" if first else "won the trick before and leads"
        related: tuple[str, ...] = ("C6.1",) if first else ("C6.5", "C6.1")
    else:
        why = "is next"
        clause = {Phase.AUCTION: "C3.2", Phase.ANSWER: "C3.3", Phase.TRUMP: "C4.1"}
        related = (clause.get(state.phase, "C1.1"),)
    return Breach("G2", f"seat {seat} does '{move.text}' but seat {turn} {why}", related)


def _name_trump(state: State, seat: int, move: Move) -> Event:
    """C4.1: the declarer names trump, then melds are counted. C6.1: it leads the first trick."""
    state.trump = move.value
    found = melds.melds_of_hands(state.rules, state.trump, state.hands)
    state.melds = list(found)
    state.meld_points = list(_plus(state.meld_points, melds.points_by_side(found)))
    state.leader = state.declarer
    state.phase = Phase.PLAY
    return Event(seat, move, melds=found)


def _play(state: State, seat: int, move: Move) -> Event:
    number = state.tricks[0] + state.tricks[1] + 1
    hand = state.hands[seat]
    if hand is not None:
        if hand[move.value] > 1:
            hand[move.value] -= 1
        else:
            del hand[move.value]
    state.table.append(move.value)
    if not tricks.trick_is_full(state):
        return Event(seat, move, number)
    winner, points = tricks.finish_trick(state)
    result = end_played(state) if tricks.hands_are_empty(state) else None
    return Event(seat, move, number, winner, points, (), result)


def _pair(values: list[int]) -> Pair:
    return values[0], values[1]


def _plus(values: list[int], more: Pair) -> Pair:
    return values[0] + more[0], values[1] + more[1]
