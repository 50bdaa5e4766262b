"""What `greedy` and `standard` do in positions a reader can judge (trump: spades)."""

from typing import Any

import pytest

from sixtysix_sim.contract.talon import (
    CLOSE,
    DRAW,
    EXCHANGE,
    MARRIAGE,
    MAY_CLOSE,
    MAY_DRAW,
    MAY_EXCHANGE,
    MAY_MARRY,
)
from tests.policies.talon.tables import Deck, decide, policy

SPADES, HEARTS, DIAMONDS = 0, 1, 2
WORDS = {CLOSE: "close", DRAW: "draw", EXCHANGE: "exchange"}
WORDS |= {MARRIAGE - suit: f"marriage {'SHDC'[suit]}" for suit in range(4)}


def does(
    hand: str,
    legal: str = "",
    *,
    kind: str = "lead",
    bot: str = "standard",
    preset: str = "classic_66_v1",
    sets: tuple[str, ...] = (),
    played: str = "",
    **slots: int,
) -> str:
    """Return what seat 0 does, as in a log; ``legal`` is the whole hand if left out."""
    deck, chosen = Deck(preset), policy(bot, *sets, preset=preset)
    view = deck.view(chosen.params, **{"PLAYED": deck.mask(played), "UPCARD": -1, **slots})
    cards = 0 if kind == "choose" else deck.mask(legal or hand)
    answer = decide(chosen.decisions[kind], deck.mask(hand), cards, view)
    return deck.name(answer) if answer >= 0 else WORDS[answer]


def follows(hand: str, led: str, legal: str = "", played: str = "", **options: Any) -> str:
    """Return what seat 0 plays to a card that seat 1 led."""
    deck = Deck(options.get("preset", "classic_66_v1"))
    value = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}[led[0]]
    table: dict[str, Any] = {
        "LED": deck.card(led),
        "BEST": deck.card(led),
        "BEST_SEAT": 1,
        "LEADER": 1,
    }
    played = f"{played} {led}"
    return does(hand, legal, kind="follow", played=played, TRICK_POINTS=value, **table, **options)


# ---- words


@pytest.mark.parametrize("bot", ["greedy", "standard"])
def test_exchange_comes_before_a_marriage_and_the_trump_marriage_first(bot: str) -> None:
    hand = "9S KS QS KH QH 9D"
    married = MAY_MARRY | MAY_MARRY << 16
    assert does(hand, bot=bot, MAY=MAY_EXCHANGE | MAY_CLOSE | married) == "exchange"
    assert does(hand, bot=bot, MAY=MAY_CLOSE | married) == "marriage S"
    assert does(hand, bot=bot, MAY=MAY_MARRY << 16) == "marriage H"
    assert does(hand, bot=bot, MAY=MAY_MARRY << 48) == "marriage C"


def test_greedy_closes_only_on_the_top_trumps() -> None:
    hand: dict[str, Any] = {"hand": "AS TS AH AD 9C 9D", "bot": "greedy", "MAY": MAY_CLOSE}
    assert does(**hand, CARD_POINTS_0=45) == "close"  # A and T make 66
    assert does(**hand, CARD_POINTS_0=44) != "close"
    assert does(**hand, CARD_POINTS_0=5, PENDING_0=40) == "close"
    assert does(**{**hand, "hand": "TS KS AH AD AC 9D"}, CARD_POINTS_0=60) != "close"  # A is out
    assert does(**{**hand, "MAY": 0}, CARD_POINTS_0=45) != "close"


def test_standard_closes_on_trumps_and_masters_with_points() -> None:
    strong: dict[str, Any] = {"hand": "AS TS KS AH TH 9D", "MAY": MAY_CLOSE, "TALON": 6}
    assert does(**strong, CARD_POINTS_0=20) == "close"
    assert does(**strong, CARD_POINTS_0=20, MAY_CLAIM=1) == "close"
    assert does(**{**strong, "MAY": 0}, CARD_POINTS_0=20) != "close"
    weak: dict[str, Any] = {"hand": "9S KH QD JD 9D 9C", "MAY": MAY_CLOSE, "TALON": 6}
    assert does(**weak, CARD_POINTS_0=50) != "close"
    assert does(**strong, CARD_POINTS_0=20, sets=("close_at=200",)) != "close"
    assert does(**weak, CARD_POINTS_0=50, sets=("close_at=0",)) == "close"


