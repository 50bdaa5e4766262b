"""The commands that the pages show run, and print what the pages say."""

import re
from pathlib import Path

import pytest

from sixtysix_sim.rules.ruleset import preset_names
from tests.console import ROOT, differs, printed, steps_of

PAGES = ["tour.md", "transcripts.md"]


@pytest.mark.parametrize("name", PAGES)
def test_a_pages_commands_print_what_it_says(
    name: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    done = 0
    for step in steps_of(ROOT / "docs" / name, tmp_path):
        got = printed(step.command, tmp_path, lambda: capsys.readouterr().out)
        assert not differs(step.output, got if step.output else []), step.command
        done += 1
    assert done > 3


@pytest.mark.parametrize(
    ("page", "said"),
    [
        (["a", "b"], ""),
        (["a"], "printed, too: 'b'"),
        (["a", "…"], ""),
        (["…", "b"], ""),
        (["b"], "the page says 'b'; printed is 'a'"),
        (["a", "c"], "the page says 'c'; printed is 'b'"),
    ],
)
def test_a_page_that_says_something_else_is_found(page: list[str], said: str) -> None:
    assert differs(page, ["a", "b"]) == said


def test_times_are_not_compared() -> None:
    assert not differs(["2 games in 0.5 s"], ["2 games in 1 min 7 s"])
    assert differs(["2 games in 0.5 s"], ["3 games in 0.5 s"])


def words_of(text: str) -> str:
    return " ".join(text.split())


def test_outputs_of_the_experiments_are_those_that_make_reports_keeps() -> None:
    """Every line of figures stands in a file of reports/, every command in the Makefile."""
    page = (ROOT / "docs" / "experiments.md").read_text("utf-8").replace("\\\n", "")
    part = page.partition("## What do slips cost?")[0]
    kept = {
        words_of(line)
        for path in (ROOT / "reports").glob("*.txt")
        for line in path.read_text("utf-8").splitlines()
    }
    lines = [words_of(line) for line in re.findall("^    (.+)$", part, re.MULTILINE)]
    commands = [line.removeprefix("sixtysix ") for line in lines if line.startswith("sixtysix ")]
    figures = [line for line in lines if line != "…" and not line.startswith("sixtysix ")]
    assert len(figures) > 100
    assert [line for line in figures if line not in kept] == []
    made = words_of((ROOT / "Makefile").read_text("utf-8").replace("\\\n", ""))
    made += "".join(made.replace("$$preset", name) for name in preset_names())  # a loop there
    assert len(commands) > 8
    assert [command for command in commands if command not in made] == []


def test_the_readmes_report_is_the_one_that_make_reports_keeps() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    (shown,) = re.findall(r"^```\n(In short\n.*?)^```", readme, re.MULTILINE | re.DOTALL)
    assert words_of(shown) in words_of((ROOT / "reports/cift66.txt").read_text("utf-8"))
