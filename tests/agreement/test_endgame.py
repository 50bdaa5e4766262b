"""Perfect play against a plain look at everything, made of the referee; and published positions."""

import os
from collections.abc import Iterator
from random import Random

import pytest

from sixtysix_sim.cards import card_code
from sixtysix_sim.kernels.talon.perfect import perfect
from sixtysix_sim.kernels.talon.position import Closing
from sixtysix_sim.kernels.talon.stepper import Stepper
from sixtysix_sim.kernels.talon.table import is_wide
from sixtysix_sim.moves import Move
from sixtysix_sim.referee import talon as referee
from sixtysix_sim.referee.talon.closing import claim_is_right
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.vocabulary import Action, Phase
from tests.agreement.case_text import Story
from tests.agreement.lockstep import Position
from tests.agreement.talon.lockstep import TalonPair
from tests.agreement.talon.positions import Middle, random_middle
from tests.strategies import TALON_PRESETS, random_talon_settings

LONG = int(os.environ.get("SIXTYSIX_ENDGAMES", "0"))  # positions a preset, hand size and rule set
SIZES = {1: 20, 2: 60, 3: 60, 4: 25, 5: 3}  # cards a hand → positions of each preset
CLAIM = Move(Action.CLAIM)
FOR_TWO = [name for name in TALON_PRESETS if not is_wide(resolve_rules(name).talon)]
Worth = tuple[int, int]  # game points and card points, seat 0's view


def worth(state: referee.State) -> Worth:
    """Return what a deal that is over brings seat 0."""
    result = state.result
    assert result is not None
    points = result.card_points[0] - result.card_points[1]
    return {0: 1, 1: -1, -1: 0}[result.winner] * result.game_points, points


def moves_of(state: referee.State, seat: int, claims_at_once: bool) -> list[Move]:
    """Return what is looked at: no wrong claim; a right one, if there is one, is all there is."""
    moves = referee.legal(state)
    if CLAIM not in moves:
        return moves
    if not claim_is_right(state, seat):
        return [move for move in moves if move != CLAIM]
    return [CLAIM] if claims_at_once else moves


def brute(state: referee.State, claims_at_once: bool = True) -> Worth:
    """Look at every way to play on; return what comes of perfect play, seat 0's view."""
    seat = referee.seat_to_act(state)
    if seat is None:
        return worth(state)
    found = []
    for move in moves_of(state, seat, claims_at_once):
        after = state.copy()
        referee.apply(after, seat, move)
        found.append(brute(after, claims_at_once))
    return max(found) if seat == 0 else min(found)


def of_size(pair: TalonPair, cards: int, rng: Random) -> Middle | None:
    """Return a random position with the talon closed or empty and so many cards a hand."""
    middle = random_middle(pair.rules, (0, 0), rng.choice((0, 0, 3)), rng)
    over = middle.get("closing") is not None or middle["upcard"] is None
    if over and not middle["to_draw"] and len(middle["hands"][0]) == cards:
        return middle
    return None


def positions(pair: TalonPair, cards: int, many: int, rng: Random) -> Iterator[referee.State]:
    """Take up positions one after another; yield the referee's state of each."""
    for _ in range(2000 * many):
        middle = of_size(pair, cards, rng)
        if middle is not None:
            at = Position(0, (0, 0), stake=middle["stake"])
            story = Story(pair.ruleset, pair.changes, 0, 0, 0, 0, {})
            yield pair.middle_deal(at, middle, story).state
            many -= 1
        if not many:
            return


def agree(pair: TalonPair, state: referee.State, rng: Random) -> None:
    """Compare the kernel's perfect play with the look at everything; what it does must bring that.

    Then both go on with an action at random, mostly a lead, and it is compared once more.
    """
    for again in (True, False):
        same(pair, state)
        if not again:
            return
        move = rng.choice([each for each in referee.legal(state) if each != CLAIM])
        referee.apply(state, pair.stepper.seat, move)
        pair.stepper.apply(move)
        if pair.stepper.phase is Phase.OVER:
            return


