"""The hot loop's logged games are those of the rules: every move, count, meld, row and game end."""

from random import Random
from typing import Any

import pytest

from sixtysix_sim.logs.raw import AnyDeal
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.vocabulary import LogLevel
from tests.agreement.families import judge_chunk
from tests.agreement.replay import Bots, engine_of
from tests.strategies import (
    PRESET,
    TALON_PRESETS,
    Settings,
    random_settings,
    random_talon_settings,
)

POLICIES = ("random", "greedy", "standard")
BLOCKS, SETTINGS, DEALS = 8, 20, 100
TALON_SETTINGS, TALON_DEALS = 30, 100


def play_and_judge(
    changes: Settings, bots: Bots, seed: int, deals: int, preset: str = PRESET
) -> int:
    engine = engine_of(changes, bots, seed, preset)
    done = game = 0
    while done < deals:
        chunk = engine.play(game, 2, LogLevel.MOVES)
        done += judge_chunk(engine.ruleset, chunk)
        game += 2
    return done


def short(changes: Settings, table: str = "game") -> Settings:
    """Return settings whose games end soon, so that many games end."""
    game = dict(changes.get(table, {}))
    game["max_deals"] = min(int(game.get("max_deals", 12)), 12)
    return {**changes, table: game}


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_logged_games_are_those_of_the_rules(block: int) -> None:
    rng = Random(f"hot loop {block}")
    for number in range(SETTINGS):
        changes = random_settings(rng) if number else {}
        bots = tuple(rng.choice(POLICIES) for _ in range(4))
        assert play_and_judge(short(changes), bots, rng.getrandbits(64), DEALS) >= DEALS


def talon_bot(rng: Random) -> dict[str, Any]:
    """Draw a bot; half of them claim late or wrongly now and then, or blunder."""
    bot: dict[str, Any] = {"policy": rng.choice(POLICIES)}
    if rng.random() < 0.5:
        bot["claim_delay"] = rng.choice((0.0, 0.5, 0.9, 1.0))
        bot["wrong_claim_rate"] = rng.choice((0.0, 0.02, 0.2))
        bot["blunder"] = rng.choice((0.0, 0.3))
    return bot


@pytest.mark.slow
@pytest.mark.parametrize("preset", TALON_PRESETS)
def test_logged_talon_games_are_those_of_the_rules(preset: str) -> None:
    rng = Random(f"hot loop {preset}")
    for number in range(TALON_SETTINGS):
        changes = random_talon_settings(rng, preset) if number else {}
        seats = resolve_rules(preset, changes).rules.seats
        bots = tuple(talon_bot(rng) for _ in range(seats))
        seed = rng.getrandbits(64)
        done = play_and_judge(short(changes, "match"), bots, seed, TALON_DEALS, preset)
        assert done >= TALON_DEALS


@pytest.mark.parametrize(
    "changes",
    [
        {"auction": {"max_redeals": 1}},
        {"auction": {"max_redeals": 2, "ask_limit": "deal"}},
        {"game": {"max_deals": 1}},
        {"game": {"target": 1}},
        {"game": {"target": 1, "both_at_target": "higher"}},
        {"deal": {"first_dealer": 3, "redeal_keeps_dealer": False}},
        {"deal": {"rotation": "fixed", "redeal_keeps_dealer": False}},
    ],
)
def test_game_ends_and_dealers(changes: Settings) -> None:
    assert play_and_judge(changes, ("random",) * 4, 66, 300) >= 300


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("classic_66_v1", {"match": {"max_deals": 1}}),
        ("classic_66_v1", {"match": {"target": 7, "deals": 5, "max_deals": 6}}),
        ("classic_66_v1", {"deal": {"first_dealer": 1, "rotation": "loser"}}),
        ("seksogtres", {"match": {"deals": 1}}),
        ("seksogtres", {"match": {"target": 1, "deals": 0}}),
        ("seksogtres", {"deal": {"after_draw": "same_dealer"}, "stakes": {"draw_adds": 3}}),
        ("seksogtres", {"deal": {"rotation": "fixed", "hand_size": 1, "packet": 1}}),
        ("schnapsen", {"match": {"target": 1}}),
    ],
)
def test_match_ends_dealers_and_stakes(preset: str, changes: Settings) -> None:
    bots: Bots = ({"policy": "random", "claim_delay": 1.0},) * 2
    assert play_and_judge(changes, bots, 66, 300, preset) >= 300


@pytest.mark.parametrize(("preset", "seats"), [(PRESET, 4), ("classic_66_v1", 2)])
def test_a_wrong_row_is_seen(preset: str, seats: int) -> None:
    engine = engine_of({}, ("random",) * seats, 66, preset)
    chunk = engine.play(0, 3, LogLevel.MOVES)
    assert judge_chunk(engine.ruleset, chunk) == len(chunk.deals)
    assert chunk.moves is not None
    counted = chunk.deals[:, : AnyDeal.MELDS + 1]  # a family with fewer seats has empty ones
    for table in (counted, chunk.games, chunk.melds, chunk.decks, chunk.moves.legal):
        table.flat[-1] += 1
        with pytest.raises((AssertionError, KeyError)):
            judge_chunk(engine.ruleset, chunk)
        table.flat[-1] -= 1
    assert judge_chunk(engine.ruleset, chunk) == len(chunk.deals)
