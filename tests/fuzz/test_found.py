"""Inputs that were once answered wrongly, cut down to what was wrong with them."""

from pathlib import Path

import pytest

from tests.fuzz.readers import READERS, check

CASE = """rules = "cift66"
[[case]]
id = "{id}"
cites = ["{cites}"]
phase = "{phase}"
hands.0 = "AS"
trump = "S"
meld_points = [0, 0, 0, 0]
"""
FOUND = [
    ("case files", CASE.format(id="a", cites="C6.4", phase="melds").replace("cift66", "c\\t")),
    ("case files", CASE.format(id="a", cites="\ufeff", phase="melds")),
    ("case files", CASE.format(id="40-in-\ufeff", cites="D9999.1", phase="melds")),
    ("case files", CASE.format(id="two\\nlines", cites="C6.4", phase="none")),
    ("case files", 'rules = "cift66"\n"two\\nlines" = 1\n'),
]


@pytest.mark.parametrize(("name", "text"), FOUND)
def test_it_is_answered_in_a_printable_sentence(tmp_path: Path, name: str, text: str) -> None:
    (reader,) = (reader for reader in READERS if reader.name == name)
    check(reader, text.encode(), tmp_path)
