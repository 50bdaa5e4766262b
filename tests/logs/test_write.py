"""Tables and Parquet bytes from raw rows."""

import io
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest

from sixtysix_sim.logs.raw import RawChunk
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.logs.schema import KEPT, SUMS, TABLES, table_schemas
from sixtysix_sim.logs.write import file_metadata, parquet_bytes, sums_table, tables_of
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.vocabulary import LogLevel
from tests.raw_chunks import FakePlayer

RULES = resolve_rules("cift66")
FIRST = 3_000_000_000  # more than 32 bits


@pytest.fixture(scope="module")
def chunk() -> RawChunk:
    return FakePlayer(RULES, 1).play(FIRST, 40, LogLevel.MOVES)


def tables(chunk: RawChunk) -> dict[str, pl.DataFrame]:
    return tables_of(chunk, RULES, LogLevel.MOVES)


def read_back(table: pl.DataFrame) -> pl.DataFrame:
    return pl.read_parquet(io.BytesIO(parquet_bytes(table, {})))


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_its_schema_in_memory_and_in_the_file(chunk: RawChunk, name: str) -> None:
    table = tables(chunk)[name]
    assert table.height > 40 - 1
    assert table.schema == table_schemas(RULES)[name]
    back = read_back(table)
    assert back.schema == table.schema
    assert back.equals(table)


@pytest.mark.parametrize("log", list(LogLevel))
def test_a_log_level_keeps_its_tables(log: LogLevel) -> None:
    chunk = FakePlayer(RULES, 1).play(0, 3, log)
    made = tables_of(chunk, RULES, log)
    assert tuple(made) == KEPT[log]
    if log == LogLevel.DEALS:
        assert made["deals"]["deck"].null_count() == made["deals"].height > 0


def test_games_and_deals_are_numbered_from_the_first_game(chunk: RawChunk) -> None:
    made = tables(chunk)
    games, deals, moves = made["games"], made["deals"], made["moves"]
    assert games["game"].to_list() == list(range(FIRST, FIRST + 40))
    assert deals.group_by("game").len().sort("game")["len"].to_list() == games["deals"].to_list()
    per_deal = moves.group_by("game", "deal", maintain_order=True).agg(pl.col("seq"))
    assert per_deal.select("game", "deal").equals(deals.select("game", "deal"))
    assert all(seq == list(range(len(seq))) for seq in per_deal["seq"].to_list())


def test_a_redealt_deal_has_nulls_where_nothing_was_played(chunk: RawChunk) -> None:
    deals = tables(chunk)["deals"]
    redealt = deals.filter(pl.col("end") == "redeal")
    played = deals.filter(pl.col("end") != "redeal")
    assert redealt.height
    assert played.height
    for name in ("trump", "bid", "made"):
        assert redealt[name].null_count() == redealt.height
        assert played[name].null_count() == 0
    assert set(redealt["declarer"]) == {-1}
    assert played["made"].to_list() == (played["end"] == "made").to_list()


def test_codes_become_names(chunk: RawChunk) -> None:
    made = tables(chunk)
    moves = made["moves"]
    plays = moves.filter(pl.col("action") == "play")
    assert plays["card"].null_count() == 0
    assert plays["suit"].null_count() == plays["value"].null_count() == plays.height
    bids = moves.filter(pl.col("action") == "bid")
    assert bids["value"].min() >= 150  # type: ignore[operator]  # polars' min may be of any type
    assert bids["card"].null_count() == bids.height
    trumps = moves.filter(pl.col("action") == "trump")
    assert set(trumps["suit"]) <= set("SHDC")
    melds = made["melds"]
    assert set(melds["meld"]) == {"aces_around", "trump_marriage"}
    assert melds.filter(pl.col("meld") == "aces_around")["suit"].null_count() > 0
    assert (melds["side"] == melds["seat"] % 2).all()


def test_a_deck_is_the_hands_in_order_and_fits_the_plays(chunk: RawChunk) -> None:
    made = tables(chunk)
    deal = made["deals"].filter(pl.col("end") != "redeal").row(0, named=True)
    deck = deal["deck"]
    assert len(deck) == 96
    plays = made["moves"].filter(
        (pl.col("game") == deal["game"])
        & (pl.col("deal") == deal["deal"])
        & (pl.col("action") == "play")
        & (pl.col("seat") == 1)
    )
    hand = [deck[at : at + 2] for at in range(24, 48, 2)]
    assert sorted(plays["card"].cast(pl.String)) == sorted(hand)


def test_columns_without_a_single_value_keep_their_type(chunk: RawChunk) -> None:
    deals = chunk.deals[chunk.deals[:, DealField.END] == 2]
    assert len(deals)
    empty = replace(
        chunk,
        deals=deals,
        decks=np.empty((0, 0), np.uint8),
        melds=chunk.melds[:0],
        games=chunk.games[:0],
        moves=replace(
            chunk.moves,
            **{  # type: ignore[type-var]  # the fixture logs moves
                name: getattr(chunk.moves, name)[: deals[:, DealField.MOVES].sum()]
                for name in ("seq", "trick", "seat", "action", "card", "suit", "value", "legal")
            },
        ),
    )
    made = tables(empty)
    for name, schema in table_schemas(RULES).items():
        assert read_back(made[name]).schema == schema
    assert made["deals"]["trump"].null_count() == len(deals)


def test_every_file_says_what_it_is_of() -> None:
    table = pl.DataFrame({"a": [1]})
    metadata = pq.read_metadata(io.BytesIO(parquet_bytes(table, file_metadata(RULES, 2**64 - 1))))
    found = metadata.metadata
    assert found[b"sixtysix.schema"] == b"1"
    assert found[b"sixtysix.rules_hash"] == RULES.hash.encode()
    assert found[b"sixtysix.seed"] == b"18446744073709551615"


def test_the_same_table_gives_the_same_bytes(chunk: RawChunk) -> None:
    metadata = file_metadata(RULES, 5)
    for table in tables(chunk).values():
        first = bytes(parquet_bytes(table, metadata))
        assert all(bytes(parquet_bytes(table, metadata)) == first for _ in range(20))


def test_sums_keep_order_and_whole_numbers() -> None:
    sums: Any = np.array([[1, 2, 3.0, 4, 5], [2**53, 7, 8, 9, 10.5]], np.float64)
    table = sums_table(sums, [("made", None), ("made_by_level", "150")])
    assert table.schema == SUMS
    assert table.rows() == [
        ("made", None, 1, 2, 3.0, 4.0, 5.0),
        ("made_by_level", "150", 2**53, 7, 8.0, 9.0, 10.5),
    ]
    with pytest.raises(ValueError, match="shape"):
        sums_table(sums, [("made", None)])


def test_moves_without_a_log_are_refused() -> None:
    chunk = FakePlayer(RULES, 1).play(0, 1, LogLevel.DEALS)
    with pytest.raises(ValueError, match="no action log"):
        tables_of(chunk, RULES, LogLevel.MOVES)
