"""C6, tricks: what may be played, who takes the trick, the points in it.

Each duty takes the cards still open to a seat and gives back those the clause leaves. A card breaks
the first duty that takes it away, which is the first in the order of the rule text.
"""

from collections.abc import Callable, Collection

from sixtysix_sim.cards import SUIT_SYMBOLS
from sixtysix_sim.referee.auction.reading import Reading
from sixtysix_sim.referee.auction.state import SEATS, State, next_seat, side_of
from sixtysix_sim.referee.records import Breach, show_cards
from sixtysix_sim.vocabulary import NOBODY

Cards = Collection[int]


def follow_led_suit(state: State, hand: Cards, open_cards: Cards) -> Cards:
    """C6.2: a seat that holds the led suit must play it (``follow.must_follow``)."""
    if not state.rules.must_follow:
        return open_cards
    return _of_suit(hand, state.table[0] >> 3) or open_cards


def trump_if_void(state: State, hand: Cards, open_cards: Cards) -> Cards:
    """C6.3: a seat without the led suit that holds trump must play trump (``must_trump``).

    ``overtrump``: a trump it plays must beat a trump on the table if it can, else any trump.
    Reading: both concern seats without the led suit only. Without must_trump such a seat may play
    anything, but if it trumps overtrump still binds the trump. C6.7: neither suit nor trump, any.
    """
    led, trump, rules = state.table[0] >> 3, state.trump, state.rules
    if led == trump or _of_suit(hand, led):
        return open_cards
    trumps = _of_suit(hand, trump)
    on_table = _of_suit(state.table, trump) if rules.overtrump else []
    allowed = (_higher(rules, trumps, on_table) or trumps) if on_table else trumps
    if rules.must_trump:
        return allowed or open_cards
    return [card for card in open_cards if card >> 3 != trump or card in allowed]


def beat_if_able(state: State, hand: Cards, open_cards: Cards) -> Cards:
    """C6.4: when trump was led, a seat that can beat the highest trump must (``must_beat``).

    ``always``: every led suit, until a plain lead is ruffed. Readings: the duty stands by itself,
    also without must_follow; beating means a higher card of the led suit, never a ruff. C6.5: a
    twin is not higher.
    """
    must_beat = state.rules.must_beat
    if must_beat == "never":
        return open_cards
    led = state.table[0] >> 3
    if led != state.trump and (must_beat == "trump_led" or _of_suit(state.table, state.trump)):
        return open_cards
    higher = _higher(state.rules, _of_suit(hand, led), _of_suit(state.table, led))
    return higher or open_cards


Duty = Callable[[State, Cards, Cards], Cards]
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
            table = " ".join(show_cards([played]) for played in state.table)
            return Breach(
                clause,
                f"seat {seat} plays {show_cards([card])} to {table} ({_trump_word(state.trump)}): "
                f"{reason} and must play {_choice(open_cards)}",
            )
    return None


def winning_place(rules: Reading, table: list[int], trump: int) -> int:
    """C4.2, C6.5: the highest trump wins, else the highest card of the led suit.

    Of two identical cards the first played wins. Returns the place in the trick, 0 for the leader.
    """
    strength = rules.strength
    best = 0
    for place in range(1, len(table)):
        card, winner = table[place], table[best]
        if card >> 3 == winner >> 3:
            if strength[card] > strength[winner]:
                best = place
        elif card >> 3 == trump:
            best = place
    return best


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


def _of_suit(cards: Cards, suit: int) -> list[int]:
    return [card for card in cards if card >> 3 == suit]


def _higher(rules: Reading, cards: list[int], table: list[int]) -> list[int]:
    """C2.3: the cards that rank above every card of the same suit on the table."""
    strength = rules.strength
    best = max(strength[card] for card in table)
    return [card for card in cards if strength[card] > best]


def _trump_word(trump: int) -> str:
    return "no trump" if trump == NOBODY else f"trump {SUIT_SYMBOLS[trump]}"


def _choice(cards: Cards) -> str:
    return show_cards(cards) if len(cards) == 1 else f"one of {show_cards(cards)}"
