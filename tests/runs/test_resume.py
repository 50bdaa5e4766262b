"""Runs: going on where one stopped, whatever was left behind."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sixtysix_sim.runs.options import Options, Silent
from sixtysix_sim.vocabulary import LogLevel
from tests.runs.made_up import content, play, use_made_up_games

MOVES = Options(games=23, log=LogLevel.MOVES)


@pytest.fixture(autouse=True)
def _made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    use_made_up_games(monkeypatch)


def drop_manifest(folder: Path) -> None:
    (folder / "manifest.jsonl").unlink()


def cut_manifest(folder: Path) -> None:
    data = (folder / "manifest.jsonl").read_bytes()
    (folder / "manifest.jsonl").write_bytes(data[: len(data) - 40])


def drop_middle_line(folder: Path) -> None:
    lines = (folder / "manifest.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "manifest.jsonl").write_bytes(b"".join(lines[:1] + lines[2:]))


def delete_file(folder: Path) -> None:
    (folder / "moves" / "chunk-000001.parquet").unlink()


def cut_file(folder: Path) -> None:
    path = folder / "deals" / "chunk-000002.parquet"
    path.write_bytes(path.read_bytes()[:-1])


def flip_bit(folder: Path) -> None:
    path = folder / "games" / "chunk-000003.parquet"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)


def leave_parts(folder: Path) -> None:
    for name in (
        "sums/chunk-000003.parquet.part",
        "moves/chunk-000099.parquet.part",
        "run.json.part",
        "manifest.jsonl.part",
        "totals.json.part",
    ):
        (folder / name).write_bytes(b"half")


def leave_unlisted(folder: Path) -> None:
    drop_middle_line(folder)
    (folder / "sums" / "chunk-000077.parquet").write_bytes(b"whole, but nobody knows it")


@pytest.mark.parametrize(
    "harm",
    [
        drop_manifest,
        cut_manifest,
        drop_middle_line,
        delete_file,
        cut_file,
        flip_bit,
        leave_parts,
        leave_unlisted,
    ],
)
def test_resuming_mends_what_a_stop_left(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    folder = play(tmp_path / "r", MOVES).folder
    before = content(folder)
    harm(folder)
    assert content(folder) != before
    assert play(folder, Options(resume=True)).games == 23
    assert content(folder) == before


def test_resuming_plays_only_what_is_missing(tmp_path: Path) -> None:
    folder = play(tmp_path / "r", MOVES).folder
    delete_file(folder)
    seen: list[object] = []

    class Notes(Silent):
        def start(self, total: int | None, done: int) -> None:
            seen.append((total, done))

        def advance(self, games: int) -> None:
            seen.append(games)

    play(folder, Options(resume=True), watcher=Notes())
    assert seen == [(23, 18), 5]


@pytest.mark.parametrize(
    ("harms", "said"),
    [
        ([], []),
        ([delete_file], ["1 chunk has missing or damaged files and will be played again"]),
        (
            [delete_file, cut_file, flip_bit],
            ["3 chunks have missing or damaged files and will be played again"],
        ),
        ([cut_manifest], []),
    ],
)
def test_resuming_says_how_many_chunks_were_damaged(
    tmp_path: Path, harms: list[Callable[[Path], None]], said: list[str]
) -> None:
    folder = play(tmp_path / "r", MOVES).folder
    before = content(folder)
    for harm in harms:
        harm(folder)
    heard: list[str] = []

    class Ear(Silent):
        def say(self, message: str) -> None:
            heard.append(message)

    play(folder, Options(resume=True), watcher=Ear())
    assert heard == said
    assert content(folder) == before


def test_extending_a_run_says_nothing_of_its_short_last_chunk(tmp_path: Path) -> None:
    folder = play(tmp_path / "r", MOVES).folder

    class Ear(Silent):
        def say(self, message: str) -> None:
            raise AssertionError(message)

    assert play(folder, Options(games=31, resume=True), watcher=Ear()).games == 31


def test_resuming_what_is_not_there_starts_it(tmp_path: Path) -> None:
    assert play(tmp_path / "new" / "r", Options(games=4, resume=True)).games == 4
