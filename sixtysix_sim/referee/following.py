"""What may be played to a lead and who takes a trick: the clauses both families word alike.

Each duty takes the cards still open to a seat and gives back those the clause leaves. A card breaks
the first duty that takes it away. Clause ids are those of C, K and D; a family names its own.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from sixtysix_sim.cards import SUIT_SYMBOLS
from sixtysix_sim.referee.records import show_cards
from sixtysix_sim.vocabulary import NOBODY

Cards = Collection[int]


class Ranks(Protocol):
    """Trick rank of each card code; higher wins within a suit."""

    @property
    def strength(self) -> tuple[int, ...]:
        """C2.3 K1.2 D1.4."""


class FollowRules(Ranks, Protocol):
    """The values of the table ``follow``."""

    @property
    def must_follow(self) -> bool:
        """C6.2 K2.2 D3.4."""

    @property
    def must_beat(self) -> str:
        """C6.4 K2.2 D3.4."""

    @property
    def must_trump(self) -> bool:
        """C6.3 K2.2 D3.4."""

    @property
    def overtrump(self) -> bool:
        """C6.3 K2.2 D3.4."""


class OnTable(Protocol):
    """A trick begun: its rules, the cards on the table with the leader's first, the trump suit."""

    @property
    def rules(self) -> FollowRules:
        """The rule values."""

    @property
    def table(self) -> list[int]:
        """Card codes."""

    @property
    def trump(self) -> int:
        """Suit index, −1 for none."""


def follow_led_suit(trick: OnTable, hand: Cards, open_cards: Cards) -> Cards:
    """C6.2 K2.2 D3.4: a seat that holds the led suit must play it (``follow.must_follow``)."""
    if not trick.rules.must_follow:
        return open_cards
    return of_suit(hand, trick.table[0] >> 3) or open_cards


def trump_if_void(trick: OnTable, hand: Cards, open_cards: Cards) -> Cards:
    """C6.3 K2.2: a seat without the led suit that holds trump must play trump (``must_trump``).

    ``overtrump``: a trump it plays must beat a trump on the table if it can, else any trump.
    Reading: both concern seats without the led suit only. Without must_trump such a seat may play
    anything, but if it trumps overtrump still binds the trump. C6.7: neither suit nor trump, any.
    """
    led, trump, rules = trick.table[0] >> 3, trick.trump, trick.rules
    if led == trump or of_suit(hand, led):
        return open_cards
    trumps = of_suit(hand, trump)
    on_table = of_suit(trick.table, trump) if rules.overtrump else []
    allowed = (_higher(rules, trumps, on_table) or trumps) if on_table else trumps
    if rules.must_trump:
        return allowed or open_cards
    return [card for card in open_cards if card >> 3 != trump or card in allowed]


def beat_if_able(trick: OnTable, hand: Cards, open_cards: Cards) -> Cards:
    """C6.4 K2.2: when trump was led, a seat that can beat the highest trump must (``must_beat``).

    ``always``: every led suit, until a plain lead is ruffed. Readings: the duty stands by itself,
    also without must_follow; beating means a higher card of the led suit, never a ruff. C6.5: a
    twin is not higher.
    """
    must_beat = trick.rules.must_beat
    if must_beat == "never":
        return open_cards
    led = trick.table[0] >> 3
    if led != trick.trump and (must_beat == "trump_led" or of_suit(trick.table, trick.trump)):
        return open_cards
    higher = _higher(trick.rules, of_suit(hand, led), of_suit(trick.table, led))
    return higher or open_cards


Duty = Callable[[OnTable, Cards, Cards], Cards]


def winning_place(rules: Ranks, table: Sequence[int], trump: int) -> int:
    """C4.2 C6.5 K2.3 D3.2: the highest trump wins, else the highest card of the led suit.

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


def of_suit(cards: Cards, suit: int) -> list[int]:
    """Return the cards of a suit."""
    return [card for card in cards if card >> 3 == suit]


def must_play(trick: OnTable, seat: int, card: int, reason: str, open_cards: Cards) -> str:
    """Return the sentence about a card that breaks a duty: what it was played to, and what is."""
    table = " ".join(show_cards([played]) for played in trick.table)
    trump = "no trump" if trick.trump == NOBODY else f"trump {SUIT_SYMBOLS[trick.trump]}"
    return (
        f"seat {seat} plays {show_cards([card])} to {table} ({trump}): {reason} and must play "
        f"{choice(open_cards)}"
    )


def choice(cards: Cards) -> str:
    """Return ``A♠`` or ``one of A♠ 10♠``."""
    return show_cards(cards) if len(cards) == 1 else f"one of {show_cards(cards)}"


def _higher(rules: Ranks, cards: list[int], table: list[int]) -> list[int]:
    """C2.3 K1.2 D1.4: the cards that rank above every card of the same suit on the table."""
    strength = rules.strength
    best = max(strength[card] for card in table)
    return [card for card in cards if strength[card] > best]
