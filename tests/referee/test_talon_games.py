"""What holds in every deal of the talon family, whatever the rules, the seats and the cards."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from sixtysix_sim.cards import full_deck
from sixtysix_sim.moves import Move
from sixtysix_sim.referee.talon import (
    DealResult,
    Event,
    State,
    apply,
    cards_left,
    count_legal,
    legal,
    seat_to_act,
    total,
    verify,
    verify_end,
)
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.vocabulary import NOBODY, Action, DealEnd
from tests.referee.talon_games import (
    TALON_PRESETS,
    choose,
    dealt,
    every_action,
    play_randomly,
    shuffled,
)
from tests.strategies import random_talon_settings

ACTIONS = every_action()
#: Seats and packs that fit together, with every way to deal with cards left over.
TABLES: list[dict[str, Any]] = [
    {"seats": 3},
    {"seats": 3, "deal": {"hand_size": 5}},
    {"seats": 4, "deal": {"hand_size": 5}, "talon": {"uneven": "partial"}},
    {"seats": 5, "deck": {"packs": 2}},
    {"seats": 5, "deck": {"packs": 2}, "talon": {"uneven": "partial"}},
    {"seats": 6, "deck": {"packs": 2}, "marriage": {"one_per_lead": False}},
    {"seats": 2, "deck": {"packs": 2}, "marriage": {"one_per_lead": False}},
]


class Watcher:
    """Plays one deal at random and looks at everything after every action."""

    def __init__(self, ruleset: RuleSet, rng: Random, **before: Any) -> None:
        self.ruleset, self.rng = ruleset, rng
        self.deck = Counter(full_deck(ruleset.talon.deck.ranks, ruleset.talon.deck.packs))
        self.state = dealt(ruleset, shuffled(ruleset, rng), **before)
        self.played: Counter[int] = Counter()
        self.events: list[Event] = []

    def play(self) -> DealResult:
        """Play the deal to its end."""
        state = self.state
        while (seat := seat_to_act(state)) is not None:
            self.judge(seat)
            move = choose(state, self.rng)
            if move.action is Action.PLAY:
                self.played[move.value] += 1
            event = apply(state, seat, move)
            self.events.append(event)
            self.cards_are_all_there()
            self.points_are_what_was_won()
        assert state.result is not None
        assert self.events[-1].result is state.result
        assert all(event.result is None for event in self.events[:-1])
        assert verify_end(state) is None
        return state.result

    def judge(self, seat: int) -> None:
        """`legal` is what `verify` finds nothing in, and it is one seat's turn."""
        state = self.state
        moves = legal(state)
        assert moves
        assert len(set(moves)) == len(moves)
        assert set(moves) == {move for move in ACTIONS if verify(state, seat, move) is None}
        claim = Move(Action.CLAIM)
        wrong = claim in moves and total(state, seat) < state.rules.target
        assert count_legal(state) == len(moves) - wrong
        other = verify(state, (seat + 1) % state.rules.seats, moves[0])
        assert other is not None
        assert other.rule == "G2"
        assert verify_end(state) is not None

    def cards_are_all_there(self) -> None:
        """No card is lost or doubled."""
        state = self.state
        found = self.played + Counter(state.talon)
        for hand in state.hands:
            assert hand is not None
            found += hand
        found[state.upcard] += state.upcard != NOBODY
        assert found == self.deck

    def points_are_what_was_won(self) -> None:
        """K6.1, K3.2: card points are those of the tricks, marriages count or are pending."""
        state = self.state
        gone = self.played - Counter(state.table)
        won = sum(state.rules.points[card] * copies for card, copies in gone.items())
        assert sum(state.card_points) in (won, won + state.rules.bonus)
        for seat in state.seats:
            own = [item for item in state.marriages if item.seat == seat]
            assert state.meld_points[seat] == sum(item.points for item in own if item.counted)
            assert state.pending[seat] == sum(item.points for item in own if not item.counted)
            assert not state.pending[seat] or not state.tricks[seat]

    def result_holds(self) -> None:
        """What a result says of itself."""
        result, state = self.state.result, self.state
        assert result is not None
        rules = state.rules
        assert result.change == tuple(
            after - before for after, before in zip(result.score_after, state.scores, strict=True)
        )
        gains = sum(points for points in result.change if points > 0)
        assert gains == result.game_points
        assert sum(result.change) == (0 if rules.zero_sum else result.game_points)
        drawn = result.end is DealEnd.DRAWN
        assert result.stake_after == (state.stake + rules.draw_adds if drawn else 0)
        if drawn:
            assert (result.winner, result.game_points) == (NOBODY, 0)
        elif rules.seats == 2:
            assert result.winner == 1 - result.loser
        if result.end in (DealEnd.CLOSER_OUT, DealEnd.CLOSER_FAILED):
            assert result.closer != NOBODY
        if result.end in (DealEnd.PLAYED_OUT, DealEnd.DRAWN):
            assert (result.closer, result.closed_at) == (NOBODY, NOBODY)


