"""The stepper of the talon family takes up a deal anywhere and refuses what the rules refuse."""

from collections.abc import Sequence
from typing import Any

import pytest

from sixtysix_sim.cards import card_code, parse_cards
from sixtysix_sim.kernels.talon.position import Cards, Closing
from sixtysix_sim.kernels.talon.stepper import Stepper
from sixtysix_sim.logs.raw.talon import DealField
from sixtysix_sim.moves import Move, parse_move
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.vocabulary import Action, DealEnd, Phase

D = DealField
HANDS = ("AS KS QS TH 9D JC", "TS JS AH KH QD 9C")


def stepper_of(preset: str = "classic_66_v1", **changes: dict[str, Any]) -> Stepper:
    return Stepper(resolve_rules(preset, changes))


def at_lead(stepper: Stepper, trump: int = 0, **more: Any) -> Stepper:
    position: dict[str, Any] = {
        "hands": [parse_cards(text) for text in HANDS],
        "upcard": card_code("9S"),
        "talon": parse_cards("AD TD KD QH JH 9H AC"),
        **more,
    }
    stepper.start_play(leader=0, trump=trump, **position)
    return stepper


def words(stepper: Stepper) -> list[str]:
    return [move.text for move in stepper.legal() if move.action is not Action.PLAY]


def play(stepper: Stepper, *texts: str) -> None:
    for text in texts:
        stepper.apply(parse_move(text))


def test_words_on_the_first_lead() -> None:
    """K3.1, K5.1, K6.1: a marriage may be declared and the talon closed; a claim would be wrong."""
    stepper = at_lead(stepper_of())
    assert words(stepper) == ["claim", "close", "marriage S"]
    assert stepper.legal_count() == 2 + 6
    play(stepper, "marriage S")
    assert {move.text for move in stepper.legal()} == {"claim", "close", "play KS", "play QS"}


def test_pending_points_count_with_the_first_trick() -> None:
    """K3.2: 40 wait for a trick; K2.3 gives it."""
    stepper = at_lead(stepper_of())
    play(stepper, "marriage S", "play KS", "play 9C")
    assert stepper.seat == 0
    assert stepper.legal_count() == len(stepper.legal()) - 1  # 44 points: a claim is wrong
    play(stepper, "claim")
    row = stepper.row()
    assert DealEnd(row[D.END]) is DealEnd.WRONG_CLAIM
    assert (row[D.WINNER], row[D.GAME_POINTS], row[D.MELD_POINTS]) == (1, 2, 40)
    assert stepper.melds()[0].tolist() == [0, 0, 0, 0, 1, 40, 1]


def test_a_pending_marriage_is_lost_without_a_trick() -> None:
    """K3.2: claimed on pending points, the row of the marriage does not count."""
    stepper = at_lead(stepper_of(), pending=(20, 0))
    play(stepper, "marriage S", "claim")
    assert stepper.melds()[0].tolist()[-1] == 0
    assert stepper.row()[D.MELD_POINTS] == 0


def test_exchange() -> None:
    """K4.1: with a trick won, for the upcard, which is drawn last."""
    hands = [parse_cards("AS KS QS TH 9D 9S"), parse_cards(HANDS[1])]
    without = at_lead(stepper_of(), hands=hands, upcard=card_code("JS"))
    assert "exchange" not in words(without)
    stepper = at_lead(stepper_of(), hands=hands, upcard=card_code("JS"), tricks=(1, 0))
    play(stepper, "exchange")
    assert stepper.upcard == card_code("9S")
    assert card_code("JS") in stepper.hand(0)
    assert "exchange" not in words(stepper)
    play(stepper, "play 9D", "play 9C")
    assert stepper.talon == parse_cards("KD QH JH 9H AC")


def test_closing_binds_the_follower() -> None:
    """K2.2, K5.1: no card is drawn any more, and spades must be followed and beaten."""
    stepper = at_lead(stepper_of())
    play(stepper, "close", "play QS")
    assert [move.text for move in stepper.legal()] == ["play TS"]
    play(stepper, "play TS")
    assert len(stepper.hand(0)) == len(stepper.hand(1)) == 5
    assert words(stepper) == ["claim"]


