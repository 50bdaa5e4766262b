"""Rows of a run to be spoilt."""

from pathlib import Path

import polars as pl

from tests.referee.corrupted import place_of

Row = dict[str, object]
BOTS = (
    "bots.side.0.policy=greedy",
    "bots.side.1.policy=random",
    *(f"bots.side.{side}.wrong_claim_rate=0.01" for side in range(2)),
    *(f"bots.side.{side}.claim_delay=0.3" for side in range(2)),
)
GAMES = 60
TO_THE_END = pl.col("end").cast(pl.String).is_in(["played_out", "drawn"])


def table(run: Path, name: str) -> pl.DataFrame:
    return pl.read_parquet(run / name / "*.parquet")


def of_deal(row: Row) -> list[pl.Expr]:
    return [pl.col(name) == value for name, value in place_of(row).items()]


def number(row: Row, name: str) -> int:
    return int(str(row[name]))
