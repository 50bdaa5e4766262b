"""Dealing: exact chances of Çift 66, every card to every seat alike, one deck for one place."""

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

from sixtysix_sim.cards import card_code, full_deck
from sixtysix_sim.kernels.auction.stepper import Stepper
from sixtysix_sim.logs.raw import GameField, RawChunk
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.vocabulary import DealEnd, LogLevel
from tests.agreement.replay import Bots, engine_of, hands_of
from tests.properties.invariants import Ints, hands_held
from tests.strategies import PRESET, Settings

D, G = DealField, GameField
RANDOM: Bots = ("random", "random", "random", "random")
GAMES, SEED = 9000, 20_66
LARGEST_Z = 4.0


@cache
def hands() -> Ints:
    """Return int64[deals, 4, 32]: the hands of many games, dealt by the hot loop."""
    engine = engine_of({}, RANDOM, SEED)
    chunks = [engine.play(first, 500, LogLevel.MOVES) for first in range(0, GAMES, 500)]
    return np.concatenate([hands_held(engine.ruleset.auction, chunk) for chunk in chunks])


def z_score(count: int, n: int, chance: float) -> float:
    return (count - n * chance) / sqrt(n * chance * (1 - chance))


def held(*cards: str, copies: int = 1) -> int:
    """Return how many hands hold so many copies of each card."""
    codes = [card_code(card) for card in cards]
    flat = hands().reshape(-1, hands().shape[2])
    return int((flat[:, codes] >= copies).all(axis=1).sum())


def aces() -> int:
    return held("AS", "AH", "AD", "AC")


@pytest.mark.parametrize(
    ("count", "percent"),
    [
        (aces, 2.7624),
        (lambda: held("JD", "QS"), 18.571),
        (lambda: held("JD", "QS", copies=2), 0.2544),
        (lambda: held("AH", "TH", "KH", "QH", "JH"), 0.9587),
    ],
)
def test_published_chances(count: Callable[[], int], percent: float) -> None:
    n = hands().shape[0] * 4
    assert n > 300_000
    assert abs(z_score(count(), n, percent / 100)) < LARGEST_Z


def test_every_card_to_every_seat_alike() -> None:
    deals = hands().shape[0]
    deck = sorted(set(full_deck(*_ranks_and_packs())))
    count = hands()[:, :, deck].sum(axis=0)  # two copies of each face a deal, ¼ to each seat
    z = (count - deals * 0.5) / np.sqrt(deals * 2 * 0.25 * 0.75 * (48 - 2) / (48 - 1))
    assert abs(z).max() < 4.6  # 96 scores: 4.6 is exceeded by chance once in 2,500 seeds
    assert (z**2).sum() / 72 < 1.6  # 72 degrees of freedom


def test_twins_meet_as_often_as_they_should() -> None:
    deals = hands().shape[0]
    deck = sorted(set(full_deck(*_ranks_and_packs())))
    both = (hands()[:, :, deck] == 2).any(axis=1).sum(axis=0)
    z = (both - deals * 11 / 47) / np.sqrt(deals * (11 / 47) * (36 / 47))
    assert abs(z).max() < LARGEST_Z + 0.5


def test_suit_lengths_are_hypergeometric() -> None:
    flat = hands().reshape(-1, hands().shape[2])
    for suit in range(4):
        length = flat[:, 8 * suit : 8 * suit + 8].sum(axis=1)
        for cards in range(8):
            chance = comb(12, cards) * comb(36, 12 - cards) / comb(48, 12)
            assert abs(z_score(int((length == cards).sum()), len(length), chance)) < 4.6


@pytest.mark.parametrize("distance", [1, 2, 7])
def test_neighbouring_deals_are_independent(distance: int) -> None:
    """A seat's hand and its hand some deals later share as many cards as two strange hands."""
    twice = comb(46, 10) / comb(48, 12)
    once_or_twice = twice + 2 * comb(46, 11) / comb(48, 12)
    shared = np.minimum(hands()[:-distance], hands()[distance:]).sum(axis=2)
    wanted = 24 * (once_or_twice**2 + twice**2)
    # all seats of a pair of deals are one unit: their hands hang together
    by_deal = shared.mean(axis=1)
    assert abs(by_deal.mean() - wanted) < LARGEST_Z * by_deal.std() / sqrt(len(by_deal))


def _ranks_and_packs() -> tuple[tuple[str, ...], int]:
    deck = resolve_rules(PRESET).auction.deck
    return deck.ranks, deck.packs


# ---- a deck belongs to (seed, game, scored deals, redeal attempt) and to nothing else


Place = tuple[int, int, int]


