"""The Tab key: presets, scenario files and rule keys, where they can stand."""

from pathlib import Path

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.rules.ruleset import preset_names

CASES = [
    ("sixtysix simulate classic", "classic_66_v1"),
    ("sixtysix rules diff cift66 schn", "schnapsen"),
    ("sixtysix new x.toml --base german", "german_66"),
    ("sixtysix odds my", "my.toml"),
    ("sixtysix compare cift66 --set rules.auction.min", "rules.auction.min_bid="),
    ("sixtysix sweep schnapsen --vary rules.closing.fail", "rules.closing.failure="),
    ("sixtysix tune my.toml --vary rules.marriage.after_c", "rules.marriage.after_close="),
    ("sixtysix bots match greedy random --scenario seksogtres_", "seksogtres_3"),
    ("sixtysix validate other/", "other/deep.toml"),
]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my.toml").write_text(
        '[scenario]\nname = "mine"\n[rules]\nbase = "classic_66_v1"\n', "utf-8"
    )
    Path("notes.txt").touch()
    Path("other").mkdir()
    Path("other/deep.toml").touch()


def offered(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> list[str]:
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(line.count(" ")))
    monkeypatch.setenv("_SIXTYSIX_COMPLETE", "complete_bash")
    assert run(build()) == 0
    return capsys.readouterr().out.split()


@pytest.mark.parametrize(("line", "wanted"), CASES, ids=[line for line, _ in CASES])
def test_the_tab_key_offers_what_can_stand_there(
    line: str, wanted: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert offered(line, monkeypatch, capsys) == [wanted]


def test_with_nothing_typed_it_offers_all_presets_files_and_folders(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = offered("sixtysix simulate ", monkeypatch, capsys)
    assert found == [*preset_names(), "my.toml", "other/"]


def test_keys_are_those_of_the_scenario(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert offered("sixtysix odds my.toml --set rules.auction", monkeypatch, capsys) == []
    unknown = offered("sixtysix odds nosuch --set rules.auction.min", monkeypatch, capsys)
    assert unknown == ["rules.auction.min_bid="]