def test_standard_can_be_told_to_leave_its_rights_alone() -> None:
    both: dict[str, Any] = {"hand": "KH QH 9S JD 9D 9C", "MAY": MAY_EXCHANGE | MAY_MARRY << 16}
    assert does(**both) == "exchange"
    assert does(**both, sets=("exchange=0",)) == "marriage H"
    assert does(**both, sets=("exchange=0", "declare=0")) not in ("exchange", "marriage H")


def test_what_moves_the_points_that_standard_expects() -> None:
    """The lowest own points with which it closes; fewer are needed the better the position."""

    def needs(**options: Any) -> int:
        found: dict[str, Any] = {"hand": "AS KS AH QD JD 9C", "MAY": MAY_CLOSE, "TALON": 6}
        found |= options
        return next(p for p in range(120) if does(**found, CARD_POINTS_0=p) == "close")

    usual = needs()
    assert needs(hand="AS KS QS AH JD 9C") < usual  # a trump more
    assert needs(hand="AS KS AH AD JD 9C") < usual  # a master more
    assert needs(hand="AS KS TH QD JD 9C") > usual  # its ace is out
    assert needs(hand="AS KS TH QD JD 9C", played="AH") < needs(hand="AS KS TH QD JD 9C") - 10
    assert needs(played="TS QS") < usual  # fewer trumps are out
    assert needs(TALON=10) > usual
    assert needs(PENDING_0=20) == usual - 20
    assert needs(sets=("close_at=76",)) == usual + 10
    assert needs(sets=("rules.closing.failure=by_count",)) < usual  # failing costs less
    assert needs(sets=("rules.closing.failure=flat_three",)) > usual
    assert needs(sets=("rules.claim.target=50",)) < usual


def test_the_choice_before_the_draw() -> None:
    slots: dict[str, Any] = {
        "kind": "choose",
        "preset": "seksogtres",
        "MAY": MAY_DRAW | MAY_CLOSE,
        "TALON": 6,
    }
    assert does("AS TS KS AH TH", CARD_POINTS_0=40, **slots) == "close"
    assert does("9S JD KH QC JC", CARD_POINTS_0=10, **slots) == "draw"
    slots["bot"] = "greedy"
    assert does("AS TS KS AH TH", CARD_POINTS_0=41, **slots) == "close"  # 41 + 11 + 10 + 4
    assert does("AS TS KS AH TH", CARD_POINTS_0=40, **slots) == "draw"


# ---- leads with an open talon


def test_greedy_leads_high_and_takes_cheaply() -> None:
    assert does("9S TS AH KD QC 9C", bot="greedy") == "AH"
    assert follows("TH AH 9S 9D", "KH", bot="greedy") == "TH"
    assert follows("QS 9S 9D JD", "KH", bot="greedy") == "9S"
    assert follows("QH JH KD AC", "KH", bot="greedy") == "JH"


def test_a_cheap_card_is_led_and_trumps_tens_aces_and_marriages_are_kept() -> None:
    assert does("9S TS AH JD TC AC") == "JD"
    assert does("9S TS AH TD TC AC") == "AC"  # no cheap card: not a heart, whose ten is out
    assert does("9S KH QH JD TC AC") == "JD"
    assert does("9S KH JD TC AC 9D") == "JD"  # the queen of hearts may still come
    assert does("9S KH JD TC AC", played="QH TH AH") == "KH"  # no longer: a cheap master


def test_a_suit_whose_ten_is_out_is_not_led() -> None:
    assert does("9S JH JD AC", played="TD") == "JD"
    assert does("9S JH JD AC", played="TH") == "JH"


# ---- following with an open talon


def test_a_ten_takes_and_a_marriage_is_not_broken() -> None:
    assert follows("TH KH 9D JC", "QH") == "TH"
    assert follows("KH QH 9D JC", "JH") == "9D"
    assert follows("KH 9D JC", "JH", played="QH") == "KH"
    assert follows("AH 9D JC", "JH") == "AH"


