"""`sixtysix merge` as a person types it; what it leaves works like any run."""

import json
from pathlib import Path

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.runs import plan
from sixtysix_sim.vocabulary import Family, LogLevel
from tests.runs.made_up import content, use_made_up_games

RANDOM = ["--set", "bots.default=random"]


def sixtysix(*words: object) -> int:
    return run(build(), [str(word) for word in words])


@pytest.mark.parametrize(
    ("preset", "family", "readers"),
    [
        ("cift66", Family.AUCTION, ["report", "replay --game 45"]),
        ("classic_66_v1", Family.TALON, ["report"]),
    ],
)
def test_what_reads_a_run_reads_a_joined_one(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    preset: str,
    family: Family,
    readers: list[str],
) -> None:
    monkeypatch.setitem(plan.CHUNK_GAMES[family], LogLevel.MOVES, 20)
    monkeypatch.chdir(tmp_path)
    words = ["simulate", preset, *RANDOM, "--log", "moves", "--seed", "5"]
    assert sixtysix(*words, "--games", "70", "--out", "long") == 0
    assert sixtysix(*words, "--games", "50", "--out", "a") == 0
    assert sixtysix(*words, "--first-game", "50", "--games", "20", "--out", "b") == 0
    assert sixtysix("merge", "joined", "b", "a") == 0
    assert content(Path("joined")) == content(Path("long"))
    assert sixtysix("audit", "joined", "--quiet") == 0
    capsys.readouterr()
    for command, *options in map(str.split, readers):
        shown = []
        for folder in ("joined", "long"):
            assert sixtysix(command, folder, *options) == 0
            shown.append(capsys.readouterr().out.replace(folder, "RUN").split())
        assert shown[0] == shown[1]
    assert sixtysix(*words, "--games", "90", "--out", "joined", "--resume") == 0
    assert sixtysix(*words, "--games", "90", "--out", "long", "--resume") == 0
    assert content(Path("joined")) == content(Path("long"))


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two made-up parts, a and b."""
    use_made_up_games(monkeypatch)
    monkeypatch.chdir(tmp_path)
    for name, first, games in (("a", 0, 10), ("b", 10, 6)):
        words = ["--first-game", first, "--games", games, "--out", name]
        assert sixtysix("simulate", "cift66", *words) == 0
    return tmp_path


def test_it_says_what_simulate_says(parts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert sixtysix("merge", "j", "a", "b") == 0
    assert capsys.readouterr().out.startswith("j: 16 games, ")
    assert sixtysix("merge", "k", "a", "b", "--json") == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["command"], result["games"], result["seed"]) == ("merge", 16, 66)
    assert result["rows"][0]["finished"] is True


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["j"], 2, "RUN"),
        (["j", "a", "a"], 2, "both have the games 0 to 9"),
        (["a", "b"], 4, "a holds another run"),
        (["j", "a", "none"], 2, "none is not there"),
        (["j", "a", "b", "--resume", "--force"], 2, "give one of them"),
        (["j", "a", "b", "--jobs", "0"], 2, "--jobs"),
    ],
)
def test_what_cannot_be_joined_is_one_sentence(
    parts: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, message: str
) -> None:
    before = content(parts)
    capsys.readouterr()
    assert sixtysix("merge", *words) == code
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert content(parts) == before


def test_a_full_disk_names_the_command_that_goes_on(
    parts: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from sixtysix_sim.runs import fill

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "j/sums/chunk-000001.parquet")

    monkeypatch.setattr(fill, "commit", full)
    assert sixtysix("merge", "j", "a", "b") == 2
    error = capsys.readouterr().err
    assert "cannot be written: no space left on device; what was finished is kept" in error
    assert error.endswith("to go on: sixtysix merge j a b --resume\n")
