"""Hot loop and stepper of the talon family play the same deals; what holds in every deal."""

from random import Random

import numpy as np
import pytest

from sixtysix_sim.cards import CARD_NAMES
from sixtysix_sim.logs.raw import NONE, GameField, Int32, MeldField, RawChunk
from sixtysix_sim.logs.raw.talon import DealField
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.vocabulary import DealEnd, GameEnd, LogLevel
from tests.agreement.replay import engine_of
from tests.kernels.talon_replay import cards_of, replayed, same_row
from tests.strategies import Settings, random_talon_settings

PRESETS = ("classic_66_v1", "schnapsen", "seksogtres")
D, G, M = DealField, GameField, MeldField
RANDOM = ("random", "random")
#: bots that also claim wrongly, play on with the points, and act by chance
BOTS = (
    {"policy": "random", "wrong_claim_rate": 0.02, "claim_delay": 0.5},
    {"policy": "standard", "blunder": 0.3},
)


def replay(preset: str, changes: Settings, seed: int, games: int) -> int:
    """Play games and compare every row with the stepper's; return how many deals."""
    bots = (BOTS * 3)[: resolve_rules(preset, changes).rules.seats]
    engine = engine_of(changes, bots, seed, preset)
    chunk = engine.play(0, games, LogLevel.MOVES)
    meld_at = 0
    for number, stepper in enumerate(replayed(engine, chunk)):
        row = chunk.deals[number]
        assert same_row(stepper, row), (changes, stepper.row().tolist(), row.tolist())
        melds = chunk.melds[meld_at : meld_at + row[D.MELDS]].copy()
        assert (melds[:, M.DEAL_ROW] == number).all()
        melds[:, M.DEAL_ROW] = 0
        np.testing.assert_array_equal(stepper.melds(), melds)
        meld_at += row[D.MELDS]
    assert meld_at == len(chunk.melds)
    return len(chunk.deals)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_hot_loop_and_stepper_write_the_same_rows(preset: str) -> None:
    rng = Random(f"talon rows {preset}")
    for number in range(20):
        changes = random_talon_settings(rng, preset) if number else {}
        assert replay(preset, changes, rng.getrandbits(64), 6) > 0


@pytest.mark.slow
def test_two_packs() -> None:
    """D4.1: a second pair is a second marriage, on one lead with `one_per_lead` false."""
    changes = {"deck": {"packs": 2}, "marriage": {"one_per_lead": False, "needs_trick": "no"}}
    assert replay("seksogtres", changes, 66, 40) > 0
    chunk = engine_of(changes, RANDOM, 66, "seksogtres").play(0, 300, LogLevel.DEALS)
    twice = chunk.melds[chunk.melds[:, M.COPIES] == 2]
    assert len(twice) > 0
    assert set(twice[:, M.POINTS].tolist()) <= {40, 80}
    rows = chunk.melds[:, [M.DEAL_ROW, M.SEAT, M.SUIT]]
    assert len(np.unique(rows, axis=0)) == len(rows)


def test_hands_of_one_card_closed_at_the_draw_choice() -> None:
    """K7.3, D5.1: who closes with no card left has taken the last trick."""
    changes = {"deal": {"hand_size": 1, "packet": 1}}
    assert replay("seksogtres", changes, 3, 20) > 0
    chunk = engine_of(changes, RANDOM, 3, "seksogtres").play(0, 200, LogLevel.DEALS)
    at_once = chunk.deals[(chunk.deals[:, D.CLOSER] != NONE) & (chunk.deals[:, D.LAST_TRICK] >= 0)]
    assert len(at_once) > 50


# ---- what holds in every deal (the checks at the end of the rule files)


@pytest.fixture(scope="module", params=PRESETS)
def chunk(request: pytest.FixtureRequest) -> tuple[str, RawChunk]:
    games = 4000
    return request.param, engine_of({}, RANDOM, 66, request.param).play(0, games, LogLevel.MOVES)


def _sum(deals: Int32, column: int) -> Int32:
    total: Int32 = deals[:, column] + deals[:, column + 1]
    return total


def test_points_of_a_deal(chunk: tuple[str, RawChunk]) -> None:
    """K1.2, K7.3: 120 points in the deck, the bonus once, a marriage 20 or 40."""
    preset, raw = chunk
    deals = raw.deals
    to_the_end = deals[:, D.LAST_TRICK] != NONE
    unclosed = to_the_end & (deals[:, D.CLOSER] == NONE)
    bonus = {"classic_66_v1": (10, 0), "seksogtres": (10, 10), "schnapsen": (0, 0)}[preset]
    cards = _sum(deals, D.CARD_POINTS)
    assert unclosed.any()
    assert (cards[unclosed] == 120 + bonus[0]).all()
    closed = to_the_end & ~unclosed & (deals[:, D.CLOSED_AT] == 2)
    assert (cards[closed] <= 120 + bonus[1]).all()
    assert (cards <= 120 + bonus[0]).all()
    assert set(raw.melds[:, M.POINTS].tolist()) == {20, 40}
    counting = raw.melds[raw.melds[:, M.COUNTED] == 1]
    melds = np.bincount(counting[:, M.DEAL_ROW], counting[:, M.POINTS], len(deals))
    np.testing.assert_array_equal(melds, _sum(deals, D.MELD_POINTS))


