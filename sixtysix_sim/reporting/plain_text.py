"""Text that survives any output encoding: what a stream cannot encode gets a plain stand-in.

Streams may be ASCII (LANG=C), cp1252 (a Windows console) or UTF-8; card symbols, dashes and
Turkish letters must crash none of them. Nothing here looks at locale settings: only the stream's
own encoding counts.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TextIO

from sixtysix_sim.cards import SUIT_SYMBOLS

# The stand-ins that Unicode decomposition does not give.
_STAND_INS = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C",
    "ı": "i", "ø": "oe", "Ø": "Oe", "å": "aa", "Å": "Aa", "æ": "ae", "Æ": "Ae", "ß": "ss", "ł": "l",
    "–": "-", "—": "-", "−": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "…": "...",
    "×": "x", "·": ".", "•": "*", "±": "+/-", "≤": "<=", "≥": ">=", "≠": "!=", "→": "->",
    "½": "1/2", "°": " deg", "Δ": "d", "σ": "s", "Σ": "sum", "\u00a0": " ", "\u202f": " ",
    "█": "#", "▉": "#", "▊": "#", "▋": "#", "▌": "#", "▍": "#", "▎": "#", "▏": "#",
    "│": "|", "─": "-", "┼": "+", "●": "o", "◉": "@", "┊": ":",
}  # fmt: skip

_TEN_OF_SUIT = re.compile(f"10(?=[{SUIT_SYMBOLS}])")
# Control characters in a scenario's name must not steer the terminal.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def encoding_of(stream: TextIO) -> str:
    """Name of the stream's encoding; UTF-8 for streams that hold text only (`io.StringIO`)."""
    return getattr(stream, "encoding", None) or "utf-8"


def can_encode(text: str, encoding: str) -> bool:
    """Whether every character of `text` exists in `encoding`."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def for_encoding(text: str, encoding: str) -> str:
    """`text` with a stand-in for each character that `encoding` lacks.

    `10♠` becomes `TS`, the card's name everywhere else; letters lose their marks (`Çift` becomes
    `Cift`); what has no stand-in becomes `?`. The result always encodes. An encoding that Python
    does not know counts as ASCII.
    """
    if can_encode(text, encoding):
        return text
    if not can_encode(SUIT_SYMBOLS, encoding):
        text = _TEN_OF_SUIT.sub("T", text)
    return "".join(c if can_encode(c, encoding) else _stand_in(c) for c in text)


def one_line(value: object) -> str:
    """`value` as text for one line: line breaks and tabs become spaces, control characters `?`."""
    return _CONTROL.sub("?", " ".join(str(value).splitlines()).replace("\t", " "))


def write(stream: TextIO, text: str) -> None:
    """Writes `text` to `stream` in whatever its encoding allows."""
    stream.write(for_encoding(text, encoding_of(stream)))


def _stand_in(char: str) -> str:
    if char in _STAND_INS:
        return _STAND_INS[char]
    plain = unicodedata.normalize("NFKD", char)
    return "".join(c for c in plain if c.isascii()) or ("" if unicodedata.combining(char) else "?")
