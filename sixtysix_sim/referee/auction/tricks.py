"""C6, tricks: what may be played, who takes the trick, the points in it.

A card breaks the first of the duties that takes it away, in the order of the rule text.
"""

from sixtysix_sim.referee.auction.state import SEATS, State, next_seat, side_of
from sixtysix_sim.referee.following import (
    Cards,
    Duty,
    beat_if_able,
    follow_led_suit,
    must_play,
    trump_if_void,
    winning_place,
)
from sixtysix_sim.referee.records import Breach

DUTIES: tuple[tuple[str, Duty, str], ...] = (
    ("C6.2", follow_led_suit, "it holds the led suit"),
    ("C6.3", trump_if_void, "it has no card of the led suit"),
    ("C6.4", beat_if_able, "it can beat the highest card of the led suit"),
)


def playable(state: State, hand: Cards) -> list[int]:
    """C6.1: a leader plays any card. C6.2–C6.4, C6.7: the others what the duties leave, sorted."""
    open_cards: Cards = hand
    if state.table:
        for _, duty, _ in DUTIES:
            open_cards = duty(state, hand, open_cards)
    return sorted(open_cards)


def play_breach(state: State, seat: int, card: int, hand: Cards) -> Breach | None:
    """C6.2–C6.4: the first duty a card breaks, or None; the leader has none (C6.1)."""
    if not state.table:
        return None
    open_cards: Cards = hand
    for clause, duty, reason in DUTIES:
        open_cards = duty(state, hand, open_cards)
        if card not in open_cards:
            return Breach(clause, must_play(state, seat, card, reason, open_cards))
    return None


def finish_trick(state: State) -> tuple[int, int]:
    """C6.1, C6.5: give a full trick to its winner, who leads next; return (winner, its points)."""
    winner = next_seat(state.leader, winning_place(state.rules, state.table, state.trump))
    values = state.rules.points
    points = sum(values[card] for card in state.table)
    side = side_of(winner)
    state.tricks[side] += 1
    state.card_points[side] += points
    state.leader = winner
    state.table = []
    return winner, points


def trick_is_full(state: State) -> bool:
    """C1.1: four seats, four cards to a trick."""
    return len(state.table) == SEATS


def hands_are_empty(state: State) -> bool:
    """C2.2, C6.6: play is over when the hands are empty; unknown hands cannot tell."""
    known = [hand for hand in state.hands if hand is not None]
    return bool(known) and not any(known)


def add_last_trick_bonus(state: State) -> None:
    """C6.6: the team that takes the last trick gets the bonus."""
    state.card_points[side_of(state.leader)] += state.rules.bonus
