"""`search` in the auction family: worlds fit what is known, words stay those of `standard`."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from sixtysix_sim.contract.auction import SEATS, View
from sixtysix_sim.kernels.auction.spare import new_desk
from sixtysix_sim.kernels.auction.stepper import Stepper
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.kernels.following import beats, follow_cards
from sixtysix_sim.kernels.jit import jit
from sixtysix_sim.kernels.policy import sober
from sixtysix_sim.policies.auction import standard
from sixtysix_sim.policies.auction.calls import CALL_WORDS, note_calls
from sixtysix_sim.policies.auction.search import USUAL
from sixtysix_sim.policies.auction.worlds import (
    AMISS,
    FREE,
    HOLDERS,
    KNOWN_WORDS,
    NEVER,
    first_world,
    is_amiss,
    next_world,
    note_known,
    put_world,
)
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.policies.thinking import world_key
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.vocabulary import Action, LogLevel, Phase
from tests.policies.tables import lowest_elo
from tests.policies.talon.test_search import mask_of, numbers
from tests.strategies import random_settings

WORLDS = 3
NOBODY = sober(np.zeros((4, 6), dtype=np.int64))


@jit()
def draw_worlds(
    desk: Any, known: Any, told: Any, hand: int, key: Any, hands: Any, amiss: Any
) -> float:
    """Write worlds: hands, by seat, behind them how many show other melds; return their doubt."""
    view = desk.public
    pool = note_known(known, desk, hand)
    note_calls(told, desk)
    doubted = first_world(known, told, view, pool, world_key(key, 0))
    for world in range(len(hands)):
        doubted = next_world(known, told, view, doubted, world_key(key, world + 1))
        put_world(desk, known)
        for seat in range(SEATS):
            hands[world, seat] = desk.hands[seat]
            amiss[world] += known[AMISS + seat]
    return float(doubted)


@jit()
def is_true_amiss(desk: Any, known: Any, true: Any) -> int:
    """Return how many seats' true hands would show other melds than they did."""
    found = 0
    for seat in range(SEATS):
        if seat != desk.public[View.SEAT]:
            known[FREE + seat] = true[seat]
            known[FREE + 5 + seat] = 0  # the cards known by their melds are among these
            found += is_amiss(known, desk.public, seat)
    return found


def rule_sets(count: int) -> Iterator[RuleSet]:
    rng = Random("auction worlds")
    for number in range(count):
        yield resolve_rules("cift66", random_settings(rng) if number else {})


def legal_so_far(table: Any, view: Any, hands: list[int], must: tuple[bool, bool]) -> None:
    """Check that every card followed with was legal for the hands of a world."""
    trump, leader = int(view[View.TRUMP]), int(view[View.HIGH_SEAT])
    rows = [View.HISTORY + 4 * trick for trick in range(int(view[View.TRICK]) - 1)]
    held = [numbers(hand) for hand in hands]
    played: list[list[tuple[int, int]]] = []
    for row in (*rows, int(View.TABLE)):
        leader = int(view[View.LEADER]) if row == View.TABLE else leader
        seats = [(leader + turn) & 3 for turn in range(SEATS)]
        cards = [(seat, int(view[row + seat])) for seat in seats if view[row + seat] >= 0]
        played.append(cards)
        best = -1
        for n, (seat, card) in enumerate(cards):
            if n == 0 or beats(card, best, trump):
                best, leader = card, seat
    for cards in reversed(played):
        for seat, card in cards:
            held[seat].append(card)
        best = led = -1
        for n, (seat, card) in enumerate(cards):
            loose = not must[0] and card >> 4 != led >> 4
            if n and not loose:
                assert follow_cards(table, mask_of(held[seat]), trump, led, best) >> card & 1
            if n == 0 or beats(card, best, trump):
                best = card
            led = card if n == 0 else led


@pytest.mark.parametrize("block", range(2))
def test_worlds_fit_what_is_known_and_leave_what_is_true(block: int) -> None:
    rng, seen, wrong = Random(f"walk {block}"), 0, 0
    for number, ruleset in enumerate(rule_sets(10)):
        params = USUAL + standard.facts(ruleset.auction, *USUAL)
        stepper, desk = Stepper(ruleset), new_desk(ruleset.auction, NOBODY, [params] * SEATS)
        follow = ruleset.auction.follow
        pack = sorted(int(face) for face in desk.table.faces)
        stepper.deal(block, number, 0, 0)
        stepper.start(number % SEATS)
        while stepper.phase is not Phase.OVER:
            view, seat = stepper.view, stepper.seat
            if stepper.phase in (Phase.TRUMP, Phase.PLAY):
                desk.public[: View.PARAMS] = view[: View.PARAMS]
                desk.public[View.DEALER :] = view[View.DEALER :]
                true = np.array([stepper.mask(each) for each in range(SEATS)])
                desk.hands[seat] = true[seat]
                known, told = np.zeros(KNOWN_WORDS, dtype=np.int64), np.zeros(CALL_WORDS)
                hands, amiss = np.zeros((WORLDS, SEATS), dtype=np.int64), np.zeros(WORLDS)
                key = np.uint64(rng.getrandbits(64))
                doubted = draw_worlds(desk, known, told, true[seat], key, hands, amiss)
                assert doubted >= 0
                others = [each for each in range(SEATS) if each != seat]
                assert not any(true[each] & known[NEVER + each] for each in others)
                assert set(known[HOLDERS : HOLDERS + 3].tolist()) == set(others)
                for world in hands.tolist():
                    assert world[seat] == true[seat]
                    assert [h.bit_count() for h in world] == [int(h).bit_count() for h in true]
                    cards = [card for hand in world for card in numbers(hand)]
                    cards += numbers(int(view[View.PLAYED])) if view[View.TRICK] else []
                    for card in cards:
                        assert cards.count(card) <= pack.count(card)
                    if stepper.phase is Phase.PLAY:
                        legal_so_far(desk.table, view, world, (follow.must_follow, True))
                wrong += int((amiss > 0).sum())
                seen += WORLDS
                if stepper.phase is Phase.PLAY:
                    assert is_true_amiss(desk, known, true) == 0
            moves = [move for move in stepper.legal() if move.action is not Action.PASS]
            stepper.apply(rng.choice(moves or stepper.legal()))
    assert seen > 500
    assert wrong <= 0.1 * seen  # worlds in which somebody would have shown other melds


def test_calls_and_answers_are_those_of_standard() -> None:
    """Until the first trump, both play the same auctions."""
    chunks = []
    for bot in ("search", "standard"):
        sets = [f"bots.default.policy={bot}", "rules.game.max_deals=1"]
        few = ["bots.default.playouts=4"] if bot == "search" else []
        scenario = load_scenario("cift66", [*sets, *few])
        engine = Engine(scenario.ruleset, load_policies(scenario), 66)
        chunks.append(engine.play(0, 30, LogLevel.MOVES))
    one, two = (raw.moves for raw in chunks)
    assert one is not None
    assert two is not None
    words = [int(action) for action in (Action.PASS, Action.BID, Action.ASK)]
    for column in ("seat", "action", "value"):
        a, b = (getattr(x, column)[np.isin(x.action, words)] for x in (one, two))
        assert np.array_equal(a, b)


def test_it_is_far_stronger_than_standard() -> None:
    assert lowest_elo("search", "standard", 140) >= 80
