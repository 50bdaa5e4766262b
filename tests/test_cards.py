"""Card codes and every way to write a card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixtysix_sim.cards import (
    CARD_NAMES,
    RANKS,
    SUIT_SYMBOLS,
    SUITS,
    card_code,
    card_name,
    card_rank,
    card_suit,
    full_deck,
    parse_cards,
    pretty_card,
    suit_code,
)


def test_codes_are_suit_times_eight_plus_rank() -> None:
    assert [card_code(name) for name in CARD_NAMES] == list(range(32))
    assert (card_code("AS"), card_code("7C")) == (0, 31)
    assert (card_rank(card_code("QD")), SUITS[card_suit(card_code("QD"))]) == ("Q", "D")


@pytest.mark.parametrize("text", ["TS", "10S", "ts", "10s", "T♠", "10♠", "t♤", " TS "])
def test_ways_to_write_the_ten_of_spades(text: str) -> None:
    assert card_name(card_code(text)) == "TS"


@pytest.mark.parametrize("text", ["", "S", "T", "1S", "100S", "ST", "TSS", "XS", "TX", "10", "İS"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card: write the rank"):
        card_code(text)


@pytest.mark.parametrize(("text", "suit"), [("S", 0), ("h", 1), ("♦", 2), (" C ", 3)])
def test_suits(text: str, suit: int) -> None:
    assert suit_code(text) == suit


@pytest.mark.parametrize("text", ["", "SH", "X", "♠♠", "1"])
def test_what_is_no_suit(text: str) -> None:
    with pytest.raises(ValueError, match="is not a suit: write one of S H D C"):
        suit_code(text)


@given(st.lists(st.sampled_from(range(32))))
def test_shown_cards_read_back(cards: list[int]) -> None:
    assert parse_cards(" ".join(pretty_card(card) for card in cards)) == cards
    assert parse_cards(", ".join(card_name(card).lower() for card in cards)) == cards


@given(st.text(max_size=4))
def test_any_text_is_a_card_or_a_value_error(text: str) -> None:
    try:
        code = card_code(text)
    except ValueError:
        return
    assert 0 <= code < 32


@pytest.mark.parametrize(("ranks", "packs", "cards"), [("ATKQJ9", 2, 48), (RANKS, 1, 32)])
def test_decks(ranks: str, packs: int, cards: int) -> None:
    deck = full_deck(ranks, packs)
    assert len(deck) == cards
    assert deck == sorted(deck)
    assert all(deck.count(card) == packs for card in deck)
    assert {card_rank(card) for card in deck} == set(ranks)


def test_symbols_stand_in_the_order_of_suits() -> None:
    assert [suit_code(symbol) for symbol in SUIT_SYMBOLS] == [0, 1, 2, 3]
