"""K1, K2, D3: what may be played, who takes the trick, and the draw that follows it."""

from collections.abc import Mapping

from sixtysix_sim.cards import RANKS, SUITS
from sixtysix_sim.referee.following import (
    Cards,
    Duty,
    beat_if_able,
    choice,
    follow_led_suit,
    must_play,
    trump_if_void,
    winning_place,
)
from sixtysix_sim.referee.records import Breach, show_cards
from sixtysix_sim.referee.talon.state import UNKNOWN, State, next_seat, order_of_play
from sixtysix_sim.vocabulary import NOBODY

_KING, _QUEEN = RANKS.index("K"), RANKS.index("Q")
PAIRS = tuple((s * len(RANKS) + _KING, s * len(RANKS) + _QUEEN) for s in range(len(SUITS)))
#: The duties of K2.2 and D3.4: the key whose clause a card breaks, the duty, why it binds.
DUTIES: tuple[tuple[str, Duty, str], ...] = (
    ("follow.must_follow", follow_led_suit, "it holds the led suit"),
    ("follow.must_trump", trump_if_void, "it has no card of the led suit"),
    ("follow.must_beat", beat_if_able, "it can beat the highest card of the led suit"),
)


def cards_left(state: State) -> int:
    """K1.3 D2.2: cards left to draw, the upcard among them."""
    return len(state.talon) + (state.upcard != NOBODY)


def talon_is_open(state: State) -> bool:
    """K2.1 D3.1: it holds cards and is not closed.

    D3.3, ``talon.uneven = "stop"``: fewer cards than seats count as none.
    """
    if state.closer != NOBODY:
        return False
    enough = state.rules.seats if state.rules.uneven == "stop" else 1
    return cards_left(state) >= enough


def duties_bind(state: State) -> bool:
    """K2.1 K2.2 D3.1 D3.4: once the talon is empty or closed; always with ``while_open``."""
    return state.rules.while_open or not talon_is_open(state)


def playable(state: State, hand: Cards) -> list[int]:
    """K2.1, K3.1: what a leader or follower may play, sorted by code."""
    if not state.table:
        return sorted(_to_lead(state, hand))
    open_cards: Cards = hand
    if duties_bind(state):
        for _, duty, _ in DUTIES:
            open_cards = duty(state, hand, open_cards)
    return sorted(open_cards)


def play_breach(state: State, seat: int, card: int, hand: Cards) -> Breach | None:
    """K2.1, K2.2, K3.1: the clause a card of the hand breaks, or None."""
    if not state.table:
        return _lead_breach(state, seat, card, hand)
    if not duties_bind(state):
        return None
    open_cards: Cards = hand
    for key, duty, reason in DUTIES:
        open_cards = duty(state, hand, open_cards)
        if card not in open_cards:
            clause = state.rules.clause("follow.while_open" if talon_is_open(state) else key)
            return Breach(clause, must_play(state, seat, card, reason, open_cards))
    return None


def _to_lead(state: State, hand: Cards) -> list[int]:
    """K2.1: a leader plays any card; K3.1, D4.3: after declaring, one of the marriage."""
    if not state.declared:
        return list(hand)
    bound = frozenset[int]().union(*state.declared.values())
    return [card for card in hand if card in bound]


def _lead_breach(state: State, seat: int, card: int, hand: Cards) -> Breach | None:
    """K3.1 D4.2: one card of a marriage just declared is led. D4.3: in the endgame, the queen."""
    allowed = _to_lead(state, hand)
    if card in allowed:
        return None
    of_a_pair = any(card in pair_of(suit) for suit in state.declared)
    endgame = "marriage.lead_open" if talon_is_open(state) else "marriage.lead_endgame"
    return Breach(
        state.rules.clause(endgame if of_a_pair else "marriage_lead"),
        f"seat {seat} leads {show_cards([card])} after declaring a marriage and must lead "
        f"{choice(allowed)}",
    )


def pair_of(suit: int) -> tuple[int, int]:
    """K3.1 D4.1: king and queen of a suit, as card codes."""
    return PAIRS[suit]


