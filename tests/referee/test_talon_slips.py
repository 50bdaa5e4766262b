"""Irregularities in transcripts (D8.1–D8.5): each one as it is mended, and each one wrongly."""

import json
from pathlib import Path
from typing import Any

import pytest

from sixtysix_sim.referee.transcript import audit_transcript

DEALER, FOREHAND = 0, 1
HANDS = ["9S JS TS AD KD QD", "AS KS QS TD 9C JC"]
TALON = "9H TH QH KH AH JD 9D AC TC KC QC"
#: The winner of a trick draws without a choice, so that fewer actions tell the same.
RULES = {"base": "seksogtres", "closing": {"when": "after_draw"}}


def found(folder: Path, moves: str, **fields: Any) -> list[tuple[str, int | None]]:
    """Return (rule, move) of each finding in a deal that need not be over.

    Args:
        moves: separated by commas.
    """
    line = {
        "rules": RULES, "game": 0, "deal": 0, "dealer": DEALER, "hands": HANDS, "upcard": "JH",
        "talon": TALON, "moves": [move.strip() for move in moves.split(",")], **fields,
    }  # fmt: skip
    path = folder / "slips.jsonl"
    path.write_text(json.dumps(line) + "\n")
    findings = audit_transcript(path).ledger.findings()
    return [(f.rule, f.move) for f in findings if f.severity == "error" and f.rule != "G4"]


DREW = "1 play AS, 0 play 9S"  # seat 1 wins and draws 9H, seat 0 TH
RIGHT = {
    "D8.1 stands": "0 irregular expose AS, 1 let stand, 1 play AS",
    "D8.1 redeal": "0 irregular expose 9H, 1 demand redeal",
    "D8.3 skips": f"{DREW}, 1 irregular double_draw, 1 play TH, 0 play QH, 1 play KS, 0 play JS",
    "D8.3 by the second": f"{DREW}, 0 irregular double_draw, 1 play 9H, 0 play QH",
    "D8.4 draws two": f"{DREW}, 0 irregular missed_draw, 1 play KS, 0 play JS, 1 play TH, "
    "0 play KH",
    "D8.5 stays": "1 play AS, 0 play 9S, 1 irregular wrong_marriage KS, 1 irregular wrong_marriage "
    "TD, 1 play TD, 0 play KD",
    "D8.5 corrected": "1 play AS, 0 play 9S, 1 irregular wrong_marriage KS, 1 irregular "
    "wrong_marriage TD, 1 play TD, 0 play KD, 1 correct marriage S, 1 play QS",
}
WRONG = {
    "D8.1 by forehand": ("1 irregular expose AS", ("D8.1", 0)),
    "D8.1 nobody's card": ("0 irregular expose AD", ("D8.1", 0)),
    "D8.1 too late": ("1 play AS, 0 irregular expose KS", ("D8.1", 1)),
    "D8.1 not answered": ("0 irregular expose AS, 1 play AS", ("D8.1", 1)),
    "D8.1 answered by the dealer": ("0 irregular expose AS, 0 demand redeal", ("D8.1", 1)),
    "D8.1 a redeal for nothing": ("1 demand redeal", ("D8.1", 0)),
    "D8.3 not skipped": (
        f"{DREW}, 1 irregular double_draw, 1 play TH, 0 play QH, 1 irregular double_draw",
        ("D8.3", 5),
    ),
    "D8.3 nothing was drawn": ("1 irregular double_draw", ("D8.3", 0)),
    "D8.3 twice in a draw": (
        f"{DREW}, 1 irregular double_draw, 1 irregular double_draw",
        ("D8.3", 3),
    ),
    "D8.4 forgotten again": (
        f"{DREW}, 0 irregular missed_draw, 1 play KS, 0 play JS, 0 irregular missed_draw",
        ("D8.4", 5),
    ),
    "D8.4 after the lead": (f"{DREW}, 1 play KS, 0 irregular missed_draw", ("D8.4", 3)),
    "D8.5 is a right one": (
        "1 play AS, 0 play 9S, 1 irregular wrong_marriage KS, 1 irregular wrong_marriage QS",
        ("D8.5", 3),
    ),
    "D8.5 one card": (
        "1 play AS, 0 play 9S, 1 irregular wrong_marriage KS, 1 play KS",
        ("D8.5", 3),
    ),
    "D8.5 before a trick": (
        "1 irregular wrong_marriage KS",
        ("D4.2", 0),
    ),
    "D8.5 corrected at once": (
        "1 play AS, 0 play 9S, 1 irregular wrong_marriage KS, 1 irregular wrong_marriage TD, "
        "1 correct marriage S",
        ("D8.5", 4),
    ),
    "D8.5 nothing to correct": ("1 play AS, 0 play 9S, 1 correct marriage S", ("D8.5", 2)),
    "D8.5 a card not held": ("1 play AS, 0 play 9S, 1 irregular wrong_marriage KD", ("G1", 2)),
    "D8.5 by the follower": ("1 play AS, 0 play 9S, 0 irregular wrong_marriage KD", ("G2", 2)),
}


