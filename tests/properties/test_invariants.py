"""The checks at the end of the rule text, over 200,000 random games and more."""

from collections.abc import Callable
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings

from sixtysix_sim.logs.raw import MeldField, RawChunk
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.rules.auction import AuctionRules
from sixtysix_sim.rules.parameters import general_key, parameters
from sixtysix_sim.rules.ruleset import flatten, resolve_rules
from sixtysix_sim.vocabulary import Action, LogLevel
from tests.agreement.replay import Bots, engine_of
from tests.properties.invariants import check_chunk, unit
from tests.strategies import PRESET, Settings, random_settings, settings

BLOCKS, SETTINGS = 8, 26  # 208 rule settings
DEALS, MOST_GAMES, GAMES_AT_ONCE = 10_000, 2000, 50  # of one setting
RANDOM: Bots = ("random", "random", "random", "random")
MIXED: Bots = ("random", "greedy", "standard", "random")


def drawn(block: int) -> list[Settings]:
    """Return the settings of a block; the first of all is the preset."""
    rng = Random(f"invariants {block}")
    return [random_settings(rng) if block or number else {} for number in range(SETTINGS)]


def play(changes: Settings, bots: Bots, seed: int, most_deals: int) -> int:
    """Play and check games until there are 2000 or so many deals; return how many games.

    In small chunks: under some rules one game in twenty goes on to its last allowed deal.
    """
    engine = engine_of(changes, bots, seed)
    games = deals = 0
    while games < MOST_GAMES and deals < most_deals:
        chunk = engine.play(games, GAMES_AT_ONCE, LogLevel.MOVES)
        check_chunk(engine.ruleset.auction, chunk)
        games, deals = games + GAMES_AT_ONCE, deals + chunk.deals_played
    return games


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_every_check_holds(block: int) -> None:
    games = sum(
        play(changes, MIXED if n % 4 == 3 else RANDOM, 1000 * block + n, DEALS)
        for n, changes in enumerate(drawn(block))
    )
    assert games >= 200_000 / BLOCKS


@hypothesis_settings(max_examples=60)
@given(changes=settings())
def test_every_check_holds_for_drawn_rules(changes: Settings) -> None:
    assert play(changes, RANDOM, 66, 200) > 0


def test_every_key_is_drawn() -> None:
    changes = [change for block in range(BLOCKS) for change in drawn(block)]
    keys = {general_key(key) for change in changes for key, _ in flatten(change)}
    assert [item.key for item in parameters(AuctionRules) if item.key not in keys] == []


def test_default_totals_move_in_fives() -> None:
    assert unit(resolve_rules(PRESET).auction) == 5


# ---- each check can fail

Harm = Callable[[RawChunk], None]


def harm_deck(chunk: RawChunk) -> None:
    chunk.decks[5, :2] = chunk.decks[5, 60:62]


def harm_card(chunk: RawChunk) -> None:
    assert chunk.moves is not None
    plays = np.flatnonzero(chunk.moves.action == Action.PLAY)
    first, other = chunk.moves.card[plays[0]], chunk.moves.card[plays]
    chunk.moves.card[plays[0]] = other[other != first][0]


def harm_field(field: int, by: int) -> Harm:
    def harm(chunk: RawChunk) -> None:
        chunk.deals[3, field] += by

    return harm


def harm_meld(chunk: RawChunk) -> None:
    chunk.melds[0, MeldField.POINTS] += 10


def harm_word(chunk: RawChunk) -> None:
    assert chunk.moves is not None
    chunk.moves.seat[0] = chunk.moves.seat[1]


def harm_bid(chunk: RawChunk) -> None:
    assert chunk.moves is not None
    bids = np.flatnonzero(chunk.moves.action == Action.BID)
    after = next(b for a, b in pairwise(bids) if b == a + 1)
    chunk.moves.value[after] = chunk.moves.value[after - 1]


@pytest.mark.parametrize(
    "harm",
    [
        harm_deck,
        harm_card,
        harm_meld,
        harm_word,
        harm_bid,
        harm_field(DealField.TRICKS_0, 1),
        harm_field(DealField.CARD_POINTS_1, -5),
        harm_field(DealField.CHANGE_0, 5),
        harm_field(DealField.SCORE_1, 5),
        harm_field(DealField.BIDS, 1),
    ],
)
def test_a_harmed_chunk_is_seen(harm: Harm) -> None:
    engine = engine_of({}, RANDOM, 66)
    chunk = engine.play(0, 3, LogLevel.MOVES)
    check_chunk(engine.ruleset.auction, chunk)
    harm(chunk)
    with pytest.raises(AssertionError):
        check_chunk(engine.ruleset.auction, chunk)
