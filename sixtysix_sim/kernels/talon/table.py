"""The rule values the talon kernel reads: plain integers, made once a rule set."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sixtysix_sim.contract import SUIT_MASK
from sixtysix_sim.contract.talon import (
    MARRIAGES,
    MAY_CLAIM_RIGHTLY,
    MAY_CLOSE,
    MAY_EXCHANGE,
    TWO_SEATS,
    View,
)
from sixtysix_sim.kernels.following import BEAT
from sixtysix_sim.kernels.pack import card_codes, card_numbers, card_texts, hand_of_place
from sixtysix_sim.kernels.policy import put_params
from sixtysix_sim.logs.raw import NONE
from sixtysix_sim.rules.common import NO_RANK
from sixtysix_sim.rules.talon import TalonRules

EACH_SUIT = 0x0001_0001_0001_0001  # the lowest bit of every suit

LEAD_WORDS = (MAY_CLAIM_RIGHTLY, MAY_CLOSE, MAY_EXCHANGE, MARRIAGES)
# parts of `Table.gates`: by number of the trick, by tricks won, by cards left
GATE_BITS = 63
GATE_TRICK, GATE_WON, GATE_TALON = 0, GATE_BITS + 1, 2 * (GATE_BITS + 1)

# codes of the options
ROTATE_FIXED, ROTATE_NEXT, ROTATE_WINNER, ROTATE_LOSER = 0, 1, 2, 3
TRICK_NOT_NEEDED, TRICK_TO_COUNT, TRICK_TO_DECLARE = 0, 1, 2
OUT_LAST_TRICK, OUT_AT_END, OUT_ANY_TRICK = 0, 1, 2
FAIL_TWO_OR_THREE, FAIL_BY_COUNT, FAIL_FLAT_THREE = 0, 1, 2
WRONG_FLAT_TWO, WRONG_TWO_OR_THREE, WRONG_BY_COUNT = 0, 1, 2
WINS_HIGHER, WINS_SOLE, WINS_LAST_TRICK = 0, 1, 2
_ROTATION = {
    "fixed": ROTATE_FIXED,
    "next_seat": ROTATE_NEXT,
    "winner": ROTATE_WINNER,
    "loser": ROTATE_LOSER,
}
_NEEDS = {"no": TRICK_NOT_NEEDED, "to_count": TRICK_TO_COUNT, "to_declare": TRICK_TO_DECLARE}
_OUT = {"last_trick": OUT_LAST_TRICK, "end": OUT_AT_END, "any_trick": OUT_ANY_TRICK}
_FAILURE = {
    "two_or_three": FAIL_TWO_OR_THREE,
    "by_count": FAIL_BY_COUNT,
    "flat_three": FAIL_FLAT_THREE,
}
_WRONG = {
    "flat_two": WRONG_FLAT_TWO,
    "two_or_three": WRONG_TWO_OR_THREE,
    "by_count": WRONG_BY_COUNT,
}
_WINS = {"higher": WINS_HIGHER, "sole_at_target": WINS_SOLE, "last_trick": WINS_LAST_TRICK}


class Table(NamedTuple):
    """Rule values of one rule set; yes/no values are 0 or 1."""

    # A tuple of two, so that the compiler knows how many there are; an array for other tables.
    seats: tuple[int, ...] | NDArray[np.int64]
    wide: tuple[int, ...]  # empty for two seats without slips, which are compiled by themselves
    packs: int
    deck_size: int
    dealt: int  # cards in all hands
    hand_size: int
    first_dealer: int  # NONE: random
    rotation: int
    draw_rotates: int  # seats the deal moves on after a drawn deal
    must_follow: int
    must_beat: int
    must_trump: int
    overtrump: int
    while_open: int
    bonus: int
    bonus_when_closed: int
    least_talon: int  # cards left with which the talon still counts as holding cards
    plain: int
    trump_marriage: int
    needs_trick: int
    queen_open: int
    queen_endgame: int
    king: int  # strength × 2 within a suit
    queen: int
    each_suit: int  # lowest bit of every suit that can hold a marriage: all or none
    exchange: int  # strength × 2 of the rank that may be exchanged
    exchange_pair: int  # the cards of a suit, if the rank is one of a marriage's; else 0
    # what may be said, as bits of View.MAY
    rights_open: int  # while the talon is open
    rights_closed: int
    rights_empty: int
    rights_declared: int  # once a marriage is declared for this lead
    choice: int  # the winner of a trick may close before drawing
    auto_out: int
    failure: int
    tricks_at_close: int
    score_at_close: int
    claim_fails_closer: int
    target: int
    wrong: int
    wrong_fails_closer: int
    wins: int
    compare_cards: int
    higher_below: int  # nobody at the target: the higher count wins
    base: int
    under: int
    under_pays: int
    no_trick_pays: int
    zero_sum: int
    draw_adds: int
    match_target: int
    match_deals: int
    max_deals: int
    cards: int  # the pack as a mask, two bits a face with two packs
    values: int  # card points by strength, 8 bits each
    keeps_dealer: int  # a deal that is dealt again has the same dealer
    rates: NDArray[np.float64]  # of irregularities, in the order of `Irregularities` (D8)
    most_tricks_needed: int  # tricks of one's own with which no right is closed for want of any
    gates: NDArray[np.int64]  # words allowed by number of the trick, by tricks won, by cards left
    owners: NDArray[np.uint8]  # place in the shuffled deck → seat
    codes: NDArray[np.uint8]  # kernel card number → card code
    texts: NDArray[np.uint16]  # bit of `bits.in_reading_order` → the card's two characters


def is_wide(rules: TalonRules) -> bool:
    """Tell whether rules need what two seats that never slip do not: the other hot loop plays them.

    Both are the same functions. ``len(table.wide)`` is known to the compiler, so that a table of
    two does not carry the draws owed, the hands of different sizes and the several losers.
    """
    return rules.seats != TWO_SEATS or any(_rates(rules))


def _rates(rules: TalonRules) -> list[float]:
    return list(rules.irregularities.model_dump().values())


def talon_table(rules: TalonRules) -> Table:
    """Return the kernel's table of a rule set of the talon family."""
    numbers = card_numbers(rules.deck)
    return Table(**_cards(rules, numbers), **_rights(rules), **_prices(rules))


