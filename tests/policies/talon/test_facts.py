"""What the bots read off hands and views, against sets of cards."""

from random import Random
from typing import Any

import pytest

from sixtysix_sim.contract import MAX_PARAMS
from sixtysix_sim.policies import masks
from sixtysix_sim.policies.registry import POLICIES
from sixtysix_sim.policies.talon import hand as read
from sixtysix_sim.policies.talon.closing import DEAR, DEAR_POINTS, LIMIT, TRICK
from sixtysix_sim.vocabulary import Family
from tests.policies.talon.tables import PRESETS, SUITS, Deck, policy

DECK = Deck()
STRENGTH = DECK.ranks


def drawn(seed: int) -> tuple[list[str], list[str], list[str]]:
    """Return a hand, cards played, and the others."""
    rng = Random(seed)
    deck = rng.sample(DECK.names, len(DECK.names))
    played = rng.randrange(1, 12)
    return deck[:6], deck[6 : 6 + played], deck[6 + played :]


@pytest.mark.parametrize("seed", range(20))
def test_unseen_cards_leave_out_what_was_played_and_the_upcard(seed: int) -> None:
    own, played, others = drawn(seed)
    view = DECK.view(PLAYED=DECK.mask(played), UPCARD=DECK.card(others[0]))
    assert DECK.cards(read.unseen(view, DECK.mask(own))) == set(others[1:])
    view = DECK.view(PLAYED=DECK.mask(played), UPCARD=-1)
    assert DECK.cards(read.unseen(view, DECK.mask(own))) == set(others)


def test_with_two_packs_a_face_is_unseen_until_both_copies_are() -> None:
    view = DECK.view(PACKS=2, PLAYED=DECK.mask("AS KS KS"), UPCARD=DECK.card("9S"))
    out = DECK.cards(read.unseen(view, DECK.mask("AS TS QS QS")))
    assert out == set(DECK.names) - {"AS", "KS", "QS"}


@pytest.mark.parametrize("seed", range(20))
def test_marriages_in_hand_and_those_still_possible(seed: int) -> None:
    own, _, others = drawn(seed)
    view, hand, out = DECK.view(), DECK.mask(own), DECK.mask(others)
    twin = {**{f"K{s}": f"Q{s}" for s in SUITS}, **{f"Q{s}": f"K{s}" for s in SUITS}}
    whole = {name for name in own if twin.get(name) in own}
    possible = {name for name in own if name in twin and twin[name] in [*own, *others]}
    assert DECK.cards(read.pairs(view, hand)) == whole
    assert DECK.cards(read.likely_pairs(view, hand, out)) == possible


def test_a_pack_without_queens_has_no_marriages() -> None:
    view, hand = DECK.view(QUEEN=-1), DECK.mask("KS QS AS KH")
    assert read.pairs(view, hand) == 0


@pytest.mark.parametrize("seed", range(20))
def test_sets_of_cards(seed: int) -> None:
    own, played, _ = drawn(seed)
    cards, more = DECK.mask(own), DECK.mask(played)
    order = sorted(own, key=lambda name: (STRENGTH.index(name[0]), SUITS.index(name[1])))
    low, high = order[0], next(n for n in order if n[0] == order[-1][0])
    assert DECK.name(masks.weakest(cards)) == DECK.name(masks.outermost(cards, False)) == low
    assert DECK.name(masks.strongest(cards)) == DECK.name(masks.outermost(cards, True)) == high
    assert DECK.cards(masks.prefer(cards, more)) == set(own)
    assert DECK.cards(masks.prefer(cards, DECK.mask([*played, own[2]]))) == {own[2]}
    whole = masks.suits_of(cards)
    assert DECK.cards(whole) == {name for name in DECK.names if name[1] in {o[1] for o in own}}
    assert read.total(DECK.view(), cards) == sum(
        {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}[name[0]] for name in own
    )


def test_the_facts_of_a_rule_set() -> None:
    params = policy("standard").params
    assert params[LIMIT] == 62
    assert params[TRICK] == 10
    assert params[DEAR] == 0b0101 << 8  # A and T of six ranks
    assert params[DEAR_POINTS] == 10.5
    schnapsen = policy("standard", preset="schnapsen").params
    assert schnapsen[TRICK] == 12
    assert schnapsen[DEAR] == 0b0101 << 6
    assert policy("standard", preset="seksogtres").params[LIMIT] == 48  # failing costs as losing
    half = policy("standard", "rules.claim.target=33").params
    assert half[LIMIT] == 31


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("entry", POLICIES[Family.TALON], ids=lambda entry: entry.name)
def test_every_policy_loads_with_its_defaults(entry: Any, preset: str) -> None:
    loaded = policy(entry.name, preset=preset)
    declared = tuple(param.default for param in entry.params)
    assert loaded.params[: len(declared)] == declared
    assert len(loaded.params) <= MAX_PARAMS
    assert [param.name for param in entry.params[:2]] == ["wrong_claim_rate", "claim_delay"]
