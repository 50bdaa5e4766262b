"""Records as a program with a mistake would write them: the audit names the clause.

What a changed kernel cannot easily show stands here: each mistake is put into one deal of a clean
transcript, and only that game may have findings.
"""

import json
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.vocabulary import LogLevel
from tests.referee.corrupted import play

Deal = dict[str, Any]
Change = Callable[[list[Deal]], Deal]  # returns the deal it changed


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A clean transcript of 60 games, a deal a line."""
    folder = play(
        tmp_path_factory.mktemp("clean") / "run", LogLevel.MOVES, "bots.default=random", games=60
    )
    out = folder.parent / "clean.jsonl"
    with pytest.MonkeyPatch.context() as patch, out.open("w", encoding="utf-8") as stream:
        patch.setattr("sys.stdout", stream)
        assert run(build(), ["replay", str(folder), "--transcript"]) == 0
    return out.read_text("utf-8").splitlines()


def audited(
    deals: list[Deal], folder: Path, capsys: pytest.CaptureFixture[str]
) -> tuple[int, list[dict[str, Any]]]:
    file = folder / "spoilt.jsonl"
    file.write_text("".join(json.dumps(deal) + "\n" for deal in deals), "utf-8")
    capsys.readouterr()
    code = run(build(), ["audit", str(file), "--json", "--quiet"])
    return code, json.loads(capsys.readouterr().out)["rows"]


# ---- finding a deal, changing it


def find(deals: list[Deal], right: Callable[[Deal], bool]) -> Deal:
    """Return the first deal that a mistake can be put into; not a game's last one."""
    return next(a for a, b in pairwise(deals) if same_game(a, b) and right(a))


def same_game(one: Deal, other: Deal) -> bool:
    return bool(one["game"] == other["game"])


def played(deal: Deal) -> bool:
    return bool(deal["result"]["end"] != "redeal")


def words(deal: Deal) -> list[str]:
    return [move.split(" ", 1)[1] for move in deal["moves"]]


def asked_and_spoke(deal: Deal) -> bool:
    return "answer speak" in words(deal)


def auction_length(deal: Deal) -> int:
    return next(n for n, word in enumerate(words(deal)) if word.startswith("trump"))


def made(deal: Deal) -> bool:
    return deal["result"]["made"] is True


def is_set(deal: Deal) -> bool:
    return deal["result"]["made"] is False


def put(deal: Deal, **values: object) -> Deal:
    deal["result"].update(values)
    return deal


def add(deal: Deal, **numbers: int) -> Deal:
    for name, number in numbers.items():
        deal["result"][name] += number
    return deal


# ---- mistakes in actions


def two_speak_out_of_turn(deals: list[Deal]) -> Deal:
    deal = find(deals, played)
    deal["moves"][:2] = deal["moves"][1::-1]
    return deal


def the_partner_bids_instead_of_answering(deals: list[Deal]) -> Deal:
    deal = find(deals, asked_and_spoke)
    place = words(deal).index("answer speak")
    deal["moves"][place] = deal["moves"][place][:2] + "bid 300"
    return deal


def the_fourth_to_speak_asks(deals: list[Deal]) -> Deal:
    deal = find(deals, lambda deal: played(deal) and deal["result"]["asked"] < 0)
    fourth = deal["moves"][3][0]
    deal["moves"][3:3] = [f"{fourth} ask", f"{(int(fourth) + 2) % 4} answer speak"]
    return deal


def a_bid_above_the_maximum(deals: list[Deal]) -> Deal:
    deal = find(deals, lambda deal: played(deal) and deal["result"]["speaking"] == 3)
    place = auction_length(deal) - 1
    deal["moves"][place] = deal["moves"][place][:2] + "bid 710"
    return put(deal, bid=710)


def a_bid_off_the_grid(deals: list[Deal]) -> Deal:
    deal = find(deals, lambda deal: played(deal) and "bid" in deal["moves"][0])
    deal["moves"][0] = deal["moves"][0][:2] + "bid 155"
    return deal


def the_wrong_seat_names_trump(deals: list[Deal]) -> Deal:
    deal = find(deals, played)
    place = auction_length(deal)
    other = (deal["result"]["declarer"] + 1) % 4
    deal["moves"][place] = f"{other}{deal['moves'][place][1:]}"
    return deal


def no_trump_is_named(deals: list[Deal]) -> Deal:
    deal = find(deals, played)
    del deal["moves"][auction_length(deal)]
    return deal


def a_card_from_the_sleeve(deals: list[Deal]) -> Deal:
    deal = find(deals, played)
    lead = auction_length(deal) + 1
    hand = deal["hands"][deal["result"]["declarer"]].split()
    strange = next(card for card in ("AS", "TH", "KD", "QC", "9C", "JS") if card not in hand)
    deal["moves"][lead] = f"{deal['result']['declarer']} play {strange}"
    return deal


def the_last_trick_is_missing(deals: list[Deal]) -> Deal:
    deal = find(deals, played)
    del deal["moves"][-4:]
    return deal


def a_thirteenth_trick(deals: list[Deal]) -> Deal:
    deal = find(deals, played)
    deal["moves"].append("0 play AS")
    return deal


def a_card_three_times(deals: list[Deal]) -> Deal:
    deal = find(deals, lambda deal: " ".join(deal["hands"][1:]).count("AS") == 2)
    hand = deal["hands"][0].split()
    deal["hands"][0] = " ".join(["AS", *hand[1:]])
    return deal


