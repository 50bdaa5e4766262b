"""When bots claim, and what `random` does: by hand-made views."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from sixtysix_sim.contract.talon import (
    CLAIM,
    CLOSE,
    DRAW,
    EXCHANGE,
    MARRIAGE,
    MAY_CLAIM_RIGHTLY,
    MAY_CLOSE,
    MAY_DRAW,
    MAY_EXCHANGE,
    MAY_MARRY,
    View,
)
from tests.policies.talon.tables import Deck, decide, policy

NAMES = ("random", "greedy", "standard")
DECK = Deck()
HAND = DECK.mask("9S JH KD QC AC 9C")
RIGHT = {"MAY": MAY_CLAIM_RIGHTLY | MAY_CLOSE, "MAY_CLAIM": 1, "CARD_POINTS_0": 70}
WRONG = {"MAY": MAY_CLOSE, "MAY_CLAIM": 1}
TURN = {"lead": HAND, "choose": 0}


def answers(name: str, sets: tuple[str, ...], kind: str, slots: dict[str, int]) -> Counter[int]:
    """Return what a bot answers over many draws."""
    bot, rng = policy(name, *sets), Random(name + kind)
    if kind == "choose":
        slots = {**slots, "MAY": slots["MAY"] | MAY_DRAW}
    view = DECK.view(bot.params, **slots)
    decision = bot.decisions[kind]
    return Counter(
        decide(decision, HAND, TURN[kind], view, rng.getrandbits(64)) for _ in range(2000)
    )


@pytest.mark.parametrize("kind", TURN)
@pytest.mark.parametrize("name", NAMES)
def test_a_right_claim_is_made_at_once_and_a_wrong_one_never(name: str, kind: str) -> None:
    assert set(answers(name, (), kind, RIGHT)) == {CLAIM}
    assert CLAIM not in answers(name, (), kind, WRONG)


@pytest.mark.parametrize("kind", TURN)
@pytest.mark.parametrize("name", NAMES)
def test_a_delay_is_the_chance_of_playing_on(name: str, kind: str) -> None:
    assert answers(name, ("claim_delay=0.3",), kind, RIGHT)[CLAIM] == pytest.approx(1400, abs=80)
    assert answers(name, ("claim_delay=1",), kind, RIGHT)[CLAIM] == 0
    assert answers(name, ("claim_delay=1",), kind, WRONG)[CLAIM] == 0


@pytest.mark.parametrize("kind", TURN)
@pytest.mark.parametrize("name", NAMES)
def test_wrong_claims_come_at_their_rate_where_a_claim_can_be_made(name: str, kind: str) -> None:
    sets = ("wrong_claim_rate=0.3",)
    assert answers(name, sets, kind, WRONG)[CLAIM] == pytest.approx(600, abs=80)
    assert answers(name, ("wrong_claim_rate=1",), kind, WRONG)[CLAIM] == 2000
    assert answers(name, ("wrong_claim_rate=1",), kind, {**WRONG, "MAY_CLAIM": 0})[CLAIM] == 0
    assert answers(name, sets, kind, RIGHT)[CLAIM] == 2000


def test_random_does_every_legal_thing_with_the_same_chance() -> None:
    may = MAY_CLOSE | MAY_EXCHANGE | MAY_MARRY | MAY_MARRY << 32 | MAY_CLAIM_RIGHTLY
    bot, rng = policy("random", "claim_delay=1"), Random(66)
    view = DECK.view(bot.params, MAY=may, MAY_CLAIM=1)
    seen = Counter(
        decide(bot.decisions["lead"], HAND, HAND, view, rng.getrandbits(64)) for _ in range(10_000)
    )
    cards = {DECK.card(name) for name in DECK.cards(HAND)}
    assert set(seen) == cards | {CLOSE, EXCHANGE, MARRIAGE, MARRIAGE - 2}
    assert all(count == pytest.approx(1000, abs=120) for count in seen.values())


@pytest.mark.parametrize("name", NAMES)
def test_the_words_of_the_choice_before_the_draw(name: str) -> None:
    bot, rng = policy(name), Random(7)
    view = DECK.view(bot.params, MAY=MAY_DRAW | MAY_CLOSE)
    seen = Counter(
        decide(bot.decisions["choose"], HAND, 0, view, rng.getrandbits(64)) for _ in range(1000)
    )
    assert seen[DRAW] == (pytest.approx(500, abs=80) if name == "random" else 1000)
    assert set(seen) <= {DRAW, CLOSE}


def test_random_follows_with_every_legal_card() -> None:
    bot, rng = policy("random"), Random(3)
    view: Any = DECK.view(bot.params, LED=DECK.card("AH"), BEST=DECK.card("AH"))
    legal = DECK.mask("9S KD AC")
    seen = Counter(
        decide(bot.decisions["follow"], HAND, legal, view, rng.getrandbits(64)) for _ in range(3000)
    )
    assert {DECK.name(card) for card in seen} == {"9S", "KD", "AC"}
    assert all(count == pytest.approx(1000, abs=120) for count in seen.values())
    assert view[View.MAY] == 0
    assert np.count_nonzero(view[View.TRICKS : View.TRICKS + 2]) == 0
