"""Engine: the log level decides what is kept, never what is played; wrong policies are named."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sixtysix_sim.contract import CompiledPolicy
from sixtysix_sim.contract.auction import ASK
from sixtysix_sim.errors import BadInput
from sixtysix_sim.kernels.engine import KERNELS, Engine
from sixtysix_sim.kernels.policy import decision
from sixtysix_sim.logs.raw import RawChunk
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.vocabulary import Family, LogLevel


@decision
def bids_off_the_grid(hand: int, legal: int, view: Any, draw: int) -> int:
    return 155


@decision
def always_asks(hand: int, legal: int, view: Any, draw: int) -> int:
    return ASK


@decision
def answers_nothing(hand: int, legal: int, view: Any, draw: int) -> int:
    return 2


@decision
def names_a_fifth_suit(hand: int, legal: int, view: Any, draw: int) -> int:
    return 4


@decision
def plays_what_it_does_not_hold(hand: int, legal: int, view: Any, draw: int) -> int:
    return 62


@decision
def leaves_the_view(hand: int, legal: int, view: Any, draw: int) -> Any:
    return view[view.shape[0]]


def _engine(*sets: str) -> Engine:
    scenario = load_scenario("cift66", list(sets))
    return Engine(scenario.ruleset, load_policies(scenario), scenario.seed)


def _with(name: str, function: Any, seat: int = 1) -> Engine:
    engine = _engine("bots.default=random")
    policies: list[CompiledPolicy] = list(engine.policies)
    policies[seat] = replace(
        policies[seat], name="mine", decisions={**policies[seat].decisions, name: function}
    )
    return Engine(engine.ruleset, policies, 66)


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("call", bids_off_the_grid),
        ("call", always_asks),
        ("answer", answers_nothing),
        ("trump", names_a_fifth_suit),
        ("play", plays_what_it_does_not_hold),
        ("play", leaves_the_view),  # tests run with bounds checks
    ],
)
@pytest.mark.parametrize("log", [LogLevel.NONE, LogLevel.MOVES])
def test_an_illegal_answer_is_named_and_nothing_is_changed(
    name: str, function: Any, log: LogLevel
) -> None:
    with pytest.raises(BadInput) as caught:
        _with(name, function).play(0, 200, log)
    assert f"policy mine: its function {name} gave an illegal action for seat 1" in str(
        caught.value
    )


def _same(a: RawChunk, b: RawChunk) -> None:
    for name in ("games", "deals", "melds", "decks", "sums", "measures"):
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name))
    if a.moves and b.moves:
        for name, column in vars(a.moves).items():
            np.testing.assert_array_equal(column, getattr(b.moves, name))


def test_what_is_played_does_not_depend_on_what_is_kept() -> None:
    engine = _engine("bots.default=standard")
    chunks = [engine.play(5, 40, log) for log in LogLevel]
    for chunk in chunks:
        np.testing.assert_array_equal(chunk.sums, chunks[0].sums)
        assert chunk.moves_played == chunks[0].moves_played
        assert chunk.deals_played == chunks[0].deals_played
    full = chunks[-1]
    assert full.moves is not None
    assert len(full.moves.seq) == full.moves_played == full.deals[:, DealField.MOVES].sum()
    assert len(full.melds) == full.deals[:, DealField.MELDS].sum()


@pytest.mark.parametrize("log", list(LogLevel))
def test_rows_grow_when_a_game_is_longer_than_guessed(
    log: LogLevel, monkeypatch: pytest.MonkeyPatch
) -> None:
    sets = ["bots.default=random", "rules.game.target=9000"]
    wanted = _engine(*sets).play(0, 12, log, keep_measures=True)
    small = replace(KERNELS[Family.AUCTION], rows_per_game=1, melds_per_row=1, moves_per_row=9)
    monkeypatch.setitem(KERNELS, Family.AUCTION, small)
    _same(_engine(*sets).play(0, 12, log, keep_measures=True), wanted)


def test_a_game_longer_than_the_rows_of_the_level_none() -> None:
    sets = ["bots.default=random", "rules.game.target=100000", "rules.game.max_deals=3000"]
    short, kept = (_engine(*sets).play(0, 2, log) for log in (LogLevel.NONE, LogLevel.GAMES))
    assert kept.deals_played > 1024
    np.testing.assert_array_equal(short.sums, kept.sums)


def test_threads_share_an_engine() -> None:
    engine = _engine("bots.default=standard")
    wanted = [engine.play(first, 50, LogLevel.MOVES) for first in range(0, 400, 50)]
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda n: engine.play(n, 50, LogLevel.MOVES), range(0, 400, 50)))
    for a, b in zip(wanted, found, strict=True):
        _same(a, b)


def test_seeds_are_64_bits_and_none_equals_another() -> None:
    scenario = load_scenario("cift66", ["bots.default=random"])
    policies = load_policies(scenario)
    seeds = (0, 1, 2**63, 2**64 - 1)
    decks = [
        Engine(scenario.ruleset, policies, s).play(0, 1, LogLevel.MOVES).decks[0] for s in seeds
    ]
    assert len({deck.tobytes() for deck in decks}) == len(seeds)
