"""Runs: what is in the folder, and what may be done with a folder that holds something."""

import errno
import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from sixtysix_sim.errors import BadInput, CorruptData, FolderInUse, InvalidScenario
from sixtysix_sim.logs.schema import KEPT, table_schemas
from sixtysix_sim.metrics import metrics_of
from sixtysix_sim.runs import lock
from sixtysix_sim.runs.info import missing_chunks, open_run
from sixtysix_sim.runs.manifest import read_manifest, write_manifest
from sixtysix_sim.runs.options import Options
from sixtysix_sim.runs.simulate import default_folder
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.vocabulary import LogLevel
from tests.runs.made_up import content, play, use_made_up_games

MOVES = Options(games=23, log=LogLevel.MOVES)


@pytest.fixture(autouse=True)
def _made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    use_made_up_games(monkeypatch)


@pytest.mark.parametrize("log", list(LogLevel))
def test_a_run_keeps_its_level_s_tables_and_always_sums(tmp_path: Path, log: LogLevel) -> None:
    run = play(tmp_path / "r", Options(games=23, log=log))
    assert run.games == 23
    assert run.finished
    assert missing_chunks(run) == 0
    folders = {path.name for path in run.folder.iterdir() if path.is_dir()}
    assert folders == {"sums", *KEPT[log]}
    for table in KEPT[log]:
        found = pl.read_parquet(run.files(table))
        assert found.schema == table_schemas(run.scenario.ruleset)[table]
        assert found["game"].is_sorted()
        if table == "games":
            assert found["game"].to_list() == list(range(23))
        if table == "moves":
            assert found.height == run.moves
        if table == "deals":
            assert found.height == run.deals
    sums = pl.read_parquet(run.files("sums"))
    assert sums["metric"].to_list() == [m.key for m in metrics_of(run.scenario.ruleset)] * 5


def test_run_json_and_manifest_tell_all(tmp_path: Path) -> None:
    run = play(tmp_path / "r", MOVES)
    head = json.loads((run.folder / "run.json").read_text("utf-8"))
    assert list(head) == [
        "format",
        "tool",
        "schema",
        "rng",
        "scenario",
        "scenario_hash",
        "rules_hash",
        "seed",
        "first_game",
        "games",
        "chunk_games",
        "log",
    ]
    assert (head["seed"], head["first_game"], head["games"]) == (7, 0, 23)
    assert (head["chunk_games"], head["log"], head["schema"]) == (5, "moves", "1")
    assert run.scenario.hash == head["scenario_hash"] == load_scenario("cift66").hash
    lines = [json.loads(text) for text in (run.folder / "manifest.jsonl").read_text().splitlines()]
    assert [line["games"] for line in lines] == [5, 5, 5, 5, 3]
    listed = {path: entry for line in lines for path, entry in line["files"].items()}
    files = content(run.folder)
    assert set(files) == set(listed) | {"run.json", "manifest.jsonl"}
    for path, entry in listed.items():
        assert entry["sha256"] == hashlib.sha256(files[path]).hexdigest()
        assert entry["bytes"] == len(files[path])
        assert entry["rows"] == pl.read_parquet(run.folder / path).height


def test_the_number_of_jobs_changes_nothing(tmp_path: Path) -> None:
    for jobs in (1, 2, 8):
        play(tmp_path / str(jobs), Options(games=60, log=LogLevel.MOVES, jobs=jobs))
    assert content(tmp_path / "1") == content(tmp_path / "2") == content(tmp_path / "8")


def test_extending_gives_the_bytes_of_a_longer_run(tmp_path: Path) -> None:
    play(tmp_path / "long", Options(games=41, log=LogLevel.MOVES))
    for games in (3, 20, 23, 41):
        run = play(tmp_path / "grown", Options(games=games, log=LogLevel.MOVES, resume=games > 3))
        assert run.games == games
    assert content(tmp_path / "grown") == content(tmp_path / "long")


def test_a_run_may_begin_anywhere_and_has_the_same_chunks(tmp_path: Path) -> None:
    whole = play(tmp_path / "whole", MOVES)
    later = play(tmp_path / "later", Options(games=13, first_game=8, log=LogLevel.MOVES))
    assert [line.chunk for line in later.lines] == [1, 2, 3, 4]
    same = content(whole.folder)
    for path, data in content(later.folder).items():
        if "chunk-000002" in path or "chunk-000003" in path:
            assert data == same[path]
    games = pl.read_parquet(later.files("games"))
    assert games.equals(pl.read_parquet(whole.files("games"))[8:21])