@pytest.mark.parametrize("moves", RIGHT.values(), ids=RIGHT)
def test_what_is_mended_is_no_breach(moves: str, tmp_path: Path) -> None:
    assert found(tmp_path, moves) == []


@pytest.mark.parametrize(("moves", "wanted"), WRONG.values(), ids=WRONG)
def test_what_is_not_mended_is_one(moves: str, wanted: tuple[str, int], tmp_path: Path) -> None:
    assert wanted in found(tmp_path, moves)


def test_a_draw_that_should_be_skipped_shows_as_a_card_not_held(tmp_path: Path) -> None:
    """D8.3: seat 1 drew 9H and TH, skips, and so cannot hold the card that seat 0 draws."""
    moves = f"{DREW}, 1 irregular double_draw, 1 play TH, 0 play QH, 1 play KH"
    assert found(tmp_path, moves) == [("G1", 5)]


def test_a_draw_made_up_of_one_card_only_shows_as_a_card_not_held(tmp_path: Path) -> None:
    """D8.4: seat 0 forgot TH; of the next draw TH is seat 1's, QH and KH are seat 0's."""
    moves = f"{DREW}, 0 irregular missed_draw, 1 play KS, 0 play JS, 1 play 9H, 0 play AH"
    assert found(tmp_path, moves) == [("G1", 6)]


SHORT = {"hands": [HANDS[0], "AS KS QS TD 9C"], "talon": f"JC {TALON}"}


def test_a_card_too_few_is_made_up(tmp_path: Path) -> None:
    """D8.2: seat 1 draws two at its next draw; the talon holds the card it did not get."""
    moves = "1 irregular misdeal 5, 1 let stand, 1 play AS, 0 play 9S, 1 play 9H, 0 play TH"
    assert found(tmp_path, moves, **SHORT) == []
    assert found(tmp_path, moves.replace("1 play 9H", "1 play TH"), **SHORT) == [("G1", 4)]


def test_a_card_too_few_in_a_deck(tmp_path: Path) -> None:
    """The deck holds the hands as they were dealt, in seat order, then upcard and talon."""
    deck = f"{HANDS[0]} AS KS QS TD 9C JH JC {TALON}".replace(" ", "")
    moves = "1 irregular misdeal 5, 1 let stand, 1 play AS, 0 play 9S, 1 play 9H, 0 play TH"
    cards = {"hands": None, "upcard": None, "talon": None, "deck": deck}
    assert found(tmp_path, moves, **cards) == []


@pytest.mark.parametrize(
    ("moves", "fields", "wanted"),
    [
        ("1 irregular misdeal 6, 1 let stand", {}, ("D8.2", 0)),
        ("1 irregular misdeal 5, 1 play AS", SHORT, ("D8.2", 1)),
        ("1 irregular misdeal 5, 0 let stand", SHORT, ("D8.2", 1)),
        ("1 play AS, 1 irregular misdeal 5", SHORT, ("D8.2", 1)),
        ("1 play AS", SHORT, ("G6", None)),
        ("1 irregular misdeal 4, 1 let stand", SHORT, ("D8.2", 0)),
    ],
)
def test_a_wrong_number_of_cards(
    moves: str, fields: dict[str, Any], wanted: tuple[str, int | None], tmp_path: Path
) -> None:
    assert wanted in found(tmp_path, moves, **fields)


def test_anybody_may_demand_a_redeal(tmp_path: Path) -> None:
    """D8.2: the other seat, too; its end as a recorded result."""
    moves = "1 irregular misdeal 5, 0 demand redeal"
    result = {"end": "redeal", "winner": -1, "change_0": 0, "change_1": 0, "game_points": 0}
    assert found(tmp_path, moves, **SHORT, result=result) == []
    wrong = {**result, "change_0": 1, "change_1": -1}
    assert found(tmp_path, moves, **SHORT, result=wrong) != []


def test_the_dealer_of_a_redeal_deals_again(tmp_path: Path) -> None:
    """D8.1: by the same dealer; the stake stays, the deal does not count."""
    first = {
        "rules": RULES, "game": 0, "deal": 0, "dealer": 0, "score_before": [0, 0], "hands": HANDS,
        "upcard": "JH", "talon": TALON, "moves": ["0 irregular expose AS", "1 demand redeal"],
        "result": {"end": "redeal"},
    }  # fmt: skip
    path = tmp_path / "two.jsonl"
    for dealer, wanted in ((0, []), (1, ["D8.1"])):
        second = {**first, "deal": 1, "dealer": dealer, "moves": [f"{dealer} irregular expose JS"]}
        second["moves"] = [f"{1 - dealer} play {'AS' if dealer == 0 else 'JS'}"]
        del second["result"]
        path.write_text(json.dumps(first) + "\n" + json.dumps(second) + "\n")
        errors = [f.named for f in audit_transcript(path).ledger.findings() if f.named != "G4"]
        assert errors == wanted