def decks_by_place(chunk: RawChunk) -> dict[Place, bytes]:
    """Return the deck of each (game, scored deals before, redeal attempt)."""
    found: dict[Place, bytes] = {}
    game, scored, attempt = -1, 0, 0
    for row, deck in zip(chunk.deals, chunk.decks, strict=True):
        if row[D.GAME] != game:
            game, scored, attempt = int(row[D.GAME]), 0, 0
        found[game, scored, attempt] = deck.tobytes()
        redealt = row[D.END] == DealEnd.REDEAL
        scored, attempt = (scored, attempt + 1) if redealt else (scored + 1, 0)
    return found


@pytest.mark.parametrize("changes", [{}, {"deal": {"hand_size": 7, "packet": 3}}])
def test_hot_loop_deals_what_the_stepper_deals(changes: Settings) -> None:
    engine = engine_of(changes, RANDOM, SEED)
    chunk = engine.play(0, 20, LogLevel.MOVES)
    stepper = Stepper(engine.ruleset)
    places = decks_by_place(chunk)
    assert any(attempt for _, _, attempt in places)
    size = engine.ruleset.auction.deal.hand_size
    for (game, scored, attempt), deck in places.items():
        dealt = stepper.deal(SEED, game, scored, attempt)
        assert hands_of(np.frombuffer(deck, np.uint8), size) == dealt


def shared_decks(one: RawChunk, other: RawChunk) -> int:
    """Assert that every place both chunks reach has one deck; return how many such places."""
    a, b = decks_by_place(one), decks_by_place(other)
    both = a.keys() & b.keys()
    assert all(a[place] == b[place] for place in both)
    return len(both)


def chunk_of(changes: Settings, bots: Bots, first: int = 0, games: int = 40) -> RawChunk:
    return engine_of(changes, bots, SEED).play(first, games, LogLevel.MOVES)


def test_another_bot_moves_no_card() -> None:
    one = chunk_of({}, RANDOM)
    other = chunk_of({}, ("random", "standard", "random", "random"))
    assert (one.deals[:20] != other.deals[:20]).any()
    assert shared_decks(one, other) > 150


def test_an_extra_redeal_moves_no_later_card() -> None:
    """With asking there are more redeals; the scored deals after them stay as they were."""
    few, many = chunk_of({"auction": {"ask": False}}, RANDOM), chunk_of({}, RANDOM)
    redeals = [int((chunk.deals[:, D.END] == DealEnd.REDEAL).sum()) for chunk in (few, many)]
    assert redeals[1] > redeals[0] + 10
    assert shared_decks(few, many) > 150


def test_rules_move_no_card() -> None:
    one = chunk_of({}, RANDOM)
    other = chunk_of({"auction": {"min_bid": 100}, "follow": {"must_beat": "always"}}, RANDOM)
    assert shared_decks(one, other) > 150


def same(one: RawChunk, other: RawChunk) -> bool:
    assert one.moves is not None
    assert other.moves is not None
    pairs: list[tuple[Any, Any]] = [
        (getattr(one, name), getattr(other, name)) for name in ("games", "deals", "melds", "decks")
    ]
    pairs += [(vars(one.moves)[name], vars(other.moves)[name]) for name in vars(one.moves)]
    return all(np.array_equal(a, b) for a, b in pairs)


def test_same_seed_same_rows_another_seed_others() -> None:
    one = chunk_of({}, ("standard", "random", "greedy", "standard"))
    assert same(one, chunk_of({}, ("standard", "random", "greedy", "standard")))
    other = engine_of({}, ("standard", "random", "greedy", "standard"), SEED + 1)
    assert not same(one, other.play(0, 40, LogLevel.MOVES))


def test_a_game_depends_on_its_number_alone() -> None:
    whole = chunk_of({}, RANDOM, 0, 40)
    ends = np.cumsum(whole.games[:, G.ROWS])
    part = chunk_of({}, RANDOM, 25, 15)
    rows = whole.deals[ends[24] :].copy()
    rows[:, D.GAME] -= 25
    assert np.array_equal(rows, part.deals)
    assert np.array_equal(whole.decks[ends[24] :], part.decks)


def test_first_dealers_are_uniform() -> None:
    games = engine_of({}, RANDOM, SEED).play(0, 4000, LogLevel.DEALS)
    dealers = games.deals[games.deals[:, D.DEAL] == 0, D.DEALER]
    for seat in range(4):
        assert abs(z_score(int((dealers == seat).sum()), 4000, 0.25)) < LARGEST_Z
    runs = sum(int(a == b) for a, b in pairwise(dealers))
    assert abs(z_score(runs, 3999, 0.25)) < LARGEST_Z
