"""Reading tables back: queries over many files, and damage told in one sentence."""

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from sixtysix_sim.errors import CorruptData
from sixtysix_sim.logs.read import check_file, collect, scan_table
from sixtysix_sim.logs.schema import MOVES, SUMS, table_schemas
from sixtysix_sim.logs.write import parquet_bytes, tables_of
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.vocabulary import LogLevel
from tests.raw_chunks import FakePlayer

RULES = resolve_rules("cift66")
SCHEMA = pl.Schema(MOVES)


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    player = FakePlayer(RULES, 1)
    paths = []
    for number in range(3):
        chunk = player.play(10 * number, 10, LogLevel.MOVES)
        paths.append(tmp_path / f"chunk-{number}.parquet")
        paths[-1].write_bytes(parquet_bytes(tables_of(chunk, RULES, LogLevel.MOVES)["moves"], {}))
    return paths


def count(paths: list[Path], schema: pl.Schema = SCHEMA) -> int:
    query = scan_table(paths, schema).select(pl.col("game").n_unique())
    games: int = collect(query, paths, schema).item()
    return games


def test_a_query_sees_the_rows_of_every_file(files: list[Path]) -> None:
    assert count(files) == 30
    query = scan_table(files, SCHEMA).filter(pl.col("card") == "AS").select("action")
    assert set(collect(query, files, SCHEMA)["action"]) == {"play"}


def test_no_files_are_an_empty_table_of_the_same_schema() -> None:
    for schema in (*table_schemas(RULES).values(), SUMS):
        assert collect(scan_table([], schema), [], schema).schema == schema


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def other_table(path: Path) -> None:
    path.write_bytes(parquet_bytes(pl.DataFrame({"game": [1]}), {}))


def other_type(path: Path) -> None:
    frame = pl.read_parquet(path).with_columns(pl.col("legal").cast(pl.Int32))
    path.write_bytes(parquet_bytes(frame, {}))


def zeros(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 4 : len(data) // 2] = bytes(len(data) // 2 - len(data) // 4)
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (cut, "is damaged"),
        (zeros, "is damaged"),
        (Path.unlink, "is missing"),
        (other_table, "deal is missing"),
        (other_type, "legal is Int32 and should be Int16"),
        (lambda path: path.write_text("text"), "is damaged"),
        (lambda path: path.write_bytes(b""), "is damaged"),
    ],
)
def test_damage_is_one_sentence_that_names_the_file(
    files: list[Path], harm: Callable[[Path], object], words: str
) -> None:
    harm(files[1])
    query = scan_table(files, SCHEMA)
    with pytest.raises(CorruptData, match=words) as caught:
        collect(query, files, SCHEMA)
    assert str(files[1]) in caught.value.message
    assert "\n" not in caught.value.message
    with pytest.raises(CorruptData, match=words):
        check_file(files[1], SCHEMA)
    check_file(files[0], SCHEMA)
