"""How `standard` and `greedy` call and play in positions a reader can judge (trump: spades)."""

from typing import Any

import pytest

from sixtysix_sim.contract.auction import ASK, NO_BID, NOT_SPOKEN, PASS, REDEAL, SPEAK
from sixtysix_sim.kernels.auction.melds import meld_points
from tests.policies.tables import card, decide, faces, mask, name_of, policy, view_of

SPADES, HEARTS = 0, 1
STRONG = "AS AS TS KS QS JS 9S AH KH AD KD AC"  # run, aces and kings around, marriages
WEAK = "9S JS TS 9H QH TH 9D JD TD 9C QC TC"
MIDDLING = "AS TS KS QS 9S AH JH 9H QD 9D JC 9C"


def plays(
    hand: str,
    legal: str = "",
    *,
    led: str = "",
    best: str = "",
    best_seat: int = -1,
    leader: int = 0,
    bot: str = "standard",
    **slots: int,
) -> str:
    """Return what seat 0 plays; without a card led it leads."""
    found = {"TRUMP": SPADES, "LEADER": leader, "LED": card(led) if led else -1, **slots}
    found["BEST"] = card(best or led) if led else -1
    found["BEST_SEAT"] = best_seat if best_seat >= 0 else leader
    found["PLAYED"] = found.get("PLAYED", 0) or (mask({led, best or led}) if led else 0)
    view = view_of(policy(bot).params, **found)
    return name_of(decide(policy(bot).decisions["play"], mask(hand), faces(legal or hand), view))


def void(seat: int, suits: str) -> int:
    return sum(1 << (4 * seat + "SHDC".index(suit)) for suit in suits)


# ---- leads


def test_long_trumps_are_drawn_from_the_top() -> None:
    assert plays("AS AS TS KS 9S 9S AH 9H 9D 9D JC 9C") == "AS"


def test_with_short_trumps_masters_of_other_suits_are_cashed() -> None:
    assert plays("JS 9S AH KH 9H JD 9D 9D JC JC 9C 9C") == "AH"


def test_a_master_that_an_opponent_ruffs_is_kept() -> None:
    hand = "JS 9S AH KH 9H JD 9D QD JC JC KC 9C"
    assert plays(hand, VOIDS=void(1, "H")) == "9H"
    assert plays(hand, VOIDS=void(3, "H")) == "9H"
    assert plays(hand, VOIDS=void(2, "H")) == "AH"  # partner may lack it
    no_trumps = void(1, "HS") | void(3, "S")
    assert plays(hand, VOIDS=no_trumps) == "AH"  # nobody is left to ruff


def test_a_king_is_cashed_once_all_that_beats_it_is_gone() -> None:
    hand = "9S KH 9H JD 9D QD JC 9C"
    assert plays(hand) != "KH"
    assert plays(hand, PLAYED=mask("AH AH TH TH")) == "KH"
    assert plays(hand, PLAYED=mask("AH AH TH")) != "KH"  # a ten is still out


def test_without_a_master_the_least_is_led_and_no_trump() -> None:
    assert plays("JS 9S TH KH 9H QD KD 9D") == "9H"


# ---- following


def test_the_last_seat_gives_partner_points_and_keeps_masters() -> None:
    seats: dict[str, Any] = {"leader": 1, "led": "9H", "best": "AH", "best_seat": 2}
    assert plays("TH KH 9H", **seats) == "TH"
    assert plays("AH TH KH 9H", **seats) == "KH"  # no ace is out


def test_the_last_seat_wins_with_the_dearest_card_but_ruffs_with_the_cheapest() -> None:
    assert plays("AH TH 9H", led="KH", leader=1) == "TH"
    assert plays("AS TS 9S JD", "AS TS 9S", led="KH", leader=1) == "9S"


def test_a_trick_that_cannot_be_won_gets_the_least() -> None:
    assert plays("TH KH JH 9H", led="AH", leader=1) == "9H"


def test_second_hand_takes_only_what_the_next_seat_cannot_beat() -> None:
    assert plays("TH KH 9H", led="QH", leader=3) == "9H"  # an ace is out
    assert plays("AH KH 9H", led="QH", leader=3) == "AH"
    gone = mask("AH AH QH")
    assert plays("TH KH 9H", led="QH", leader=3, PLAYED=gone) == "TH"


def test_a_next_seat_without_the_suit_may_ruff() -> None:
    assert plays("AH KH 9H", led="QH", leader=3, VOIDS=void(1, "H")) == "9H"
    assert plays("AH KH 9H", led="QH", leader=3, VOIDS=void(1, "HS")) == "AH"


def test_third_hand_gives_to_a_partner_whose_card_is_master() -> None:
    lead: dict[str, Any] = {"leader": 2, "best_seat": 2}
    assert plays("TH KH 9H", led="AH", **lead) == "TH"
    assert plays("TH KH 9H", led="AH", VOIDS=void(1, "H"), **lead) == "9H"
    assert plays("KH 9H", led="JH", **lead) == "9H"


