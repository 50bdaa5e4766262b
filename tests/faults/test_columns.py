"""Chunks in which something never happens: columns without a value keep their table's type."""

from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
import pytest

from sixtysix_sim.logs.raw import RawChunk
from sixtysix_sim.logs.schema import KEPT, table_schemas
from sixtysix_sim.runs import plan, simulate
from sixtysix_sim.runs.info import RunInfo
from sixtysix_sim.runs.options import Options
from sixtysix_sim.scenario import Scenario, load_scenario
from sixtysix_sim.vocabulary import Family, LogLevel
from tests.runs.made_up import play, use_made_up_games
from tests.talon_games import RefereePlayer


class Uneventful:
    """The first game is without a close or a claim; the others are as they come."""

    def __init__(self, scenario: Scenario) -> None:
        ruleset, seed = scenario.ruleset, scenario.seed
        self._quiet = RefereePlayer(ruleset, seed, claim=0, wrong_claim=0, close=0)
        self._lively = RefereePlayer(ruleset, seed)

    def play(self, first_game: int, games: int, log: LogLevel) -> RawChunk:
        """Play a chunk."""
        player = self._lively if first_game else self._quiet
        return player.play(first_game, games, log)


@pytest.fixture
def talon_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunInfo:
    """A run of chunks of one game; the first one without a close."""
    monkeypatch.setattr(simulate, "make_player", lambda scenario, _: Uneventful(scenario))
    monkeypatch.setitem(plan.CHUNK_GAMES[Family.TALON], LogLevel.MOVES, 1)
    scenario = load_scenario("classic_66_v1", ["rules.match.target=7"]).with_games(seed=7)
    return play(tmp_path / "r", Options(games=30, log=LogLevel.MOVES, jobs=1), scenario)


@pytest.fixture
def auction_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunInfo:
    """A run of chunks of one game, of which some have no ask, meld or contract."""
    use_made_up_games(monkeypatch)
    monkeypatch.setitem(plan.CHUNK_GAMES[Family.AUCTION], LogLevel.MOVES, 1)
    return play(tmp_path / "r", Options(games=60, log=LogLevel.MOVES, jobs=1))


def check(run: RunInfo, empty: tuple[tuple[str, str], ...]) -> None:
    """Every file has its table's columns, and is read with the others by whatever reads Parquet.

    ``empty``: columns that some chunk has no value in; else the test would show nothing.
    """
    schemas = table_schemas(run.scenario.ruleset)
    seen = set()
    for table in KEPT[LogLevel.MOVES]:
        files = run.files(table)
        for file in files:
            frame = pl.read_parquet(file)
            assert frame.schema == schemas[table]
            seen |= {
                (table, name) for name in frame.columns if frame[name].null_count() == len(frame)
            }
        kinds = {pq.read_schema(file).remove_metadata() for file in files}
        assert len(kinds) == 1
        assert pl.read_parquet(files).schema == schemas[table]
        assert pq.ParquetDataset(files).read().num_rows == pl.read_parquet(files).height
    assert set(empty) <= seen


def test_a_first_chunk_without_a_close_or_a_claim(talon_run: RunInfo) -> None:
    first = pl.read_parquet(talon_run.files("moves")[0])
    every = pl.read_parquet(talon_run.files("moves"))
    assert not first["action"].is_in(["close", "claim"]).any()
    assert every["action"].is_in(["close"]).any()
    check(talon_run, (("moves", "value"),))


def test_chunks_without_an_ask_a_meld_or_a_contract(auction_run: RunInfo) -> None:
    asks = [pl.read_parquet(file)["asked"].ge(0).any() for file in auction_run.files("deals")]
    assert {True, False} <= set(asks)
    check(
        auction_run, (("deals", "trump"), ("deals", "made"), ("melds", "suit"), ("moves", "card"))
    )
