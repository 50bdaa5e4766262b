"""Every rule key does something: changed alone it changes the hash and what is played."""

from typing import Any

import numpy as np
import pytest

from sixtysix_sim.logs.raw import RawChunk
from sixtysix_sim.rules.auction import AuctionRules
from sixtysix_sim.rules.parameters import general_key, parameters
from sixtysix_sim.rules.ruleset import flatten, resolve_rules
from sixtysix_sim.vocabulary import LogLevel
from tests.agreement.replay import Bots, engine_of
from tests.strategies import PRESET, Settings

RANDOM: Bots = ("random", "random", "random", "random")
SHORT = {"game": {"target": 300}}
LONG = ("run", "aces_around", "kings_around", "queens_around", "jacks_around")
TWO_CARDS = {
    "deal": {"hand_size": 2},
    "auction": {"min_bid": 10},
    "melds": {name: {"remove": True} for name in LONG},
}

#: key → (rules under which it matters, the change); the changed key is the only difference.
CHANGES: dict[str, tuple[Settings, Settings]] = {
    "deck.ranks": ({}, {"deck": {"ranks": ["T", "A", "K", "Q", "J", "9"]}}),
    "deck.packs": ({"deal": {"hand_size": 6}}, {"deck": {"packs": 1}}),
    "deck.values.RANK": ({}, {"deck": {"values": {"J": 2}}}),
    "deal.hand_size": ({}, {"deal": {"hand_size": 11}}),
    "deal.packet": ({}, {"deal": {"packet": 3}}),
    "deal.first_dealer": ({}, {"deal": {"first_dealer": 2}}),
    "deal.rotation": ({}, {"deal": {"rotation": "fixed"}}),
    "deal.redeal_keeps_dealer": ({}, {"deal": {"redeal_keeps_dealer": False}}),
    "follow.must_follow": ({}, {"follow": {"must_follow": False}}),
    "follow.must_beat": ({}, {"follow": {"must_beat": "always"}}),
    "follow.must_trump": ({}, {"follow": {"must_trump": False}}),
    "follow.overtrump": ({}, {"follow": {"overtrump": True}}),
    "last_trick.bonus": ({}, {"last_trick": {"bonus": 20}}),
    "auction.min_bid": ({}, {"auction": {"min_bid": 120}}),
    "auction.max_bid": ({}, {"auction": {"max_bid": 160}}),
    "auction.step": ({}, {"auction": {"step": 50}}),
    "auction.first_speaker": ({}, {"auction": {"first_speaker": "dealer"}}),
    "auction.ask": ({}, {"auction": {"ask": False}}),
    "auction.ask_limit": ({}, {"auction": {"ask_limit": "deal"}}),
    "auction.ask_after_bid": ({}, {"auction": {"ask_after_bid": "only_if_no_bid"}}),
    "auction.after_speak": ({}, {"auction": {"after_speak": "must_bid"}}),
    "auction.max_redeals": ({}, {"auction": {"max_redeals": 1}}),
    "melds.copies": ({}, {"melds": {"copies": "once"}}),
    "melds.NAME.points": ({}, {"melds": {"marriage": {"points": 25}}}),
    "melds.NAME.cards": ({}, {"melds": {"bezique": {"cards": ["JC", "QS"]}}}),
    "melds.NAME.ranks": ({}, {"melds": {"marriage": {"ranks": ["K", "J"]}}}),
    "melds.NAME.suit": ({}, {"melds": {"marriage": {"suit": "any"}}}),
    "melds.NAME.rank": ({}, {"melds": {"aces_around": {"rank": "9"}}}),
    "melds.NAME.with_run": ({}, {"melds": {"trump_marriage": {"with_run": "always"}}}),
    "melds.NAME.remove": ({}, {"melds": {"marriage": {"remove": True}}}),
    "contract.made_writes": ({}, {"contract": {"made_writes": "bid"}}),
    "contract.penalty_factor": ({}, {"contract": {"penalty_factor": 2}}),
    "kaput.wipes_melds": (TWO_CARDS, {"kaput": {"wipes_melds": False}}),
    "kaput.before_contract": (TWO_CARDS, {"kaput": {"before_contract": False}}),
    "kaput.factor": (TWO_CARDS, {"kaput": {"factor": 2}}),
    "game.target": ({}, {"game": {"target": 1000}}),
    "game.both_at_target": (SHORT, {"game": {"both_at_target": "higher"}}),
    "game.max_deals": ({}, {"game": {"max_deals": 4}}),
}
#: keys without an effect on a game, and why
NO_EFFECT = {
    "seats": "the family has four seats; the key takes no other value",
    "melds.NAME.label": "what people read, and no rule",
    "melds.NAME.suits": "goes with rank and takes one value",
}


def merged(first: Any, second: Any) -> Any:
    if not isinstance(first, dict) or not isinstance(second, dict):
        return second
    shared = {key: merged(first[key], second[key]) for key in first.keys() & second.keys()}
    return {**first, **second, **shared}


def rows(chunk: RawChunk) -> list[Any]:
    assert chunk.moves is not None
    return [chunk.games, chunk.deals, chunk.melds, chunk.decks, *vars(chunk.moves).values()]


def test_every_key_stands_in_one_of_the_two_lists() -> None:
    keys = [item.key for item in parameters(AuctionRules)]
    assert sorted(keys) == sorted([*CHANGES, *NO_EFFECT])


@pytest.mark.parametrize("key", CHANGES)
def test_a_changed_key_changes_the_games(key: str) -> None:
    base, change = CHANGES[key]
    changed = merged(base, change)
    assert {general_key(name) for name, _ in flatten(change)} == {key}
    assert resolve_rules(PRESET, base).hash != resolve_rules(PRESET, changed).hash
    before = rows(engine_of(base, RANDOM, 66).play(0, 200, LogLevel.MOVES))
    after = rows(engine_of(changed, RANDOM, 66).play(0, 200, LogLevel.MOVES))
    assert any(not np.array_equal(a, b) for a, b in zip(before, after, strict=True))


@pytest.mark.parametrize("key", NO_EFFECT)
def test_a_key_without_effect_has_none(key: str) -> None:
    changes: dict[str, Settings] = {
        "seats": {"seats": 4},
        "melds.NAME.label": {"melds": {"run": {"label": "Seri"}}},
        "melds.NAME.suits": {"melds": {"aces_around": {"suits": "each"}}},
    }
    assert resolve_rules(PRESET, changes[key]).hash == resolve_rules(PRESET).hash


def test_equal_rules_play_equal_games() -> None:
    """So that a difference above is the key's and not chance."""
    before, after = (rows(engine_of({}, RANDOM, 66).play(0, 200, LogLevel.MOVES)) for _ in "ab")
    assert all(np.array_equal(a, b) for a, b in zip(before, after, strict=True))
