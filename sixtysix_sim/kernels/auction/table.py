"""The rule values a kernel reads: plain integers, made once a rule set."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sixtysix_sim.contract.auction import SEATS, View
from sixtysix_sim.kernels.auction.melds import meld_table
from sixtysix_sim.kernels.following import BEAT
from sixtysix_sim.kernels.pack import card_codes, card_numbers, card_texts, hand_of_place
from sixtysix_sim.kernels.policy import put_params
from sixtysix_sim.logs.raw import NONE
from sixtysix_sim.rules.auction import AuctionRules

LIMIT_TEAM, LIMIT_SEAT, LIMIT_GAME, LIMIT_DEAL = 0, 1, 2, 3
_LIMIT = {"team": LIMIT_TEAM, "seat": LIMIT_SEAT, "game": LIMIT_GAME, "deal": LIMIT_DEAL}


class Table(NamedTuple):
    """Rule values of one rule set; yes/no values are 0 or 1."""

    hand_size: int
    deck_size: int
    first_dealer: int  # NONE: random
    rotate: int
    redeal_rotates: int
    must_follow: int
    must_beat: int
    must_trump: int
    overtrump: int
    bonus: int
    min_bid: int
    max_bid: int  # the highest bid on the grid
    step: int
    speaker_offset: int  # seats from the dealer to the first speaker
    ask: int
    ask_limit: int
    ask_only_if_no_bid: int
    must_bid: int
    max_redeals: int
    made_writes_bid: int
    penalty: int
    wipes_melds: int
    wipes_before: int
    kaput_factor: int
    target: int
    higher_wins: int
    max_deals: int
    faces: NDArray[np.uint8]  # the deck: kernel card number of every card
    slots: NDArray[np.uint8]  # places in the shuffled deck, hand by hand
    codes: NDArray[np.uint8]  # kernel card number → card code
    text_order: NDArray[
        np.uint8
    ]  # kernel card numbers as decks are written: suits, strongest first
    texts: NDArray[np.uint16]  # bit of `bits.in_reading_order` → the card's two characters
    values: NDArray[np.int64]  # card points by strength


def auction_table(rules: AuctionRules) -> Table:
    """Return the kernel's table of a rule set of the auction family."""
    auction, follow, game = rules.auction, rules.follow, rules.game
    cards = card_numbers(rules.deck)
    codes = card_codes(rules.deck)
    first = rules.deal.first_dealer
    return Table(
        hand_size=rules.deal.hand_size,
        deck_size=len(cards) * rules.deck.packs,
        first_dealer=NONE if isinstance(first, str) else first,
        rotate=int(rules.deal.rotation == "next_seat"),
        redeal_rotates=int(not rules.deal.redeal_keeps_dealer and rules.deal.rotation != "fixed"),
        must_follow=int(follow.must_follow),
        must_beat=BEAT[follow.must_beat],
        must_trump=int(follow.must_trump),
        overtrump=int(follow.overtrump),
        bonus=rules.last_trick.bonus,
        min_bid=auction.min_bid,
        max_bid=auction.max_bid - (auction.max_bid - auction.min_bid) % auction.step,
        step=auction.step,
        speaker_offset=int(auction.first_speaker == "after_dealer"),
        ask=int(auction.ask),
        ask_limit=_LIMIT[auction.ask_limit],
        ask_only_if_no_bid=int(auction.ask_after_bid == "only_if_no_bid"),
        must_bid=int(auction.after_speak == "must_bid"),
        max_redeals=auction.max_redeals,
        made_writes_bid=int(rules.contract.made_writes == "bid"),
        penalty=rules.contract.penalty_factor,
        wipes_melds=int(rules.kaput.wipes_melds),
        wipes_before=int(rules.kaput.before_contract),
        kaput_factor=rules.kaput.factor,
        target=game.target,
        higher_wins=int(game.both_at_target == "higher"),
        max_deals=game.max_deals,
        faces=np.array([c for c in cards for _ in range(rules.deck.packs)], dtype=np.uint8),
        slots=_slots(rules),
        codes=codes,
        text_order=np.array(sorted(cards, key=lambda c: (c >> 4, -c)), dtype=np.uint8),
        texts=card_texts(rules.deck),
        values=np.array([rules.deck.values[r] for r in reversed(rules.deck.ranks)], dtype=np.int64),
    )


def _slots(rules: AuctionRules) -> NDArray[np.uint8]:
    """Return which places of the shuffled deck each hand gets, hand by hand."""
    owners = hand_of_place(SEATS, rules.deal.hand_size, rules.deal.packet)
    return np.argsort(owners, kind="stable").astype(np.uint8)


def new_view(rules: AuctionRules, params: list[tuple[float, ...]]) -> Any:
    """Return a view with the rule set's facts, the seats' parameters and the meld table filled in.

    Args:
        params: by seat, at most MAX_PARAMS values each.
    """
    melds = meld_table(rules)
    view = np.full(View.MELDS + len(melds), NONE, dtype=np.int64)
    table = auction_table(rules)
    view[View.LENGTH] = len(view)
    view[View.MIN_BID] = table.min_bid
    view[View.MAX_BID] = table.max_bid
    view[View.STEP] = table.step
    view[View.TARGET] = table.target
    view[View.HAND_SIZE] = table.hand_size
    view[View.PACKS] = rules.deck.packs
    view[View.BONUS] = table.bonus
    view[View.RANKS] = len(table.values)
    view[View.PENALTY] = table.penalty
    view[View.VALUES : View.VALUES + len(table.values)] = table.values
    put_params(view, params)
    view[View.MELDS :] = melds
    return view
