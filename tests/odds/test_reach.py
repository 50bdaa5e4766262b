"""The highest total of a side, and the proof that every trick can be taken."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from sixtysix_sim.cards import card_name, parse_cards
from sixtysix_sim.odds.auction.counting import points_with_trump
from sixtysix_sim.odds.auction.reach import best_hands, highest_total, most_card_points
from sixtysix_sim.odds.auction.sweep import takes_every_trick
from sixtysix_sim.odds.tally import Pack
from sixtysix_sim.rules.auction import AuctionRules
from tests.odds import by_hand

PACK = Pack(("A", "K", "Q"), 1, 3)


def names(hand: tuple[int, ...]) -> list[str]:
    return [card_name(card) for card in hand]


def side_points(rules: AuctionRules, hands: tuple[tuple[int, ...], ...], trump: int) -> int:
    return sum(by_hand.points(rules, names(hand), "SHDC"[trump]) for hand in hands)


def test_the_preset() -> None:
    rules = by_hand.rules_of()
    found = highest_total(rules)
    assert (found.total, found.melds, found.tricks) == (1050, 800, 250)
    assert found.exact
    assert found.hands is not None
    assert found.trump is not None
    assert side_points(rules, found.hands, found.trump) == 800


@pytest.mark.parametrize("seed", range(12))
def test_the_best_hands_have_the_best_melds(seed: int) -> None:
    rules = by_hand.small_rules(Random(seed), hand_sizes=(2, 3))
    deck = by_hand.deck(rules)
    for trump in range(4):
        points, hands = best_hands(rules, trump)
        assert all(len(hand) == rules.deal.hand_size for hand in hands)
        held = names(hands[0]) + names(hands[1])
        assert all(held.count(card) <= deck.count(card) for card in held)
        assert side_points(rules, hands, trump) == points
        assert points == points_with_trump(rules, trump, 2).highest


def test_undealt_cards_count_for_nobody_and_leave_the_question_open() -> None:
    rules = by_hand.rules_of({"deal": {"hand_size": 11}})
    assert most_card_points(rules) == 240
    rules = by_hand.rules_of({"deal": {"hand_size": 5}})
    assert most_card_points(rules) == 16 * 10 + 4 * 5
    found = highest_total(rules)
    assert found.tricks == 190
    assert not found.exact


@pytest.mark.parametrize(
    ("first", "second", "sweeps"),
    [
        ("AS KS QS", "AH AD AC", True),  # three trumps take three tricks
        ("AS KS AH", "QS QD QC", True),  # the ace of hearts is high
        ("AS KS KH", "QS QD QC", True),  # kept by the others: cards of diamonds and clubs
        ("AS QS AH", "KS QD QC", True),  # the king falls under the ace
        ("AS QH QD", "KS QS QC", False),  # whoever leads trumps, the partner's are in the way
        ("KS QS AH", "AD AC KH", False),  # an opponent holds the ace of trumps
        ("KH QH KD", "KC QC QD", False),
    ],
)
def test_the_proof(first: str, second: str, sweeps: bool) -> None:
    hands = parse_cards(first), parse_cards(second)
    assert takes_every_trick(PACK, hands, 0) is sweeps
    assert takes_every_trick(PACK, hands[::-1], 0) is sweeps


@pytest.mark.parametrize(("leads", "sweeps"), [("AH AD", True), ("JH JD", False)])
def test_the_others_must_have_enough_low_cards_to_keep(leads: str, sweeps: bool) -> None:
    hands = parse_cards(f"AS KS {leads}"), parse_cards("QS JS QC JC")
    assert takes_every_trick(Pack(("A", "K", "Q", "J"), 1, 4), hands, 0) is sweeps


def all_tricks_possible(rules: AuctionRules, hands: tuple[list[int], ...], trump: int) -> bool:
    """Whether some split of the rest and some play lets seats 0 and 2 take every trick.

    Full search under the strictest duties: follow, beat, trump, overtrump.
    """
    left = [card for card in Pack.of(rules).faces if all(card not in hand for hand in hands)]
    size = rules.deal.hand_size
    for mine in combinations(left, size):
        rest = [card for card in left if card not in mine]
        for theirs in combinations(rest, size):
            table = (tuple(hands[0]), mine, tuple(hands[1]), theirs)
            if any(_play(table, leader, trump) for leader in (0, 2)):
                return True
    return False


def _play(table: tuple[tuple[int, ...], ...], leader: int, trump: int) -> bool:
    return not table[0] or _trick(table, leader, trump, ())


def _trick(
    table: tuple[tuple[int, ...], ...], leader: int, trump: int, played: tuple[int, ...]
) -> bool:
    if len(played) == 4:
        best = max(range(4), key=lambda n: _strength(played[n], played[0], trump))
        winner = (leader + best) % 4
        return winner % 2 == 0 and _play(table, winner, trump)
    seat = (leader + len(played)) % 4
    return any(
        _trick(
            (*table[:seat], tuple(c for c in table[seat] if c != card), *table[seat + 1 :]),
            leader,
            trump,
            (*played, card),
        )
        for card in _legal(table[seat], played, trump)
    )


def _strength(card: int, led: int, trump: int) -> int:
    return (200 if card >> 3 == trump else 100 if card >> 3 == led >> 3 else 0) - card % 8


def _legal(hand: tuple[int, ...], played: tuple[int, ...], trump: int) -> list[int]:
    if not played:
        return list(hand)
    led = played[0]
    best = max(_strength(card, led, trump) for card in played)
    choice = [card for card in hand if card >> 3 == led >> 3]
    choice = choice or [card for card in hand if card >> 3 == trump] or list(hand)
    return [card for card in choice if _strength(card, led, trump) > best] or choice


@pytest.mark.parametrize("seed", range(60))
def test_what_is_proven_can_be_played(seed: int) -> None:
    rng = Random(seed)
    rules = by_hand.rules_of(
        {"deck": {"ranks": ["A", "K", "Q"], "packs": 1}, "deal": {"hand_size": 3}},
        by_hand.only({}),
    )
    deck = sorted(Pack.of(rules).faces, key=lambda card: (card >> 3, rng.random()))
    chosen = deck[:3] + rng.sample(deck[3:], 3)  # all trumps are on the side
    rng.shuffle(chosen)
    hands = chosen[:3], chosen[3:]
    if takes_every_trick(Pack.of(rules), hands, 0):
        assert all_tricks_possible(rules, hands, 0)


def test_exact_is_claimed_for_a_rule_set_with_no_melds() -> None:
    changes: dict[str, Any] = by_hand.only({})
    found = highest_total(by_hand.rules_of(changes))
    assert (found.total, found.melds, found.exact) == (250, 0, True)