def test_greedy_wins_if_it_can_and_spares_its_partner() -> None:
    assert plays("TH KH 9H", led="QH", leader=3, bot="greedy") == "TH"
    assert plays("TH 9H", led="AH", leader=3, bot="greedy") == "9H"
    assert plays("TH 9H", led="QH", leader=2, bot="greedy") == "TH"
    assert plays("AS KH 9D", bot="greedy") == "AS"


# ---- the auction


def says(
    hand: str, low: int = 150, bot: str = "standard", sets: tuple[str, ...] = (), **s: int
) -> int:
    chosen = policy(bot, *sets)
    return decide(chosen.decisions["call"], mask(hand), low, view_of(chosen.params, **s))


def test_a_strong_hand_bids_its_worth_and_a_weak_one_passes() -> None:
    first = says(STRONG)
    assert first > 400
    assert first % 10 == 0
    assert says(WEAK) == PASS


def test_the_last_speaker_takes_the_next_step() -> None:
    assert says(STRONG, 200, PLACE=3, HIGH_BID=190, HIGH_SEAT=1) == 200


def test_only_a_clearly_better_hand_overbids_partner() -> None:
    level = says(MIDDLING)
    assert level >= 150
    against = says(MIDDLING, level, PLACE=3, HIGH_BID=level - 10, HIGH_SEAT=1)
    assert against == level
    over_partner = says(MIDDLING, level, PLACE=3, HIGH_BID=level - 10, HIGH_SEAT=2, CALLS_2=-1)
    assert over_partner == PASS
    said: dict[str, Any] = {"CALLS_2": 300, "HIGH_BID": 300}
    over_opponent = says(STRONG, 310, HIGH_SEAT=1, **said)
    assert says(STRONG, 310, HIGH_SEAT=2, **said) == over_opponent - 20


def test_partners_pass_lowers_and_partners_bid_raises_a_bid() -> None:
    unknown = says(STRONG, CALLS_2=NOT_SPOKEN)
    assert says(STRONG, CALLS_2=PASS) < unknown
    assert says(STRONG, 310, CALLS_2=300, HIGH_BID=300, HIGH_SEAT=1) > unknown


def test_no_bid_is_left_or_none_may_be_refused() -> None:
    assert says(STRONG, NO_BID) == PASS
    assert says(WEAK, 150, MAY_PASS=0) == 150
    assert says(WEAK, 150, bot="greedy", MAY_PASS=0) == 150
    assert says(STRONG, NO_BID, bot="greedy") == PASS


def test_a_hand_short_of_a_bid_asks_from_its_threshold_on() -> None:
    place: dict[str, Any] = {
        "PLACE": 2,
        "MAY_ASK": 1,
        "CALLS_2": PASS,
        "HIGH_BID": 200,
        "HIGH_SEAT": 1,
    }
    assert says(STRONG, 210, **place) > 210  # no need to ask
    assert says(MIDDLING, 210, **place) == ASK
    assert says(MIDDLING, 210, sets=("ask=0.95",), **place) == PASS
    assert says(WEAK, 210, **place) == PASS
    assert says(MIDDLING, 210, **{**place, "MAY_ASK": 0}) == PASS
    assert says(MIDDLING, 300, bot="greedy", **place) == PASS


def test_answers_go_by_the_own_hand() -> None:
    for bot in ("standard", "greedy"):
        chosen = policy(bot)
        for hand, right in ((STRONG, SPEAK), (WEAK, REDEAL)):
            view = view_of(chosen.params, HIGH_SEAT=1)
            assert decide(chosen.decisions["answer"], mask(hand), 0, view) == right
    view = view_of(policy("standard").params, HIGH_SEAT=0)  # its own bid stands
    assert decide(policy("standard").decisions["answer"], mask(WEAK), 0, view) == SPEAK


def test_more_risk_never_bids_less() -> None:
    bids = [says(MIDDLING, sets=(f"bid_risk={n / 10}",)) for n in range(11)]
    assert bids == sorted(bids)
    assert bids[0] == PASS
    assert bids[-1] > bids[3] >= 150


@pytest.mark.parametrize("bot", ["greedy", "standard"])
def test_trump_is_the_suit_of_length_and_melds(bot: str) -> None:
    chosen = policy(bot)
    view = view_of(chosen.params)
    assert decide(chosen.decisions["trump"], mask(STRONG), 0, view) == SPADES
    hearts = STRONG.translate(str.maketrans("SH", "HS"))
    assert decide(chosen.decisions["trump"], mask(hearts), 0, view) == HEARTS
    assert meld_points(view, mask(STRONG), SPADES) > meld_points(view, mask(STRONG), HEARTS)
