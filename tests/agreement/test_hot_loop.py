"""The hot loop's logged games are those of the rules: every move, count, meld, row and game end."""

from random import Random

import pytest

from sixtysix_sim.vocabulary import LogLevel
from tests.agreement.replay import Bots, engine_of, judge_chunk
from tests.strategies import Settings, random_settings

POLICIES = ("random", "greedy", "standard")
BLOCKS, SETTINGS, DEALS = 8, 20, 100


def play_and_judge(changes: Settings, bots: Bots, seed: int, deals: int) -> int:
    engine = engine_of(changes, bots, seed)
    done = game = 0
    while done < deals:
        chunk = engine.play(game, 2, LogLevel.MOVES)
        done += judge_chunk(engine.ruleset, chunk)
        game += 2
    return done


def short(changes: Settings) -> Settings:
    """Return settings whose games end soon, so that many games end."""
    game = dict(changes.get("game", {}))
    game["max_deals"] = min(int(game.get("max_deals", 12)), 12)
    return {**changes, "game": game}


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_logged_games_are_those_of_the_rules(block: int) -> None:
    rng = Random(f"hot loop {block}")
    for number in range(SETTINGS):
        changes = random_settings(rng) if number else {}
        bots = tuple(rng.choice(POLICIES) for _ in range(4))
        assert len(bots) == 4
        assert play_and_judge(short(changes), bots, rng.getrandbits(64), DEALS) >= DEALS


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


def test_a_wrong_row_is_seen() -> None:
    engine = engine_of({}, ("random",) * 4, 66)
    chunk = engine.play(0, 3, LogLevel.MOVES)
    assert judge_chunk(engine.ruleset, chunk) == len(chunk.deals)
    assert chunk.moves is not None
    for table in (chunk.deals, chunk.games, chunk.melds, chunk.decks, chunk.moves.legal):
        table.flat[-1] += 1
        with pytest.raises((AssertionError, KeyError)):
            judge_chunk(engine.ruleset, chunk)
        table.flat[-1] -= 1
    assert judge_chunk(engine.ruleset, chunk) == len(chunk.deals)
