"""`--out s3://…`: one put a file, the manifest as what counts, the bytes of a local run."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from sixtysix_sim.errors import BadInput, CorruptData, FolderInUse
from sixtysix_sim.runs import files, objects, sums
from sixtysix_sim.runs.info import open_run
from sixtysix_sim.runs.merge import merge
from sixtysix_sim.runs.objects import place, require_folder
from sixtysix_sim.runs.options import Options, Silent
from sixtysix_sim.runs.sums import totals_of
from sixtysix_sim.vocabulary import LogLevel
from tests.faults.processes import sixtysix
from tests.runs.made_up import content, play, use_made_up_games
from tests.runs.s3_server import BUCKET, s3_server

GAMES = Options(games=17, log=LogLevel.MOVES, jobs=1)  # four chunks, the last one short
FEW = Options(games=12, log=LogLevel.GAMES, jobs=1)  # three chunks of two files
MORE = Options(games=17, log=LogLevel.MOVES, jobs=1, resume=True)


@pytest.fixture(scope="module", autouse=True)
def _server() -> Iterator[None]:
    with s3_server():
        yield


@pytest.fixture(autouse=True)
def _made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    use_made_up_games(monkeypatch)


@pytest.fixture
def away(request: pytest.FixtureRequest) -> Path:
    """A place of the test's own in the bucket."""
    return place(f"s3://{BUCKET}/{request.node.name}/r")


def objects_in(path: Path) -> dict[str, bytes]:
    """Return every object below an address by its relative name."""
    fs, top = cast("Any", path).fs, cast("Any", path).path
    return {name.removeprefix(f"{top}/"): fs.cat_file(name) for name in fs.find(top)}


class Gone(BaseException):
    """The process is gone."""


