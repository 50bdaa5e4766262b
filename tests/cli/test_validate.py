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


MANY = """[scenario]
gmes = 3
[rules]
base = "cift66"
[rules.auction]
min_bid = "x"
max_bid = 100
stp = 3
[rules.melds.foo]
cards = ["JD"]
[bots]
default = "gredy"
side.0 = { policy = "standard", bid_risk = 3, blundr = 0.1 }
"""


def test_every_mistake_of_a_file_is_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All that lie in one key; max_bid = 100 might fit the min_bid that was meant."""
    path = tmp_path / "many.toml"
    path.write_text(MANY)
    assert run(build(), ["validate", str(path), "--json"]) == 1
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [(row["where"].rpartition(" ")[2], row["message"].split()[0]) for row in rows] == [
        ("2", "scenario.gmes"),
        ("6", "rules.auction.min_bid"),
        ("8", "rules.auction.stp"),
        ("9", "rules.melds.foo.points"),
        ("13", "bots.side.0.blundr"),
        ("13", "bots.side.0.bid_risk"),
        ("12", "bots.default"),
    ]


@pytest.mark.parametrize(
    ("written", "messages"),
    [
        ("rules = 3\nfoo = 4\n", ["rules is 3", "foo is not a table"]),
        ('[rules]\nbase = "cift66"\n[rules.auction]\nmax_bid = 100\n', ["rules.auction.max_bid"]),
    ],
)
def test_no_mistake_is_made_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], written: str, messages: list[str]
) -> None:
    """Leaving a key out to read on must not be blamed on the file."""
    path = tmp_path / "few.toml"
    path.write_text(written)
    assert run(build(), ["validate", str(path), "--json"]) == 1
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert len(rows) == len(messages)
    assert all(row["message"].startswith(m) for row, m in zip(rows, messages, strict=True))


@pytest.mark.parametrize("command", [["validate"], ["rules", "show"]])
def test_bots_are_checked(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    code = run(build(), [*command, "cift66", "--set", "bots.side.1.policy=gredy"])
    out, err = capsys.readouterr()
    assert code == (1 if command == ["validate"] else 2)
    assert 'bots.side.1 is "gredy", which is no policy (did you mean greedy?)' in out + err


def test_one_file_that_cannot_be_read_keeps_no_other_from_being_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'[rules]\nbase = "\xe7ift66"\n')
    bad = ["--set", "rules.game.max_deals=1"]
    assert run(build(), ["validate", "nothing.toml", "cift66", str(latin), *bad]) == 2
    out, err = capsys.readouterr()
    assert "C8.1" in out
    assert err.splitlines() == [
        "sixtysix: nothing.toml: no such scenario file and no such preset",
        f"sixtysix: {latin}: is not UTF-8 text (byte 16): save it as UTF-8",
    ]
