"""`sixtysix simulate`: the line at the end, refusals, and the same bytes however it is run."""

import errno
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.runs import player
from sixtysix_sim.runs import simulate as runs_simulate
from sixtysix_sim.runs.info import open_run
from tests.runs.made_up import content, use_made_up_games

PROGRAM = [sys.executable, "-m", "sixtysix_sim", "simulate", "cift66"]
MAKE_PLAYER = player.make_player
RANDOM = ["--set", "bots.default=random"]


def program(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *RANDOM, *words],
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | environment,
        check=False,
    )


def simulate(*words: str) -> int:
    return run(build(), ["simulate", *RANDOM, *words])


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Play made-up games in a folder of the test's own."""
    use_made_up_games(monkeypatch)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_run_loads_nothing_that_it_does_not_need(tmp_path: Path) -> None:
    """What other packages take along costs each start: pandas 0.4 s, scipy.linalg 0.25."""
    words = ["simulate", "cift66", *RANDOM, "--games", "5", "--out", str(tmp_path / "run")]
    code = (
        "import sys\nfrom sixtysix_sim.cli.app import build, run\n"
        f"assert run(build(), {words}) == 0\n"
        "heavy = 'pandas altair duckdb scipy.stats scipy.linalg pyarrow.compute'.split()\n"
        "print([m for m in heavy if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_jobs_and_hash_seed_change_no_byte(tmp_path: Path) -> None:
    for jobs, seed in (("1", "0"), ("2", "0"), ("8", "1")):
        out = tmp_path / f"{jobs}-{seed}"
        words = ("--games", "4500", "--log", "moves", "--jobs", jobs, "--out", str(out))
        result = program(*words, PYTHONHASHSEED=seed)
        assert result.returncode == 0, result.stderr
    assert content(tmp_path / "1-0") == content(tmp_path / "2-0") == content(tmp_path / "8-1")
    assert len(open_run(tmp_path / "1-0").lines) == 3


@pytest.mark.parametrize("again_s", [None, 0.0, 0.1])
def test_ctrl_c_ends_with_the_command_that_goes_on(tmp_path: Path, again_s: float | None) -> None:
    out = tmp_path / "a run"
    words = ["--games", "100000000", "--seed", "5", "--out", str(out), "--log", "none"]
    with subprocess.Popen(
        [*PROGRAM, *RANDOM, *words], stderr=subprocess.PIPE, text=True
    ) as process:
        deadline = time.monotonic() + 60
        while not (out / "manifest.jsonl").exists() or not (out / "manifest.jsonl").stat().st_size:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        stopped = time.monotonic()
        if again_s is not None:
            time.sleep(again_s)
            process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=30)
    assert process.returncode == 130
    assert time.monotonic() - stopped < 4  # GRACE_S and the exit of a busy machine
    assert "Traceback" not in stderr
    command = stderr.strip().splitlines()[-1].partition("to go on: ")[2]
    assert shlex.split(command) == ["sixtysix", "simulate", "cift66", *words, *RANDOM, "--resume"]
    played = open_run(out).games
    assert played > 0
    if again_s is None:
        assert f"interrupted after {played:,} games, which are kept" in stderr


