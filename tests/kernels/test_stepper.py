"""The stepper takes up a deal anywhere and refuses what the rules refuse."""

import pytest

from sixtysix_sim.cards import parse_cards
from sixtysix_sim.kernels.auction.stepper import Stepper
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.moves import Move, parse_move
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.vocabulary import Action, Phase


def _stepper() -> Stepper:
    return Stepper(resolve_rules("cift66"))


def test_last_trick_from_a_position() -> None:
    """C6.6, C7.2: the position of case C6.6-last-trick."""
    stepper = _stepper()
    hands = [parse_cards(text) for text in ("AS", "9S", "TD", "9D")]
    stepper.start_play(
        declarer=0, bid=150, trump=0, leader=0, hands=hands,
        tricks=(6, 5), card_points=(120, 100), meld_points=(40, 20),
    )  # fmt: skip
    for text in ("play AS", "play 9S", "play TD", "play 9D"):
        stepper.apply(parse_move(text))
    assert stepper.phase is Phase.OVER
    assert stepper.changes == (190, 120)
    assert stepper.row()[DealField.LAST_TRICK] == 0


def test_another_leader_and_hands_of_three() -> None:
    """C6.1, C6.4: seat 2 leads; seat 3 must beat with what it has."""
    stepper = _stepper()
    hands = [parse_cards(t) for t in ("9S QD KC", "9C QC JD", "KH 9H AC", "TH JH AS")]
    stepper.start_play(declarer=1, bid=200, trump=1, leader=2, hands=hands, tricks=(4, 5))
    stepper.apply(parse_move("play KH"))
    assert stepper.seat == 3
    assert [move.text for move in stepper.legal()] == ["play TH"]
    with pytest.raises(ValueError, match="play JH is not legal for seat 3"):
        stepper.apply(parse_move("play JH"))
    stepper.apply(parse_move("play TH"))
    assert sorted(stepper.hand(3)) == sorted(parse_cards("JH AS"))


def test_ask_and_answer() -> None:
    """C3.3: the third seat asks, its partner answers, the asker speaks."""
    stepper = _stepper()
    stepper.deal(seed=1, game=0, scored=0, attempt=0)
    stepper.start(dealer=3)
    for text in ("pass", "bid 150", "ask"):
        stepper.apply(parse_move(text))
    assert (stepper.phase, stepper.seat) == (Phase.ANSWER, 0)
    assert stepper.legal() == [Move(Action.ANSWER_REDEAL), Move(Action.ANSWER_SPEAK)]
    stepper.apply(parse_move("answer speak"))
    assert (stepper.phase, stepper.seat) == (Phase.AUCTION, 2)
    assert Move(Action.ASK) not in stepper.legal()
    for text in ("pass", "pass"):
        stepper.apply(parse_move(text))
    assert (stepper.phase, stepper.seat) == (Phase.TRUMP, 1)


@pytest.mark.parametrize(
    "text", ["bid 155", "bid 140", "bid 710", "ask", "answer speak", "trump S", "play AS", "claim"]
)
def test_first_word_refused(text: str) -> None:
    stepper = _stepper()
    stepper.deal(1, 0, 0, 0)
    stepper.start(dealer=0)
    with pytest.raises(ValueError, match="not legal"):
        stepper.apply(parse_move(text))


def test_deal_is_the_runs_deal() -> None:
    """C2: twelve cards each, the whole pack, the same for the same place in a run."""
    stepper = _stepper()
    hands = stepper.deal(66, 3, 1, 0)
    assert [len(hand) for hand in hands] == [12] * 4
    assert sorted(card for hand in hands for card in hand) == sorted(
        2 * [8 * suit + rank for suit in range(4) for rank in range(6)]
    )
    assert stepper.deal(66, 3, 1, 1) != hands
    assert stepper.deal(66, 3, 1, 0) == hands
