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
    # a result that names a closer, where nobody closed
    (
        "transcripts",
        '{"rules": "classic_66_v1", "game": 1, "deal": 1, "dealer": 0, "score_before": [2, 0], '
        '"hands": ["TS JH 9H AD TD 9C", "QS KH KD QD TC KC"], "upcard": "9D", '
        '"talon": "TH JC AC AS QC JS QH 9S AH JD KS", "moves": ["1 marriage D", "1 play KD", '
        '"0 play TD", "0 play AD", "1 play JC", "0 play AC", "1 play QD", "1 marriage C", '
        '"1 claim"], "result": {"trump": "D", "end": "claim", "winner": 1, "closer": 0}}\n',
    ),
]


@pytest.mark.parametrize(("name", "text"), FOUND)
def test_it_is_answered_in_a_printable_sentence(tmp_path: Path, name: str, text: str) -> None:
    (reader,) = (reader for reader in READERS if reader.name == name)
    check(reader, text.encode(), tmp_path)
