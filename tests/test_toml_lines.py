"""Lines of keys, and TOML errors with the key and line a person looks for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixtysix_sim.toml_lines import key_lines, line_of, parse_toml

TEXT = '''
# a comment: [rules.none]
[rules]
base = "cift66"
auction.min_bid = 120
[rules . "melds" . run]   # with spaces
points = 100
note = """
[rules.inside]
points = 3
"""
[bots]
side.0 = { policy = "standard", blunder = 0.1 }
[[list]]
a = 1
'''


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("rules", 3),
        ("rules.base", 4),
        ("rules.auction.min_bid", 5),
        ("rules.melds.run", 6),
        ("rules.melds.run.points", 7),
        ("bots.side.0", 13),
        ("bots.side.0.blunder", 13),
        ("list.a", 15),
        ("rules.inside.points", 3),
        ("nowhere", None),
    ],
)
def test_line_of_a_key_or_of_what_it_stands_in(key: str, line: int | None) -> None:
    assert line_of(TEXT, key) == line


def test_keys_inside_long_texts_are_none() -> None:
    assert "rules.inside" not in key_lines(TEXT)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = 1\nb = 2\na = 3\n", ", line 3: a is given twice, first in line 1"),
        ("[x]\na = 1\n\na = 3", ", line 4: x.a is given twice, first in line 2"),
        ("[x]\n[y]\n[x]\n", ", line 3: x is given twice, first in line 1"),
        ("a = 1\nb = \n", ", line 2: is not TOML: invalid value"),
        ("a = 1\n= 2\n", ", line 2: is not TOML: invalid statement"),
        ("a = 1\nb = [1,\n", ", line 2: is not TOML: "),
        ("a = " + "[" * 30_000, ": lists or tables stand too deep"),
        ("a = " + "9" * 5000, ": a number has too many digits"),
    ],
)
def test_what_is_wrong_names_line_and_key(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=r"^[,:] ") as caught:
        parse_toml(text)
    assert str(caught.value).startswith(message)


@given(st.text(alphabet="ab.=[]{}\"'\\\n ,#1\x00é", max_size=60))
def test_any_text_parses_or_is_a_value_error_of_one_line(text: str) -> None:
    key_lines(text)
    message = ""
    try:
        parse_toml(text)
    except ValueError as error:
        message = str(error)
    assert "\n" not in message
