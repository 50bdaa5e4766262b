"""Tables of the talon family, from games the referee played."""

import io
from dataclasses import replace
from functools import cache
from typing import Any

import polars as pl
import pytest

from sixtysix_sim.logs.raw import MeldField, RawChunk
from sixtysix_sim.logs.schema import KEPT, TABLES, table_schemas
from sixtysix_sim.logs.write import parquet_bytes, tables_of
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.vocabulary import LogLevel
from tests.talon_games import RefereePlayer

RULES = {
    "66 for two": resolve_rules("classic_66_v1"),
    "seksogtres": resolve_rules("seksogtres"),
    "three seats": resolve_rules("seksogtres", {"seats": 3}),
}
CLASSIC = RULES["66 for two"]
FIRST = 3_000_000_000  # more than 32 bits
SEATS = {"66 for two": 2, "seksogtres": 2, "three seats": 3}


@cache
def chunk_of(name: str) -> RawChunk:
    return RefereePlayer(RULES[name], 1, wrong_claim=0.05).play(FIRST, 25, LogLevel.MOVES)


def tables(name: str) -> dict[str, pl.DataFrame]:
    return tables_of(chunk_of(name), RULES[name], LogLevel.MOVES)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("table", TABLES)
def test_a_table_has_its_schema_in_memory_and_in_the_file(name: str, table: str) -> None:
    made = tables(name)[table]
    assert made.height >= 20
    assert made.schema == table_schemas(RULES[name])[table]
    back = pl.read_parquet(io.BytesIO(parquet_bytes(made, {})))
    assert back.schema == made.schema
    assert back.equals(made)


@pytest.mark.parametrize("name", RULES)
def test_columns_are_those_of_the_interface(name: str) -> None:
    sides = range(SEATS[name])
    by_side = ("change", "score", "tricks", "card_points", "meld_points")
    assert list(table_schemas(RULES[name])["deals"]) == [
        *("game", "deal", "dealer", "trump", "deck", "end", "winner"),
        *(f"{column}_{side}" for side in sides for column in by_side),
        *("forehand", "upcard", "closer", "closed_at", "exchanger", "game_points", "stake"),
    ]
    assert list(table_schemas(RULES[name])["games"])[4:] == [f"score_{side}" for side in sides]


@pytest.mark.parametrize("name", RULES)
def test_every_seat_has_its_own_columns(name: str) -> None:
    """The changes of a game's deals add up to the score of each seat."""
    made = tables(name)
    for side in range(SEATS[name]):
        deals = (
            made["deals"]
            .group_by("game", maintain_order=True)
            .agg(pl.col(f"change_{side}").sum(), pl.col(f"score_{side}").last())
        )
        assert deals[f"change_{side}"].to_list() == made["games"][f"score_{side}"].to_list()
        assert deals[f"score_{side}"].to_list() == made["games"][f"score_{side}"].to_list()


@pytest.mark.parametrize("name", RULES)
def test_what_a_deal_says_fits_together(name: str) -> None:
    deals = tables(name)["deals"]
    closed = deals.filter(pl.col("closer") >= 0)
    assert closed.height
    assert (closed["closed_at"] > 0).all()
    assert set(deals.filter(pl.col("closer") < 0)["closed_at"]) == {-1}
    assert (deals["forehand"] == (deals["dealer"] + 1) % SEATS[name]).all()
    assert (deals["upcard"].cast(pl.String).str.slice(1) == deals["trump"].cast(pl.String)).all()
    at = 12 * SEATS[name]
    assert (deals["deck"].str.slice(at, 2) == deals["upcard"].cast(pl.String)).all()
    assert (deals["deck"].str.len_bytes() == 48).all()
    drawn = deals.filter(pl.col("end") == "drawn")
    assert set(drawn["game_points"]) <= {0}
    assert {"claim", "wrong_claim", "closer_failed", "played_out"} <= set(deals["end"])


def test_marriages_are_rows_of_melds() -> None:
    melds = tables("seksogtres")["melds"]
    assert set(melds["meld"]) == {"marriage"}
    assert melds["suit"].null_count() == 0
    assert (melds["side"] == melds["seat"]).all()
    assert melds["counted"].all()


def test_a_marriage_no_trick_redeems_is_not_counted() -> None:
    chunk = chunk_of("66 for two")
    lost = chunk.melds.copy()
    lost[1, MeldField.COUNTED] = 0
    made = tables_of(replace(chunk, melds=lost), CLASSIC, LogLevel.DEALS)["melds"]
    assert made["counted"].to_list() == [n != 1 for n in range(made.height)]


def test_actions_become_names() -> None:
    moves = tables("seksogtres")["moves"]
    assert set(moves["action"]) == {"play", "exchange", "marriage", "close", "claim", "draw"}
    assert moves.filter(pl.col("action") == "play")["card"].null_count() == 0
    others = moves.filter(pl.col("action") != "play")
    assert others["card"].null_count() == others.height
    assert set(moves.filter(pl.col("action") == "marriage")["suit"]) <= set("SHDC")
    assert moves["value"].null_count() == moves.height


@pytest.mark.parametrize("log", list(LogLevel))
def test_a_log_level_keeps_its_tables(log: LogLevel) -> None:
    made = tables_of(RefereePlayer(CLASSIC, 1).play(0, 3, log), CLASSIC, log)
    assert tuple(made) == KEPT[log]
    if log == LogLevel.DEALS:
        assert made["deals"]["deck"].null_count() == made["deals"].height > 0


def growing(draw_adds: int, **match: Any) -> RuleSet:
    return resolve_rules("seksogtres", {"stakes": {"draw_adds": draw_adds}, "match": match})


@pytest.mark.parametrize(
    ("rules", "stake", "paid"),
    [
        (CLASSIC, pl.Int8(), pl.Int8()),
        (RULES["seksogtres"], pl.Int8(), pl.Int8()),
        (growing(1, deals=128), pl.Int8(), pl.Int16()),  # 127, and 3 more are paid
        (growing(1, deals=129), pl.Int16(), pl.Int16()),
        (growing(10, deals=10_000, max_deals=10_000), pl.Int32(), pl.Int32()),
    ],
)
def test_a_stake_that_may_grow_gets_a_wider_type(
    rules: RuleSet, stake: pl.DataType, paid: pl.DataType
) -> None:
    schema = table_schemas(rules)["deals"]
    assert (schema["stake"], schema["game_points"]) == (stake, paid)