@pytest.mark.parametrize(
    ("changes", "end", "winner", "price"),
    [
        ({}, DealEnd.CLOSER_FAILED, 1, 3),
        ({"closing": {"auto_out": "end"}}, DealEnd.CLOSER_OUT, 0, 1),
        ({"closing": {"auto_out": "end", "opponent_score": "at_close"}}, DealEnd.CLOSER_OUT, 0, 3),
        ({"closing": {"opponent_tricks": "at_end"}}, DealEnd.CLOSER_FAILED, 1, 2),
        ({"closing": {"failure": "by_count"}}, DealEnd.CLOSER_FAILED, 1, 1),
    ],
)
def test_a_closer_with_the_points_loses_the_last_trick(
    changes: dict[str, Any], end: DealEnd, winner: int, price: int
) -> None:
    """K5.2, K5.3: out only with the last trick, but for `auto_out` = end."""
    stepper = stepper_of("classic_66_v1", **changes)
    stepper.start_play(
        leader=0, trump=0, hands=[parse_cards("KH"), parse_cards("AH")],
        upcard=card_code("9S"), talon=parse_cards("AD"), tricks=(5, 1), card_points=(70, 30),
        closing=Closing(0, 2, 6, (4, 0), (60, 0)),
    )  # fmt: skip
    play(stepper, "play KH", "play AH")
    row = stepper.row()
    assert (DealEnd(row[D.END]), row[D.WINNER], row[D.GAME_POINTS]) == (end, winner, price)


def test_draw_choice() -> None:
    """D5.1: the winner of a trick draws, closes or claims before anybody draws."""
    stepper = at_lead(stepper_of("seksogtres"), to_draw=True, tricks=(1, 0))
    assert stepper.to_draw
    assert words(stepper) == ["claim", "close", "draw"]
    assert stepper.legal_count() == 2
    play(stepper, "draw")
    assert not stepper.to_draw
    assert len(stepper.hand(0)) == len(stepper.hand(1)) == 7
    assert stepper.talon == parse_cards("KD QH JH 9H AC")


@pytest.mark.parametrize(
    ("before", "texts"),
    [
        ((), ("play 9C", "play 7S", "draw", "exchange", "marriage H", "pass")),
        (("close",), ("close", "marriage S", "exchange")),
        (("marriage S",), ("play AS", "marriage S")),
        (("play AS",), ("play AS", "claim", "close", "marriage S", "play 9D")),
    ],
)
def test_what_is_not_legal_is_refused_and_changes_nothing(
    before: Sequence[str], texts: Sequence[str]
) -> None:
    stepper = at_lead(stepper_of())
    play(stepper, *before)
    state = stepper.view.copy(), stepper.hand(0), stepper.hand(1), stepper.legal()
    for text in texts:
        with pytest.raises(ValueError, match="is not legal"):
            stepper.apply(parse_move(text))
        assert (stepper.hand(0), stepper.hand(1), stepper.legal()) == state[1:]
    with pytest.raises(ValueError, match="is not legal"):
        stepper.apply(Move(Action.MARRIAGE, -1))


def test_a_deal_that_is_over_takes_no_action() -> None:
    stepper = at_lead(stepper_of())
    play(stepper, "claim")
    assert stepper.phase is Phase.OVER
    assert stepper.legal() == []
    assert stepper.changes == (0, 2)
    with pytest.raises(ValueError, match="is not legal"):
        stepper.apply(parse_move("play AS"))


def test_the_deal_of_a_run_comes_again() -> None:
    stepper = stepper_of()
    cards = stepper.deal(66, 5, 2, 0)
    assert stepper.deal(66, 5, 2, 0) == cards
    assert stepper.deal(66, 5, 3, 0) != cards
    assert isinstance(cards, Cards)
    stepper.start(1)
    assert stepper.seat == 0  # K1.4: the forehand leads
    stepper.deal(66, 5, 2, 0)
    stepper.start(0)
    assert stepper.seat == 1
    assert (stepper.upcard, stepper.talon) == (cards.upcard, cards.talon)
    assert [stepper.hand(0), stepper.hand(1)] == cards.hands