def _cards(rules: TalonRules, numbers: list[int]) -> dict[str, Any]:
    deck, deal, follow = rules.deck, rules.deal, rules.follow
    first = deal.first_dealer
    packed = sum(deck.values[r] << (8 * n) for n, r in enumerate(reversed(deck.ranks)))
    return {
        "seats": np.arange(rules.seats) if is_wide(rules) else tuple(range(rules.seats)),
        "wide": (1,) if is_wide(rules) else (),
        "packs": deck.packs,
        "deck_size": len(numbers) * deck.packs,
        "dealt": rules.seats * deal.hand_size,
        "hand_size": deal.hand_size,
        "first_dealer": NONE if isinstance(first, str) else first,
        "rotation": _ROTATION[deal.rotation],
        "draw_rotates": int(deal.after_draw == "next_seat" and deal.rotation != "fixed"),
        "must_follow": int(follow.must_follow),
        "must_beat": BEAT[follow.must_beat],
        "must_trump": int(follow.must_trump),
        "overtrump": int(follow.overtrump),
        "while_open": int(follow.while_open),
        "bonus": rules.last_trick.bonus,
        "bonus_when_closed": int(rules.last_trick.when_closed),
        "least_talon": rules.seats if rules.talon.uneven == "stop" else 1,
        "cards": sum((1 if deck.packs == 1 else 3) << card for card in numbers),
        "values": packed,
        "keeps_dealer": int(deal.redeal_keeps_dealer or deal.rotation == "fixed"),
        "rates": np.array(_rates(rules)),
        "owners": np.array(hand_of_place(rules.seats, deal.hand_size, deal.packet), dtype=np.uint8),
        "codes": card_codes(deck),
        "texts": card_texts(deck),
    }


def _rights(rules: TalonRules) -> dict[str, Any]:
    marriage, exchange, closing = rules.marriage, rules.exchange, rules.closing
    strength = {rank: 2 * n for n, rank in enumerate(reversed(rules.deck.ranks))}
    swaps = _bits(exchange.rank != NO_RANK, MAY_EXCHANGE)
    always = MAY_CLAIM_RIGHTLY
    again = 0 if marriage.one_per_lead else MARRIAGES
    return {
        "plain": marriage.plain,
        "trump_marriage": marriage.trump,
        "needs_trick": _NEEDS[marriage.needs_trick],
        "queen_open": int(marriage.lead_open == "queen"),
        "queen_endgame": int(marriage.lead_endgame == "queen"),
        "king": strength.get("K", 0),
        "queen": strength.get("Q", 0),
        "each_suit": EACH_SUIT if "K" in strength and "Q" in strength else 0,
        "exchange": strength.get(exchange.rank, 0),
        "exchange_pair": SUIT_MASK if exchange.rank in ("K", "Q") else 0,
        "rights_open": always | swaps | MARRIAGES | _bits(closing.allowed, MAY_CLOSE),
        "rights_closed": always
        | swaps & _bits(exchange.after_close, MAY_EXCHANGE)
        | _bits(marriage.after_close, MARRIAGES),
        "rights_empty": always | _bits(marriage.after_exhausted, MARRIAGES),
        "rights_declared": _bits(rules.claim.when == "on_lead", always)
        | MAY_CLOSE
        | MAY_EXCHANGE
        | again,
        "choice": int(closing.allowed and closing.when == "before_or_after_draw"),
        "most_tricks_needed": max(_tricks_needed(rules)),
        "gates": _gates(rules),
    }


