"""Dealing: the deck of a deal from its own stream, hands as masks, the deck as text (K1.3, D2)."""

from typing import Any

from sixtysix_sim.contract import EVEN
from sixtysix_sim.kernels.bits import in_reading_order, kth_alone, lowest, seldom
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
    for place in range(0, dealt, 2):
        bits = draw(key, place)
        card = kth_alone(left, bounded(bits, size - place))
        left ^= card
        hands[plain(table.owners[place])] |= card
        if place + 1 < dealt:
            card = kth_alone(left, bounded_low(bits, size - place - 1))
            left ^= card
            hands[plain(table.owners[place + 1])] |= card
    for place in range(dealt, size, 2):
        bits = draw(key, place)
        card = kth_alone(left, bounded(bits, size - place))
        left ^= card
        deck[size - 1 if place == dealt else place - 1] = lowest(card) & ~1
        if place + 1 < size:
            card = kth_alone(left, bounded_low(bits, size - place - 1))
            left ^= card
            deck[place] = lowest(card) & ~1
    if table.packs == 2:
        for seat in range(len(table.seats)):
            held = hands[seat]
            hands[seat] = ((held | (held >> 1)) & EVEN) | ((held & (held >> 1) & EVEN) << 1)


@inlined
def log_deck(rows: Rows, table: Table, row: int, hands: Any, deck: Any) -> None:
    """Begin a deal's log at the level ``moves``: sorted hands, upcard, talon in drawing order."""
    if seldom(rows.log_moves != 0):
        rows.cursor[1] = 0
        at = 0
        for seat in range(len(table.seats)):
            at = write_cards(rows, table.texts, row, at, in_reading_order(hands[seat]))
        last = table.deck_size - 1
        at = _log_card(rows, table, row, at, deck[last])
        for place in range(table.dealt, last):
            at = _log_card(rows, table, row, at, deck[place])


@inlined
def _log_card(rows: Rows, table: Table, row: int, at: int, card: int) -> int:
    return write_cards(rows, table.texts, row, at, in_reading_order(1 << card))