class Puts:
    """Counts puts; the n-th one fails, or the process is gone before or after it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fail_at: int = 0, how: str = "") -> None:
        self.paths: list[str] = []
        self._fail_at, self._how, self._put = fail_at, how, objects.put
        monkeypatch.setattr(files, "put", self)

    def __call__(self, path: Path, data: bytes) -> None:
        if self._how and self._fail_at <= len(self.paths) and self._how != "refused":
            raise Gone  # nothing works any more, clean-up included
        self.paths.append(str(path))
        if len(self.paths) == self._fail_at:
            if self._how == "refused":
                raise OSError(5, "slow down", str(path))
            if self._how == "after":
                self._put(path, data)
            raise Gone
        self._put(path, data)


def test_a_run_has_the_objects_that_a_folder_has_files(
    away: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puts = Puts(monkeypatch)
    assert play(away, GAMES).games == 17
    play(tmp_path / "r", GAMES)
    assert objects_in(away) == content(tmp_path / "r")
    chunks = [path for path in puts.paths if path.endswith(".parquet")]
    assert len(chunks) == len(set(chunks)) == 4 * 5  # one put a file
    assert puts.paths[-1].endswith("manifest.jsonl")
    assert totals_of(open_run(away)) == totals_of(open_run(tmp_path / "r"))


def test_it_is_extended_replaced_and_joined(away: Path, tmp_path: Path) -> None:
    play(away, Options(games=8, log=LogLevel.MOVES))
    with pytest.raises(FolderInUse, match="already holds this run"):
        play(away, GAMES)
    play(away, MORE)
    play(tmp_path / "r", GAMES)
    assert objects_in(away) == content(tmp_path / "r")
    part = place(f"{away}-part")
    play(part, Options(games=6, first_game=17, log=LogLevel.MOVES))
    joined = place(f"{away}-joined")
    merge(joined, [away, part], "RESUME", Silent())
    play(tmp_path / "long", Options(games=23, log=LogLevel.MOVES))
    assert objects_in(joined) == content(tmp_path / "long")
    objects.put(away / "deals" / "mine.txt", b"kept")
    play(away, Options(games=3, log=LogLevel.NONE, force=True))
    play(tmp_path / "none", Options(games=3, log=LogLevel.NONE))
    assert objects_in(away) == content(tmp_path / "none") | {"deals/mine.txt": b"kept"}


def begin(folder: Path) -> str:
    """Play until it is stopped; return the sentence that it ended with."""
    try:
        play(folder, FEW)
    except Gone:
        return "gone"
    except BadInput as error:
        return error.message
    return ""


@pytest.mark.parametrize("how", ["before", "after", "refused"])
def test_a_stop_at_any_put_can_be_gone_on_from(away: Path, tmp_path: Path, how: str) -> None:
    play(tmp_path / "r", FEW)
    want = content(tmp_path / "r")
    number = 0
    while True:
        number += 1
        folder = place(f"{away}-{number}")
        with pytest.MonkeyPatch.context() as patch:
            Puts(patch, number, how)
            said = begin(folder)
        if not said:
            break
        assert "cannot be written: slow down" in said if how == "refused" else said == "gone"
        there = objects_in(folder)
        assert all(want.get(name, data) == data for name, data in there.items()
                   if name.endswith(".parquet"))  # fmt: skip
        play(folder, replace(FEW, resume=True))
        assert objects_in(folder) == want, (number, how)
    assert number > 8


def test_objects_that_no_line_lists_or_that_are_damaged_are_made_again(
    away: Path, tmp_path: Path
) -> None:
    play(tmp_path / "r", GAMES)
    play(away, GAMES)
    objects.put(away / "sums" / "chunk-000009.parquet", b"of nobody")
    objects.put(away / "moves" / "chunk-000001.parquet", b"damaged")
    (away / "deals" / "chunk-000002.parquet").unlink()
    play(away, MORE)
    assert objects_in(away) == content(tmp_path / "r")
    objects.put(away / "sums" / "chunk-000001.parquet", b"damaged")
    with pytest.raises(CorruptData, match=r"chunk-000001\.parquet is damaged"):
        totals_of(open_run(away))
    (away / "sums" / "chunk-000001.parquet").unlink()
    with pytest.raises(CorruptData, match=r"chunk-000001\.parquet is missing"):
        totals_of(open_run(away))


def test_a_long_manifest_is_put_now_and_then_alone(
    away: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sums, "MANY", 3)
    puts = Puts(monkeypatch)
    options = Options(games=200, log=LogLevel.NONE, jobs=1)  # 40 chunks
    play(away, options)
    assert sum(path.endswith("manifest.jsonl") for path in puts.paths) < 10
    play(tmp_path / "r", options)
    assert objects_in(away) == content(tmp_path / "r")


@pytest.mark.parametrize("text", ["s3://bucket", "s3://bucket/", "gs://b/r", "http://x/y", "s3://"])
def test_what_is_no_place_for_a_run_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="is no place for a run"):
        place(text)


def test_sentences(away: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is not there: give the folder that"):
        open_run(away)
    with pytest.raises(BadInput, match="specified bucket does not exist; choose another --out"):
        play(place("s3://no-such-bucket/r"), GAMES)
    with pytest.raises(BadInput, match="`audit` reads folders of this machine: copy s3://"):
        require_folder(away, "audit")
    require_folder(tmp_path, "audit")
    monkeypatch.setitem(sys.modules, "s3fs", None)
    with pytest.raises(BadInput, match=r"pip install 'sixtysix-sim\[s3\]'"):
        place("s3://bucket/r")


@pytest.mark.long
def test_the_program_plays_and_reports(away: Path) -> None:
    words = ("cift66", "--set", "bots.default=random", "--games", "5000", "--out", str(away))
    assert sixtysix("simulate", *words)[0] == 0
    assert sixtysix("report", str(away))[0] == 0
    code, said = sixtysix("replay", str(away), "--game", "3")
    assert (code, said.count("\n")) == (2, 1)
    code, said = sixtysix("simulate", *words[:-1], "s3://no-such-bucket/r")
    assert (code, said.count("\n")) == (2, 1)
    assert "the specified bucket does not exist" in said
