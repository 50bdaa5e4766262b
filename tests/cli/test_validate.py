"""`sixtysix validate`: exit codes, and rows for people and scripts."""

import json
from pathlib import Path

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.rules.ruleset import resolve_rules


def test_a_preset_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(build(), ["validate", "cift66"]) == 0
    assert capsys.readouterr().out == "cift66\nNo finding.\n\n0 errors, 0 warnings, 0 notes.\n"


def test_warnings_are_shown_and_pass(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(build(), ["validate", "cift66", "--set", "rules.auction.max_bid=705"]) == 0
    out = capsys.readouterr().out
    assert "warning   C3.1  auction.max_bid  705 is no step of 10 above 150" in out
    assert out.endswith("\n0 errors, 1 warning, 0 notes.\n")


def test_an_error_fails(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["validate", "cift66", "--json", "--set", "rules.game.max_deals=1"]
    assert run(build(), arguments) == 1
    result = json.loads(capsys.readouterr().out)
    assert result["command"] == "validate"
    error = result["rows"][0]
    assert {"rule", "severity", "where", "message", "count"} <= error.keys()
    assert (error["rule"], error["severity"], error["where"]) == ("C8.1", "error", "game.target")
    changed = resolve_rules("cift66", {"game": {"max_deals": 1}})
    assert result["rules_hash"] == changed.hash


def test_several_scenarios_one_of_them_invalid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('[rules]\nbase = "cift66"\n[rules.follow]\nmust_beat = "alway"\n')
    assert run(build(), ["validate", "cift66", str(path), "--json"]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    assert json.loads(out)["rows"] == [
        {
            "scenario": str(path),
            "rule": "C6.4",
            "severity": "error",
            "where": f"{path}, line 4",
            "message": 'rules.follow.must_beat is "alway" but must be one of never, trump_led, '
            "always (C6.4)",
            "count": 1,
        }
    ]
    assert run(build(), ["validate", "cift66", str(path)]) == 1
    assert "cift66\nNo finding.\n" in capsys.readouterr().out


def test_what_cannot_be_read_is_no_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(build(), ["validate", "nothing.toml"]) == 2
    assert run(build(), ["validate", "cift66", "--set", "foo"]) == 2
    assert run(build(), ["validate"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 3
