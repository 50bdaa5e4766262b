"""The engine with the talon family: what is kept never changes what is played."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sixtysix_sim.contract.talon import CLAIM, DRAW, EXCHANGE, MARRIAGE
from sixtysix_sim.errors import BadInput
from sixtysix_sim.kernels.engine import KERNELS, Engine
from sixtysix_sim.kernels.policy import decision
from sixtysix_sim.logs.raw.talon import DealField
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.vocabulary import Family, LogLevel


@decision
def a_card_never_held(hand: int, legal: int, view: Any, draw: int) -> int:
    return 62


@decision
def declares_what_it_has_not(hand: int, legal: int, view: Any, draw: int) -> int:
    return MARRIAGE - 4


@decision
def draws_on_lead(hand: int, legal: int, view: Any, draw: int) -> int:
    return DRAW


@decision
def says_nothing_known(hand: int, legal: int, view: Any, draw: int) -> int:
    return -1000


@decision
def exchanges_anyway(hand: int, legal: int, view: Any, draw: int) -> int:
    return EXCHANGE


@decision
def claims_anyway(hand: int, legal: int, view: Any, draw: int) -> int:
    return CLAIM


@decision
def leads_a_card(hand: int, legal: int, view: Any, draw: int) -> int:
    return legal & -legal


def engine_of(preset: str, *sets: str) -> Engine:
    scenario = load_scenario(preset, ["bots.default=random", *sets])
    return Engine(scenario.ruleset, load_policies(scenario), scenario.seed)


def with_function(engine: Engine, name: str, function: Any) -> Engine:
    policies = list(engine.policies)
    decisions = {**policies[1].decisions, name: function}
    policies[1] = replace(policies[1], name="mine", decisions=decisions)
    return Engine(engine.ruleset, policies, 66)


@pytest.mark.parametrize(
    ("name", "function", "sets"),
    [
        ("lead", a_card_never_held, ()),
        ("lead", declares_what_it_has_not, ()),
        ("lead", draws_on_lead, ()),
        ("lead", says_nothing_known, ()),
        ("lead", exchanges_anyway, ()),
        ("lead", claims_anyway, ("rules.claim.when=after_own_trick",)),
        ("follow", a_card_never_held, ()),
        ("follow", claims_anyway, ()),
        ("choose", leads_a_card, ()),
        ("choose", exchanges_anyway, ()),
    ],
)
@pytest.mark.parametrize("log", [LogLevel.NONE, LogLevel.MOVES])
def test_an_illegal_answer_is_named(
    name: str, function: Any, sets: tuple[str, ...], log: LogLevel
) -> None:
    engine = with_function(engine_of("seksogtres", *sets), name, function)
    with pytest.raises(BadInput) as caught:
        engine.play(0, 50, log)
    wanted = f"policy mine: its function {name} gave an illegal action for seat 1 in game"
    assert wanted in str(caught.value)


def test_a_wrong_claim_is_legal_and_costs() -> None:
    """K6.2: 2 game points, whoever has tricks."""
    engine = with_function(engine_of("classic_66_v1"), "lead", claims_anyway)
    deals = engine.play(0, 50, LogLevel.DEALS).deals
    by_one = deals[(deals[:, DealField.CLAIMER] == 1) & (deals[:, DealField.WINNER] == 0)]
    assert len(by_one) > 50
    assert (by_one[:, DealField.GAME_POINTS] == 2).all()


def test_what_is_played_does_not_depend_on_what_is_kept() -> None:
    engine = engine_of("seksogtres")
    chunks = [engine.play(5, 60, log) for log in LogLevel]
    for chunk in chunks:
        np.testing.assert_array_equal(chunk.sums, chunks[0].sums)
        assert chunk.moves_played == chunks[0].moves_played
        assert chunk.deals_played == chunks[0].deals_played
    full = chunks[-1]
    assert full.moves is not None
    assert len(full.moves.seq) == full.moves_played == full.deals[:, DealField.MOVES].sum()
    assert full.deals[:, DealField.LEGAL].sum() == full.moves.legal.sum()
    assert full.deals[:, DealField.FORCED].sum() == (full.moves.legal == 1).sum()


@pytest.mark.parametrize("log", list(LogLevel))
def test_rows_grow_when_a_game_is_longer_than_guessed(
    log: LogLevel, monkeypatch: pytest.MonkeyPatch
) -> None:
    sets = ("rules.match.deals=40",)
    wanted = engine_of("seksogtres", *sets).play(0, 30, log, keep_measures=True)
    small = replace(KERNELS[Family.TALON], rows_per_game=1, melds_per_row=1, moves_per_row=4)
    monkeypatch.setitem(KERNELS, Family.TALON, small)
    found = engine_of("seksogtres", *sets).play(0, 30, log, keep_measures=True)
    for name in ("games", "deals", "melds", "decks", "sums", "measures"):
        np.testing.assert_array_equal(getattr(found, name), getattr(wanted, name))
