"""Deals of a run: found by a condition, read from its logs or played again from the seed.

Imported by `cli.replay` when it runs, since Polars is heavy.
"""

from __future__ import annotations

import re

import polars as pl

from sixtysix_sim.errors import BadInput, SixtySixError
from sixtysix_sim.logs.read import check_file, scan_table
from sixtysix_sim.logs.schema import table_schemas
from sixtysix_sim.logs.write import tables_of
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.referee.audit.tables import Game, games_of, read_table
from sixtysix_sim.reporting.plain_text import one_line
from sixtysix_sim.runs.info import RunInfo
from sixtysix_sim.runs.manifest import chunk_path
from sixtysix_sim.vocabulary import LogLevel


def find_deals(info: RunInfo, where: str, limit: int) -> list[tuple[int, int | None]]:
    """The first deals of a run's deals table for which a condition holds.

    Raises:
        BadInput: the run keeps no deals, or the condition cannot be read.
    """
    files = info.files("deals")
    if not files:
        raise BadInput(
            f"{info.folder} keeps no deals (--log {info.head.log}), so --where finds nothing: "
            "use --log deals, or choose with --game"
        )
    schema = table_schemas(info.scenario.ruleset)["deals"]
    condition = _condition(where, schema)
    query = scan_table(files, schema).filter(condition).select("game", "deal").head(limit)
    try:
        found = query.collect(engine="streaming")
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        for file in files:
            check_file(file, schema)
        raise _unreadable(where, str(error), schema) from None
    return [(row[0], row[1]) for row in found.rows()]


def _condition(where: str, schema: pl.Schema) -> pl.Expr:
    """Read a condition in the manner of SQL, on the columns of deals alone.

    Raises:
        BadInput: it cannot be read, or names something else.
    """
    try:
        condition = pl.sql_expr(_quoted(where, schema))
        names = condition.meta.root_names()
        unknown = next((name for name in names if name not in schema), None)
        if unknown is None:
            kind = pl.DataFrame(schema=schema).select(condition.alias("holds")).schema["holds"]
            if kind == pl.Boolean:
                return condition
            raise _unreadable(where, "it is not true or false", schema)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        raise _unreadable(where, str(error), schema) from None
    raise _unreadable(where, f"there is no column {unknown}", schema)


def _unreadable(where: str, why: str, schema: pl.Schema) -> BadInput:
    first = one_line(why.strip().splitlines()[0] if why.strip() else "")[:100]
    return BadInput(
        f"--where '{one_line(where)[:80]}' cannot be read ({first}): compare columns of deals, as "
        f"in '{example(schema)}'; they are {', '.join(schema)}"
    )


def example(schema: pl.Schema) -> str:
    """Return a condition on the deals of a family."""
    return "closer >= 0 and game_points = 3" if "closer" in schema else "kaput >= 0 and bid >= 300"


def _quoted(where: str, schema: pl.Schema) -> str:
    """Put columns into quotes, since `end` is also a word of SQL; texts stay as they are."""
    columns = [name for name in schema if name != "end" or "case" not in where.lower()]
    word = re.compile(rf"'[^']*'|\"[^\"]*\"|\b({'|'.join(columns)})\b", re.IGNORECASE)
    return word.sub(lambda m: f'"{m[1].lower()}"' if m[1] else m[0], where.replace("==", "="))


class Source:
    """Where games come from: the logged moves, or the same games played again from the seed."""

    def __init__(self, info: RunInfo) -> None:
        self._info, self._ruleset = info, info.scenario.ruleset
        self._schemas = table_schemas(self._ruleset)
        self._engine: object = None
        self._chunk: tuple[object, dict[str, pl.DataFrame]] | None = None

    def game(self, number: int) -> Game:
        """Return a game of the run with its moves."""
        logged = self._logged(number)
        tables = logged if "moves" in logged else self._play(number)
        game = next(games_of(tables, [number], self._ruleset))
        if "moves" not in logged and "games" in logged:
            self._compare(number, logged, tables)
        return game

    def _logged(self, number: int) -> dict[str, pl.DataFrame]:
        """The tables of the game's chunk; read once for games in a row."""
        line = next(x for x in self._info.lines if x.first_game <= number < x.first_game + x.games)
        if self._chunk is None or self._chunk[0] is not line:
            paths = {name: chunk_path(name, line.chunk) for name in self._schemas}
            tables = {
                name: read_table(self._info.folder / path, self._schemas[name])
                for name, path in paths.items()
                if path in line.files
            }
            self._chunk = line, tables
        return self._chunk[1]

    def _play(self, number: int) -> dict[str, pl.DataFrame]:
        """Play a game again: the same scenario, seed and number give the same game."""
        from sixtysix_sim.kernels.engine import Engine

        scenario = self._info.scenario
        if not isinstance(self._engine, Engine):
            self._engine = Engine(self._ruleset, load_policies(scenario), scenario.seed)
        raw = self._engine.play(number, 1, LogLevel.MOVES)
        return tables_of(raw, self._ruleset, LogLevel.MOVES)

    def _compare(
        self, number: int, logged: dict[str, pl.DataFrame], played: dict[str, pl.DataFrame]
    ) -> None:
        """Refuse to show a game that is not the one that was played.

        Raises:
            SixtySixError: another version of the program or of a bot plays it differently.
        """
        for name in ("games", "deals"):
            if name in logged:
                there = logged[name].filter(pl.col("game") == number)
                again = played[name]
                if name == "deals":
                    there, again = there.drop("deck"), again.drop("deck")
                if not there.equals(again):
                    raise SixtySixError(
                        f"game {number} comes out differently when played again (see table {name} "
                        f"of {self._info.folder}): version {self._info.head.tool} played it, and "
                        "its rules, bots or random streams were others; `audit` judges what was "
                        "logged"
                    )
