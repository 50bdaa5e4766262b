"""Audit: a spoilt action is found where it is, with its clause."""

from pathlib import Path

import polars as pl
import pytest

from tests.referee.corrupted import (
    Change,
    audited,
    change,
    deals_of,
    first,
    moves_of,
    named,
    place_of,
    put,
    where,
    without,
)


def test_a_card_that_is_not_held(moves_copy: Path) -> None:
    row = first(moves_of(moves_copy), pl.col("trick") == 3)
    place = place_of(row)
    held = _hand(moves_copy, place, int(str(row["seat"])))
    card = next(c for c in ("AS", "AH", "AD", "AC", "TS", "TH", "TD", "TC", "KS") if c not in held)
    change(moves_copy, "moves", put("card", card, **place, seq=int(str(row["seq"]))))
    found = named(moves_copy)
    assert found["G1"] == [f"{where(place)}, move {row['seq']}"]


def _hand(run: Path, place: dict[str, int], seat: int) -> list[str]:
    row = first(deals_of(run), pl.col("game") == place["game"], pl.col("deal") == place["deal"])
    deck = str(row["deck"])[24 * seat : 24 * seat + 24]
    return [deck[at : at + 2] for at in range(0, 24, 2)]


def test_a_card_that_breaks_a_duty_is_named_and_the_rest_is_judged(moves_copy: Path) -> None:
    """Two cards of one seat swapped: the first revokes, and nothing else is lost."""
    moves = moves_of(moves_copy).filter(pl.col("game") == 0, pl.col("deal") == 0)
    plays = moves.filter(pl.col("action") == "play")
    leads = {row["trick"]: row["card"] for row in plays.rows(named=True)[::4]}
    forced = plays.filter(pl.col("legal") < 3, pl.col("trick") < 6)
    for row in forced.rows(named=True):
        led = leads[row["trick"]][1]
        later = plays.filter(
            pl.col("seat") == row["seat"], pl.col("trick") > row["trick"],
            ~pl.col("card").cast(pl.String).str.ends_with(led),
        )  # fmt: skip
        if row["card"][1] == led and row["card"] != leads[row["trick"]] and later.height:
            break
    other = later.row(0, named=True)
    here = {"game": 0, "deal": 0}
    change(moves_copy, "moves", put("card", other["card"], **here, seq=row["seq"]))
    change(moves_copy, "moves", put("card", row["card"], **here, seq=other["seq"]))
    finding = next(f for f in audited(moves_copy).ledger.findings() if f.rule == "C6.2")
    assert (finding.game, finding.deal, finding.move) == (0, 0, row["seq"])
    assert "it holds the led suit and must play" in finding.message


def test_a_trick_given_to_another_seat(moves_copy: Path) -> None:
    """The cards of the second trick move on by one seat: its first card is out of turn."""
    change(
        moves_copy,
        "moves",
        lambda frame: frame.with_columns(
            seat=pl.when((pl.col("game") == 1) & (pl.col("deal") == 0) & (pl.col("trick") == 2))
            .then((pl.col("seat") + 1) % 4)
            .otherwise(pl.col("seat"))
            .cast(pl.Int8)
        ),
    )
    found = named(moves_copy)
    assert [name for name in found if name.startswith("G2")] == ["G2 C6.5 C6.1"]


MOVE_CHANGES: dict[str, tuple[Change, str]] = {
    "missing": (without(game=2, deal=0, seq=20), "G4"),
    "last one missing": (without(game=2, deal=0, seq=2), "G4"),
    "wrong trick": (put("trick", 9, game=2, deal=0, seq=20), "G7"),
    "bid off the grid": (put("value", 155, game=2, deal=0, seq=0), "C3.1"),
    "value of a play": (put("value", 3, game=2, deal=0, seq=20), "G3"),
    "no such phase": (put("action", "close", game=2, deal=0, seq=20), "G3"),
}


@pytest.mark.parametrize("way", MOVE_CHANGES)
def test_changed_moves(way: str, moves_copy: Path) -> None:
    how, rule = MOVE_CHANGES[way]
    if way == "bid off the grid":
        how = _first_bid_of(moves_copy, 155)
    change(moves_copy, "moves", how)
    assert rule in named(moves_copy)


def _first_bid_of(run: Path, value: int) -> Change:
    row = first(moves_of(run), pl.col("action") == "bid")
    return put("value", value, **place_of(row), seq=int(str(row["seq"])))


def test_an_equal_bid(moves_copy: Path) -> None:
    moves = moves_of(moves_copy).filter(pl.col("action") == "bid")
    second = moves.filter(pl.col("value") > pl.col("value").shift(1).over("game", "deal"))
    row = second.row(0, named=True)
    place = place_of(row)
    bids = moves.filter(pl.col("game") == place["game"], pl.col("deal") == place["deal"])
    change(moves_copy, "moves", put("value", bids["value"][0], **place, seq=row["seq"]))
    found = named(moves_copy)
    assert f"{where(place)}, move {row['seq']}" in found["C3.1"]


def test_a_second_ask_of_a_team_in_a_game(moves_copy: Path) -> None:
    """The ask stays where it is; the asker's deal is copied behind itself as one more redeal."""
    deals = deals_of(moves_copy)
    row = first(deals, pl.col("asked") >= 0, pl.col("end") == "redeal")
    place = place_of(row)

    def again(frame: pl.DataFrame) -> pl.DataFrame:
        here = (pl.col("game") == place["game"]) & (pl.col("deal") == place["deal"])
        later = (pl.col("game") == place["game"]) & (pl.col("deal") > place["deal"])
        up = (pl.col("deal") + 1).cast(pl.Int32)
        moved = frame.with_columns(deal=pl.when(later).then(up).otherwise(pl.col("deal")))
        twin = frame.filter(here).with_columns(deal=up)
        keys = [key for key in ("game", "deal", "seq") if key in frame.columns]
        return pl.concat([moved, twin]).sort(keys, maintain_order=True)

    for table in ("deals", "melds", "moves"):
        change(moves_copy, table, again)
    change(
        moves_copy, "games",
        lambda f: f.with_columns(
            deals=(pl.col("deals") + (pl.col("game") == place["game"])).cast(pl.Int32)
        ),
    )  # fmt: skip
    found = named(moves_copy)
    there = f"game {place['game']}, deal {place['deal'] + 1}"
    assert [at for at in found["C3.3"] if at.startswith(there)]
    assert found["G6 C2.1"] == [there]  # the same deck twice


def test_legal_counts_name_the_duty_that_would_explain_them(moves_copy: Path) -> None:
    row = first(moves_of(moves_copy), pl.col("trick") == 1, pl.col("legal") == 1)
    held = 12
    place = place_of(row)
    change(moves_copy, "moves", put("legal", held, **place, seq=int(str(row["seq"]))))
    found = named(moves_copy)
    assert found["G7 C6.2"] == [f"{where(place)}, move {row['seq']}"]