def test_cards_and_talon(chunk: tuple[str, RawChunk]) -> None:
    """K1.3, K1.4: two cards a trick come from the talon; all cards are played to the end."""
    preset, raw = chunk
    deals, start = raw.deals, 10 if preset == "schnapsen" else 12
    tricks = _sum(deals, D.TRICKS)
    np.testing.assert_array_equal(deals[:, D.CARDS], 2 * tricks)
    closed = deals[:, D.CLOSER] != NONE
    assert set(deals[closed, D.CLOSED_AT].tolist()) == set(range(2, start + 1, 2))
    assert (deals[~closed, D.CLOSED_AT] == NONE).all()
    won_before = deals[closed, D.CLOSE_TRICK] - 1
    drawn = deals[closed, D.CLOSED_AT] == start - 2 * won_before
    late = deals[closed, D.CLOSED_AT] == start - 2 * (won_before - 1)  # D5.1: before the draw
    assert (drawn | late if preset == "seksogtres" else drawn).all()
    out = (deals[:, D.LAST_TRICK] != NONE) & ~closed
    assert (2 * tricks[out] == (20 if preset == "schnapsen" else 24)).all()


def test_ends_and_prices(chunk: tuple[str, RawChunk]) -> None:
    """K7.1, D7.3: 1 to 3 game points and the stake; drawn deals alone pay nothing."""
    preset, raw = chunk
    deals = raw.deals
    drawn = deals[:, D.END] == DealEnd.DRAWN
    np.testing.assert_array_equal(deals[:, D.WINNER] == NONE, drawn)
    price = deals[:, D.GAME_POINTS] - deals[:, D.STAKE]
    assert (deals[drawn, D.GAME_POINTS] == 0).all()
    assert ((price[~drawn] >= 1) & (price[~drawn] <= 3)).all()
    change = _sum(deals, D.CHANGE)
    zero_sum = preset == "seksogtres"
    assert (change == (0 if zero_sum else deals[:, D.GAME_POINTS])).all()
    assert not (drawn.any() and preset == "schnapsen")
    ends = {DealEnd(end) for end in deals[:, D.END].tolist()}
    assert ends >= {DealEnd.CLAIM, DealEnd.CLOSER_FAILED, DealEnd.PLAYED_OUT}
    assert DealEnd.WRONG_CLAIM not in ends  # random never claims wrongly
    assert preset != "seksogtres" or (deals[:, D.STAKE] > 0).any()


def test_matches(chunk: tuple[str, RawChunk]) -> None:
    """K7.2, D7.4: played to the target, or for twelve deals."""
    preset, raw = chunk
    games, scores = raw.games, raw.games[:, G.SCORE_0 : G.SCORE_0 + 2]
    if preset == "seksogtres":
        assert (games[:, G.ROWS] == 12).all()
        assert (games[:, G.END] == GameEnd.DEAL_COUNT).all()
        even = scores[:, 0] == scores[:, 1]
        assert (games[even, G.WINNER] == NONE).all()
    else:
        target = 11 if preset == "classic_66_v1" else 7
        assert (games[:, G.END] == GameEnd.TARGET).all()
        assert ((scores >= target).sum(axis=1) == 1).all()
    decided = games[:, G.WINNER] != NONE
    np.testing.assert_array_equal(games[decided, G.WINNER], scores[decided].argmax(axis=1))


def test_who_deals(chunk: tuple[str, RawChunk]) -> None:
    """K1.5, D2.3: the winner deals the next one, or the next seat; the first dealer is drawn."""
    preset, raw = chunk
    deals = raw.deals
    later = np.flatnonzero(deals[:, D.DEAL] > 0)
    before, dealer = deals[later - 1], deals[later, D.DEALER]
    np.testing.assert_array_equal(deals[:, D.FOREHAND], 1 - deals[:, D.DEALER])
    if preset == "classic_66_v1":
        drawn = before[:, D.WINNER] == NONE
        wanted = np.where(drawn, before[:, D.DEALER], before[:, D.WINNER])
    else:
        wanted = 1 - before[:, D.DEALER]
    np.testing.assert_array_equal(dealer, wanted)
    first = deals[deals[:, D.DEAL] == 0, D.DEALER]
    assert abs(first.mean() - 0.5) < 5 * 0.5 / np.sqrt(len(first))


def test_every_deck_is_the_pack_and_every_place_is_fair(chunk: tuple[str, RawChunk]) -> None:
    """K1.1, K1.3: each card is as likely in each place; 20.895 % of six of 24 hold a marriage."""
    preset, raw = chunk
    size = 5 if preset == "schnapsen" else 6
    texts = raw.decks.view("S2")
    pack = sorted(set(texts[0].tolist()))
    assert (np.sort(texts, axis=1) == np.array(pack)).all()
    n, faces = len(texts), len(pack)
    for place in (2 * size, 2 * size + 1, faces - 1):  # upcard, first and last card drawn
        _, counts = np.unique(texts[:, place], return_counts=True)
        spread = (counts - n / faces) / np.sqrt(n / faces)
        assert np.square(spread).sum() < faces + 5 * np.sqrt(2 * faces)
    if preset == "schnapsen":
        return
    hands = [set(hand) for deck in raw.decks for hand in cards_of(deck, (size, size)).hands]
    pairs = [{CARD_NAMES.index(rank + suit) for rank in "KQ"} for suit in "SHDC"]
    share = sum(any(pair <= hand for pair in pairs) for hand in hands) / len(hands)
    assert abs(share - 0.20895) < 5 * np.sqrt(0.209 * 0.791 / len(hands))
