"""Dealing: the deck of a deal from its own stream, hands as masks, the deck as text (K1.3, D2)."""

from typing import Any

from sixtysix_sim.contract import EVEN
from sixtysix_sim.kernels.bits import PLACE_BITS, in_reading_order, kth_alone, lowest, seldom
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.random import bounded, bounded_low, draw
from sixtysix_sim.kernels.rows import Rows, write_cards
from sixtysix_sim.kernels.talon.legal import plain
from sixtysix_sim.kernels.talon.table import Table


@inlined
def deal_cards(table: Table, deck: Any, hands: Any, key: int) -> None:
    """Draw the deck card by card from a stream and deal it (K1.3, D2.1, D2.2; `deal.packet`).

    The next card is any of those left with the same chance; each draw serves two cards. Places go
    to the hands as `Table.owners` says, the next one is the upcard, then comes the talon.

    Args:
        deck: uint8[deck_size]: the talon in drawing order from ``dealt`` on, the upcard last.
        hands: int64[seats], filled.
    """
    left, size, dealt = table.cards, table.deck_size, table.dealt
    for seat in range(len(table.seats)):
        hands[seat] = 0
    place = 0
    while place + 1 < dealt:
        first, second = two_cards(left, draw(key, place), size - place)
        left ^= first | second
        hands[plain(table.owners[place & PLACE_BITS])] |= first
        hands[plain(table.owners[(place + 1) & PLACE_BITS])] |= second
        place += 2
    while place < size:  # a pack of four suits has an even number of cards
        first, second = two_cards(left, draw(key, place), size - place)
        left ^= first | second
        _put(table, deck, hands, place, first)
        _put(table, deck, hands, place + 1, second)
        place += 2
    if table.packs == 2:
        for seat in range(len(table.seats)):
            held = hands[seat]
            hands[seat] = ((held | (held >> 1)) & EVEN) | ((held & (held >> 1) & EVEN) << 1)


@inlined
def two_cards(left: int, bits: Any, count: int) -> Any:
    """Draw two of ``count`` cards, each as its bit; both are found in the same mask, at once."""
    first = bounded(bits, count)
    second = bounded_low(bits, count - 1)
    second += second >= first
    return kth_alone(left, first), kth_alone(left, second)


@inlined
def _put(table: Table, deck: Any, hands: Any, place: int, card: int) -> None:
    """Put a card, one bit of the pack's mask, into a hand or into the talon, the upcard last."""
    if place < table.dealt:
        hands[plain(table.owners[place & PLACE_BITS])] |= card
    else:
        at = table.deck_size - 1 if place == table.dealt else place - 1
        deck[at & PLACE_BITS] = lowest(card) & ~1


@inlined
def log_deck(rows: Rows, table: Table, row: int, hands: Any, deck: Any, left: int) -> None:
    """Begin a deal's log at the level ``moves``: sorted hands, upcard, talon in drawing order.

    Args:
        left: cards in the talon, the upcard among them.
    """
    if seldom(rows.log_moves != 0):
        rows.cursor[1] = 0
        at = 0
        for seat in range(len(table.seats)):
            at = write_cards(rows, table.texts, row, at, in_reading_order(hands[seat]))
        last = table.deck_size - 1
        at = _log_card(rows, table, row, at, deck[last])
        for place in range(table.deck_size - left, last):
            at = _log_card(rows, table, row, at, deck[place])


@inlined
def _log_card(rows: Rows, table: Table, row: int, at: int, card: int) -> int:
    return write_cards(rows, table.texts, row, at, in_reading_order(1 << card))
