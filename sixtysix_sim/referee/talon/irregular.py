"""D8: what players do by mistake, whether it can have been so, and how it is made good.

An irregularity breaks no rule by itself: it is recorded as an action, and what follows is judged by
the clause that mends it. A breach is a record of one that cannot have been, or one not mended:
two cards drawn where a draw had to be skipped, say.
"""

from collections import Counter
from collections.abc import Mapping

from sixtysix_sim.cards import SUIT_SYMBOLS
from sixtysix_sim.moves import IRREGULAR, Move
from sixtysix_sim.referee.records import Breach, show_cards
from sixtysix_sim.referee.talon.conditions import first_broken
from sixtysix_sim.referee.talon.marriages import TIMES, holds_pair
from sixtysix_sim.referee.talon.state import UNKNOWN, Faced, State, hand_known, next_seat
from sixtysix_sim.referee.talon.tricks import cards_left, draw_cards, pair_of, put_back
from sixtysix_sim.vocabulary import NOBODY, Action

EXPOSE, MISDEAL = Action.IRREGULAR_EXPOSE, Action.IRREGULAR_MISDEAL
DOUBLE, MISSED = Action.IRREGULAR_DOUBLE_DRAW, Action.IRREGULAR_MISSED_DRAW
WRONG = Action.IRREGULAR_WRONG_MARRIAGE
ANSWERS = frozenset({Action.DEMAND_REDEAL, Action.LET_STAND})
_TWO = 2  # cards of a marriage, right or wrong
_KEYS = {
    EXPOSE: "irregularities.expose_rate",
    MISDEAL: "irregularities.misdeal_rate",
    DOUBLE: "irregularities.double_draw_rate",
    MISSED: "irregularities.missed_draw_rate",
    WRONG: "irregularities.wrong_marriage_rate",
}


def _breach(state: State, kind: Action, words: str) -> Breach:
    return Breach(state.rules.clause(_KEYS[kind]), words)


def irregular_breach(state: State, seat: int, move: Move) -> Breach | None:
    """D8: why an irregularity cannot have happened as it is recorded, or None."""
    if state.asked is not None:
        return answer_breach(state, seat, move)
    if move.action in (EXPOSE, MISDEAL):
        return _dealing_breach(state, seat, move)
    if state.wrong and (move.action is not WRONG or seat != state.leader):
        return second_card_breach(state, seat, move)
    if move.action in (DOUBLE, MISSED):
        return _draw_breach(state, seat, move.action)
    return _wrong_marriage_breach(state, seat, move.value)


def interrupts(state: State, move: Move) -> bool:
    """Whether an action is about something gone wrong, or that is to be settled first."""
    return (
        move.action in IRREGULAR
        or move.action in ANSWERS
        or state.asked is not None
        or bool(state.wrong)
    )


def interruption_breach(state: State, seat: int, move: Move) -> Breach | None:
    """D8: the rule such an action breaks, or None."""
    if move.action in IRREGULAR:
        return irregular_breach(state, seat, move)
    if state.asked is not None or move.action in ANSWERS:
        return answer_breach(state, seat, move)
    return second_card_breach(state, seat, move)


def second_card_breach(state: State, seat: int, move: Move) -> Breach:
    """D8.5: a marriage is two cards; after the first one the second is to be shown."""
    words = f"seat {seat} does '{move.text}' where the second card of seat {state.leader}'s wrong "
    return _breach(state, WRONG, f"{words}marriage is to be shown")


