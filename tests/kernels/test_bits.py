"""Bit operations against plain Python, over random hands."""

import random
from typing import Any

import numpy as np
import pytest

from sixtysix_sim.contract import EVEN
from sixtysix_sim.kernels import bits
from sixtysix_sim.kernels.jit import jit


@jit()
def _add(hand: int, card: int) -> Any:
    return bits.add_card(hand, card)


@jit()
def _take(hand: int, card: int) -> Any:
    return bits.take_card(hand, card)


@jit()
def _of_counts(sums: int) -> Any:
    return bits.hand_of_counts(sums)


@jit()
def _kth(mask: int, k: int) -> Any:
    return bits.kth_bit(mask, k)


@jit()
def _edges(mask: int) -> Any:
    return bits.lowest(mask), bits.highest(mask), bits.popcount(mask)


@jit()
def _reading(hand: int) -> Any:
    return bits.in_reading_order(hand)


@jit()
def _pick(condition: bool, yes: int, no: int) -> Any:
    return bits.pick(condition, yes, no)


@jit()
def _above(hand: int, card: int) -> Any:
    return hand & bits.above(card)


def _hand(counts: dict[int, int]) -> int:
    """A mask by the drawing in `contract`: the even bit for one copy, both for two."""
    return sum((3 if count == 2 else 1) << card for card, count in counts.items() if count)


def _random_counts(rng: random.Random) -> dict[int, int]:
    cards = [16 * suit + 2 * strength for suit in range(4) for strength in range(7)]
    return {card: rng.choice((0, 0, 1, 2)) for card in cards}


@pytest.mark.parametrize("seed", range(50))
def test_cards_come_and_go_one_copy_at_a_time(seed: int) -> None:
    rng = random.Random(seed)
    counts = _random_counts(rng)
    hand = _hand(counts)
    assert _of_counts(sum(count << card for card, count in counts.items())) == hand
    for card, count in counts.items():
        if count:
            assert _take(hand, card) == _hand(counts | {card: count - 1})
        if count < 2:
            assert _add(hand, card) == _hand(counts | {card: count + 1})


@pytest.mark.parametrize("seed", range(50))
def test_set_bits_are_found_in_order(seed: int) -> None:
    rng = random.Random(seed)
    mask = _hand(_random_counts(rng)) & EVEN or 1
    places = [n for n in range(64) if mask >> n & 1]
    assert [_kth(mask, k) for k in range(len(places))] == places
    assert tuple(_edges(mask)) == (places[0], places[-1], len(places))


@pytest.mark.parametrize("seed", range(50))
def test_reading_order_is_suits_then_strongest_first(seed: int) -> None:
    counts = _random_counts(random.Random(seed))
    turned = int(_reading(_hand(counts)))
    order = sorted(counts, key=lambda card: (card >> 4, -(card & 15)))
    faces = {16 * (card >> 4) + 15 - (card & 15) - copy: card for card in order for copy in (0, 1)}
    found = [faces[n] for n in range(64) if turned >> n & 1]
    assert found == [card for card in order for _ in range(counts[card])]


def test_a_twin_is_not_above() -> None:
    hand = _hand({4: 2, 6: 1, 2: 1})
    assert _above(hand, 4) == _hand({6: 1})


def test_pick_is_a_choice() -> None:
    assert (_pick(True, 5, -7), _pick(False, 5, -7)) == (5, -7)


def test_parameters_are_the_deciding_seats_own() -> None:
    from sixtysix_sim.contract.auction import View
    from sixtysix_sim.kernels.auction.table import new_view
    from sixtysix_sim.rules.ruleset import resolve_rules

    @jit()
    def read(view: Any, number: int) -> Any:
        return bits.param(view, number)

    view = new_view(resolve_rules("cift66").auction, [(0.25, -1.5), (), (7.0,), (0.0, 2.0**-40)])
    for seat, number, value in ((0, 0, 0.25), (0, 1, -1.5), (2, 0, 7.0), (3, 1, 2.0**-40)):
        view[View.SEAT] = seat
        assert read(view, number) == value
    assert view.dtype == np.int64