def test_memory_does_not_grow_with_games() -> None:
    """A tenfold run in the same process needs no more memory at its peak."""
    code = """
import resource, sys, tempfile
from pathlib import Path
from sixtysix_sim.runs import plan
from sixtysix_sim.runs.options import Options
from sixtysix_sim.runs.simulate import simulate
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.vocabulary import Family, LogLevel
plan.CHUNK_GAMES[Family.AUCTION][LogLevel.DEALS] = 100
scenario = load_scenario("cift66", ["bots.default=random"])
with tempfile.TemporaryDirectory() as folder:
    for games in (2_000, 20_000):
        simulate(scenario, Path(folder) / str(games), Options(games=games, jobs=2))
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True
    )
    small, large = (int(word) for word in result.stdout.split())
    assert large < 1.05 * small


def test_one_line_says_where_and_what_and_how_to_look(
    made_up: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate("cift66", "--games", "12") == 0
    out = capsys.readouterr().out
    deals, moves = open_run(Path("runs/cift-66-66")).deals, open_run(Path("runs/cift-66-66")).moves
    assert re.fullmatch(
        rf"runs/cift-66-66: 12 games, {deals:,} deals, {moves:,} moves in \d+\.\d s; "
        r"to see the figures: sixtysix report runs/cift-66-66\n",
        out,
    )


def test_several_scenarios_have_a_folder_each(
    made_up: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (made_up / "low.toml").write_text(
        '[scenario]\nname = "Düşük ihale"\n[rules]\nbase = "cift66"\n[rules.auction]\nmin_bid=120\n'
    )
    words = ["cift66", "low.toml", "--games", "6", "--seed", "9", "--out", "both"]
    assert simulate(*words) == 0
    assert sorted(path.name for path in Path("both").iterdir()) == ["cift-66-9", "dusuk-ihale-9"]
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert simulate(*words) == 4
    assert simulate(*words, "--resume", "--games", "8") == 0
    assert open_run(Path("both/dusuk-ihale-9")).games == 8


def test_scenarios_that_would_share_a_folder_are_refused(
    made_up: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate("cift66", "cift66") == 2
    assert "two scenarios would share the folder runs/cift-66-66" in capsys.readouterr().err
    assert not list(made_up.iterdir())


def test_json_has_a_row_a_run(made_up: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("cift66", "--games", "12", "--out", "r", "--json") == 0
    result = json.loads(capsys.readouterr().out)
    assert result["command"] == "simulate"
    assert (result["seed"], result["games"], len(result["bots"])) == (66, 12, 4)
    (row,) = result["rows"]
    assert (row["run"], row["games"], row["finished"]) == ("r", 12, True)
    assert row["moves"] == open_run(Path("r")).moves


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["cift66", "--games", "0"], "--games 0 must be at least 1"),
        (["cift66", "--jobs", "0"], "--jobs 0 must be at least 1"),
        (["cift66", "--jobs", "100000"], "--jobs 100000 must be at most 1024"),
        (["cift66", "--games", "1e6"], "'--games': it should be a whole number, as in 100000;"),
        (["cift66", "--seed", "-1"], "seed is -1 but must be a whole number from 0"),
        (["cift66", "--seed", str(2**64)], "seed"),
        (["cift66", "--first-game", "-1"], "--first-game -1 must be at least 0"),
        (["cift66", "--time", "soon"], "--time soon must be a time above 0, as in 60s"),
        (["cift66", "--time", "0s"], "must be a time above 0"),
        (["cift66", "--resume", "--force"], "give one of them"),
        (["cift66", "--set", "bots.default=randm"], "randm"),
        (["cift66", "--set", "rules.auction.min_bit=1"], "min_bit"),
        (["cift66", "--log", "all"], "all"),
        (["cift67"], "no such preset"),
        ([], "SCENARIO"),
    ],
)
def test_wrong_usage_is_one_sentence_and_writes_nothing(
    made_up: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert simulate(*words) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert not list(made_up.iterdir())


@pytest.mark.parametrize(
    ("text", "seconds"), [("60s", 60), ("60", 60), ("1.5 min", 90), ("2h", 7200), ("5m", 300)]
)
def test_times_are_read(text: str, seconds: float) -> None:
    from sixtysix_sim.cli.simulate import _seconds

    assert _seconds(text) == seconds


def test_time_stops_a_run(made_up: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("cift66", "--time", "0.2s", "--out", "r") == 0
    played = open_run(Path("r"))
    assert played.finished
    assert f"r: {played.games:,} games" in capsys.readouterr().out
    assert simulate("cift66", "--games", "1000000", "--time", "0.2s", "--out", "s") == 0
    stopped = open_run(Path("s"))
    assert re.fullmatch(
        rf"s: {stopped.games:,} of 1,000,000 games, {stopped.deals:,} deals, "
        rf"{stopped.moves:,} moves in \d+\.\d s; --resume goes on with it; "
        r"to see the figures: sixtysix report s\n",
        capsys.readouterr().out,
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_folder_that_cannot_be_made_is_one_sentence(
    made_up: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate("cift66", "--out", "/dev/full/run") == 2
    error = capsys.readouterr().err
    assert (
        error
        == "sixtysix: /dev/full/run cannot be written: not a directory; choose another --out\n"
    )


def test_a_full_disk_below_the_cache_names_the_cache(
    made_up: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from sixtysix_sim.kernels import engine

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(runs_simulate, "make_player", MAKE_PLAYER)
    monkeypatch.setattr(engine, "Engine", full)
    assert simulate("cift66", "--out", "r") == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert error.startswith("sixtysix: compiled code cannot be written to ")
    assert error.endswith(
        ": no space left on device; make room there, or set SIXTYSIX_CACHE to another folder"
    )
    assert not Path("r").exists()
