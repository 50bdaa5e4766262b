"""`search` in the talon family: worlds fit what is known, known cards are played perfectly."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.contract.talon import View
from sixtysix_sim.errors import InvalidScenario
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.kernels.following import follow_cards
from sixtysix_sim.kernels.jit import jit
from sixtysix_sim.kernels.talon.perfect import perfect
from sixtysix_sim.kernels.talon.spare import new_desk
from sixtysix_sim.kernels.talon.stepper import Stepper
from sixtysix_sim.policies.load import check_policies, load_policies
from sixtysix_sim.policies.tables import Table
from sixtysix_sim.policies.talon.worlds import (
    FIRST,
    KNOWN_WORDS,
    LIMITS,
    NEVER,
    draw_world,
    note_known,
)
from sixtysix_sim.policies.thinking import world_key
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.runs import player
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.vocabulary import Action, LogLevel, Phase
from tests.policies.tables import lowest_elo
from tests.policies.talon.tables import PRESETS
from tests.strategies import random_talon_settings

WORLDS = 3
NO_SLIPS: dict[str, Any] = {"irregularities": {}}


@dataclass
class Follow:
    """A card played to a lead: by whom, under a duty or not, and how often it has drawn since."""

    trick: int
    seat: int
    led: int
    card: int
    duty: bool
    drawn: int = 0


@jit()
def draw_worlds(desk: Any, known: Any, hand: int, key: Any, hands: Any, talons: Any) -> None:
    """Write worlds: the other hand, and the talon in drawing order, behind it the upcard."""
    view = desk.public
    note_known(known, desk.table, view, hand)
    for world in range(len(hands)):
        draw_world(desk, known, world_key(key, world))
        hands[world] = desk.hands[1 - view[View.SEAT]]
        for place in range(len(desk.deck)):
            talons[world, place] = desk.deck[place]


def numbers(mask: int) -> list[int]:
    """Return the cards of a mask, one held twice two times."""
    return [n & ~1 for n in range(64) if mask >> n & 1]


def mask_of(cards: list[int]) -> int:
    found = 0
    for card in cards:
        found |= 1 << (card + (found >> card & 1))
    return found


def rule_sets(count: int) -> Iterator[RuleSet]:
    rng = Random("worlds")
    for number in range(count):
        preset = PRESETS[number % len(PRESETS)]
        changes = random_talon_settings(rng, preset, (2,)) if number >= len(PRESETS) else {}
        yield resolve_rules(preset, {**changes, **NO_SLIPS})


def walk(stepper: Stepper, rng: Random) -> Iterator[list[Follow]]:
    """Play a deal at random; yield before each action who followed with what so far."""
    follows: list[Follow] = []
    open_rules = stepper.ruleset.talon.follow.while_open
    while stepper.phase is not Phase.OVER:
        yield follows
        view = stepper.view
        moves = [move for move in stepper.legal() if move.action is not Action.CLAIM]
        move, seat, talon = rng.choice(moves or stepper.legal()), stepper.seat, view[View.TALON]
        if move.action is Action.PLAY and view[View.LED] >= 0:
            duty = bool(view[View.ENDGAME]) or open_rules
            card = next(n for n in range(0, 64, 2) if n in numbers(stepper.mask(seat))
                        and stepper.code(n) == move.value)  # fmt: skip
            follows.append(Follow(int(view[View.TRICK]), seat, int(view[View.LED]), card, duty))
        stepper.apply(move)
        for each in follows:
            each.drawn += int(view[View.TALON] < talon)


def played_since(view: Any, seat: int, trick: int) -> list[int]:
    """Return the cards a seat has played from a trick on."""
    places = range(trick - 1, int(view[View.TRICK]) - 1)
    cards = [int(view[View.HISTORY + 2 * place + seat]) for place in places]
    return cards + [
        int(card) for card in view[View.TABLE + seat : View.TABLE + seat + 1] if card >= 0
    ]


def fits(stepper: Stepper, table: Any, hand: int, follows: list[Follow], other: int) -> None:
    """Check a world against what the other seat showed since the last draw."""
    rules, view = stepper.ruleset.talon.follow, stepper.view
    trump = int(view[View.TRUMP])
    for each in follows:
        loose = not rules.must_follow and rules.must_trump and each.card >> 4 != each.led >> 4
        if each.seat == other and each.duty and each.drawn == 0 and not loose:
            held = mask_of([*numbers(hand), *played_since(view, other, each.trick)])
            assert follow_cards(table, held, trump, each.led, each.led) >> each.card & 1


@pytest.mark.parametrize("block", range(3))
def test_worlds_fit_what_is_known_and_leave_what_is_true(block: int) -> None:
    rng, seen = Random(f"walk {block}"), 0
    for number, ruleset in enumerate(rule_sets(24)):
        stepper, desk = Stepper(ruleset), new_desk(ruleset.talon)
        pack = sorted(numbers(desk.table.cards))
        stepper.deal(block, number, 0, 0)
        stepper.start(number % 2)
        for follows in walk(stepper, rng):
            view, seat = stepper.view, stepper.seat
            own, true = stepper.mask(seat), stepper.mask(1 - seat)
            desk.public[:], desk.hands[seat] = view, own
            desk.deck[-1] = max(int(view[View.UPCARD]), 0)
            known = np.zeros(KNOWN_WORDS, dtype=np.int64)
            hands = np.zeros(WORLDS, dtype=np.int64)
            talons = np.zeros((WORLDS, len(desk.deck)), dtype=np.int64)
            draw_worlds(desk, known, own, np.uint64(rng.getrandbits(64)), hands, talons)
            assert true & int(known[NEVER]) == 0
            limits = known[FIRST : FIRST + 2 * known[LIMITS]].tolist()
            pairs = zip(limits[::2], limits[1::2], strict=True)
            assert all((true & cards).bit_count() <= most for cards, most in pairs)
            for hand, talon in zip(hands.tolist(), talons.tolist(), strict=True):
                assert hand.bit_count() == true.bit_count()
                assert view[View.SHOWN + 1 - seat] & ~hand == 0
                left = int(view[View.TALON])
                cards = numbers(own) + numbers(hand) + numbers(int(view[View.PLAYED]))
                if view[View.CLOSER] < 0:
                    assert sorted(cards + talon[len(talon) - left :]) == pack
                fits(stepper, desk.table, hand, follows, 1 - seat)
                seen += 1
    assert seen > 500


def test_known_cards_are_played_perfectly() -> None:
    seen = 0
    for preset in ("classic_66_v1", "schnapsen"):
        scenario = load_scenario(preset, ["bots.default.policy=search", "bots.default.playouts=8"])
        table = Table(scenario.ruleset, load_policies(scenario))
        for game in range(12):
            table.deal(66, game, game % 2)
            while not table.over:
                move = table.decide(66, game)
                assert move is not None
                step = table.step
                assert isinstance(step, Stepper)
                if step.view[View.ENDGAME] and step.view[View.TALON] == 0:
                    assert move == perfect(step).move
                    seen += 1
                step.apply(move)
    assert seen > 40


def test_it_does_without_what_is_hidden_from_it() -> None:
    """A hidden right would be an illegal action; it plays on at the end of the talon, too."""
    never = 'bots.default.never=["close", "exchange", "marriage"]'
    for preset in PRESETS:
        sets = ["bots.default.policy=search", "bots.default.playouts=10", never]
        scenario = load_scenario(preset, sets)
        raw = Engine(scenario.ruleset, load_policies(scenario), 66).play(0, 5, LogLevel.MOVES)
        assert raw.moves is not None
        words = {Action.CLOSE, Action.EXCHANGE, Action.MARRIAGE}
        assert not words & set(raw.moves.action.tolist())


@pytest.mark.parametrize(
    ("sets", "said"),
    [
        (["rules.seats=3"], "plays for two seats alone, and these rules have 3"),
        (
            ["rules.irregularities.expose_rate=0.1"],
            "plays without slips alone, and these rules have irregularities.expose_rate",
        ),
    ],
)
def test_where_it_cannot_play_it_says_so(sets: list[str], said: str) -> None:
    scenario = load_scenario("seksogtres", [*sets, "bots.default.policy=search"])
    with pytest.raises(InvalidScenario, match=said):
        check_policies(scenario)


def test_it_is_far_stronger_than_standard() -> None:
    assert lowest_elo("search", "standard", 300, "schnapsen") >= 80


def test_the_command_says_that_timed_games_cannot_be_repeated(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "_SAID", set())
    words = ["bots", "match", "search:milliseconds=2", "greedy", "--scenario", "schnapsen"]
    assert run(build(), [*words, "--games", "2", "--set", "rules.match.target=1"]) == 0
    said = capsys.readouterr().err
    assert said.count("search thinks for a time (milliseconds): played again") == 1


def test_it_takes_the_time_it_is_given() -> None:
    sets = ["bots.default.policy=search", "bots.default.milliseconds=3"]
    scenario = load_scenario("schnapsen", sets)
    table = Table(scenario.ruleset, load_policies(scenario))
    table.deal(66, 0, 0)
    table.decide(66, 0)  # the first call finds its way in
    started = time.perf_counter()
    for _ in range(3):
        assert table.decide(66, 0) is not None
    assert time.perf_counter() - started >= 3 * 0.003
