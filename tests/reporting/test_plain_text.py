import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixtysix_sim.reporting.plain_text import for_encoding, one_line, write

ENCODINGS = ["ascii", "cp1252", "cp857", "latin-1", "utf-8", "utf-16"]


@given(st.text(), st.sampled_from(ENCODINGS))
def test_every_text_encodes(text: str, encoding: str) -> None:
    if encoding.startswith("utf"):
        text = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    for_encoding(text, encoding).encode(encoding)


@given(st.text(alphabet=st.characters(codec="utf-8")))
def test_what_encodes_stays(text: str) -> None:
    assert for_encoding(text, "utf-8") == text


@pytest.mark.parametrize(
    ("text", "encoding", "expected"),
    [
        ("10♠ A♥ 9♦ Q♣", "ascii", "TS AH 9D QC"),
        ("10♠ A♥", "utf-8", "10♠ A♥"),
        ("10 ♠", "cp1252", "10 S"),
        ("Çift İkili bezik, ığüşöç", "ascii", "Cift Ikili bezik, igusoc"),
        ("Çift İkili ığş", "cp1252", "Çift Ikili igs"),
        ("1 – 2 … ½ ≥ ±", "ascii", "1 - 2 ... 1/2 >= +/-"),
        ("中", "ascii", "?"),
        ("e\u0301", "ascii", "e"),
        ("name\udcff", "utf-8", "name?"),
        ("Ç", "no-such-encoding", "C"),
    ],
)
def test_stand_ins(text: str, encoding: str, expected: str) -> None:
    assert for_encoding(text, encoding) == expected


def test_a_stream_of_any_encoding_takes_any_text() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="cp1252")
    write(stream, "Çift 10♠ ş\n")
    stream.flush()
    assert raw.getvalue().decode("cp1252").splitlines() == ["Çift TS s"]


def test_one_line_keeps_the_terminal_safe() -> None:
    assert one_line("a\nb\tc\x1b[31m\x07") == "a b c?[31m?"