def _dealing_breach(state: State, seat: int, move: Move) -> Breach | None:
    """D8.1, D8.2: found before the first lead; who exposes what, and how many cards there are."""
    kind = move.action
    if state.begun or any(state.tricks) or state.table or state.closer != NOBODY:
        words = "exposes a card" if kind is EXPOSE else "finds a wrong number of cards"
        return _breach(state, kind, f"seat {seat} {words} after the deal has begun")
    if kind is MISDEAL:
        return _count_breach(state, seat, move.value)
    if seat != state.dealer:
        words = f"seat {seat} exposes a card, but seat {state.dealer} deals"
        return _breach(state, kind, words)
    forehand = next_seat(state, state.dealer)
    hand = hand_known(state, forehand)
    if hand is None or UNKNOWN in state.talon or move.value in hand or move.value in state.talon:
        return None
    words = f"seat {seat} exposes {show_cards([move.value])}, which is neither forehand's nor "
    return _breach(state, kind, f"{words}in the talon")


def _count_breach(state: State, seat: int, count: int) -> Breach | None:
    """D8.2: the number recorded is the hand's, and a wrong one."""
    hand = state.hands[seat]
    if count == state.rules.hand_size:
        words = f"seat {seat} is said to have {count} cards, which is the right number"
        return _breach(state, MISDEAL, words)
    if hand is not None and sum(hand.values()) != count:
        words = f"seat {seat} is said to have {count} cards but has {sum(hand.values())}"
        return _breach(state, MISDEAL, words)
    return None


def answers(state: State) -> list[Action]:
    """D8.1, D8.2: a deal may be demanded again or stand; with too many cards it cannot stand."""
    assert state.asked is not None
    _, kind = state.asked
    if kind is MISDEAL and state.miscounted > state.rules.hand_size:
        return [Action.DEMAND_REDEAL]
    return [Action.DEMAND_REDEAL, Action.LET_STAND]


def answer_breach(state: State, seat: int, move: Move) -> Breach | None:
    """D8.1: forehand says whether the deal stands. D8.2: anybody may demand a redeal, the seat with
    too few cards may let it stand."""
    if state.asked is None:
        words = f"seat {seat} does '{move.text}', but nothing went wrong in dealing"
        return _breach(state, EXPOSE, words)
    asked, kind = state.asked
    if move.action not in ANSWERS:
        words = f"seat {seat} does '{move.text}' where seat {asked} is to demand a redeal or let "
        return _breach(state, kind, f"{words}the deal stand")
    anybody = kind is MISDEAL and move.action is Action.DEMAND_REDEAL
    if seat != asked and not anybody:
        return _breach(state, kind, f"seat {seat} does '{move.text}', but that is seat {asked}'s")
    if move.action not in answers(state):
        words = f"seat {seat} has {state.miscounted} cards; too many cannot stand"
        return _breach(state, kind, words)
    return None


def _draw_breach(state: State, seat: int, kind: Action) -> Breach | None:
    """D8.3, D8.4: only in a draw, once, by a seat that was due one card.

    Who drew two must skip the next draw, who drew none draws two: to do otherwise is not mended.
    """
    does = "draws two cards" if kind is DOUBLE else "forgets to draw"
    if not state.drawn or seat not in state.seats:
        return _breach(state, kind, f"seat {seat} {does} where nothing has just been drawn")
    due = 1 + state.owed_before[seat]
    if seat in state.slips:
        return _breach(state, kind, f"seat {seat} {does}, its second mistake in one draw")
    if due < 1:
        return _breach(state, kind, f"seat {seat} {does}, but must skip this draw")
    if due > 1:
        return _breach(state, kind, f"seat {seat} {does}, but must draw {due} cards to make good")
    if kind is DOUBLE and not cards_left(state):
        return _breach(state, kind, f"seat {seat} {does}, but no card was left for it")
    if kind is MISSED and all(who != seat for who, _ in state.drawn):
        return _breach(state, kind, f"seat {seat} {does}, but no card was left for it")
    if kind is MISSED and _nobody_would_hold(state, seat):
        return _breach(state, kind, f"seat {seat} {does}, but then nobody has a card to lead")
    return None


def _nobody_would_hold(state: State, seat: int) -> bool:
    """D8.4: whether all hands were empty without what a seat has just drawn."""
    drawn = sum(who == seat for who, _ in state.drawn)
    held = [None if hand is None else sum(hand.values()) for hand in state.hands]
    return all(count == (drawn if each == seat else 0) for each, count in enumerate(held))


