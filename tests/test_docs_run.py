"""The commands that the pages show run, and print what the pages say."""

from pathlib import Path

import pytest

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
