"""The Python API: its games are the run's games, its page holds, wrong use gets a sentence."""

import doctest
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sixtysix_sim import Game
from sixtysix_sim.errors import BadInput
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.logs.raw import GameField
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.vocabulary import LogLevel

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_holds() -> None:
    found = doctest.testfile(str(ROOT / "docs" / "api.md"), module_relative=False)
    assert found.attempted > 15
    assert found.failed == 0


@pytest.mark.parametrize("preset", ["cift66", "classic_66_v1", "seksogtres", "schnapsen"])
@pytest.mark.parametrize("bots", [["standard", "random"], ["standard:blunder=0.3", "greedy"]])
def test_a_game_of_bots_is_the_game_of_a_run(preset: str, bots: list[str]) -> None:
    for number in range(3):
        game = Game(preset, seed=9, number=number, bots=bots)
        game.play_out()
        scenario = game.scenario
        raw = Engine(scenario.ruleset, load_policies(scenario), 9).play(number, 1, LogLevel.GAMES)
        row = raw.games[0]
        sides = scenario.ruleset.sides
        assert game.scores == tuple(row[GameField.SCORE_0 : GameField.SCORE_0 + sides])
        assert len(game.results) == row[GameField.ROWS]
        assert game.winner == row[GameField.WINNER]


def test_what_a_seat_sees_holds_nothing_hidden() -> None:
    """The other hand may be any: what is seen is the same."""
    hands = ({0: "AS KH", 1: "TS QH"}, {0: "AS KH", 1: "TD QD"})
    seen = [
        Game.from_position("schnapsen", leader=0, trump="S", hands=each).observation()
        for each in hands
    ]
    assert seen[0].hand == seen[1].hand == ("AS", "KH")
    assert np.array_equal(seen[0].view, seen[1].view)
    assert seen[0].trump == "S"


def test_a_trick_on_the_table_and_an_auction_are_taken_up() -> None:
    game = Game.from_position(
        "schnapsen", leader=1, trump="S", hands={0: "AS KH", 1: "QH"}, trick=["TH"]
    )
    assert (game.seat, game.legal) == (0, ["play KH"])
    assert game.observation().table == (None, "TH")
    hands = {seat: " ".join(f"{rank}{suit}" for rank in "ATKQJ9" for _ in range(2))
             for seat, suit in enumerate("SHDC")}  # fmt: skip
    game = Game.from_position("cift66", phase="auction", dealer=3, hands=hands, calls=["bid 160"])
    assert game.seat == 1
    assert "bid 170" in game.legal
    assert "bid 160" not in game.legal


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({"hands": {0: "AS"}, "trump": "S"}, "hands: seat 1 has none"),
        ({"hands": {0: "AS", 1: "AS"}, "trump": "S"}, "AS occurs 2 times; the pack has 1"),
        ({"hands": {0: "AS", 1: "TS"}}, "trump: is missing"),
        ({"hand": {0: "AS"}}, "hand: is not a key of a position to play on from (did you mean h"),
        ({"hands": {0: "9S", 1: "AS"}, "trump": "S"}, "hands: "),
        ({"phase": "score"}, "phase: must be play here, not 'score'"),
    ],
)
def test_a_position_that_does_not_hold(position: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadInput) as error:
        Game.from_position("schnapsen", **position)
    assert sentence in error.value.message


def test_wrong_use_gets_a_sentence() -> None:
    game = Game("schnapsen")
    with pytest.raises(BadInput, match=r"'play XX' is not legal for seat \d: one of claim, "):
        game.apply("play XX")
    with pytest.raises(BadInput, match="bots: give a list of bots by seat"):
        Game("schnapsen", bots="standard")
    with pytest.raises(BadInput, match="no policy"):
        Game("schnapsen", bots=["standrad"])
    game.play_out()
    with pytest.raises(BadInput, match="the game is over"):
        game.ask()


def test_the_example_plays_a_match() -> None:
    module = runpy.run_path(str(ROOT / "examples" / "foreign_bot.py"))
    assert 0.0 <= module["match"](6) <= 0.5
    lines = (ROOT / "examples" / "foreign_bot.py").read_text("utf-8").splitlines()
    assert len(lines) <= 36


def test_the_package_alone_brings_nothing_heavy() -> None:
    code = "import sys, sixtysix_sim; print('numba' in sys.modules, 'numpy' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["False", "False"]
