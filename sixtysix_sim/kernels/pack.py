"""The cards of a deck in the kernels' numbers, and how they are dealt and written."""

import numpy as np
from numpy.typing import NDArray

from sixtysix_sim.cards import RANKS, card_name
from sixtysix_sim.rules.common import Deck


def card_numbers(deck: Deck) -> list[int]:
    """Return the kernel number of every face, in the order of card codes."""
    strength = {rank: n for n, rank in enumerate(reversed(deck.ranks))}
    ranks = [rank for rank in RANKS if rank in strength]
    return [16 * suit + 2 * strength[rank] for suit in range(4) for rank in ranks]


def card_codes(deck: Deck) -> NDArray[np.uint8]:
    """Return the card code of every kernel number, 255 where there is no card."""
    codes = np.full(64, 255, dtype=np.uint8)
    ranks = [rank for rank in RANKS if rank in deck.ranks]
    faces = [8 * suit + RANKS.index(rank) for suit in range(4) for rank in ranks]
    codes[card_numbers(deck)] = faces
    return codes


def card_texts(deck: Deck) -> NDArray[np.uint16]:
    """Return the two characters of each card, as they lie in memory, by bit in reading order."""
    codes, texts = card_codes(deck), np.zeros(64, dtype=np.uint16)
    for card in card_numbers(deck):
        text = np.frombuffer(card_name(int(codes[card])).encode(), dtype=np.uint16)[0]
        place = (card & 48) + 15 - (card & 15)
        texts[place] = texts[place - 1] = text  # the first copy, and the second just before it
    return texts


def hand_of_place(seats: int, hand_size: int, packet: int) -> list[int]:
    """Return which seat gets each dealt place of the shuffled deck: packets round the table."""
    owners: list[int] = []
    given = 0
    while given < hand_size:
        size = min(packet, hand_size - given)
        owners += [seat for seat in range(seats) for _ in range(size)]
        given += size
    return owners
