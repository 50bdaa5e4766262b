"""`never`: rights hidden from a bot, which the rules still give it."""

import numpy as np
import pytest

from sixtysix_sim.errors import InvalidScenario
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.logs.raw import RawChunk
from sixtysix_sim.policies.load import check_policies, load_policies
from sixtysix_sim.scenario import Scenario, load_scenario, read_bot, scenario_from_tree
from sixtysix_sim.vocabulary import Action, LogLevel

ACTIONS = {
    "ask": Action.ASK,
    "close": Action.CLOSE,
    "exchange": Action.EXCHANGE,
    "marriage": Action.MARRIAGE,
}
RIGHTS = [
    ("cift66", "ask"),
    *(("seksogtres", right) for right in ("close", "exchange", "marriage")),
    *(("schnapsen", right) for right in ("close", "exchange", "marriage")),
]


def played(scenario: Scenario, games: int = 40) -> RawChunk:
    engine = Engine(scenario.ruleset, load_policies(scenario), 66)
    return engine.play(0, games, LogLevel.MOVES)


def times(raw: RawChunk, right: str, seat: int) -> int:
    assert raw.moves is not None
    return int(((raw.moves.action == ACTIONS[right]) & (raw.moves.seat == seat)).sum())


@pytest.mark.parametrize(("preset", "right"), RIGHTS)
@pytest.mark.parametrize("bot", ["random", "greedy", "standard", "blundering"])
def test_one_seat_never_uses_a_right_and_the_other_does(preset: str, right: str, bot: str) -> None:
    policy = ["policy=standard", "blunder=0.5"] if bot == "blundering" else [f"policy={bot}"]
    sets = [f"bots.default.{text}" for text in policy]
    usual = played(load_scenario(preset, sets))
    sets += [f"bots.seat.1.{text}" for text in (*policy, f"never={right}")]
    found = played(load_scenario(preset, sets))
    if not (bot == "greedy" and right == "ask"):  # greedy never asks anyway
        assert times(usual, right, 1) > 0
        assert times(found, right, 0) > 0
    assert times(found, right, 1) == 0


def test_the_log_counts_what_the_rules_allow() -> None:
    """The first lead of a deal: seven actions or so, hidden ones among them."""
    usual, never = (
        played(load_scenario("schnapsen", ["bots.default.policy=random", *more]), 200)
        for more in ([], ['bots.default.never=["close", "exchange", "marriage"]'])
    )
    assert usual.moves is not None
    assert never.moves is not None
    assert usual.moves.legal[0] == never.moves.legal[0] == 6  # five cards and closing (S4.1)
    assert np.array_equal(usual.decks[0], never.decks[0])


def test_lists_and_words_are_one_and_the_same() -> None:
    hashes = {
        load_scenario("schnapsen", [f"bots.default.never={text}"]).hash
        for text in ("close+exchange", '["exchange", "close"]', '["close", "close", "exchange"]')
    }
    assert len(hashes) == 1
    assert (
        load_scenario("schnapsen", ["bots.default.never=[]"]).hash
        == load_scenario("schnapsen").hash
    )


def test_a_stored_scenario_and_the_command_line_keep_it() -> None:
    scenario = load_scenario("schnapsen", ["bots.seat.1.never=close"])
    assert scenario_from_tree(scenario.tree(), "run.json").hash == scenario.hash
    assert read_bot(scenario, "greedy:never=exchange+close").never == ("close", "exchange")


@pytest.mark.parametrize(
    ("preset", "value", "sentence"),
    [
        (
            "schnapsen",
            "clos",
            'names "clos", which is no right of the talon family (did you mean cl',
        ),
        ("cift66", "close", 'names "close", which is no right of the auction family (known: ask)'),
        ("schnapsen", "1", "is 1 but must be a list of rights"),
        ("schnapsen", "[1]", "must be a list of rights"),
    ],
)
def test_what_is_wrong_is_one_sentence(preset: str, value: str, sentence: str) -> None:
    with pytest.raises(InvalidScenario) as error:
        check_policies(load_scenario(preset, [f"bots.default.never={value}"]))
    assert f"--set bots.default.never={value}: bots.default.never " in error.value.message
    assert sentence in error.value.message
