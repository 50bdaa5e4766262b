"""What must hold in every deal (end of the rule text), checked over whole chunks of raw rows."""

from functools import reduce
from math import gcd

import numpy as np
from numpy.typing import NDArray

from sixtysix_sim.cards import CARD_NAMES, full_deck
from sixtysix_sim.logs.raw import NONE, GameField, RawChunk
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.rules.auction import AuctionRules
from sixtysix_sim.vocabulary import Action, DealEnd

D, G = DealField, GameField
CARD_CODES = 32
Ints = NDArray[np.int64]


def check_chunk(rules: AuctionRules, chunk: RawChunk) -> None:
    """Check a chunk logged with moves.

    Raises:
        AssertionError: one of the checks does not hold.
    """
    played = chunk.deals[:, D.END] != DealEnd.REDEAL
    hands = hands_held(rules, chunk)
    check_cards(rules, chunk, hands, played)
    check_tricks_and_points(rules, chunk, hands, played)
    check_scores(rules, chunk, played)
    check_auctions(rules, chunk)


def deck_codes(chunk: RawChunk) -> Ints:
    """Return int64[deals, cards]: card codes of the decks as logged."""
    code_of = np.full(1 << 16, NONE, dtype=np.int64)
    for code, name in enumerate(CARD_NAMES):
        code_of[256 * ord(name[0]) + ord(name[1])] = code
    text = chunk.decks.astype(np.int64)
    codes: Ints = code_of[256 * text[:, ::2] + text[:, 1::2]]
    return codes


def hands_held(rules: AuctionRules, chunk: RawChunk) -> Ints:
    """Return int64[deals, 4, 32]: how often each seat was dealt each card; decks are the pack."""
    codes = deck_codes(chunk)
    pack = np.sort(np.array(full_deck(rules.deck.ranks, rules.deck.packs)))
    assert (np.sort(codes, axis=1) == pack).all()
    size, deals = rules.deal.hand_size, len(codes)
    seat = np.arange(4 * size) // size
    key = (4 * np.arange(deals)[:, None] + seat) * CARD_CODES + codes[:, : 4 * size]
    return counted(key.ravel(), deals)


def counted(key: Ints, deals: int) -> Ints:
    """Return how often each (deal, seat, card) occurs."""
    return np.bincount(key, minlength=4 * CARD_CODES * deals).reshape(deals, 4, CARD_CODES)


def deal_of_move(chunk: RawChunk) -> Ints:
    """Return int64[moves]: the deal each action belongs to."""
    return np.repeat(np.arange(len(chunk.deals)), chunk.deals[:, D.MOVES])


def check_cards(rules: AuctionRules, chunk: RawChunk, hands: Ints, played: Ints) -> None:
    """Every seat plays each card exactly as often as it was dealt, in a deal that is played."""
    assert chunk.moves is not None
    plays = chunk.moves.action == Action.PLAY
    deal, seat = deal_of_move(chunk)[plays], chunk.moves.seat[plays].astype(np.int64)
    key = (4 * deal + seat) * CARD_CODES + chunk.moves.card[plays]
    table = counted(key, len(chunk.deals))
    assert (table[played] == hands[played]).all()
    assert not table[~played].any()
    assert (hands.sum(axis=2) == rules.deal.hand_size).all()


def check_tricks_and_points(
    rules: AuctionRules, chunk: RawChunk, hands: Ints, played: Ints
) -> None:
    """Tricks add up to the hand size, trick points to the cards dealt and the bonus (C7.1)."""
    value = np.array([rules.deck.values.get(name[0], 0) for name in CARD_NAMES])
    points = hands.sum(axis=1) @ value + rules.last_trick.bonus
    rows = chunk.deals[played]
    assert (rows[:, D.TRICKS_0] + rows[:, D.TRICKS_1] == rules.deal.hand_size).all()
    got = rows[:, D.CARD_POINTS_0] + rows[:, D.CARD_POINTS_1]
    assert (got == points[played]).all()
    nothing = chunk.deals[~played][:, D.CHANGE_0 : D.MELD_POINTS_1 + 1].copy()
    nothing[:, 2:4] = 0  # the score is carried
    assert not nothing.any()
    melds = np.zeros((len(chunk.deals), 2), dtype=np.int64)
    np.add.at(melds, (chunk.melds[:, 0], chunk.melds[:, 1] & 1), chunk.melds[:, 5])
    assert (melds == chunk.deals[:, D.MELD_POINTS_0 : D.MELD_POINTS_1 + 1]).all()


def unit(rules: AuctionRules) -> int:
    """Return the greatest number all points and bids are multiples of; 5 under default values."""
    melds = [meld.points for meld in rules.melds.patterns.values()]
    bids = [rules.auction.min_bid, rules.auction.step]
    return reduce(gcd, [*rules.deck.values.values(), rules.last_trick.bonus, *melds, *bids])


def check_scores(rules: AuctionRules, chunk: RawChunk, played: Ints) -> None:
    """Totals move in fives; a set team writes minus its bid (C7.4); scores are running sums."""
    change = chunk.deals[:, D.CHANGE_0 : D.CHANGE_1 + 1].astype(np.int64)
    step = unit(rules)
    assert not (change % step).any() if step else not change.any()
    is_set = chunk.deals[:, D.END] == DealEnd.SET
    rows, side = chunk.deals[is_set], chunk.deals[is_set, D.DECLARER] & 1
    penalty = -rows[:, D.BID] * rules.contract.penalty_factor
    assert (change[is_set, side] == penalty).all()
    score = np.cumsum(change, axis=0)
    ends = np.cumsum(chunk.games[:, G.ROWS])
    before = np.concatenate(([[0, 0]], score[ends[:-1] - 1]))
    score -= np.repeat(before, chunk.games[:, G.ROWS], axis=0)
    assert (score == chunk.deals[:, D.SCORE_0 : D.SCORE_1 + 1]).all()
    assert (score[ends - 1] == chunk.games[:, G.SCORE_0 : G.SCORE_0 + 2]).all()
    assert (np.bincount(chunk.deals[played, D.GAME], minlength=len(ends)) == scored(chunk)).all()


def scored(chunk: RawChunk) -> Ints:
    """Return the scored deals of each game."""
    return chunk.games[:, G.SCORED].astype(np.int64)


def check_auctions(rules: AuctionRules, chunk: RawChunk) -> None:
    """Nobody speaks twice in one auction, and every bid is higher than the one before it."""
    assert chunk.moves is not None
    deal, action = deal_of_move(chunk), chunk.moves.action
    words = (action == Action.PASS) | (action == Action.BID)
    spoken = np.bincount(4 * deal[words] + chunk.moves.seat[words], minlength=4 * len(chunk.deals))
    by_seat = spoken.reshape(-1, 4)
    assert by_seat.max() == 1
    assert (by_seat.sum(axis=1)[chunk.deals[:, D.END] != DealEnd.REDEAL] == 4).all()
    bids = action == Action.BID
    points, of = chunk.moves.value[bids].astype(np.int64), deal[bids]
    same = of[1:] == of[:-1]
    assert (np.diff(points)[same] >= rules.auction.step).all()
    assert not ((points - rules.auction.min_bid) % rules.auction.step).any()
    assert (np.bincount(of, minlength=len(chunk.deals)) == chunk.deals[:, D.BIDS]).all()
    for kind in (Action.ASK, Action.TRUMP):
        assert np.bincount(deal[action == kind], minlength=1).max() <= 1
