"""The manifest: read back, cut by a crash, damaged otherwise."""

import json
import time
from pathlib import Path

import pytest

from sixtysix_sim.errors import CorruptData
from sixtysix_sim.runs.head import head_of, write_head
from sixtysix_sim.runs.info import open_run
from sixtysix_sim.runs.manifest import (
    FileEntry,
    Line,
    ManifestWriter,
    chunk_path,
    read_manifest,
    write_manifest,
)
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.vocabulary import LogLevel


def line(chunk: int, games: int = 10) -> Line:
    files = {chunk_path(name, chunk): FileEntry(games, 99, "ab" * 32) for name in ("sums", "games")}
    return Line(chunk, 10 * chunk, games, 3 * games, 100 * games, files)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "manifest.jsonl"
    with ManifestWriter(made) as writer:
        for chunk in range(3):
            writer.append(line(chunk))
    return made


def test_lines_come_back_as_written(path: Path) -> None:
    assert read_manifest(path) == ([line(0), line(1), line(2)], True)
    tree = json.loads(path.read_text().splitlines()[1])
    assert list(tree) == ["chunk", "first_game", "games", "deals", "moves", "files", "check"]
    assert tree["files"]["sums/chunk-000001.parquet"] == {
        "rows": 10,
        "bytes": 99,
        "sha256": "ab" * 32,
    }


def test_no_manifest_is_an_empty_one(tmp_path: Path) -> None:
    assert read_manifest(tmp_path / "none") == ([], True)


def test_wherever_the_last_line_is_cut_the_others_stand(path: Path) -> None:
    data = path.read_bytes()
    start = data.rstrip(b"\n").rindex(b"\n") + 1
    for end in range(start, len(data)):
        path.write_bytes(data[:end])
        assert read_manifest(path) == ([line(0), line(1)], end == start)


def test_a_last_line_of_zeros_counts_as_cut(path: Path) -> None:
    path.write_bytes(path.read_bytes() + bytes(30) + b"\n")
    assert read_manifest(path) == ([line(0), line(1), line(2)], False)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "null",
        "{}",
        line(0).text().strip(),
        line(1).text().strip().replace("sums/", "../sums/"),
        line(1).text().strip().replace("chunk-000001", "chunk-000002"),
        line(1).text().strip().replace('"games":10', '"games":"10"'),
        line(1).text().strip().replace('"games":10', '"games":true'),
        line(1).text().strip().replace('"bytes":99', '"bytes":-1'),
        line(1).text().strip().replace('"sha256"', '"sha"'),
        "[" * 100_000,
    ],
)
def test_a_damaged_line_is_named(path: Path, text: str) -> None:
    lines = path.read_text().splitlines()
    lines[1] = text
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(CorruptData, match=r"manifest\.jsonl, line 2 is damaged") as caught:
        read_manifest(path)
    assert "\n" not in caught.value.message


def test_no_changed_bit_of_a_line_is_unseen(path: Path) -> None:
    data = path.read_bytes()
    before, _ = read_manifest(path)
    start = data.index(b"\n") + 1
    for bit in range(8 * start, 8 * data.index(b"\n", start)):
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << bit % 8
        path.write_bytes(changed)
        try:
            assert read_manifest(path)[0] == before  # the word `check` itself
        except CorruptData:
            continue


def test_a_line_rewritten_by_another_program_counts_as_it_stands(path: Path) -> None:
    tree = json.loads(line(1).text())
    path.write_text(json.dumps(tree | {"deals": 31}) + "\n")
    assert read_manifest(path)[0][0].deals == 31


def test_replacing_leaves_one_file(path: Path) -> None:
    write_manifest(path, [line(2)])
    assert read_manifest(path) == ([line(2)], True)
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.long
def test_a_run_of_a_hundred_thousand_chunks_opens_within_five_seconds(tmp_path: Path) -> None:
    scenario = load_scenario("cift66")
    write_head(tmp_path, head_of(scenario, 400_000_000, 0, LogLevel.DEALS))
    names = ("sums", "games", "deals", "melds")
    with (tmp_path / "manifest.jsonl").open("w") as manifest:
        for chunk in range(100_000):
            files = {chunk_path(name, chunk): FileEntry(chunk, 99, "ab" * 32) for name in names}
            manifest.write(Line(chunk, 4000 * chunk, 4000, 30_000, 2_000_000, files).text())
    started = time.process_time()
    run = open_run(tmp_path)
    assert time.process_time() - started < 5
    assert run.finished