def test_a_finished_run_names_both_ways_on(tmp_path: Path) -> None:
    play(tmp_path / "r", MOVES)
    with pytest.raises(FolderInUse, match=r"--resume goes on.*--force plays it anew"):
        play(tmp_path / "r", MOVES)


@pytest.mark.parametrize(
    ("options", "sets", "words"),
    [
        (MOVES, ["rules.auction.min_bid=120"], "the rules differ;"),
        (MOVES, ["bots.default=random"], "the bots differ;"),
        (MOVES, ["scenario.seed=8"], r"the seed \(7 there, 8 asked for\) differs;"),
        (
            Options(games=23, log=LogLevel.DEALS),
            [],
            r"holds another run: the log level \(moves there, deals asked for\) differs;",
        ),
        (Options(games=23, first_game=5), [], r"the first game \(0 there, 5 asked for\)"),
    ],
)
@pytest.mark.parametrize("resume", [False, True])
def test_another_run_s_folder_is_refused(
    tmp_path: Path, options: Options, sets: list[str], words: str, resume: bool
) -> None:
    folder = play(tmp_path / "r", MOVES).folder
    before = content(folder)
    scenario = load_scenario("cift66", sets)
    if "scenario.seed=8" not in sets:
        scenario = scenario.with_games(seed=7)
    asked = Options(options.games, options.first_game, options.log, resume=resume)
    with pytest.raises(FolderInUse, match=words):
        play(folder, asked, scenario)
    assert content(folder) == before


def test_a_run_of_another_version_is_refused(tmp_path: Path) -> None:
    """Its bots may play otherwise, and no hash is over what a bot does."""
    folder = play(tmp_path / "r", MOVES).folder
    text = (folder / "run.json").read_text("utf-8")
    (folder / "run.json").write_text(text.replace('"tool": "', '"tool": "9.'), "utf-8")
    with pytest.raises(FolderInUse, match=r"the version of sixtysix \(9\.\S+ there, \S+ asked for"):
        play(folder, Options(resume=True))


def test_rules_that_differ_do_not_accuse_the_bots(tmp_path: Path) -> None:
    play(tmp_path / "r", MOVES)
    scenario = load_scenario("cift66", ["rules.auction.min_bid=120"]).with_games(seed=7)
    with pytest.raises(FolderInUse) as caught:
        play(tmp_path / "r", MOVES, scenario)
    assert "bots" not in caught.value.message


def test_force_replaces_a_run_and_keeps_other_people_s_files(tmp_path: Path) -> None:
    folder = play(tmp_path / "r", Options(games=60, log=LogLevel.MOVES)).folder
    mine = {"notes.txt": b"mine", "moves/list.txt": b"mine", "sums/chunk-1.parquet": b"mine"}
    for name, data in mine.items():
        (folder / name).write_bytes(data)
    fresh = play(tmp_path / "fresh", Options(games=12, log=LogLevel.GAMES))
    play(folder, Options(games=12, log=LogLevel.GAMES, force=True))
    assert content(folder) == content(fresh.folder) | mine


def test_a_folder_with_other_files_is_refused_even_with_force(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"dear")
    for options in (MOVES, Options(games=5, force=True), Options(games=5, resume=True)):
        with pytest.raises(FolderInUse, match=r"holds other files \(photo\.jpg\)"):
            play(tmp_path, options)
    assert content(tmp_path) == {"photo.jpg": b"dear"}


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    assert play(tmp_path, MOVES).finished


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(BadInput, match="is a file"):
        play(tmp_path / "file", MOVES)
    with pytest.raises(BadInput, match="not a directory"):
        play(tmp_path / "file" / "below", MOVES)


@pytest.mark.parametrize("options", [MOVES, Options(force=True), Options(resume=True)])
@pytest.mark.parametrize("code", [errno.EROFS, errno.EACCES])
def test_a_folder_that_cannot_be_written_is_not_said_to_hold_what_was_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: Options, code: int
) -> None:
    folder = tmp_path / "r"
    if options is not MOVES:
        play(folder, MOVES)

    def refuse(path: Path, folder: Path) -> int:
        raise OSError(code, os.strerror(code), str(path))

    monkeypatch.setattr(lock, "_open", refuse)
    with pytest.raises(BadInput) as caught:
        play(folder, options)
    reason = os.strerror(code).lower()
    assert caught.value.message == f"{folder} cannot be written: {reason}; choose another --out"


def test_two_writers_do_not_meet(tmp_path: Path) -> None:
    folder = play(tmp_path / "r", MOVES).folder
    before = content(folder)
    with lock.locked(folder), pytest.raises(FolderInUse, match="is being written by process"):
        play(folder, Options(resume=True))
    assert content(folder) == before
    play(folder, Options(resume=True))


