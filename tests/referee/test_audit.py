"""Audit: clean runs are clean, and damaged files are told apart from wrong games."""

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import polars as pl
import pytest

from sixtysix_sim.referee.audit import Finding, Ledger
from sixtysix_sim.referee.audit.findings import KEEP
from sixtysix_sim.referee.audit.run import chance_of_equal_decks, evenly
from sixtysix_sim.referee.audit.tables import ChunkRecord
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.vocabulary import LogLevel
from tests.referee.corrupted import (
    GAMES,
    audited,
    change,
    deals_of,
    moves_of,
    named,
    play,
    put,
)

Spoil = Callable[[Path], None]


def test_clean_runs_of_every_log_level_are_clean(
    moves_run: Path, deals_run: Path, tmp_path: Path
) -> None:
    for run, moves in ((moves_run, True), (deals_run, False)):
        found = audited(run)
        assert not found.ledger.counts
        assert (found.games, found.deals) == (GAMES, deals_of(run).height)
        assert found.moves == (moves_of(run).height if moves else 0)
        assert found.decks == (found.deals if moves else 0)
    for log in (LogLevel.GAMES, LogLevel.NONE):
        found = audited(play(tmp_path / log, log, games=3))
        assert not found.ledger.counts
        assert found.deals == 0


SETTINGS = (
    ("rules.auction.ask_limit=deal", "rules.auction.after_speak=must_bid",
     "rules.melds.copies=once"),
    ("rules.kaput.factor=2", "rules.contract.made_writes=bid", "rules.deal.rotation=fixed"),
    ("rules.auction.max_redeals=1", "rules.game.max_deals=3", "rules.kaput.before_contract=false"),
    ("rules.deck.packs=1", "rules.deal.hand_size=5", "rules.auction.min_bid=50"),
    ("rules.auction.first_speaker=dealer", "rules.follow.must_beat=always",
     "rules.game.both_at_target=higher"),
)  # fmt: skip


@pytest.mark.parametrize("sets", SETTINGS)
def test_clean_runs_under_other_rules_are_clean(sets: tuple[str, ...], tmp_path: Path) -> None:
    for log in (LogLevel.MOVES, LogLevel.DEALS):
        run = play(tmp_path / log, log, *sets, "bots.default=random", games=12)
        assert named(run) == {}
        assert not audited(run).ledger.counts


def test_a_run_from_a_later_game_in_two_chunks_by_two_processes(tmp_path: Path) -> None:
    run = play(tmp_path / "run", LogLevel.MOVES, "bots.default=random", games=260, first=870)
    found = audited(run, jobs=2)
    assert not found.ledger.counts
    assert found.games == 260
    change(run, "games", put("winner", 0, game=870)) if _wins_1(run) else change(
        run, "games", put("winner", 1, game=870)
    )
    assert {f.named for f in audited(run, jobs=2).ledger.findings()} >= {"G7 C8.1"}


def _wins_1(run: Path) -> bool:
    games = pl.read_parquet(run / "games" / "chunk-000000.parquet")
    return bool(games.filter(pl.col("game") == 870)["winner"].item() == 1)


def test_a_sample_is_spread_evenly(moves_copy: Path) -> None:
    assert audited(moves_copy, sample=6).games == 6
    chunks = [ChunkRecord(0, 10, 6, 0, 0, {}), ChunkRecord(1, 16, 4, 0, 0, {})]
    assert evenly(chunks, 5) == {10, 12, 14, 16, 18}
    assert evenly(chunks, 3) == {10, 13, 16}
    change(moves_copy, "games", put("winner", -1, game=4))
    assert not audited(moves_copy, sample=2).ledger.counts  # games 0 and 12
    assert audited(moves_copy, sample=6).ledger.counts  # 0, 4, 8 …


def _flip(path: Path, rng: Random) -> None:
    data = bytearray(path.read_bytes())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    path.write_bytes(data)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


@pytest.mark.parametrize("table", ["sums", "games", "deals", "melds", "moves"])
@pytest.mark.parametrize("spoil", [partial(_flip, rng=Random(1)), _cut, Path.unlink])
def test_damaged_files(table: str, spoil: Spoil, moves_copy: Path) -> None:
    spoil(moves_copy / table / "chunk-000000.parquet")
    ledger = audited(moves_copy).ledger
    assert [f.place for f in ledger.findings() if f.severity == "corrupt"] == [
        f"{table}/chunk-000000.parquet"
    ]
    assert not ledger.total("error")


def test_other_bits_flipped_are_noticed_too(moves_copy: Path, moves_run: Path) -> None:
    rng = Random(7)
    name = "deals/chunk-000000.parquet"
    for _ in range(15):
        _flip(moves_copy / name, rng)
        assert audited(moves_copy).ledger.total("corrupt") == 1
        shutil.copy(moves_run / name, moves_copy / name)


def test_a_ledger_counts_all_and_keeps_some() -> None:
    one, two = Ledger(), Ledger()
    for number in range(KEEP + 10):
        (one if number % 2 else two).add(Finding("C6.2", "m", game=number))
    one.merge(two)
    one.add(Finding("", "f", severity="corrupt"))
    one.add(Finding("G7", "s", place="sums/x"))
    assert one.total("error") == KEEP + 11
    assert one.left_out == KEEP + 10 - KEEP
    order = [finding.severity + finding.rule for finding in one.findings()]
    assert (order[0], order[-1]) == ("corrupt", "errorG7")
    assert Finding("G7", "", ("C7.4",), "line 3", 1, 2, 3).where == "line 3, game 1, deal 2, move 3"


def test_equal_decks_prove_something_in_a_whole_double_pack_only() -> None:
    preset = resolve_rules("cift66")
    assert chance_of_equal_decks(1_000_000, preset) < 1e-6
    deck = {"ranks": ["A", "K", "J"], "packs": 1, "values": {"A": 10, "K": 5, "J": 0}}
    melds = {name: {"remove": True} for name in preset.auction.melds.patterns}
    small = {"deck": deck, "deal": {"hand_size": 2}, "melds": melds}
    assert chance_of_equal_decks(10_000, resolve_rules("cift66", small)) > 1
