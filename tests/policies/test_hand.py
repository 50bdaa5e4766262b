"""The bots' bit helpers against sets of cards, and the facts worked out from a rule set."""

from random import Random
from typing import Any

import numpy as np
import pytest

from sixtysix_sim.contract.auction import View
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.kernels.following import beats
from sixtysix_sim.logs.raw import MeldField
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.odds.auction.counting import points_with_trump
from sixtysix_sim.policies import masks
from sixtysix_sim.policies.auction import hand as bits
from sixtysix_sim.policies.auction.units import mean_melds, mean_trick_points
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.vocabulary import LogLevel
from tests.policies.tables import STRENGTH, SUITS, card, faces, mask, names, policy, view_of

DECK = [rank + suit for suit in SUITS for rank in STRENGTH] * 2
SINGLE_PACK = {"deck": {"packs": 1}, "deal": {"hand_size": 6}}


def shuffled(seed: int) -> tuple[list[str], list[str], list[str]]:
    """Return a hand, cards played, and the others' cards."""
    rng = Random(seed)
    deck = rng.sample(DECK, len(DECK))
    played = rng.randrange(30)
    return deck[:12], deck[12 : 12 + played], deck[12 + played :]


@pytest.mark.parametrize("seed", range(20))
def test_unseen_faces_and_what_they_beat(seed: int) -> None:
    own, played, others = shuffled(seed)
    view = view_of(PLAYED=mask(played))
    out = bits.unseen(view, mask(own))
    assert names(out) == set(others)
    higher = {
        name for name in DECK if any(o[1] == name[1] and card(o) > card(name) for o in others)
    }
    assert names(masks.beaten_by(out)) == higher


def test_unseen_with_one_pack() -> None:
    view = view_of(PLAYED=mask("AS KS"), PACKS=1)
    assert names(bits.unseen(view, mask("TS"))) == set(DECK) - {"AS", "KS", "TS"}


@pytest.mark.parametrize("trump", range(4))
def test_winners_are_the_cards_that_beat_the_best(trump: int) -> None:
    every = mask(set(DECK))
    for best in map(card, set(DECK)):
        won = {name for name in DECK if beats(card(name), best, trump)}
        assert names(masks.winners(every, best, trump)) == won


def test_the_suits_a_seat_lacks() -> None:
    view = view_of(VOIDS=1 << (4 * 2 + 3) | 1 << (4 * 2 + 0) | 1 << (4 * 1 + 1))
    every = mask(set(DECK))
    assert {name[1] for name in names(bits.void_suits(view, 2) & every)} == {"S", "C"}
    assert {name[1] for name in names(bits.void_suits(view, 1) & every)} == {"H"}
    assert bits.void_suits(view, 0) == 0


def test_dearest_and_cheapest_prefer_the_weaker_of_equals() -> None:
    view = view_of()
    assert bits.dearest(view, faces("AS TS KS 9S")) == card("TS")
    assert bits.cheapest(view, faces("AS KS QS JS")) == card("JS")
    assert bits.cheapest(view, faces("AS TS KS QS")) == card("QS")
    view[View.VALUES : View.VALUES + 6] = 0
    assert bits.dearest(view, faces("AH TH")) == card("TH")


def test_cards_of_the_strongest_ranks() -> None:
    view = view_of()
    own = mask("AS AS TH KH AD")
    assert bits.rank_cards(view, own, 1) == mask("AS AS AD")
    assert bits.rank_cards(view, own, 2) == mask("TH")
    assert bits.rank_cards(view, own, 7) == 0


@pytest.mark.parametrize("changes", [{}, SINGLE_PACK], ids=["two packs", "one pack"])
def test_mean_melds_of_a_hand_are_exact_where_no_meld_excludes_another(
    changes: dict[str, Any],
) -> None:
    always = {"melds": {"trump_marriage": {"with_run": "always"}}}
    rules = resolve_rules("cift66", changes, always).auction
    exact = float(points_with_trump(rules, 0).mean)
    assert mean_melds(rules) == pytest.approx(exact, rel=1e-12)


def test_mean_trick_points() -> None:
    assert mean_trick_points(resolve_rules("cift66").auction) == 250
    half = resolve_rules("cift66", {"deal": {"hand_size": 6}}).auction
    assert mean_trick_points(half) == 130


def test_mean_melds_against_dealt_hands() -> None:
    """`random` names trumps without looking, so that its hands' melds have that mean."""
    raw = Engine(resolve_rules("cift66"), (policy("random"),) * 4, 5).play(0, 400, LogLevel.DEALS)
    played = np.count_nonzero(raw.deals[:, DealField.TRUMP] >= 0)
    points = raw.melds[:, MeldField.POINTS].sum() / (4 * played)
    assert points == pytest.approx(mean_melds(resolve_rules("cift66").auction), abs=2)
