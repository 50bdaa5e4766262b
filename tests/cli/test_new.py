"""`sixtysix new`: the file is the preset, uncommented it still is, and nothing is overwritten."""

import os
import re
from pathlib import Path

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.policies.load import check_policies
from sixtysix_sim.policies.registry import POLICIES
from sixtysix_sim.rules.ruleset import preset_names, resolve_rules
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.vocabulary import Family


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    assert run(build(), ["new", str(path), "--base", "cift66"]) == 0
    return path


def uncommented(text: str) -> str:
    return re.sub(r"^#(?=\S)", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize("preset", preset_names())
def test_the_file_is_the_preset(tmp_path: Path, preset: str) -> None:
    path = tmp_path / "mine.toml"
    assert run(build(), ["new", str(path), "--base", preset]) == 0
    assert load_scenario(str(path)).hash == load_scenario(preset).hash
    path.write_text(uncommented(path.read_text("utf-8")), "utf-8")
    assert load_scenario(str(path)).ruleset.hash == resolve_rules(preset).hash


def test_every_value_stands_in_it_and_counts(written: Path) -> None:
    text = uncommented(written.read_text("utf-8"))
    assert text.count("\n") == written.read_text("utf-8").count("\n")
    for old, new, key in [
        ("min_bid = 150", "min_bid = 120", "auction.min_bid"),
        ("A = 10", "A = 11", "deck.values.A"),
        ('with_run = "never"', 'with_run = "always"', "melds.trump_marriage.with_run"),
    ]:
        assert text.count(f"\n{old}\n") == 1
        written.write_text(text.replace(f"\n{old}\n", f"\n{new}\n"), "utf-8")
        preset = resolve_rules("cift66").values
        values = load_scenario(str(written)).ruleset.values
        assert [k for k in preset if preset[k] != values[k]] == [key]
    written.write_text(text, "utf-8")
    plain = set(re.findall(r"^(\w+) = ", text, flags=re.MULTILINE))
    assert {key.rpartition(".")[2] for key in resolve_rules("cift66").values} <= plain


def test_every_key_is_explained_with_range_and_clause(written: Path) -> None:
    text = written.read_text("utf-8")
    assert "# the lowest bid [a whole number from 0 to 10000; C3.1]\n#min_bid = 150\n" in text
    assert max(map(len, text.splitlines())) <= 100


def test_bots_are_explained_with_their_parameters(written: Path) -> None:
    text = written.read_text("utf-8").partition("[bots]")[2]
    for entry in POLICIES[Family.AUCTION]:
        assert f"\n# {entry.name}: " in text
        for param in entry.every_param:
            assert f"{entry.name} {param.name} = {param.default:g} [" in text
    example = re.search(r"side\.0 = \{.*\}", text)
    assert example is not None
    written.write_text(written.read_text("utf-8") + example[0] + "\n", "utf-8")
    check_policies(load_scenario(str(written)))


def test_the_example_of_a_meld_is_one(written: Path) -> None:
    text = written.read_text("utf-8")
    example = re.search(r"# \[rules\.melds\.double_bezique\]\n(# .*\n){2}", text)
    assert example
    added = re.sub(r"^# ", "", example[0], flags=re.MULTILINE).replace('"plain"\n', "\n")
    written.write_text(text.replace(example[0], added), "utf-8")
    values = load_scenario(str(written)).ruleset.values
    assert values["melds.double_bezique.points"] == 200


def test_an_existing_file_stays(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written.write_text("precious")
    assert run(build(), ["new", str(written), "--base", "cift66"]) == 2
    assert "is there already; --force overwrites it" in capsys.readouterr().err
    assert written.read_text() == "precious"
    assert run(build(), ["new", str(written), "--base", "cift66", "--force"]) == 0
    assert load_scenario(str(written)).name == "Çift 66"


@pytest.mark.parametrize(
    ("name", "base", "said"),
    [
        ("x.toml", "cift67", "did you mean cift66?"),
        ("", "cift66", "is a folder"),
        ("no/such/x.toml", "cift66", "cannot be written: no such file or directory"),
        ("x" * 300, "cift66", "file name too long"),
        ("a\0b", "cift66", "cannot be written: "),
    ],
)
def test_what_cannot_be_written_is_one_sentence_and_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, base: str, said: str
) -> None:
    assert run(build(), ["new", f"{tmp_path}/{name}", "--base", base]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_the_old_file(
    written: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    before = written.read_text("utf-8")
    monkeypatch.setattr(os, "fsync", full)
    assert run(build(), ["new", str(written), "--base", "cift66", "--force"]) == 2
    assert "no space left on device" in capsys.readouterr().err
    assert list(written.parent.iterdir()) == [written]
    assert written.read_text("utf-8") == before


def test_a_presets_name_is_no_file_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(build(), ["new", "cift66", "--base", "cift66"]) == 2
    assert "write cift66.toml" in capsys.readouterr().err


def test_dash_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(build(), ["new", "-", "--base", "cift66"]) == 0
    assert capsys.readouterr().out.startswith("# Çift 66: a scenario over the preset cift66")
