"""Every action's text form reads back; anything else is refused with an example."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixtysix_sim.cards import card_code
from sixtysix_sim.moves import WITH_CARD, WITH_NUMBER, WITH_SUIT, Move, parse_move
from sixtysix_sim.vocabulary import ACTION_NAMES, DEAL_END_NAMES, GAME_END_NAMES, Action


def values(action: Action) -> range:
    if action in WITH_CARD:
        return range(32)
    return range(4) if action in WITH_SUIT else range(1 if action not in WITH_NUMBER else 300)


@pytest.mark.parametrize("action", Action)
def test_every_action_reads_back(action: Action) -> None:
    for value in values(action):
        move = Move(action, value)
        assert parse_move(move.text) == move
        assert parse_move(f"  {move.text.upper()} ".replace(" ", "  ")) == move


def test_texts_of_the_interface() -> None:
    texts = ["pass", "bid 160", "ask", "answer redeal", "answer speak", "trump S", "play AS"]
    assert [parse_move(text).text for text in texts] == texts
    assert parse_move("play 10♠") == Move(Action.PLAY, card_code("TS"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "bid",
        "bid x",
        "bid -5",
        "bid ١٦٠",
        "bid 1e3",
        "bid " + "9" * 9000,
        "pass 1",
        "trump",
        "trump X",
        "play",
        "play 1S",
        "answer",
        "redeal",
        "closed",
        "bid 160 170",
    ],
)
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not an? (action|card|suit)") as caught:
        parse_move(text)
    assert len(str(caught.value)) < 300


@given(st.text(max_size=20))
def test_any_text_is_a_move_or_a_value_error(text: str) -> None:
    try:
        move = parse_move(text)
    except ValueError:
        return
    assert parse_move(move.text) == move


def test_names_stand_at_their_codes() -> None:
    assert ACTION_NAMES[Action.ANSWER_REDEAL] == "answer redeal"
    assert ACTION_NAMES[Action.LET_STAND] == "let stand"
    assert len(ACTION_NAMES) == len(Action)
    assert DEAL_END_NAMES[:3] == ("made", "set", "redeal")
    assert GAME_END_NAMES == ("target", "deal_count", "deal_cap", "redeal_cap")
