"""`sixtysix audit`: exit codes, what people and scripts see, Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.vocabulary import LogLevel
from tests.referee.corrupted import change, copy_of, play, put, without

RANDOM = "bots.default=random"


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(tmp_path_factory.mktemp("cli") / "run", LogLevel.MOVES, RANDOM, games=20)


@pytest.fixture
def spoilt(clean: Path, tmp_path: Path) -> Path:
    """A run with two wrong scores and a winner who is none."""
    folder = copy_of(clean, tmp_path / "run")
    change(folder, "deals", put("score_0", 7, game=2, deal=1))
    change(folder, "games", put("winner", -1, game=3))
    return folder


def audit(*words: str | Path) -> int:
    return run(build(), ["audit", "--quiet", *map(str, words)])


def test_a_clean_run_is_0_and_says_what_was_judged(
    clean: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit(clean) == 0
    out = capsys.readouterr().out
    deals = pl.read_parquet(clean / "deals" / "*.parquet").height
    moves = pl.read_parquet(clean / "moves" / "*.parquet").height
    assert out == (
        f"{clean}: 20 games, {deals} deals, {moves:,} moves; all decks were compared with each "
        "other: no finding.\n"
    )


def test_findings_are_1_with_a_summary_by_rule(
    spoilt: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit(spoilt) == 1
    out = capsys.readouterr().out
    assert "G7 C1.2  game 2, deal 1" in out
    assert "G7 C8.1  game 3 " in out
    summary = out.split("By rule\n")[1]
    assert [line.split()[:3] for line in summary.splitlines() if "C1.2" in line] == [
        ["G7", "C1.2", "2"]
    ]
    assert "The game ends after the round in which" in summary


def test_rows_for_scripts(spoilt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit(spoilt, "--json") == 1
    result = json.loads(capsys.readouterr().out)
    assert (result["command"], result["games"], result["seed"]) == ("audit", 20, 66)
    row = next(row for row in result["rows"] if row["game"] == 3)
    assert (row["rule"], row["severity"], row["count"]) == ("G7", "error", 1)
    assert (row["where"], row["clauses"]) == ("game 3", ["C8.1"])
    assert result["found"][str(spoilt)]["G7 C1.2"] == 2


def test_limit_and_several_targets(
    spoilt: Path, clean: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit(clean, spoilt, "--limit", "1") == 1
    out = capsys.readouterr().out
    assert f"Findings in {spoilt}" in out
    assert " more (--limit shows more, --json all)" in out


def test_damage_is_3_and_the_rest_is_judged(
    spoilt: Path, clean: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copy_of(clean, tmp_path / "cut")
    (folder / "moves" / "chunk-000000.parquet").write_bytes(b"PAR1")
    assert audit(spoilt, folder) == 3
    out = capsys.readouterr().out
    assert "moves/chunk-000000.parquet is damaged: its sha256 is not the manifest's" in out
    assert "G7 C8.1" in out
    assert audit(folder, "--no-checksums") == 3
    capsys.readouterr()
    (folder / "run.json").write_text("{")
    assert audit(folder) == 3
    assert capsys.readouterr().err.count("\n") == 1


def test_unreadable_targets_are_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "scenario.toml").write_text("[rules]\n")
    for target in ("missing", "scenario.toml", "."):
        assert audit(tmp_path / target) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("sixtysix: ")
        assert err.count("\n") == 1


def test_unlogged_tables_are_said_to_be_unlogged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for log, words in (
        (LogLevel.DEALS, "moves were not logged"),
        (LogLevel.GAMES, "deals were not logged"),
        (LogLevel.NONE, "no table was kept"),
    ):
        assert audit(play(tmp_path / log, log, RANDOM, games=3)) == 0
        assert words in capsys.readouterr().out


def test_an_unfinished_run_misses_games(
    clean: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copy_of(clean, tmp_path / "run")
    head = (folder / "run.json").read_text().replace('"games": 20', '"games": 25')
    (folder / "run.json").write_text(head)
    assert audit(folder) == 1
    assert "5 of 25 games are missing" in capsys.readouterr().out


def test_a_sample(spoilt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit(spoilt, "--games", "2") == 0  # games 0 and 10
    assert "2 games of 20, spread evenly" in capsys.readouterr().out
    change(spoilt, "moves", without(game=10, deal=0, seq=3))
    assert audit(spoilt, "--games", "2") == 1
    (spoilt / "melds" / "chunk-000000.parquet").unlink()
    assert audit(spoilt, "--games", "2", "--checksums") == 3


def test_a_transcript_and_the_rules_it_does_not_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text('{"dealer": 3, "moves": ["0 bid 100", "1 pass", "2 pass", "3 pass"]}\n')
    assert audit(path) == 1
    assert "rules is missing" in capsys.readouterr().out
    assert audit(path, "--rules", "cift66") == 1
    out = capsys.readouterr().out
    assert "C3.1" in out
    assert "line 1, move 0" in out
    assert audit(path, "--rules", "nosuch") == 2


def test_an_ascii_terminal_and_narrow_columns(spoilt: Path) -> None:
    change(spoilt, "moves", put("card", "AS", game=1, deal=0, seq=10))
    for columns in ("80", "40"):
        done = subprocess.run(
            [sys.executable, "-m", "sixtysix_sim", "audit", str(spoilt)],
            capture_output=True,
            env=os.environ | {"PYTHONIOENCODING": "ascii", "COLUMNS": columns},
            timeout=120,
            check=False,
        )
        assert done.returncode == 1
        assert done.stdout.isascii()


def test_ctrl_c_says_how_to_do_it_again_and_leaves_no_process(tmp_path: Path) -> None:
    folder = play(tmp_path / "long", LogLevel.MOVES, RANDOM, games=1500)
    words = [sys.executable, "-m", "sixtysix_sim", "audit", str(folder), "--jobs", "2"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        time.sleep(2.5)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    assert err == (
        f"sixtysix: interrupted, nothing was changed; to go on: sixtysix audit {folder} --jobs 2\n"
    )
    _wait_until_gone(process.pid)


def test_workers_do_not_outlive_a_parent_that_is_killed(tmp_path: Path) -> None:
    folder = play(tmp_path / "long", LogLevel.MOVES, RANDOM, games=1500)
    words = [sys.executable, "-m", "sixtysix_sim", "audit", str(folder), "--jobs", "2"]
    with subprocess.Popen(
        words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        time.sleep(2.5)
        process.kill()
        process.wait(timeout=30)
    _wait_until_gone(process.pid)


def _wait_until_gone(group: int) -> None:
    """Wait until no process of a group is left; fail after some seconds."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("a process of the audit is still there")
