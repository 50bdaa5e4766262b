"""Sums of a run: every file held against the manifest, and totals that count only if they match."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from sixtysix_sim.errors import CorruptData
from sixtysix_sim.runs import sums
from sixtysix_sim.runs.info import RunInfo, open_run
from sixtysix_sim.runs.manifest import MANIFEST, TOTALS
from sixtysix_sim.runs.options import Options
from sixtysix_sim.runs.sums import keep_totals, totals_of
from sixtysix_sim.vocabulary import LogLevel
from tests.reporting.made_up_runs import make_run, relist
from tests.runs.made_up import content, play, use_made_up_games

FILE = Path("sums") / "chunk-000001.parquet"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_run(tmp_path / "run", chunks=(10, 10, 4))


@pytest.fixture
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of two chunks keep their totals."""
    monkeypatch.setattr(sums, "MANY", 2)


def flip(data: bytes) -> bytes:
    """Turn one bit in the middle, which Parquet alone seldom notices."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (flip, "is damaged (its sha256 is not the manifest's)"),
        (lambda data: data[:-1], "is damaged (it has "),
        (lambda data: data + b"x", "is damaged (it has "),
        (lambda data: b"", "is damaged (it has 0 bytes"),
    ],
)
@pytest.mark.parametrize("totals", [False, True])
def test_a_file_that_is_not_the_listed_one_is_named(
    folder: Path,
    few_are_many: None,
    harm: Callable[[bytes], bytes],
    words: str,
    totals: bool,
) -> None:
    if totals:
        keep_totals(open_run(folder))
    (folder / FILE).write_bytes(harm((folder / FILE).read_bytes()))
    with pytest.raises(CorruptData) as caught:
        totals_of(open_run(folder))
    assert f"{folder / FILE} {words}" in caught.value.message
    assert "`simulate --resume` plays its chunk again, `audit` tells more" in caught.value.message
    assert "\n" not in caught.value.message


def test_a_file_that_is_gone_or_no_file_is_named(folder: Path) -> None:
    (folder / FILE).unlink()
    with pytest.raises(CorruptData, match=r"chunk-000001\.parquet is missing"):
        totals_of(open_run(folder))
    (folder / FILE).mkdir()
    with pytest.raises(CorruptData, match=r"chunk-000001\.parquet (is damaged|cannot be read)"):
        totals_of(open_run(folder))


def test_a_listed_file_that_is_no_table_of_sums_is_named(folder: Path) -> None:
    pl.DataFrame({"metric": ["a"]}).write_parquet(folder / FILE)
    relist(folder, FILE)
    with pytest.raises(CorruptData, match=r"chunk-000001\.parquet is no table of sums"):
        totals_of(open_run(folder))


@pytest.mark.parametrize("batch", [1, 2])
def test_files_of_another_rule_set_do_not_add_up(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    monkeypatch.setattr(sums, "BATCH", batch)
    other = make_run(tmp_path / "other", sets=["rules.auction.min_bid=160"], chunks=(5, 5))
    (folder / FILE).write_bytes((other / FILE).read_bytes())
    relist(folder, FILE)
    with pytest.raises(CorruptData, match="do not hold the same metrics"):
        totals_of(open_run(folder))


def test_a_chunk_without_sums_is_refused(folder: Path) -> None:
    manifest = folder / MANIFEST
    lines = [json.loads(line) for line in manifest.read_text().splitlines()]
    lines[1]["files"] = {}
    manifest.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(CorruptData, match="no file of sums for some chunks"):
        totals_of(open_run(folder))


def test_batches_change_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = totals_of(open_run(folder))
    monkeypatch.setattr(sums, "BATCH", 2)
    assert list(totals_of(open_run(folder)).items()) == list(at_once.items())


def counting(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows by one whenever files are parsed."""
    calls: list[int] = []
    batch = sums._batch

    def counted(*args: Any) -> object:
        calls.append(1)
        return batch(*args)

    monkeypatch.setattr(sums, "_batch", counted)
    return calls


def test_totals_are_the_sums_and_spare_the_files(
    folder: Path, few_are_many: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = totals_of(open_run(folder))
    keep_totals(open_run(folder))
    calls = counting(monkeypatch)
    assert list(totals_of(open_run(folder)).items()) == list(before.items())
    assert calls == []
    kept = (folder / TOTALS).read_bytes()
    keep_totals(open_run(folder))
    assert calls == []
    assert (folder / TOTALS).read_bytes() == kept


def test_few_chunks_keep_no_totals(folder: Path) -> None:
    keep_totals(open_run(folder))
    assert not (folder / TOTALS).exists()


def shorten(folder: Path) -> None:
    lines = (folder / MANIFEST).read_text().splitlines(keepends=True)
    (folder / MANIFEST).write_text("".join(lines[:2]))


def change(old: str, new: str) -> Callable[[Path], None]:
    def harm(folder: Path) -> None:
        path = folder / TOTALS
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")

    return harm


@pytest.mark.parametrize(
    "harm",
    [
        shorten,
        change('["made", null, ', '["made", null, 1'),
        change('"sixtysix-totals-1"', '"sixtysix-totals-0"'),
        change("{", "["),
        change('"rows"', '"lines"'),
        lambda folder: (folder / TOTALS).write_text("[]"),
        lambda folder: (folder / TOTALS).write_bytes(b"\xff"),
    ],
)
def test_totals_that_do_not_match_do_not_count(
    folder: Path,
    few_are_many: None,
    monkeypatch: pytest.MonkeyPatch,
    harm: Callable[[Path], None],
) -> None:
    keep_totals(open_run(folder))
    harm(folder)
    calls = counting(monkeypatch)
    found = totals_of(open_run(folder))
    assert calls
    (folder / TOTALS).unlink()
    assert found == totals_of(open_run(folder))


def test_a_run_keeps_its_totals_however_it_got_there(
    tmp_path: Path, few_are_many: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_made_up_games(monkeypatch)
    long = play(tmp_path / "long", Options(games=23, log=LogLevel.GAMES))
    for games in (12, 17, 23):
        play(tmp_path / "grown", Options(games=games, log=LogLevel.GAMES, resume=games > 12))
    assert (tmp_path / "long" / TOTALS).exists()
    assert content(tmp_path / "grown") == content(long.folder)
    short = play(long.folder, Options(games=5, log=LogLevel.GAMES, force=True))
    assert not (short.folder / TOTALS).exists()


@pytest.mark.slow
def test_ten_thousand_chunks_are_read_within_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import time

    run = many_chunks(tmp_path / "run", 10_000)
    keep_totals(run)
    started = time.process_time()
    totals_of(open_run(run.folder))
    assert time.process_time() - started < 1.0


def many_chunks(folder: Path, count: int) -> RunInfo:
    """Write a run of so many equal chunks."""
    run = open_run(make_run(folder, chunks=(5,)))
    (line,) = run.lines
    ((name, entry),) = line.files.items()
    data = (folder / name).read_bytes()
    head = json.loads((folder / "run.json").read_text("utf-8"))
    head["games"] = head["scenario"]["scenario"]["games"] = 5 * count
    (folder / "run.json").write_text(json.dumps(head), "utf-8")
    with (folder / MANIFEST).open("w") as manifest:
        for chunk in range(count):
            path = f"sums/chunk-{chunk:06}.parquet"
            (folder / path).write_bytes(data)
            next_line = type(line)(chunk, 5 * chunk, 5, line.deals, line.moves, {path: entry})
            manifest.write(next_line.text())
    return open_run(folder)
