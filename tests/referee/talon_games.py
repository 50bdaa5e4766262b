"""Deals of the talon family for tests: shuffled, told in short texts, played at random."""

from random import Random
from typing import Any

from sixtysix_sim.cards import full_deck, parse_cards
from sixtysix_sim.moves import Move, parse_move
from sixtysix_sim.referee.talon import (
    Event,
    State,
    apply,
    legal,
    new_deal,
    reading_of,
    seat_to_act,
    split_deck,
    total,
    verify,
)
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.vocabulary import Action

CLASSIC = resolve_rules("classic_66_v1")
SEKSOGTRES = resolve_rules("seksogtres")
TALON_PRESETS = ("classic_66_v1", "seksogtres", "schnapsen")
# A deal of 66 for two.
HANDS = ["AS KS QS 9H TD JC", "TS 9S AH KD QD 9D"]
TALON = "9C QC AD TC JD KC JS AC TH QH JH"


def shuffled(ruleset: RuleSet, rng: Random) -> list[int]:
    """Return a shuffled deck."""
    deck = full_deck(ruleset.talon.deck.ranks, ruleset.talon.deck.packs)
    rng.shuffle(deck)
    return deck


def dealt(ruleset: RuleSet, deck: list[int], **before: Any) -> State:
    """Return a deal of a deck before its first lead; ``before`` as `new_deal` takes it."""
    hands, upcard, talon = split_deck(reading_of(ruleset), deck)
    return new_deal(ruleset, before.pop("dealer", 1), hands, upcard, talon, **before)


def deal_of(ruleset: RuleSet, hands: list[str], upcard: str, talon: str, **before: Any) -> State:
    """Return a deal of given cards before its first lead."""
    return new_deal(
        ruleset,
        before.pop("dealer", 1),
        [parse_cards(hand) for hand in hands],
        parse_cards(upcard)[0],
        parse_cards(talon),
        **before,
    )


def do(state: State, *texts: str) -> Event:
    """Carry out '0 play AS' texts, each of which must be legal."""
    for text in texts:
        seat, _, action = text.partition(" ")
        move = parse_move(action)
        breach = verify(state, int(seat), move)
        assert breach is None, (text, breach)
        event = apply(state, int(seat), move)
    return event


def breach_of(state: State, text: str) -> tuple[str, tuple[str, ...]]:
    """Return the rule an action breaks and what explains it."""
    seat, _, action = text.partition(" ")
    breach = verify(state, int(seat), parse_move(action))
    assert breach is not None, text
    return breach.rule, breach.related


def every_action() -> list[Move]:
    """Every action of the family, and some of the other."""
    others = (Action.EXCHANGE, Action.CLOSE, Action.CLAIM, Action.DRAW, Action.PASS, Action.ASK)
    marriages = [Move(Action.MARRIAGE, suit) for suit in range(4)]
    return [*map(Move, others), *marriages, *(Move(Action.PLAY, card) for card in range(32))]


def choose(state: State, rng: Random) -> Move:
    """Draw a legal action; wrong claims and closings are drawn less often, so that deals last."""
    moves = legal(state)
    seat = seat_to_act(state)
    assert seat is not None
    rare = (
        {Action.CLOSE} if total(state, seat) >= state.rules.target else {Action.CLOSE, Action.CLAIM}
    )
    usual = [move for move in moves if move.action not in rare]
    return rng.choice(usual if usual and rng.random() < 0.9 else moves)


def play_randomly(state: State, rng: Random) -> list[Event]:
    """Play a deal to its end with random legal actions."""
    events = []
    while (seat := seat_to_act(state)) is not None:
        events.append(apply(state, seat, choose(state, rng)))
    return events


def classic(**before: int) -> State:
    """Return the deal of `HANDS`, hearts trump, before its first lead."""
    return deal_of(CLASSIC, HANDS, "KH", TALON, **before)
