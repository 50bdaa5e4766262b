"""Breaking an input: edits of bytes, words and numbers, drawn by whoever draws."""

import random
import re
from collections.abc import Sequence
from typing import NamedTuple

#: What stands in inputs of this program, and what parsers stumble over.
WORDS = (
    b"0", b"-1", b"1", b"7", b"255", b"256", b"99999999999999999999", b"1e308", b"nan", b"inf",
    b"true", b"false", b"null", b"''", b'"', b"'", b"\\", b"\n", b"\r\n", b"\t", b"\x00", b"\xff",
    b"\xef\xbb\xbf", b"[", b"]", b"{", b"}", b"=", b",", b":", b".", b"#", b" ", b"[[", b"]]",
    b"remove = true", b"random", b"greedy", b"standard", b"seat.9", b"side.0", b"default", b"AS",
    b"TS", b"9D", b"KH QH", b"0 play AS", b"1 bid 160", b"2 ask", b"close", b"claim", b"exchange",
    b"marriage S", b"draw", b"pass", b"always", b"never", b"each", b"\xc4\xb0\xc4\xb1",
    b"1979-05-27", b"\xf0\x9f\x82\xa1", b"../..", b"[[[[[[[[[[[[[[[[", b"{'a':" * 30,
    b"PAR1", b"\x80\x80\x80\x80",
)  # fmt: skip
_NUMBER = re.compile(rb"\d+")
_WORD = re.compile(rb"[\w.]+")
KINDS = 10
MOST = 200_000  # bytes of an input


class Edit(NamedTuple):
    """One change: its kind (0 … KINDS − 1), where (0 … 1 of the input), how long, and a number."""

    kind: int
    where: float
    length: int
    number: int


def random_edits(draw: random.Random) -> list[Edit]:
    """Draw a few edits, seldom many."""
    count = 1 + min(int(draw.expovariate(0.5)), 40)
    return [
        Edit(
            draw.randrange(KINDS),
            draw.random(),
            1 + int(draw.expovariate(0.2)),
            draw.getrandbits(32),
        )
        for _ in range(count)
    ]


def mutate(data: bytes, other: bytes, edits: Sequence[Edit]) -> bytes:
    """Return an input with edits made one after another; ``other`` lends pieces."""
    for edit in edits:
        data = _edit(data, other, edit)[:MOST]
    return data


def _edit(data: bytes, other: bytes, edit: Edit) -> bytes:
    at = int(edit.where * len(data))
    head, piece, tail = data[:at], data[at : at + edit.length], data[at + edit.length :]
    word = WORDS[edit.number % len(WORDS)]
    if edit.kind == 0:  # a bit is another
        piece = bytes([piece[0] ^ 1 << edit.number % 8]) + piece[1:] if piece else b""
    elif edit.kind == 1:  # some bytes are gone
        piece = b""
    elif edit.kind == 2:  # they stand there often
        piece *= 2 + edit.number % 50
    elif edit.kind == 3:  # and all behind them is gone
        piece = tail = b""
    elif edit.kind == 4:  # a word is put in
        piece = word + piece
    elif edit.kind == 5:  # a piece of another input is
        begin = edit.number % (len(other) + 1)
        piece = other[begin : begin + 8 * edit.length]
    elif edit.kind == 6:  # a number is another
        return _replace(_NUMBER, data, at, str(edit.number - 2**31).encode())
    elif edit.kind == 7:  # a number is the next one
        return _replace(_NUMBER, data, at, None)
    elif edit.kind == 8:  # a word is another
        return _replace(_WORD, data, at, word)
    else:
        return _lines(data, edit)
    return head + piece + tail


def _lines(data: bytes, edit: Edit) -> bytes:
    """Two lines change places, or one stands there twice."""
    lines = data.split(b"\n")
    a, b = int(edit.where * (len(lines) - 1)), edit.number % len(lines)
    lines[a], lines[b] = (lines[b], lines[a]) if edit.length % 2 else (lines[a], lines[a])
    return b"\n".join(lines)


def _replace(pattern: re.Pattern[bytes], data: bytes, at: int, new: bytes | None) -> bytes:
    found = pattern.search(data, at)
    if found is None:
        return data
    if new is None:
        new = str(int(found[0][:30]) + 1).encode()
    return data[: found.start()] + new + data[found.end() :]
