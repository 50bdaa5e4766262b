"""Audit of the talon family: spoilt results and marriages are found with their clauses."""

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from sixtysix_sim.rules.ruleset import RuleSet
from tests.referee.corrupted import (
    Change,
    change,
    first,
    named,
    place_of,
    put,
    where,
    without,
)
from tests.referee.talon_audit.rows import TO_THE_END, Row, number, of_deal, table

#: What is recorded wrongly in a deal that was not closed → the key of the clause that says so.
RESULTS: dict[str, tuple[Callable[[Row], tuple[str, object]], str]] = {
    "score": (lambda row: ("score_0", number(row, "score_0") + 5), "stakes.base"),
    "winner": (lambda row: ("winner", 1 - number(row, "winner")), "END"),
    "game points": (lambda row: ("game_points", number(row, "game_points") + 1), "stakes.base"),
    "trump": (lambda row: ("trump", "S" if row["trump"] != "S" else "H"), "upcard"),
    "upcard": (lambda row: ("upcard", "AS" if row["upcard"] != "AS" else "AH"), "upcard"),
    "forehand": (lambda row: ("forehand", 1 - number(row, "forehand")), "forehand"),
    "closer": (lambda row: ("closer", 0), "closing.allowed"),
    "closed at": (lambda row: ("closed_at", 7), "closing.allowed"),
    "exchanger": (lambda row: ("exchanger", 5), "exchange.rank"),
    "tricks": (lambda row: ("tricks_0", number(row, "tricks_0") + 9), "trick"),
    "melds": (lambda row: ("meld_points_0", number(row, "meld_points_0") + 7), "MELDS"),
    "stake": (lambda row: ("stake", 3), "stakes.draw_adds"),
}  # fmt: skip


def _plain(run: Path) -> Row:
    """A won deal in which nobody closed, exchanged or declared anything."""
    deals = table(run, "deals")
    melds = table(run, "melds").select("game", "deal").unique()
    no_melds = deals.join(melds, ["game", "deal"], "anti", maintain_order="left")
    return first(
        no_melds, pl.col("end") == "claim", pl.col("closer") < 0, pl.col("exchanger") < 0,
        pl.col("deal") > 0,
    )  # fmt: skip


@pytest.mark.parametrize("way", RESULTS)
@pytest.mark.parametrize("log", ["run", "quiet"])
def test_changed_results(
    way: str, log: str, rules: RuleSet, request: pytest.FixtureRequest
) -> None:
    folder: Path = request.getfixturevalue(log)
    row, (how, key) = _plain(folder), RESULTS[way]
    column, value = how(row)
    change(folder, "deals", put(column, value, **place_of(row)))
    # Without moves it is the recorded winner that claimed: wrongly, with the points it has.
    end = "claim" if log == "run" else "claim.wrong"
    key = {"END": end, "MELDS": "marriage.plain"}.get(key, key)
    found = named(folder)
    assert where(row) in found[f"G7 {rules.clause_of(key)}"]


@pytest.mark.parametrize("log", ["run", "quiet"])
def test_a_wrong_dealer(log: str, rules: RuleSet, request: pytest.FixtureRequest) -> None:
    folder: Path = request.getfixturevalue(log)
    row = first(table(folder, "deals"), pl.col("deal") == 1)
    change(folder, "deals", put("dealer", 1 - number(row, "dealer"), **place_of(row)))
    assert where(row) in named(folder)[rules.clause_of("deal.rotation")]


def test_one_wrong_number_is_not_a_train_of_findings(run: Path, rules: RuleSet) -> None:
    row = _plain(run)
    column = f"change_{row['winner']}"
    change(run, "deals", put(column, number(row, column) + 1, **place_of(row)))
    found = named(run)
    price = f"G7 {rules.clause_of('stakes.base')}"
    assert set(found) == {price}
    assert found[price] == [where(row)] * 2  # the price, and the score that rests on it


def test_card_points_and_the_bonus(run: Path, rules: RuleSet) -> None:
    row = first(table(run, "deals"), TO_THE_END, pl.col("tricks_0") > 0)
    change(run, "deals", put("card_points_0", number(row, "card_points_0") + 3, **place_of(row)))
    assert where(row) in named(run)[f"G7 {rules.clause_of('deck.values.RANK')}"]
    bonus = rules.talon.last_trick.bonus
    if bonus:
        change(run, "deals", put("card_points_0", number(row, "card_points_0"), **place_of(row)))
        for side, by in ((0, -bonus), (1, bonus)):
            name = f"card_points_{side}"
            change(run, "deals", put(name, number(row, name) + by, **place_of(row)))
        assert where(row) in named(run)[f"G7 {rules.clause_of('last_trick.bonus')}"]


