"""docs/data.md lists exactly the columns of the schemas, with their types."""

import re
from pathlib import Path

import polars as pl
import pytest

from sixtysix_sim.logs.schema import KEPT, SUMS, table_schemas
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.runs.plan import CHUNK_GAMES
from sixtysix_sim.vocabulary import Family

PAGE = (Path(__file__).parents[2] / "docs" / "data.md").read_text("utf-8")
AUCTION, TALON = (table_schemas(resolve_rules(name)) for name in ("cift66", "seksogtres"))
SCHEMAS = {
    "games": AUCTION["games"],
    "deals of the auction family": AUCTION["deals"],
    "deals of the talon family": TALON["deals"],
    "melds": AUCTION["melds"],
    "moves": AUCTION["moves"],
    "sums": SUMS,
}
TYPES = {
    pl.Int8(): "i8",
    pl.Int16(): "i16",
    pl.Int32(): "i32",
    pl.Int64(): "i64",
    pl.Float64(): "f64",
    pl.Boolean(): "bool",
    pl.String(): "text",
}


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_page_lists_the_columns(name: str) -> None:
    section = PAGE.split(f"\n## {name}: ")[1].split("\n## ")[0]
    listed = re.findall(r"^\| (\w+) \| (\w+) \|", section, flags=re.MULTILINE)
    schema = SCHEMAS[name]
    expected = [(c, "text" if isinstance(k, pl.Enum) else TYPES[k]) for c, k in schema.items()]
    assert listed[1:] == expected


def test_what_the_page_says_once_holds_for_both_families() -> None:
    for name in ("games", "moves"):
        assert AUCTION[name] == TALON[name]
    assert list(AUCTION["melds"]) == list(TALON["melds"])


def test_the_page_tells_the_chunk_sizes() -> None:
    for log, kept in KEPT.items():
        (row,) = re.findall(rf"^\| `{log}`.*\| ([\d,]+) \| ([\d,]+) \|$", PAGE, flags=re.MULTILINE)
        told = [int(cell.replace(",", "")) for cell in row]
        assert told == [CHUNK_GAMES[family][log] for family in (Family.AUCTION, Family.TALON)]
        assert all(re.search(rf"^\| `{log}`.*{table}", PAGE, re.MULTILINE) for table in kept)
