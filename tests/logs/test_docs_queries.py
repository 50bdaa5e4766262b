"""The queries of docs/data.md run, and Polars, DuckDB and pandas answer each the same."""

import re
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

from sixtysix_sim.cli.app import build, run

PAGE = (Path(__file__).parents[2] / "docs" / "data.md").read_text("utf-8")
READING = PAGE.split("\n## Reading\n")[1].split("\n## ")[0]
QUESTIONS = re.findall(r"^\*\*(.+?\?)\*\*", READING, re.MULTILINE)
BLOCKS = re.findall(r"```(python|sql)\n(.*?)```", READING, re.DOTALL)
Answer = list[tuple[Any, ...]]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("data") / "mine"
    told = READING.split("```\nsixtysix ")[1].split("\n")[0].split()
    assert told[-1] == "runs/mine"
    words = [*told[:-1], str(folder), "--games", "60", "--set", "bots.default=greedy"]
    assert run(build(), words) == 0
    return str(folder)


def rows_of(kind: str, text: str, folder: str) -> Answer:
    text = text.replace("runs/mine", folder)
    if kind == "sql":
        return [tuple(row) for row in duckdb.connect().execute(text).fetchall()]
    names: dict[str, Any] = {}
    exec(compile(text, "docs/data.md", "exec"), names)
    answer = names["answer"]
    if isinstance(answer, pl.DataFrame):
        return [tuple(row) for row in answer.rows()]
    return [tuple(row) for row in answer.itertuples(index=False)]


def test_every_question_is_answered_in_three_tools() -> None:
    assert [kind for kind, _ in BLOCKS] == ["python", "sql", "python"] * len(QUESTIONS)
    assert len(QUESTIONS) == 3
    for n, (_, text) in enumerate(BLOCKS):
        tool = ("import polars", "SELECT", "import pandas")[n % 3]
        assert text.startswith(tool)


@pytest.mark.parametrize("number", range(len(QUESTIONS)), ids=QUESTIONS)
def test_the_three_tools_agree(number: int, played: str) -> None:
    first = 3 * number
    polars, sql, pandas = (rows_of(kind, text, played) for kind, text in BLOCKS[first : first + 3])
    assert len(polars) > 3
    for other in (sql, pandas):
        assert len(other) == len(polars)
        for mine, theirs in zip(polars, other, strict=True):
            assert [cell if isinstance(cell, str) else pytest.approx(cell) for cell in mine] == [
                *theirs
            ]
