"""Audit of the talon family: spoilt actions and decks are found with their clauses."""

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from sixtysix_sim.rules.ruleset import RuleSet
from tests.referee.corrupted import (
    Change,
    audited,
    change,
    first,
    named,
    place_of,
    put,
    where,
    without,
)
from tests.referee.talon_audit.rows import TO_THE_END, Row, number, of_deal, table


def test_a_card_that_is_not_held_and_what_follows(run: Path) -> None:
    row = first(table(run, "moves"), pl.col("trick") == 2, pl.col("action") == "play")
    held = first(table(run, "deals"), *of_deal(row))
    last_drawn = str(held["deck"])[-2:]
    change(run, "moves", put("card", last_drawn, **place_of(row), seq=number(row, "seq")))
    assert named(run)["G1"] == [f"{where(row)}, move {row['seq']}"]


def test_a_card_that_breaks_a_duty(run: Path, rules: RuleSet) -> None:
    """Two cards of a follower swapped in the endgame: the first breaks a duty of following."""
    moves = table(run, "moves")
    plays = moves.filter(pl.col("action") == "play")
    keys = ["game", "deal", "seat"]
    later = plays.with_columns(
        other=pl.col("card").shift(-1).over(keys), other_seq=pl.col("seq").shift(-1).over(keys),
        led=pl.col("card").shift(1).over("game", "deal"),
        first=pl.col("trick") != pl.col("trick").shift(1).over("game", "deal"),
    )  # fmt: skip
    suit = {name: pl.col(name).cast(pl.String).str.slice(1) for name in ("card", "other", "led")}
    revoke = (suit["card"] == suit["led"]) & (suit["other"] != suit["led"])
    row = first(later, pl.col("legal") == 1, ~pl.col("first"), revoke)
    change(run, "moves", put("card", row["other"], **place_of(row), seq=number(row, "seq")))
    change(run, "moves", put("card", row["card"], **place_of(row), seq=number(row, "other_seq")))
    clause = rules.clause_of("follow.must_follow")
    assert f"{where(row)}, move {row['seq']}" in named(run)[clause]


MOVES: dict[str, tuple[Callable[[Row], Change], str]] = {
    "missing": (lambda row: without(**place_of(row), seq=number(row, "seq")), "G4"),
    "trick": (lambda row: put("trick", 9, **place_of(row), seq=number(row, "seq")), "G7"),
    "value": (lambda row: put("value", 3, **place_of(row), seq=number(row, "seq")), "G3"),
    "a word of the other family": (
        lambda row: put("action", "pass", **place_of(row), seq=number(row, "seq")), "G3",
    ),
    "out of turn": (
        lambda row: put("seat", 1 - number(row, "seat"), **place_of(row), seq=number(row, "seq")),
        "G2 {leader}",
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", MOVES)
def test_changed_moves(way: str, run: Path, rules: RuleSet) -> None:
    how, rule = MOVES[way]
    row = first(table(run, "moves"), pl.col("trick") == 2, pl.col("action") == "play")
    change(run, "moves", how(row))
    assert rule.format(leader=rules.clause_of("leader")) in named(run)


#: An action of a leader on its first lead turned into another → the key of the clause it breaks.
RIGHTS: dict[str, tuple[str, str | None, str]] = {
    "an exchange without the card": ("exchange", None, "exchange.rank"),
    "a marriage without the pair": ("marriage", "?", "marriage"),
    "a draw nobody chooses": ("draw", None, "G3"),
}


@pytest.mark.parametrize("way", RIGHTS)
def test_rights_that_are_not_there(way: str, run: Path, rules: RuleSet) -> None:
    action, suit, key = RIGHTS[way]
    for row in _leads(run):
        hand = _hand(run, row)
        lowest = f"{rules.talon.exchange.rank}{row['trump']}"
        pairs = [s for s in "SHDC" if not {"K" + s, "Q" + s} <= set(hand)]
        if lowest not in hand and pairs:
            break
    here = {**place_of(row), "seq": 0}
    for column, value in (("action", action), ("card", None), ("suit", suit and pairs[0])):
        change(run, "moves", put(column, value, **here))
    clause = key if key == "G3" else rules.clause_of(key)
    assert f"{where(row)}, move 0" in named(run)[clause]


def _leads(run: Path) -> list[Row]:
    leads = table(run, "moves").filter(pl.col("seq") == 0, pl.col("action") == "play")
    return leads.join(table(run, "deals"), ["game", "deal"], maintain_order="left").to_dicts()


def _hand(run: Path, row: Row) -> list[str]:
    deck = first(table(run, "deals"), *of_deal(row))["deck"]
    size = 12 if len(str(deck)) == 48 else 10
    text = str(deck)[size * number(row, "seat") :][:size]
    return [text[at : at + 2] for at in range(0, size, 2)]


def test_legal_counts_name_what_would_explain_them(run: Path, rules: RuleSet) -> None:
    """In the endgame of a deal not closed a follower holds cards that its duties take away."""
    moves = table(run, "moves")
    follows = pl.col("trick") == pl.col("trick").shift(1).over("game", "deal")
    lead = pl.col("action").shift(1).over("game", "deal") == "play"
    forced = moves.filter(follows & lead & (pl.col("legal") == 1))
    row = first(forced, pl.col("trick").is_between(7, 9))
    change(run, "moves", put("legal", 12, **place_of(row), seq=number(row, "seq")))
    found = [f for f in audited(run).ledger.findings() if not f.place.startswith("sums")]
    assert [(f.named, f.where) for f in found] == [
        (f"G7 {rules.clause_of('follow.must_follow')}", f"{where(row)}, move {row['seq']}")
    ]
    assert f"1 action is legal (play {row['card']})" in found[0].message


def test_deals_cut_short_and_gone_on(run: Path) -> None:
    row = first(table(run, "deals"), TO_THE_END)
    moves = table(run, "moves").filter(*of_deal(row))
    last = moves.height - 1

    def more(frame: pl.DataFrame) -> pl.DataFrame:
        twin = moves.tail(1).with_columns(seq=pl.lit(last + 1, pl.Int16))
        return pl.concat([frame, twin]).sort("game", "deal", "seq")

    change(run, "moves", more)
    assert f"{where(row)}, move {last + 1}" in named(run)["G5"]
    change(run, "moves", lambda f: f.filter(~_at(row, pl.col("seq") >= last)))
    assert where(row) in named(run)["G4"]


def _at(row: Row, *conditions: pl.Expr) -> pl.Expr:
    return pl.all_horizontal(*of_deal(row), *conditions)


def test_decks(run: Path, rules: RuleSet) -> None:
    deals = table(run, "deals")
    one, two = deals.row(0, named=True), deals.row(1, named=True)
    clause = rules.clause_of("deck.packs")
    change(run, "deals", put("deck", str(one["deck"]).replace("AS", "TS"), **place_of(one)))
    change(run, "deals", put("deck", "nothing", **place_of(two)))
    found = named(run)
    assert found[f"G6 {clause}"] == [where(one), where(two)]