def watch(ruleset: RuleSet, rng: Random, **before: Any) -> Watcher:
    watcher = Watcher(ruleset, rng, **before)
    watcher.play()
    watcher.result_holds()
    return watcher


@pytest.mark.parametrize("preset", TALON_PRESETS)
def test_deals_under_the_rules_as_they_are(preset: str) -> None:
    ruleset, rng = resolve_rules(preset), Random(66)
    for number in range(60):
        watch(ruleset, rng, dealer=number % 2, stake=number % 3, scores=[number, 0])


@pytest.mark.parametrize("preset", TALON_PRESETS)
def test_deals_under_random_rules(preset: str) -> None:
    rng = Random(67)
    for _ in range(60):
        ruleset = resolve_rules(preset, random_talon_settings(rng, preset))
        watch(ruleset, rng, stake=rng.randrange(3))


@pytest.mark.parametrize("changes", TABLES, ids=str)
@pytest.mark.parametrize("preset", ["classic_66_v1", "seksogtres"])
def test_deals_with_more_seats_and_packs(preset: str, changes: dict[str, Any]) -> None:
    ruleset, rng = resolve_rules(preset, changes), Random(68)
    for number in range(8):
        watch(ruleset, rng, dealer=number % ruleset.rules.seats, stake=number % 2)


def test_a_deal_played_out_has_130_points_and_the_marriages() -> None:
    ruleset, rng, seen = resolve_rules("classic_66_v1"), Random(69), Counter[DealEnd]()
    for _ in range(400):
        state = dealt(ruleset, shuffled(ruleset, rng))
        play_randomly(state, rng)
        result = state.result
        assert result is not None
        seen[result.end] += 1
        assert 0 <= result.game_points <= 3
        if result.end in (DealEnd.PLAYED_OUT, DealEnd.DRAWN):
            counted = sum(marriage.points for marriage in result.melds if marriage.counted)
            assert sum(result.card_points) == 130
            assert sum(result.meld_points) == counted
    assert seen[DealEnd.PLAYED_OUT] > 50


def test_the_talon_goes_down_by_two() -> None:
    ruleset, rng = resolve_rules("classic_66_v1", {"closing": {"allowed": False}}), Random(70)
    state = dealt(ruleset, shuffled(ruleset, rng))
    left = [cards_left(state)]
    while (seat := seat_to_act(state)) is not None:
        plays = [move for move in legal(state) if move.action is Action.PLAY]
        if apply(state, seat, plays[0]).winner != NOBODY:
            left.append(cards_left(state))
    assert left == [12, 10, 8, 6, 4, 2, 0, 0, 0, 0, 0, 0, 0]


def test_uneven_talons_leave_every_card_its_place() -> None:
    """D3.3: with five seats and two packs three cards are over; ``partial`` plays them, too."""
    for uneven, played in (("stop", 45), ("partial", 48)):
        changes = {
            "seats": 5,
            "deck": {"packs": 2},
            "talon": {"uneven": uneven},
            "closing": {"allowed": False},
        }
        ruleset, rng = resolve_rules("seksogtres", changes), Random(71)
        watcher = Watcher(ruleset, rng)
        state = watcher.state
        while (seat := seat_to_act(state)) is not None:
            plays = [move for move in legal(state) if move.action is Action.PLAY]
            apply(state, seat, plays[-1])
            watcher.played[plays[-1].value] += 1
        assert watcher.played.total() == played
        assert isinstance(state, State)
        assert sum(state.tricks) == -(-played // 5)