def test_a_dear_card_is_trumped_as_cheaply_as_can_be() -> None:
    assert follows("AS JS 9D JC", "AH") == "JS"
    assert follows("AS JS 9D JC", "TH") == "JS"
    assert follows("AS JS 9D JC", "QH") == "9D"
    assert follows("KS QS JS 9D", "AH") == "JS"
    assert follows("KS QS 9D JD", "AH") == "QS"  # even from a marriage


def test_a_marriage_in_hand_makes_the_lead_worth_a_trump() -> None:
    assert follows("JS 9D KC QC", "QH") == "JS"
    assert follows("JS 9D KC QC", "9H") == "9D"  # not for a trick of nothing
    assert follows("KS QS 9D JC", "QH") == "9D"  # not with the marriage itself


def test_a_trick_that_decides_the_deal_is_taken() -> None:
    assert follows("AS 9D JC", "QH") == "9D"
    assert follows("AS 9D JC", "QH", CARD_POINTS_0=52) == "AS"  # 52 + 3 + 11
    assert follows("AS 9D JC", "QH", CARD_POINTS_0=51) == "9D"
    assert follows("AS 9D JC", "QH", CARD_POINTS_1=63) == "AS"  # else the opponent has 66
    assert follows("AS 9D JC", "QH", CARD_POINTS_1=62) == "9D"
    assert follows("AS 9D JC", "QH", CARD_POINTS_1=43, PENDING_1=20) == "AS"


# ---- the endgame


def test_a_master_that_the_opponent_must_follow_is_cashed() -> None:
    end: dict[str, Any] = {"ENDGAME": 1, "TALON": 0}
    seen = "9S JS 9H JH QH 9D JD QD KD TD 9C JC QC KC TC AC"
    # of the 24 cards, KS QS KH TH are the opponent's
    assert does("AS TS AH AD", played=seen, **end) == "AH"
    assert does("AS TS TD AD", played=seen.replace("TD", "AH"), **end) == "AS"  # AD would be ruffed
    swapped = seen.replace("9S", "AH").replace("TD", "AS")
    assert does("TS 9S TD AD", played=swapped, **end) == "TD"  # two trumps each: none are drawn


def test_without_trumps_to_draw_with_or_safe_masters_the_least_is_led() -> None:
    end: dict[str, Any] = {"ENDGAME": 1, "TALON": 0}
    seen = "9S JS 9H JH QH 9D JD KD TD 9C JC QC KC TC TH AH KH"
    # AS TS KS, more trumps than the hand has, are the opponent's, and AC
    assert does("QS AD QD", played=seen, **end) == "QD"


def test_with_no_trump_out_masters_are_cashed_and_own_trumps_kept() -> None:
    end: dict[str, Any] = {"ENDGAME": 1, "TALON": 0}
    seen = "AS TS KS QS JS 9D JD QD KD TD 9C JC QC KC TC AC QH"
    # JH, 9H and KH are the opponent's
    assert does("9S AH AD", played=f"{seen} TH", **end) == "AH"
    assert does("9S TH 9H", played=f"{seen} AD", **end) == "9H"  # AH is out


def test_a_closed_talon_is_played_from_the_top_trump() -> None:
    closed: dict[str, Any] = {"ENDGAME": 1, "TALON": 6, "CLOSER": 0}
    assert does("AS TS AH 9D", **closed) == "AS"
    assert does("KS AH 9D 9C", **closed) == "AH"


def test_the_endgame_is_won_with_the_card_that_is_no_master() -> None:
    end: dict[str, Any] = {"ENDGAME": 1, "TALON": 0}
    assert follows("TH KH 9C", "QH", "TH KH", **end) == "TH"  # the ace is out
    assert follows("AH KH 9C", "QH", "AH KH", **end) == "KH"  # a ten is out above it
    assert follows("KS JS 9C", "QH", "KS JS", **end) == "JS"
    assert follows("AH 9H JC", "QS", **end) == "9H"  # nothing takes it


def test_forced_cards_are_played() -> None:
    assert follows("AH KD QC", "9H", "AH", ENDGAME=1, TALON=0) == "AH"