def a_hand_of_thirteen(deals: list[Deal]) -> Deal:
    deal = find(deals, played)
    hands = [hand.split() for hand in deal["hands"]]
    hands[0].append(hands[1].pop())
    deal["hands"] = [" ".join(hand) for hand in hands]
    return deal


# ---- mistakes in what is counted and written


def partners_melds_are_combined(deals: list[Deal]) -> Deal:
    deal = find(deals, lambda deal: made(deal) and deal["result"]["declarer"] % 2 == 0)
    return add(deal, meld_points_0=80, change_0=80, score_0=80)


def the_bonus_is_forgotten(deals: list[Deal]) -> Deal:
    deal = find(deals, lambda deal: played(deal) and deal["result"]["last_trick"] == 0)
    return add(deal, card_points_0=-10)


def a_set_team_writes_its_points(deals: list[Deal]) -> Deal:
    deal = find(deals, lambda deal: is_set(deal) and deal["result"]["declarer"] % 2 == 0)
    result = deal["result"]
    own = result["card_points_0"] + result["meld_points_0"]
    return add(deal, score_0=own - result["change_0"], change_0=own - result["change_0"])


def a_set_is_written_as_made(deals: list[Deal]) -> Deal:
    deal = find(deals, is_set)
    return put(deal, made=True, end="made", winner=deal["result"]["declarer"] % 2)


def the_other_team_writes_nothing_after_a_set(deals: list[Deal]) -> Deal:
    deal = find(deals, lambda deal: is_set(deal) and deal["result"]["declarer"] % 2 == 0)
    lost = -deal["result"]["change_1"]
    return add(deal, change_1=lost, score_1=lost)


def nine_tricks_are_kaput(deals: list[Deal]) -> Deal:
    deal = find(deals, lambda deal: played(deal) and deal["result"]["tricks_0"] > 8)
    return put(deal, kaput=0)


def a_deal_with_a_bid_is_dealt_again(deals: list[Deal]) -> Deal:
    deal = find(deals, played)
    del deal["moves"][auction_length(deal) :]
    return deal


def the_lower_bidder_declares(deals: list[Deal]) -> Deal:
    deal = find(deals, lambda deal: played(deal) and deal["result"]["bids"] > 1)
    return put(deal, declarer=(deal["result"]["declarer"] + 2) % 4)


def the_score_is_not_carried(deals: list[Deal]) -> Deal:
    deal = find(deals, lambda deal: deal["deal"] > 1 and played(deal))
    deal["score_before"] = [0, 0]
    return deal


def the_same_dealer_deals_twice(deals: list[Deal]) -> Deal:
    deal = deals[deals.index(find(deals, played)) + 1]
    deal["dealer"] = (deal["dealer"] - 1) % 4
    return deal


def a_deal_after_the_end_of_the_game(deals: list[Deal]) -> Deal:
    last = next(n for n, (a, b) in enumerate(pairwise(deals)) if not same_game(a, b))
    extra = json.loads(json.dumps(deals[last]))
    extra["deal"], extra["dealer"] = extra["deal"] + 1, (extra["dealer"] + 1) % 4
    deals.insert(last + 1, extra)
    return deals[last + 1]


MISTAKES: tuple[tuple[Change, str], ...] = (
    (two_speak_out_of_turn, "G2 C3.2"),
    (the_partner_bids_instead_of_answering, "C3.3"),
    (the_fourth_to_speak_asks, "C3.3"),
    (a_bid_above_the_maximum, "C3.1"),
    (a_bid_off_the_grid, "C3.1"),
    (the_wrong_seat_names_trump, "G2 C4.1"),
    (no_trump_is_named, "G3"),
    (a_card_from_the_sleeve, "G1"),
    (the_last_trick_is_missing, "G4"),
    (a_thirteenth_trick, "G5"),
    (a_card_three_times, "G6 C2.1"),
    (a_hand_of_thirteen, "G6 C2.2"),
    (partners_melds_are_combined, "G7 C5.12"),
    (the_bonus_is_forgotten, "G7 C6.6"),
    (a_set_team_writes_its_points, "G7 C7.4"),
    (a_set_is_written_as_made, "G7 C7.2"),
    (the_other_team_writes_nothing_after_a_set, "G7 C7.3"),
    (nine_tricks_are_kaput, "G7 C7.5"),
    (a_deal_with_a_bid_is_dealt_again, "G4"),
    (the_lower_bidder_declares, "G7 C3.4"),
    (the_score_is_not_carried, "G7 C1.2"),
    (the_same_dealer_deals_twice, "C2.5"),
    (a_deal_after_the_end_of_the_game, "G5 C8.1"),
)


@pytest.mark.parametrize(
    ("change", "rule"), MISTAKES, ids=[change.__name__ for change, _ in MISTAKES]
)
def test_the_audit_names_the_rule(
    change: Change,
    rule: str,
    lines: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    deals = [json.loads(line) for line in lines]
    spoilt = change(deals)
    code, rows = audited(deals, tmp_path, capsys)
    assert code == 1
    assert {row["game"] for row in rows} == {spoilt["game"]}, rows
    in_deal = [row for row in rows if row["deal"] == spoilt["deal"]]
    named = Counter(" ".join([row["rule"], *row.get("clauses", [])]) for row in in_deal)
    assert named[rule], rows


def test_the_clean_transcript_has_no_finding(
    lines: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audited([json.loads(line) for line in lines], tmp_path, capsys) == (0, [])
