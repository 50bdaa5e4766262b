"""`sixtysix bots list`, for people and for scripts."""

import json

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.policies.registry import POLICIES

EVERY = [(family, entry) for family, entries in POLICIES.items() for entry in entries]


def test_every_policy_and_parameter_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(build(), ["bots", "list"]) == 0
    shown = capsys.readouterr().out
    for family, entry in EVERY:
        assert f"{entry.name} ({family} family): {entry.about}" in shown
        assert all(param.name in shown and param.meaning in shown for param in entry.params)
    assert max(map(len, shown.splitlines())) <= 100


def test_scripts_get_a_flat_row_a_parameter(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(build(), ["bots", "list", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["command"] == "bots list"
    listed = [(row["family"], row["policy"], row["parameter"]) for row in result["rows"]]
    assert listed == [
        (f, e.name, name)
        for f, e in EVERY
        for name in [*(p.name for p in e.every_param), "never", *["fit"] * bool(e.fit)]
    ]
    risk = result["rows"][listed.index(("auction", "standard", "bid_risk"))]
    assert (risk["default"], risk["low"], risk["high"]) == (0.2, 0, 1)
