"""Joining runs: the bytes of one long run, or one sentence and nothing written."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from sixtysix_sim.errors import BadInput, CorruptData, FolderInUse, Interrupted, SixtySixError
from sixtysix_sim.runs import head, plan, sums
from sixtysix_sim.runs.info import RunInfo, open_run
from sixtysix_sim.runs.merge import merge
from sixtysix_sim.runs.options import Options, Silent, Watcher
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.vocabulary import LogLevel
from tests.runs.made_up import content, play, use_made_up_games
from tests.runs.test_stop import CtrlC


@pytest.fixture(autouse=True)
def _made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    use_made_up_games(monkeypatch)


def part(folder: Path, first: int, games: int, log: LogLevel = LogLevel.MOVES, *sets: str) -> Path:
    """Play a part of a run with seed 7 and return its folder."""
    scenario = load_scenario("cift66", list(sets)).with_games(seed=7) if sets else None
    play(folder, Options(games=games, first_game=first, log=log), scenario)
    return folder


def parts(
    folder: Path, *lengths: int, first: int = 0, log: LogLevel = LogLevel.MOVES
) -> list[Path]:
    """Play neighbouring parts of these lengths."""
    begins = [first + sum(lengths[:n]) for n in range(len(lengths))]
    return [part(folder / f"part-{n}", begins[n], lengths[n], log) for n in range(len(lengths))]


def joined(
    out: Path,
    runs: Sequence[Path],
    watcher: Watcher | None = None,
    *,
    resume: bool = False,
    force: bool = False,
) -> RunInfo:
    return merge(out, runs, "RESUME", watcher or Silent(), resume=resume, force=force)


@pytest.mark.parametrize(
    ("first", "lengths"),
    [
        (0, (10, 15)),  # at a chunk's end
        (0, (8, 15)),  # inside a chunk
        (0, (11, 1, 1, 1, 9)),  # several parts of one chunk
        (3, (4, 14)),  # short chunks at both ends
        (26, (2, 1)),  # all of it inside one chunk
        (0, (12,)),
    ],
)
@pytest.mark.parametrize("log", list(LogLevel))
def test_joined_runs_have_the_bytes_of_a_long_one(
    tmp_path: Path, first: int, lengths: tuple[int, ...], log: LogLevel
) -> None:
    runs = parts(tmp_path, *lengths, first=first, log=log)
    before = [content(run) for run in runs]
    info = joined(tmp_path / "joined", runs[::-1])
    assert info.games == sum(lengths)
    long = part(tmp_path / "long", first, sum(lengths), log)
    assert content(tmp_path / "joined") == content(long)
    assert [content(run) for run in runs] == before


def test_only_chunks_no_run_has_whole_are_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    aligned, crossed = parts(tmp_path / "a", 10, 15), parts(tmp_path / "c", 13, 12)
    made: list[int] = []
    from sixtysix_sim.runs.chunk import ChunkMaker

    call = ChunkMaker.__call__

    def noted(maker: ChunkMaker, chunk: plan.Chunk) -> object:
        made.append(chunk.number)
        return call(maker, chunk)

    monkeypatch.setattr(ChunkMaker, "__call__", noted)
    joined(tmp_path / "ja", aligned)
    assert made == []
    joined(tmp_path / "jc", crossed)
    assert made == [2]


def test_a_long_run_that_was_joined_keeps_its_totals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sums, "MANY", 3)
    runs = parts(tmp_path, 10, 5, 4, log=LogLevel.NONE)
    joined(tmp_path / "joined", runs)
    assert (tmp_path / "joined" / "totals.json").exists()
    assert content(tmp_path / "joined") == content(part(tmp_path / "l", 0, 19, LogLevel.NONE))


def test_a_joined_run_is_extended_by_simulate_and_by_further_runs(tmp_path: Path) -> None:
    runs = parts(tmp_path, 8, 9, 6)
    long = content(part(tmp_path / "long", 0, 23))
    joined(tmp_path / "a", runs[:2])
    play(tmp_path / "a", Options(games=23, resume=True))
    joined(tmp_path / "b", runs[:2])
    with pytest.raises(FolderInUse, match="--resume goes on"):
        joined(tmp_path / "b", runs)
    joined(tmp_path / "b", runs, resume=True)
    assert content(tmp_path / "a") == content(tmp_path / "b") == long
    with pytest.raises(BadInput, match="has 23 games to play, and 17 is fewer"):
        joined(tmp_path / "b", runs[:2], resume=True)


def test_a_stopped_merge_is_gone_on_with(tmp_path: Path) -> None:
    runs = parts(tmp_path, 203, 150, log=LogLevel.GAMES)
    with pytest.raises(Interrupted) as caught:
        joined(tmp_path / "joined", runs, CtrlC(1))
    assert caught.value.resume_command == "RESUME"
    assert 10 <= open_run(tmp_path / "joined").games < 353
    joined(tmp_path / "joined", runs, resume=True)
    assert content(tmp_path / "joined") == content(part(tmp_path / "l", 0, 353, LogLevel.GAMES))


def test_force_replaces_the_joined_run_alone(tmp_path: Path) -> None:
    runs = parts(tmp_path, 5, 5)
    part(tmp_path / "joined", 40, 7, LogLevel.DEALS)
    with pytest.raises(FolderInUse, match="holds another run"):
        joined(tmp_path / "joined", runs)
    joined(tmp_path / "joined", runs, force=True)
    assert content(tmp_path / "joined") == content(part(tmp_path / "long", 0, 10))


def refused(out: Path, runs: Sequence[Path], kind: type[SixtySixError] = BadInput) -> str:
    """Join runs that cannot be joined; nothing is written. Return the sentence."""
    before = [content(run) for run in runs]
    with pytest.raises(kind) as caught:
        joined(out, runs)
    assert not out.exists() or out in runs
    assert [content(run) for run in runs] == before
    assert "\n" not in caught.value.message
    return caught.value.message


def test_games_twice_or_missing_are_refused(tmp_path: Path) -> None:
    a, b, c = part(tmp_path / "a", 0, 12), part(tmp_path / "b", 10, 5), part(tmp_path / "c", 20, 5)
    assert f"{a} and {b} both have the games 10 to 11: " in refused(tmp_path / "j", [b, a])
    assert f"{a} and {a} both have the games 0 to 11: " in refused(tmp_path / "j", [a, a])
    inside = part(tmp_path / "i", 3, 2)
    assert "both have the games 3 to 4:" in refused(tmp_path / "j", [inside, a])
    words = refused(tmp_path / "j", [b, c])
    assert f"the games 15 to 19, between {b} and {c}, are in no run" in words
    assert "--first-game 15 --games 5" in words


def test_a_run_that_holds_an_inner_part_twice_is_noticed_behind_it(tmp_path: Path) -> None:
    """The run that ends last is not the one that begins last."""
    long, inner = part(tmp_path / "long", 0, 20), part(tmp_path / "inner", 5, 5)
    after = part(tmp_path / "after", 10, 15)
    assert "both have the games 5 to 9" in refused(tmp_path / "j", [long, inner, after])


@pytest.mark.parametrize(
    ("log", "sets", "words"),
    [
        (LogLevel.MOVES, ["rules.auction.min_bid=120"], "they differ in the rules:"),
        (LogLevel.MOVES, ["bots.default=random"], "they differ in the bots:"),
        (LogLevel.DEALS, [], "the log level (moves in "),
    ],
)
def test_foreign_runs_are_refused(
    tmp_path: Path, log: LogLevel, sets: list[str], words: str
) -> None:
    runs = [part(tmp_path / "a", 0, 10), part(tmp_path / "b", 10, 5, log, *sets)]
    assert words in refused(tmp_path / "j", runs)


def test_another_seed_is_refused(tmp_path: Path) -> None:
    a = part(tmp_path / "a", 0, 10)
    other = load_scenario("cift66").with_games(seed=8)
    play(tmp_path / "b", Options(games=5, first_game=10, log=LogLevel.MOVES), other)
    said = f"the seed (7 in {a}, 8 in {tmp_path / 'b'})"
    assert said in refused(tmp_path / "j", [a, tmp_path / "b"])


def change_head(folder: Path, **fields: object) -> None:
    tree = json.loads((folder / head.HEAD).read_text("utf-8"))
    (folder / head.HEAD).write_text(json.dumps(tree | fields), "utf-8")


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("schema", "the tables' schema (1 in"),
        ("rng", "the random generator"),
        ("tool", "the version of sixtysix"),
    ],
)
def test_runs_of_another_version_are_refused(tmp_path: Path, field: str, words: str) -> None:
    runs = parts(tmp_path, 10, 5)
    change_head(runs[1], **{field: "0.0.9"})
    assert words in refused(tmp_path / "j", runs)


def test_an_old_version_s_runs_are_copied_but_never_played_again(tmp_path: Path) -> None:
    aligned, crossed = parts(tmp_path / "a", 10, 5), parts(tmp_path / "c", 8, 7)
    for folder in (*aligned, *crossed):
        change_head(folder, tool="0.0.9")
    assert joined(tmp_path / "j", aligned).head.tool == "0.0.9"
    assert "must be played again by version 0.0.9" in refused(tmp_path / "k", crossed)


def test_an_unfinished_run_is_refused(tmp_path: Path) -> None:
    runs = parts(tmp_path, 10, 10)
    manifest = runs[1] / "manifest.jsonl"
    manifest.write_bytes(b"".join(manifest.read_bytes().splitlines(keepends=True)[:1]))
    words = refused(tmp_path / "j", runs)
    assert words.startswith(f"{runs[1]} is not finished: it has 5 of 10 games, and `simulate --re")


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize("table", ["sums", "games", "moves"])
def test_a_damaged_file_ends_the_merge_and_a_sound_one_goes_on(tmp_path: Path, table: str) -> None:
    runs = parts(tmp_path, 10, 15)
    flip(runs[1] / table / "chunk-000003.parquet")
    with pytest.raises(CorruptData, match=r"chunk-000003\.parquet is damaged"):
        joined(tmp_path / "j", runs)
    assert open_run(tmp_path / "j").games in (15, 20)  # the last chunk may have been in hand
    play(runs[1], Options(resume=True))
    joined(tmp_path / "j", runs, resume=True)
    assert content(tmp_path / "j") == content(part(tmp_path / "long", 0, 25))


def test_a_chunk_played_again_is_held_against_its_parts(tmp_path: Path) -> None:
    runs = parts(tmp_path, 8, 7)
    manifest = runs[0] / "manifest.jsonl"
    lines = manifest.read_text().splitlines(keepends=True)
    tree = json.loads(lines[1])
    tree["moves"] += 1  # as other bots would have made
    manifest.write_text(lines[0] + json.dumps(tree) + "\n")
    with pytest.raises(CorruptData, match="chunk 1, played again, is not what"):
        joined(tmp_path / "j", runs)


def test_a_line_with_other_files_is_refused(tmp_path: Path) -> None:
    runs = parts(tmp_path, 10, 5)
    manifest = runs[1] / "manifest.jsonl"
    tree = json.loads(manifest.read_text())
    del tree["files"]["games/chunk-000002.parquet"]
    manifest.write_text(json.dumps(tree) + "\n")
    assert "chunk 2 lists other files" in refused(tmp_path / "j", runs, CorruptData)


def test_the_folder_of_a_part_is_not_written(tmp_path: Path) -> None:
    runs = parts(tmp_path, 10, 5)
    assert "is one of the runs to join" in refused(runs[0], runs)
    assert "is one of the runs to join" in refused(tmp_path / "x" / ".." / "part-0", runs)


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    (run,) = parts(tmp_path, 5)
    assert "is not there" in refused(tmp_path / "j", [run, tmp_path / "none"])
