"""`sixtysix bots match` from the outside."""

import json

import pytest

from sixtysix_sim.cli.app import build, run

FIELDS = [
    "a",
    "b",
    "games",
    "wins",
    "draws",
    "losses",
    "score",
    "elo",
    "elo_low",
    "elo_high",
    "game_points_per_deal",
]


def matched(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(build(), ["bots", "match", *arguments]) == 0
    return capsys.readouterr().out


def test_two_bots_get_a_table_their_pairs_and_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = matched(capsys, "standard", "random", "--scenario", "cift66", "--games", "60")
    assert "a wins" in shown
    assert "pairs of games" in shown
    last = shown.rstrip().splitlines()[-1]
    assert last.startswith("standard is stronger than random by")
    assert last.endswith("over 60 games at Çift 66, seed 66.")


def test_scripts_find_the_fields_of_the_interface(capsys: pytest.CaptureFixture[str]) -> None:
    three = ("greedy", "random", "standard:close_at=60", "--scenario", "schnapsen")
    text = matched(capsys, *three, "--games", "40", "--seed", "9", "--json")
    found = json.loads(text)
    assert (found["command"], found["seed"], found["games"]) == ("bots match", 9, 120)
    assert [row["b"] for row in found["rows"]] == ["random", three[2], three[2]]
    for row in found["rows"]:
        assert set(FIELDS) <= set(row)
        assert row["wins"] + row["draws"] + row["losses"] == row["games"] == 40
        assert sum(value for name, value in row.items() if name.startswith("pairs_")) == 20
    assert found["bots"][2] == {"name": three[2], "policy": "standard", "close_at": 60}


def test_a_sequential_test_says_how_it_ended(capsys: pytest.CaptureFixture[str]) -> None:
    two = ("greedy", "random", "--scenario", "classic_66_v1", "--sprt", "0:100")
    text = matched(capsys, *two, "--games", "20000", "--json")
    row = json.loads(text)["rows"][0]
    assert (row["met"], row["verdict"], row["cap"]) == (True, 100, 20000)
    assert row["games"] < 20000


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("greedy",), "a match needs two bots or more"),
        (("greedy", "gredy"), 'gredy: bot is "gredy", which is no policy (did you mean greedy?)'),
        (("greedy", "random:blunder"), "random:blunder: write a bot as NAME or NAME:PARAMETER=VAL"),
        (("greedy", "random:blundr=1"), "bot.blundr is not a parameter of random (did"),
        (("greedy", "random:blunder=2"), "bot.blunder is 2 but must be a number from 0 to 1"),
        (("greedy", "greedy"), "greedy is named twice"),
        (("greedy", "random", "--sprt", "5"), "--sprt 5 must be two values, the lower first"),
    ],
)  # fmt: skip
def test_what_is_wrong_gets_one_sentence(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(build(), ["bots", "match", *arguments, "--scenario", "classic_66_v1"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence in shown.err
    assert len(shown.err.strip().splitlines()) == 1
