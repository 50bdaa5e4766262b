"""Exit codes, streams and messages, over a small table of commands of this test's own."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from sixtysix_sim import __version__
from sixtysix_sim.cli import app as app_module
from sixtysix_sim.cli.errors import explain
from sixtysix_sim.cli.output import emit_text
from sixtysix_sim.errors import (
    BadInput,
    CorruptData,
    FolderInUse,
    Interrupted,
    InvalidScenario,
    SixtySixError,
)

PROGRAM = [sys.executable, "-m", "sixtysix_sim"]
# A program like ours that prints in the three ways a command may.
PRINTER = """
import sys
from sixtysix_sim.cli.app import build, run
from sixtysix_sim.cli.output import emit_text

def flood() -> None:
    for _ in range(20_000):
        emit_text("x" * 100)

def once() -> None:
    emit_text("x")

def unflushed() -> None:
    sys.stdout.write("x")

sys.exit(run(build([(f.__name__, f) for f in (flood, once, unflushed)])))
"""


class Log(StrEnum):
    GAMES = "games"
    MOVES = "moves"


def play(
    scenario: str,
    games: Annotated[int, typer.Option(min=1)] = 10,
    log: Annotated[Log, typer.Option()] = Log.GAMES,
) -> None:
    """Play games."""
    emit_text(f"{scenario} {games} {log}")


def run_it(*arguments: str, raises: BaseException | None = None) -> int:
    def broken() -> None:
        """Fail."""
        if raises is not None:
            raise raises

    group = typer.Typer(help="Look at rules.")
    group.command("list")(broken)
    group.command("show")(broken)
    commands: list[tuple[str, Callable[..., None]]] = [("play", play), ("broken", broken)]
    return app_module.run(app_module.build(commands, [("rules", group)]), arguments)


def one_sentence(capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("sixtysix: ")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    return err.removeprefix("sixtysix: ").rstrip("\n")


def test_a_command_that_works(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_it("play", "cift66", "--games", "3") == 0
    assert capsys.readouterr() == ("cift66 3 games\n", "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "x", "--gmaes", "3"], "no option --gmaes, did you mean --games?"),
        (["play", "x", "--zzzzz"], "no option --zzzzz;"),
        (["plya"], "no such command 'plya'. Did you mean 'play'?"),
        (["play"], "missing argument 'SCENARIO';"),
        (["play", "x", "y"], "got unexpected extra argument"),
        (["play", "x", "--games", "many"], "invalid value for '--games': "),
        (["play", "x", "--games", "1.000"], "write it without marks between the digits, 1000;"),
        (["play", "x", "--games=100,000"], "'--games': 100,000: write it without marks"),
        (["play", "x", "--games", "1_000"], "write it without marks"),
        (["play", "x", "--games", "0"], "invalid value for '--games': "),
        (["play", "x", "--log", "all"], "--log': 'all' is not one of 'games', 'moves';"),
        (["play", "x", "--log", "moevs"], "'games', 'moves', did you mean moves?"),
        (["play", "x", "--games"], "--games"),
        (["rules"], "a command is missing after `sixtysix rules`: one of list, show;"),
        (["rules", "lst"], "did you mean 'list'?"),
    ],
)
def test_wrong_usage_is_one_sentence_and_2(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_it(*arguments) == 2
    message = one_sentence(capsys)
    assert sentence.lower() in message.lower()
    assert message.endswith("--help`")


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (SixtySixError("3 cases failed"), 1, "3 cases failed"),
        (BadInput("no such file"), 2, "no such file"),
        (InvalidScenario("min_bid is over max_bid"), 2, "min_bid is over max_bid"),
        (CorruptData("chunk 3 is damaged"), 3, "chunk 3 is damaged"),
        (FolderInUse("runs/a holds another run"), 4, "runs/a holds another run"),
        (
            Interrupted("sixtysix simulate a.toml --resume"),
            130,
            "interrupted; to go on: sixtysix simulate a.toml --resume",
        ),
        (KeyboardInterrupt(), 130, "interrupted"),
        (FileNotFoundError(errno.ENOENT, "No such file", "a.toml"), 2, "a.toml: no such file"),
        (
            OSError(errno.ENOSPC, "No space left on device"),
            2,
            "no space left on the disk; free some or choose another folder",
        ),
    ],
)
def test_errors_are_one_sentence_and_their_code(
    error: BaseException, code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_it("broken", raises=error) == code
    assert one_sentence(capsys) == sentence


def test_every_error_class_has_its_own_mapping() -> None:
    for kind in (SixtySixError, BadInput, InvalidScenario, CorruptData, FolderInUse, Interrupted):
        assert explain(kind("x"))[0] == kind.exit_code


def test_a_fault_of_ours_is_70_and_shows_its_traceback_on_request(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run_it("broken", raises=KeyError("trump")) == 70
    assert "internal error (KeyError: 'trump')" in one_sentence(capsys)
    monkeypatch.setenv("SIXTYSIX_DEBUG", "1")
    assert run_it("broken", raises=KeyError("trump")) == 70
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize("code", [0, 1, 130])
def test_a_command_may_choose_its_exit_code(code: int) -> None:
    assert run_it("broken", raises=typer.Exit(code)) == code


def test_help_through_typers_own_runner() -> None:
    result = CliRunner().invoke(app_module.build([("play", play)], []), ["play", "--help"])
    assert result.exit_code == 0
    assert "Play games." in result.stdout


def test_the_program_shows_version_and_help_on_stdout() -> None:
    for flag in ("--version", "--help", "-h"):
        done = subprocess.run([*PROGRAM, flag], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(("Usage: sixtysix", f"sixtysix {__version__}\n"))


def test_the_program_alone_explains_itself_on_stderr() -> None:
    done = subprocess.run(PROGRAM, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Usage: sixtysix")


def test_messages_survive_an_ascii_stderr() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*PROGRAM, "çığ♠"], capture_output=True, env=environment, check=False)
    assert done.returncode == 2
    assert b"no such command" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("way", ["flood", "once", "unflushed"])
def test_a_reader_that_left_is_no_error(way: str, tmp_path: Path) -> None:
    script = tmp_path / "printer.py"
    script.write_text(PRINTER)
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, str(script), way],
        stdout=writer,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.getcwd(), "PYTHONUNBUFFERED": ""},
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_help_imports_nothing_heavy() -> None:
    code = "import sixtysix_sim.cli.app, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    heavy = {"numba", "llvmlite", "numpy", "polars", "pyarrow", "pydantic", "rich", "scipy", "tqdm"}
    assert not loaded & heavy