def _bits(allowed: bool, words: int) -> int:
    return words if allowed else 0


def _tricks_needed(rules: TalonRules) -> tuple[int, ...]:
    """Return how many tricks of one's own claim, closing, exchange and marriage need."""
    declare = rules.marriage.needs_trick == "to_declare"
    return 0, rules.closing.min_tricks_won, int(rules.exchange.needs_trick), int(declare)


def _gates(rules: TalonRules) -> NDArray[np.int64]:
    """Return, one behind the other, the words allowed by number of the trick, by tricks won by the
    leader, and by cards left in the talon (``from_trick``, ``needs_trick`` and their like)."""
    marriage, exchange, closing = rules.marriage, rules.exchange, rules.closing
    claim_from = 1 if rules.claim.when == "on_lead" else 2  # K6.3: a trick of one's own before it
    by_trick = (claim_from, closing.from_trick, exchange.from_trick, marriage.from_trick)
    by_talon = (0, closing.min_talon, exchange.min_talon, 0)
    return np.array(
        [
            sum(word for word, least in zip(LEAD_WORDS, limits, strict=True) if n >= least)
            for limits in (by_trick, _tricks_needed(rules), by_talon)
            for n in range(GATE_BITS + 1)
        ],
        dtype=np.int64,
    )


def _prices(rules: TalonRules) -> dict[str, Any]:
    closing, claim, stakes = rules.closing, rules.claim, rules.stakes
    return {
        "auto_out": _OUT[closing.auto_out],
        "failure": _FAILURE[closing.failure],
        "tricks_at_close": int(closing.opponent_tricks == "at_close"),
        "score_at_close": int(closing.opponent_score == "at_close"),
        "claim_fails_closer": int(closing.opponent_claims == "as_failure"),
        "target": claim.target,
        "wrong": _WRONG[claim.wrong],
        "wrong_fails_closer": int(claim.wrong_by_closer == "as_failure"),
        "wins": _WINS[rules.played_out.winner],
        "compare_cards": int(rules.played_out.compare == "card_points"),
        "higher_below": int(rules.played_out.nobody_at_target == "higher"),
        "base": stakes.base,
        "under": stakes.under,
        "under_pays": stakes.under_pays,
        "no_trick_pays": stakes.no_trick_pays,
        "zero_sum": int(stakes.zero_sum),
        "draw_adds": stakes.draw_adds,
        "match_target": rules.match.target,
        "match_deals": rules.match.deals,
        "max_deals": rules.match.max_deals,
    }


def new_view(rules: TalonRules, params: list[tuple[float, ...]]) -> Any:
    """Return a view with the rule set's facts and the seats' parameters filled in.

    Args:
        params: by seat, at most MAX_PARAMS values each.
    """
    table = talon_table(rules)
    view = np.full(View.END, NONE, dtype=np.int64)
    view[View.OWED : View.HISTORY] = 0
    view[View.LENGTH] = len(view)
    view[View.SEATS] = len(table.seats)
    view[View.HAND_SIZE] = table.hand_size
    view[View.PACKS] = table.packs
    view[View.RANKS] = len(rules.deck.ranks)
    values = [rules.deck.values[rank] for rank in reversed(rules.deck.ranks)]
    view[View.VALUES : View.VALUES + len(values)] = values
    view[View.KING] = table.king if "K" in rules.deck.ranks else NONE
    view[View.QUEEN] = table.queen if "Q" in rules.deck.ranks else NONE
    view[View.EXCHANGED] = table.exchange if rules.exchange.rank != NO_RANK else NONE
    view[View.PLAIN] = table.plain
    view[View.TRUMP_MARRIAGE] = table.trump_marriage
    view[View.BONUS] = table.bonus
    view[View.TARGET] = table.target
    view[View.MATCH] = table.match_target
    view[View.MUST_FOLLOW] = table.must_follow
    view[View.MUST_BEAT] = table.must_beat
    view[View.MUST_TRUMP] = table.must_trump
    view[View.NEEDS_TRICK] = table.needs_trick
    put_params(view, params)
    return view
