"""Cards, suits and ranks: codes and text forms shared by every part of the program.

A card code is ``suit * 8 + rank`` with ``rank`` an index into ``RANKS`` and ``suit`` an index into
``SUITS``. The code names a face, not a copy: both aces of spades of a double pack share one code.
"""

from collections.abc import Iterable

RANKS = "ATKQJ987"
SUITS = "SHDC"
SUIT_SYMBOLS = "♠♥♦♣"
CARD_NAMES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)

_CODES = {name: code for code, name in enumerate(CARD_NAMES)}
_SYMBOL_TO_SUIT = dict(zip("♠♥♦♣♤♡♢♧", SUITS * 2, strict=True))


def card_code(text: str) -> int:
    """Return the code of a card written ``TS``, ``10S``, ``ts`` or ``T♠``.

    Raises:
        ValueError: the text is no card.
    """
    plain = "".join(_SYMBOL_TO_SUIT.get(char, char) for char in text.strip()).upper()
    if plain.startswith("10"):
        plain = "T" + plain[2:]
    if plain not in _CODES:
        raise ValueError(
            f"'{text}' is not a card: write the rank ({' '.join(RANKS)}, 10 for T) "
            f"and then the suit ({' '.join(SUITS)}), as in TS"
        )
    return _CODES[plain]


def card_name(code: int) -> str:
    """Return the two-character name of a card code, rank then suit (``TS``)."""
    return CARD_NAMES[code]


def card_rank(code: int) -> str:
    """Return the rank letter of a card code."""
    return RANKS[code & 7]


def card_suit(code: int) -> int:
    """Return the suit index (into ``SUITS``) of a card code."""
    return code >> 3


def suit_code(text: str) -> int:
    """Return the suit index of ``S``, ``h`` or ``♦``.

    Raises:
        ValueError: the text is no suit.
    """
    plain = _SYMBOL_TO_SUIT.get(text.strip(), text.strip().upper())
    if len(plain) != 1 or plain not in SUITS:
        raise ValueError(f"'{text}' is not a suit: write one of {' '.join(SUITS)}")
    return SUITS.index(plain)


def parse_cards(text: str) -> list[int]:
    """Return the codes of cards separated by white space or commas, in the order written.

    Raises:
        ValueError: one of them is no card.
    """
    return [card_code(word) for word in text.replace(",", " ").split()]


def pretty_card(code: int) -> str:
    """Return a card as people read it: ``10♠``, ``Q♥``."""
    rank = card_rank(code)
    return ("10" if rank == "T" else rank) + SUIT_SYMBOLS[card_suit(code)]


def full_deck(ranks: Iterable[str], packs: int) -> list[int]:
    """Return every card of ``packs`` packs of the given ranks in all four suits, sorted by code."""
    faces = sorted(suit * 8 + RANKS.index(rank) for suit in range(len(SUITS)) for rank in ranks)
    return [face for face in faces for _ in range(packs)]