def same(pair: TalonPair, state: referee.State) -> None:
    stepper, seat = pair.stepper, pair.stepper.seat
    found = perfect(stepper)
    sign = 1 if seat == 0 else -1
    value = (sign * found.game_points, sign * found.card_points)
    assert value == brute(state), (found, state)
    after = state.copy()
    referee.apply(after, seat, found.move)
    assert brute(after) == value, (found, state)


@pytest.mark.parametrize("preset", FOR_TWO)
def test_perfect_play_is_what_looking_at_everything_finds(preset: str) -> None:
    rng, pair = Random(f"endgame {preset}"), TalonPair({}, preset)
    for cards, many in SIZES.items():
        for state in positions(pair, cards, LONG or many, rng):
            agree(pair, state, rng)


def test_perfect_play_under_random_rules() -> None:
    rng, done = Random("endgame rules"), 0
    while done < (LONG or 120):
        preset = rng.choice(FOR_TWO)
        pair = TalonPair(random_talon_settings(rng, preset), preset)
        if is_wide(pair.rules):
            continue
        for cards in (1, 2, 3):
            for state in positions(pair, cards, 1, rng):
                agree(pair, state, rng)
                done += 1


@pytest.mark.parametrize("preset", FOR_TWO)
def test_playing_on_never_brings_more_than_a_right_claim(preset: str) -> None:
    rng, pair = Random(f"claims {preset}"), TalonPair({}, preset)
    for cards in (2, 3):
        for state in positions(pair, cards, 60, rng):
            assert brute(state, claims_at_once=False)[0] == brute(state)[0]


# ---- published positions, by their cards and points (Martin Tompa, "The Schnapsen Log",
# psellos.com/schnapsen/blog: 077 and 066, both of 2013; the article on Schnapsen of
# abstractgames.org, puzzle 1). Seat 0 leads; by `schnapsen` the last trick wins if nobody claims.

HANS, PETER = "SA SK HT HQ DA", "ST SQ SJ HA HK"
ROCK, EMMI = "SJ HT HK CQ DJ", "ST SK HJ CA CK"


def at_lead(
    trump: str, leads: str, other: str, points: tuple[int, int], closing: Closing | None = None
) -> Stepper:
    stepper = Stepper(resolve_rules("schnapsen"))
    hands = [[card_code(text[::-1]) for text in cards.split()] for cards in (leads, other)]
    stepper.start_play(
        leader=0,
        trump="SHDC".index(trump),
        hands=hands,
        tricks=(3, 2),
        card_points=points,
        closing=closing,
        upcard=card_code("J" + trump) if closing else None,
        talon=[card_code("JC")] if closing else [],
    )
    return stepper


def after_lead(stepper: Stepper, card: str) -> int:
    """Return the leader's game points after it has led a card and both play perfectly on."""
    stepper.apply(Move(Action.PLAY, card_code(card[::-1])))
    return -perfect(stepper).game_points


@pytest.mark.parametrize("card", HANS.split())
def test_077_whatever_is_led_the_other_takes_the_last_trick(card: str) -> None:
    assert after_lead(at_lead("S", HANS, PETER, (36, 15)), card) == -1


@pytest.mark.parametrize("card", ROCK.split())
def test_066_only_a_round_of_trumps_wins(card: str) -> None:
    assert (after_lead(at_lead("H", ROCK, EMMI, (32, 36)), card) > 0) == (card in ("HT", "HK"))


@pytest.mark.parametrize("card", ["DJ", "SJ", "CQ"])
def test_066_then_the_squeeze(card: str) -> None:
    stepper = at_lead("H", "SJ HK CQ DJ", "ST SK CA CK", (44, 36))
    assert (after_lead(stepper, card) > 0) == (card == "DJ")


@pytest.mark.parametrize("diamonds", ["DT DQ", "DT DJ", "DQ DJ"])
def test_puzzle_1_the_throw_in_wins_two_points_whichever_diamonds_are_out(diamonds: str) -> None:
    closing = Closing(seat=0, cards_left=2, trick=6, tricks=(3, 2), points=(28, 27))
    stepper = at_lead("S", "HQ DA DK", f"HT {diamonds}", (47, 27), closing)
    assert after_lead(stepper, "HQ") == 2