def test_points_of_a_deal_played_out_add_up_without_moves(quiet: Path, rules: RuleSet) -> None:
    row = first(table(quiet, "deals"), TO_THE_END, pl.col("tricks_0") > 0)
    change(quiet, "deals", put("card_points_0", number(row, "card_points_0") + 3, **place_of(row)))
    assert where(row) in named(quiet)[f"G7 {rules.clause_of('deck.values.RANK')}"]


CLOSED: dict[str, tuple[str, int, str]] = {
    "closed_at": ("closed_at", 1, "closing.allowed"),
    "nobody closed": ("closer", -1, "closing.allowed"),
    "the other closed": ("closer", 2, "closing.allowed"),
}


@pytest.mark.parametrize("way", CLOSED)
@pytest.mark.parametrize("log", ["run", "quiet"])
def test_changed_closings(
    way: str, log: str, rules: RuleSet, request: pytest.FixtureRequest
) -> None:
    folder: Path = request.getfixturevalue(log)
    column, value, key = CLOSED[way]
    row = first(table(folder, "deals"), pl.col("closer") >= 0)
    change(folder, "deals", put(column, value, **place_of(row)))
    assert where(row) in named(folder)[f"G7 {rules.clause_of(key)}"]


def test_price_of_a_failed_closing(quiet: Path, run: Path, rules: RuleSet) -> None:
    for folder in (run, quiet):
        failed = pl.col("end") == "closer_failed"
        row = first(table(folder, "deals"), failed)
        for column in ("game_points", f"change_{row['winner']}"):
            change(folder, "deals", put(column, 9, **place_of(row)))
        assert where(row) in named(folder)[f"G7 {rules.clause_of('closing.failure')}"]


MELDS: dict[str, tuple[Change, str]] = {
    "points": (lambda f: _in_first(f, points=30), "WORTH"),
    "copies": (lambda f: _in_first(f, copies=2), "marriage"),
    "no suit": (lambda f: _in_first(f, suit=None), "marriage"),
    "side": (lambda f: _in_first(f, side=1 - f["side"][0]), "marriage"),
    "counted": (lambda f: _in_first(f, counted=not f["counted"][0]), "marriage.needs_trick"),
    "twice": (lambda f: pl.concat([f.head(1), f]), "marriage"),
}


def _in_first(frame: pl.DataFrame, **values: object) -> pl.DataFrame:
    row = {**frame.row(0, named=True), **values}
    return pl.concat([pl.DataFrame([row], schema=frame.schema), frame.slice(1)])


@pytest.mark.parametrize("way", MELDS)
@pytest.mark.parametrize("log", ["run", "quiet"])
def test_changed_marriages(
    way: str, log: str, rules: RuleSet, request: pytest.FixtureRequest
) -> None:
    folder: Path = request.getfixturevalue(log)
    how, key = MELDS[way]
    row = table(folder, "melds").row(0, named=True)
    deal = first(table(folder, "deals"), *of_deal(row))
    worth = "marriage.trump" if row["suit"] == deal["trump"] else "marriage.plain"
    change(folder, "melds", how)
    clause = rules.clause_of({"WORTH": worth}.get(key, key))
    found = named(folder)
    assert [name for name, at in found.items() if clause in name and where(row) in at], found


def test_a_marriage_in_another_suit(run: Path, rules: RuleSet) -> None:
    row = table(run, "melds").row(0, named=True)
    change(run, "melds", lambda f: _in_first(f, suit="S" if row["suit"] != "S" else "H"))
    assert named(run)[f"G7 {rules.clause_of('marriage')}"] == [where(row)] * 2


def test_a_marriage_left_out(run: Path, quiet: Path, rules: RuleSet) -> None:
    for folder, key in ((run, "marriage"), (quiet, "marriage.plain")):
        row = first(table(folder, "melds"), pl.col("counted"))
        change(folder, "melds", without(**place_of(row)))
        assert where(row) in named(folder)[f"G7 {rules.clause_of(key)}"]
