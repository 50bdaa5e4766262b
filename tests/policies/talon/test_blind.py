"""Bots see nothing hidden: deals that differ only in hidden cards look alike, to the last slot."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from sixtysix_sim.cards import card_name
from sixtysix_sim.contract import CompiledPolicy
from sixtysix_sim.contract.talon import View
from sixtysix_sim.kernels.talon.position import Cards
from sixtysix_sim.kernels.talon.stepper import Stepper
from sixtysix_sim.moves import Move
from sixtysix_sim.vocabulary import Action, Phase
from tests.policies.talon.tables import PRESETS, Deck, decide, policy, rules

HERO, OTHER = 0, 1
GAMES = 50


def shuffled(rng: Random, now: Stepper, deck: Deck, cards: Cards) -> Cards:
    """Return a deal in which what the hero cannot know now is dealt otherwise."""
    shown = deck.cards(int(now.view[View.SHOWN + OTHER]))
    hidden = [*(c for c in now.hand(OTHER) if card_name(c) not in shown), *now.talon]
    swap = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    hands = [list(cards.hands[HERO]), [swap.get(card, card) for card in cards.hands[OTHER]]]
    return Cards(hands, cards.upcard, [swap.get(card, card) for card in cards.talon])


def replayed(preset: str, cards: Cards, moves: list[Move]) -> Stepper | None:
    """Return a deal after these moves, or None if one of them is not legal there."""
    stepper = Stepper(rules(preset))
    stepper.start(1, cards)
    for move in moves:
        if move not in stepper.legal():
            return None
        stepper.apply(move)
    return stepper


def decision(stepper: Stepper) -> str:
    if stepper.to_draw:
        return "choose"
    return "lead" if stepper.view[View.LED] < 0 else "follow"


def chosen(rng: Random, legal: list[Move]) -> Move:
    """Return a move at random, few of them closings and claims, so that deals last."""
    rare = (Action.CLOSE, Action.CLAIM)
    common = [move for move in legal if move.action not in rare]
    return rng.choice(common if common and rng.random() < 0.95 else legal)


def answers(bot: CompiledPolicy, deck: Deck, stepper: Stepper) -> int:
    """Return what a bot does in the hero's place."""
    view: Any = stepper.view.copy()
    values = np.array(bot.params).view(np.int64)
    view[View.PARAMS : View.PARAMS + len(values)] = values
    cards = [move.value for move in stepper.legal() if move.action is Action.PLAY]
    legal = sum(1 << deck.card(card_name(card)) for card in cards)
    return decide(bot.decisions[decision(stepper)], stepper.mask(HERO), legal, view)


@pytest.mark.parametrize("preset", PRESETS)
def test_hidden_cards_move_neither_view_nor_decision(preset: str) -> None:
    deck, rng, compared = Deck(preset), Random(preset), Counter[str]()
    bots = [policy(name, preset=preset) for name in ("greedy", "standard")]
    for game in range(GAMES):
        one, moves = Stepper(rules(preset)), list[Move]()
        cards = one.deal(66, game, 0, 0)
        one.start(1)
        while one.phase is not Phase.OVER:
            if one.seat == HERO:
                two = replayed(preset, shuffled(rng, one, deck, cards), moves)
                if two is not None:
                    assert np.array_equal(one.view, two.view)
                    for bot in bots:
                        assert answers(bot, deck, one) == answers(bot, deck, two)
                    compared[decision(one)] += one.mask(OTHER) != two.mask(OTHER)
            moves.append(chosen(rng, one.legal()))
            one.apply(moves[-1])
    assert min(compared["lead"], compared["follow"]) > 50