def test_fewer_games_than_there_are_is_no_resume(tmp_path: Path) -> None:
    folder = play(tmp_path / "r", MOVES).folder
    with pytest.raises(BadInput, match="has 23 games to play, and 4 is fewer"):
        play(folder, Options(games=4, resume=True))
    assert open_run(folder).games == 23


def test_melds_in_another_order_are_the_same_run(tmp_path: Path) -> None:
    """The rules' hash does not see the order, but codes and rows do: the stored order decides."""
    folder = play(tmp_path / "r", MOVES).folder
    scenario = load_scenario("cift66").with_games(seed=7)
    patterns = scenario.ruleset.auction.melds.patterns
    turned = dict(reversed(patterns.items()))
    melds = scenario.ruleset.auction.melds.model_copy(update={"patterns": turned})
    rules = scenario.ruleset.rules.model_copy(update={"melds": melds})
    ruleset = type(scenario.ruleset)(**vars(scenario.ruleset) | {"rules": rules})
    other = type(scenario)(**{**vars(scenario), "ruleset": ruleset})
    assert other.hash == scenario.hash
    longer = play(tmp_path / "long", Options(games=31, log=LogLevel.MOVES))
    play(folder, Options(games=31, resume=True), other)
    assert content(folder) == content(longer.folder)


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (lambda text: text[: len(text) // 2], "is damaged"),
        (lambda _: "[]", "is damaged"),
        (lambda text: text.replace('"seed": 7,', '"seed": "7",'), "seed is missing or of a wrong"),
        (lambda text: text.replace('"log": "moves"', '"log": "all"'), "all"),
        (lambda text: text.replace('"min_bid": 150', '"min_bid": 140'), "changed after"),
        (
            lambda text: text.replace('"rules_hash": "', '"rules_hash": "0'),
            "rules_hash is not that",
        ),
        (
            lambda text: text.replace('"scenario_hash": "', '"scenario_hash": "0'),
            "scenario_hash is",
        ),
        (
            lambda text: text.replace('"seed": 7,\n "first', '"seed": 8,\n "first'),
            "seed is not that",
        ),
        (lambda text: text.replace('"min_bid": 150', '"min_bid": "x"'), "min_bid"),
    ],
)
def test_a_damaged_run_json_is_one_sentence(
    tmp_path: Path, harm: Callable[[str], str], words: str
) -> None:
    folder = play(tmp_path / "r", MOVES).folder
    path = folder / "run.json"
    path.write_text(harm(path.read_text("utf-8")), "utf-8")
    with pytest.raises(CorruptData, match=words) as caught:
        open_run(folder).scenario  # noqa: B018 - reading it is the test
    assert "\n" not in caught.value.message
    with pytest.raises(CorruptData):
        play(folder, Options(resume=True))


def test_a_line_of_another_run_is_noticed(tmp_path: Path) -> None:
    folder = play(tmp_path / "r", MOVES).folder
    other = play(tmp_path / "s", Options(games=5, first_game=40, log=LogLevel.MOVES)).folder
    with (folder / "manifest.jsonl").open("ab") as manifest:
        manifest.write((other / "manifest.jsonl").read_bytes())
    with pytest.raises(
        CorruptData, match=r"chunk 8 is said to hold 5 games from game 40 on, .* is none"
    ):
        open_run(folder)


@pytest.mark.parametrize("games", [0, 6])
def test_a_line_with_other_games_than_its_chunk_says_both(tmp_path: Path, games: int) -> None:
    folder = play(tmp_path / "r", MOVES).folder
    lines, _ = read_manifest(folder / "manifest.jsonl")
    lines[1] = replace(lines[1], games=games)
    write_manifest(folder / "manifest.jsonl", lines)
    words = rf"chunk 1 is said to hold {games} games from game 5 on, and by run\.json it has 5 from"
    with pytest.raises(CorruptData, match=words):
        open_run(folder)


def test_what_is_no_run_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"has no run\.json"):
        open_run(tmp_path)
    with pytest.raises(BadInput, match="is not there"):
        open_run(tmp_path / "none")


def test_numbers_out_of_range_write_nothing(tmp_path: Path) -> None:
    for options in (Options(games=0), Options(first_game=-1)):
        with pytest.raises((BadInput, InvalidScenario)):
            play(tmp_path / "r", options)
    assert not (tmp_path / "r").exists()


def test_the_default_folder_is_a_safe_name() -> None:
    assert default_folder(load_scenario("cift66")) == Path("runs/cift-66-66")