def _wrong_marriage_breach(state: State, seat: int, card: int) -> Breach | None:
    """D8.5: on lead, where a marriage may be declared, two cards in hand that are none."""
    if seat != state.leader:
        words = f"seat {seat} shows a marriage, but seat {state.leader} leads"
        return Breach("G2", words, (state.rules.clause("leader"),))
    if state.table or state.to_draw:
        return _breach(state, WRONG, f"seat {seat} shows a marriage, but is not on lead")
    hand = hand_known(state, seat)
    shown = Counter([*state.wrong, card])
    if hand is not None and any(hand[each] < copies for each, copies in shown.items()):
        return Breach("G1", f"seat {seat} shows {show_cards([card])}, which it does not hold")
    if state.wrong:
        first = state.wrong[0]
        if sorted((first, card)) == sorted(pair_of(card >> 3)):
            words = f"seat {seat} shows {show_cards([first, card])}, which is a right marriage"
            return _breach(state, WRONG, words)
        return None
    if seat in state.faced:
        return _breach(state, WRONG, f"seat {seat} shows a marriage before it mended the last one")
    return first_broken(state, seat, card >> 3, "shows a marriage", TIMES)


def mends(state: State, seat: int, suit: int) -> bool:
    """D8.5: whether a marriage mends a wrong one: a card of it was shown on a lead before."""
    faced = state.faced.get(seat)
    if faced is None or faced.trick >= state.trick_number:
        return False
    return any(card in pair_of(suit) for card in faced.cards)


def correction_breach(state: State, seat: int, move: Move) -> Breach | None:
    """D8.5: a wrong marriage is corrected after the next trick won, by the pair in hand."""
    suit, named = move.value, SUIT_SYMBOLS[move.value]
    correcting = move.action is Action.CORRECT_MARRIAGE
    if correcting and not mends(state, seat, suit):
        words = f"seat {seat} corrects to the marriage of {named}, but showed no card of it wrongly"
        return _breach(state, WRONG, f"{words} on a lead before")
    if not correcting and mends(state, seat, suit):
        words = f"seat {seat} declares the marriage of {named}, of which it has shown a card; that "
        return _breach(state, WRONG, f"{words}is 'correct marriage {move.text[-1]}'")
    if correcting and not holds_pair(state, seat, suit):
        words = f"seat {seat} corrects to the marriage of {named} without holding it"
        return _breach(state, WRONG, words)
    return None


def forget_faced(state: State, seat: int) -> None:
    """D8.5: the lead after the next trick won is the one on which it may be corrected."""
    faced = state.faced.get(seat)
    if faced is not None and faced.trick < state.trick_number:
        del state.faced[seat]


def apply_irregular(state: State, seat: int, move: Move) -> tuple[tuple[int, int], ...]:
    """Carry out an irregularity; return what was drawn, if it was one in a draw."""
    kind = move.action
    if kind is EXPOSE:
        state.asked = next_seat(state, state.dealer), kind
    elif kind is MISDEAL:
        state.asked, state.miscounted = (seat, kind), move.value
    elif kind is WRONG:
        state.wrong.append(move.value)
        if len(state.wrong) == _TWO:
            state.faced[seat] = Faced((state.wrong[0], state.wrong[1]), state.trick_number)
            state.wrong = []
    else:
        return _draw_again(state, {**state.slips, seat: 1 if kind is DOUBLE else -1})
    return ()


def _draw_again(state: State, slips: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    """D8.3, D8.4: the draw as it really was, with cards in the order in which they were taken."""
    put_back(state)
    return draw_cards(state, slips)


def let_stand(state: State) -> None:
    """D8.1, D8.2: the deal stands; who has too few cards makes it up when it next draws."""
    assert state.asked is not None
    seat, kind = state.asked
    if kind is MISDEAL:
        state.owed[seat] = state.rules.hand_size - state.miscounted
    state.asked = None