def trick_is_full(state: State) -> bool:
    """K1.1 D2.3: every seat that holds cards plays one to a trick."""
    return len(state.table) == state.rules.seats - len(state.sitting_out)


def finish_trick(state: State) -> tuple[int, int, int]:
    """K2.3 D3.2: give a full trick to its winner, who leads next (K1.4 D2.3).

    K3.2: with the trick its winner's pending marriage points count.

    Returns:
        (winner, card points in the trick, marriage points that now count).
    """
    place = winning_place(state.rules, state.table, state.trump)
    winner = order_of_play(state)[place]
    values = state.rules.points
    points = sum(values[card] for card in state.table)
    state.tricks[winner] += 1
    state.card_points[winner] += points
    redeemed, state.pending[winner] = state.pending[winner], 0
    state.meld_points[winner] += redeemed
    if state.marriages:
        state.marriages = [
            known._replace(counted=known.counted or known.seat == winner)
            for known in state.marriages
        ]
    state.leader = winner
    state.table = []
    state.declared = {}
    return winner, points, redeemed


def draw_round(state: State) -> tuple[tuple[int, int], ...]:
    """K1.4 D3.3: each seat draws one card, the winner of the trick first, then in turn order.

    K1.3 D2.2: the upcard is drawn last. ``talon.uneven = "partial"``: as far as the cards last.

    Returns:
        (seat, card) in drawing order.
    """
    state.drawer = state.leader
    return draw_cards(state, {})


def draw_cards(state: State, slips: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    """D3.3: a draw from `State.drawer` on. D8.2–D8.4: who owes a draw makes it good.

    Args:
        slips: by seat, 1 for a card too many, −1 for a draw forgotten.
    """
    drawn = []
    state.owed_before, state.slips = state.owed.copy(), dict(slips)
    for step in state.seats:
        seat = next_seat(state, state.drawer, step)
        due = 1 + state.owed[seat]
        takes = max(due, 0) + slips.get(seat, 0)
        state.owed[seat] = due - takes
        for _ in range(min(takes, cards_left(state))):
            card, hand = _top_card(state), state.hands[seat]
            if hand is not None:
                hand[card] += 1
            drawn.append((seat, card))
    state.drawn = drawn
    state.leader = state.drawer
    state.to_draw = False
    seat_players(state)
    return tuple(drawn)


def put_back(state: State) -> None:
    """D8.3 D8.4: undo the last draw, so that it can be done as it really was."""
    upcard_was_drawn = state.upcard == NOBODY
    for seat, card in reversed(state.drawn):
        hand = state.hands[seat]
        if hand is not None:
            take_out(hand, card)
        if upcard_was_drawn:
            state.upcard, upcard_was_drawn = card, False
        else:
            state.talon.insert(0, card)
    state.owed = state.owed_before.copy()


def _top_card(state: State) -> int:
    if state.talon:
        return state.talon.pop(0)
    card, state.upcard = state.upcard, NOBODY
    return card


def seat_players(state: State) -> None:
    """D3.3: before a trick, seats whose hand is known and empty sit it out.

    A winner who has none left hands the lead on to the next seat that has.
    """
    state.sitting_out = frozenset(
        seat for seat, hand in enumerate(state.hands) if hand is not None and not hand
    )
    if state.sitting_out and not state.table:
        state.leader = next(iter(order_of_play(state)), state.leader)


def take_out(hand: dict[int, int], card: int) -> None:
    """Take one copy of a card out of a hand, else one not known; faces no longer held drop out."""
    if card not in hand:
        card = UNKNOWN
    if hand.get(card, 0) > 1:
        hand[card] -= 1
    else:
        hand.pop(card, None)


def hands_are_empty(state: State) -> bool:
    """K7.3: play is over when the hands are empty; unknown hands cannot tell."""
    known = [hand for hand in state.hands if hand is not None]
    return bool(known) and not any(known)


def add_last_trick_bonus(state: State) -> None:
    """K7.3 D1.2: who takes the last trick gets the bonus; D5.5: after a closing by option."""
    if state.closer == NOBODY or state.rules.bonus_when_closed:
        state.card_points[state.leader] += state.rules.bonus
