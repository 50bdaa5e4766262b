"""`sixtysix odds`: the readable tables, and JSON with exact fractions."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.reporting.chances import one_in, percent

SMALL = ["--set", "rules.deck.packs=1", "--set", "rules.deal.hand_size=6"]


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(build(), ["odds", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture(scope="module")
def preset() -> dict[str, Any]:
    with pytest.MonkeyPatch.context() as patch:
        from io import StringIO

        out = StringIO()
        patch.setattr("sys.stdout", out)
        assert run(build(), ["odds", "cift66", "--json"]) == 0
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def test_json_gives_question_probability_and_exact_fraction(preset: dict[str, Any]) -> None:
    assert preset["command"] == "odds"
    assert len(preset["rules_hash"]) == 64
    rows = {row["question"]: row for row in preset["rows"]}
    assert len(rows) == len(preset["rows"])
    for row in preset["rows"]:
        assert float(Fraction(row["exact"])) == row["probability"]
    aces = rows["aces_around at least once"]
    assert (aces["group"], aces["meld"], aces["copies"]) == ("melds", "aces_around", 1)
    assert f"{aces['probability']:.6f}" == "0.027624"
    assert {row["group"] for row in preset["rows"]} == {"melds", "pairs", "suits", "shapes", "bids"}


def test_json_has_every_bid_for_every_trump(preset: dict[str, Any]) -> None:
    bids: dict[tuple[str, str], list[int]] = {}
    for row in preset["rows"]:
        if row["group"] == "bids":
            bids.setdefault((row["who"], row["trump"]), []).append(row["bid"])
    assert set(bids) == {
        *(("one hand", trump) for trump in ("S", "HC", "D", "best")),
        *(("a side", trump) for trump in ("S", "HC", "D")),
    }
    assert all(levels == list(range(150, 701, 10)) for levels in bids.values())


def test_json_has_the_highest_total(preset: dict[str, Any]) -> None:
    highest = preset["highest_total"]
    assert highest["total"] == highest["melds"] + highest["tricks"] == 1050
    assert highest["exact"] is True
    assert [len(hand.split()) for hand in highest["hands"]] == [12, 12]
    assert {points["highest"] for points in preset["meld_points"]} == {390, 400, 780, 800}


def test_tables_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said(capsys, "cift66", *SMALL)
    assert (code, err) == (0, "")
    assert "Melds that score in one hand of 6 of 24 cards" in out
    lines = {" ".join(line.split()) for line in out.splitlines()}
    # A K and Q in three suits: (3 × C(22,4) − 3 × C(20,2) + 1) / C(24,6).
    assert "marriage at least once, a named trump 15.882 % 1 in 6.30" in lines
    assert "bezique at least twice 0 % never" in lines
    assert any(line.startswith("shape 2-2-1-1 ") for line in lines)
    assert "melds under" in out


def test_the_best_trump_of_a_side_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "cift66", *SMALL, "--side-best", "--json")
    assert code == 0
    found = json.loads(out)
    means = {(points["who"], points["trump"]): points["mean"] for points in found["meld_points"]}
    assert means["a side", "best"] > max(means["a side", trump] for trump in ("S", "HC", "D"))
    assert means["a side", "best"] > means["one hand", "best"]


def test_changes_by_set_and_by_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[rules]\nbase = "cift66"\n[rules.melds.bezique]\npoints = 0\n')
    code, out, _ = said(capsys, str(path), *SMALL)
    assert code == 0
    assert "bezique" not in out


def test_errors_are_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said(capsys, "cift67")
    assert (code, out) == (2, "")
    assert "did you mean cift66?" in err
    code, out, err = said(capsys, "cift66", "--set", "rules.deck.packs=3")
    assert (code, out) == (2, "")
    assert "deck.packs" in err
    assert "Traceback" not in err


def test_chances_in_words() -> None:
    assert percent(Fraction(27624, 1_000_000)) == "2.7624 %"
    assert percent(Fraction(0)) == "0 %"
    assert percent(Fraction(1, 10**12)) == "1e-10 %"
    assert one_in(Fraction(0)) == "never"
    assert one_in(Fraction(1)) == "always"
    assert one_in(Fraction(10, 57)) == "1 in 5.70"
    assert one_in(Fraction(1, 36)) == "1 in 36.0"
    assert one_in(Fraction(2, 2001)) == "1 in 1,000"


def test_melds_are_listed_with_what_people_call_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(build(), ["odds", "cift66"]) == 0
    legend = capsys.readouterr().out.partition("\n\n")[0].splitlines()
    assert legend[1].split() == ["meld", "called", "cards", "points"]
    assert "trump_marriage Koz evliliği K Q of trump 40" in [" ".join(x.split()) for x in legend]


def test_a_bound_is_called_a_bound(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sixtysix_sim.odds.auction.reach.BUDGET", 0.0)
    assert run(build(), ["odds", "cift66", *SMALL]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "No side can total more than " in out
    assert "(a bound: the melds tie too many cards together to count them in seconds)" in out
    assert run(build(), ["odds", "cift66", *SMALL, "--json"]) == 0
    highest = json.loads(capsys.readouterr().out)["highest_total"]
    assert (highest["trump"], highest["hands"], highest["exact"]) == (None, [], False)


def test_the_talon_family(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said(capsys, "classic_66_v1")
    assert (code, err) == (0, "")
    lines = {" ".join(line.split()) for line in out.splitlines()}
    assert "a marriage in a hand 20.895 % 1 in 4.79" in lines
    assert "the 9 of trump in the opponent's hand 21.739 % 1 in 4.60" in lines
    assert "A hand is worth 66 by itself with a chance of 2.7985 %.\n" in out
    assert max(map(len, out.splitlines()[:-1])) <= 80
    code, out, _ = said(capsys, "schnapsen", "--json")
    found = json.loads(out)
    assert all(float(Fraction(row["exact"])) == row["probability"] for row in found["rows"])
    marriages = next(number for number in found["numbers"] if number["name"] == "marriages")
    assert Fraction(marriages["mean_exact"]) == Fraction(4, 19)
    assert found["best_hands"][0]["points"] == 54


def test_there_are_no_bids_in_the_talon_family(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said(capsys, "seksogtres", "--side-best")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "Seksogtres has no bids" in err
