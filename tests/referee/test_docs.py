"""docs/cases.md: its example works, shows what it says, and names every key."""

import re
from pathlib import Path

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.referee.casefile.keys import EXPECTED, PHASES, POSITION
from sixtysix_sim.vocabulary import Family

PAGE = (Path(__file__).parents[2] / "docs" / "cases.md").read_text("utf-8")


def test_the_example_passes_and_fails_as_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    blocks = re.findall(r"^```\w*\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    example, passed, failed = blocks
    monkeypatch.chdir(tmp_path)
    file = Path("my.toml")
    file.write_text(example, encoding="utf-8")
    assert run(build(), ["check", "my.toml"]) == 0
    assert capsys.readouterr().out == passed.split("\n", 1)[1]
    file.write_text(example.replace('["play AS", "play JS"]', '["play AH"]'), encoding="utf-8")
    assert run(build(), ["check", "my.toml"]) == 1
    shown = capsys.readouterr().out
    for line in failed.splitlines():
        assert line.removesuffix("…") in shown


def test_every_key_and_phase_is_on_the_page() -> None:
    keys = {key for family in Family for table in (POSITION, EXPECTED) for key in table[family]}
    keys |= {phase for family in Family for phase in PHASES[family]}
    assert [key for key in sorted(keys) if f"`{key}`" not in PAGE] == []
