"""Measures of games in compiled code: from raw rows to the sums every report is made of.

``x`` (int64[layout.size]) holds the measures of the game in play, all 0 before its first deal.
Deals are added one by one, the game's result at its end, then the sums; that clears ``x`` for the
next game. Places of ``x``: `metrics.slots`.
"""

import numpy as np

from sixtysix_sim.contract.auction import SEATS
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.rows import trick_counts
from sixtysix_sim.logs.raw import NONE, GameField, Int32, Int64, MeldField
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.metrics.auction.slots import BANDS, FIXED, Layout, Slot
from sixtysix_sim.vocabulary import DealEnd

MADE, REDEAL = int(DealEnd.MADE), int(DealEnd.REDEAL)
CALLS_BEFORE_ASK = 2  # C3.3: only the third seat to speak may ask

# After the total of points written, of cards and of melds: declarer, defender, side 0, side 1.
DECLARER_OF, DEFENDER_OF, SIDE_OF = 1, 2, 3


@inlined
def add_deal(
    x: Int64, layout: Layout, deals: Int32, row: int, melds: Int32, first_meld: int, n_melds: int
) -> None:
    """Add a deal, scored or dealt again, to the measures of the game in play.

    Args:
        deals: int32[rows, DealField]; ``row`` is the deal's.
        melds: int32[rows, MeldField]; the deal's are ``first_meld`` … ``first_meld + n_melds − 1``.
    """
    x[Slot.DEALT] += 1
    x[Slot.MOVES] += deals[row, DealField.MOVES]
    x[Slot.FORCED] += deals[row, DealField.FORCED]
    x[Slot.LEGAL] += deals[row, DealField.LEGAL]
    asked = np.int64(deals[row, DealField.ASKED] != NONE)
    x[Slot.ASKS] += asked
    if deals[row, DealField.DEAL] == 0:
        x[Slot.WORK_FIRST_SIDE] = (deals[row, DealField.FIRST_SPEAKER] & 1) + 1
    if deals[row, DealField.END] == REDEAL:
        # The answer "redeal" is the last action; after "speak" the asker and the last seat follow.
        answered = asked & np.int64(deals[row, DealField.MOVES] == CALLS_BEFORE_ASK + 2)
        x[Slot.REDEALS] += 1
        x[Slot.ANSWERS_REDEAL] += answered
        x[Slot.PASSED_OUT] += 1 - answered
        return
    x[Slot.DEALS] += 1
    x[Slot.HANDS] += SEATS
    add_contract(x, layout, deals, row)
    add_points(x, deals, row)
    add_lead(x, deals[row, DealField.SCORE_0] - deals[row, DealField.SCORE_1])
    for n in range(first_meld, first_meld + n_melds):
        add_meld(x, layout, melds, n)


@inlined
def add_contract(x: Int64, layout: Layout, deals: Int32, row: int) -> None:
    """Add what was bid, by whom, and what became of it (C3, C7)."""
    side = np.int64(deals[row, DealField.DECLARER] & 1)
    other = 1 - side
    bid = np.int64(deals[row, DealField.BID])
    made = np.int64(deals[row, DealField.END] == MADE)
    kaput = np.int64(deals[row, DealField.KAPUT])
    change = np.int64(deals[row, DealField.CHANGE_0 + side])
    own_melds = deals[row, DealField.MELD_POINTS_0 + side]
    judged = np.int64(deals[row, DealField.CARD_POINTS_0 + side])
    judged += 0 if layout.judged_wiped and kaput == other else own_melds
    x[Slot.MADE] += made
    x[Slot.SET] += 1 - made
    x[Slot.BID_POINTS] += bid
    if made:
        x[Slot.MADE_OVER] += judged - bid
    else:
        x[Slot.SET_SHORT] += bid - judged
        x[Slot.SET_COST] -= change
        x[Slot.SET_SWING] += deals[row, DealField.CHANGE_0 + other] - change
    level = FIXED + (bid - layout.lowest) // layout.width
    x[level] += 1
    x[level + layout.levels] += made
    held = layout.bands_at + min(np.int64(own_melds) // layout.band, np.int64(BANDS - 1))
    x[held] += 1
    x[held + BANDS] += made
    speaking = deals[row, DealField.SPEAKING]
    x[Slot.SPEAKING + speaking] += 1
    x[Slot.SPEAKING_MADE + speaking] += made
    bids = deals[row, DealField.BIDS] - 1
    x[Slot.BIDS + bids] += 1
    x[Slot.BIDS_MADE + bids] += made
    x[Slot.TRUMPS + deals[row, DealField.TRUMP]] += 1
    x[Slot.LAST_TRICK_DECLARER] += np.int64(deals[row, DealField.LAST_TRICK] == side)
    x[Slot.WORK_DECLARER_SIDE] = side + 1
    if kaput != NONE:
        x[Slot.KAPUTS] += 1
        x[Slot.KAPUT_DECLARER if kaput == side else Slot.KAPUT_DEFENDER] += 1
        x[Slot.KAPUT_MELDS] += deals[row, DealField.MELD_POINTS_0 + 1 - kaput]


@inlined
def add_points(x: Int64, deals: Int32, row: int) -> None:
    """Add tricks and points, by role and by side (C6.6, C7)."""
    side = np.int64(deals[row, DealField.DECLARER] & 1)
    x[Slot.TRICKS_DECLARER] += deals[row, DealField.TRICKS_0 + side]
    x[Slot.TRICKS_DEFENDER] += deals[row, DealField.TRICKS_0 + 1 - side]
    add_both(x, Slot.CHANGE, deals, row, DealField.CHANGE_0, side)
    cards = add_both(x, Slot.CARDS, deals, row, DealField.CARD_POINTS_0, side)
    melds = add_both(x, Slot.MELDS, deals, row, DealField.MELD_POINTS_0, side)
    x[Slot.COUNTED] += cards + melds


@inlined
def add_both(x: Int64, at: int, deals: Int32, row: int, column: int, side: np.int64) -> np.int64:
    """Add a pair of columns to total, declarer, defender and sides from ``at``; return the sum."""
    zero, one = np.int64(deals[row, column]), np.int64(deals[row, column + 1])
    own = one if side == 1 else zero
    both = zero + one
    x[at] += both
    x[at + DECLARER_OF] += own
    x[at + DEFENDER_OF] += both - own
    x[at + SIDE_OF] += zero
    x[at + SIDE_OF + 1] += one
    return both


@inlined
def add_lead(x: Int64, ahead: int) -> None:
    """Note by how much side 0 is ahead after a deal."""
    if ahead != 0:
        leader = 1 if ahead > 0 else -1
        x[Slot.LEAD_CHANGES] += np.int64(x[Slot.WORK_LEADER] == -leader)
        x[Slot.WORK_LEADER] = leader
    x[Slot.WORK_LOW] = min(x[Slot.WORK_LOW], ahead)
    x[Slot.WORK_HIGH] = max(x[Slot.WORK_HIGH], ahead)


@inlined
def add_meld(x: Int64, layout: Layout, melds: Int32, row: int) -> None:
    """Add a meld row; a hand, and a deal, with the same meld in two suits counts once."""
    meld = np.int64(melds[row, MeldField.MELD])
    # Working space of a meld: deals of the game × 16, and a bit for each seat seen in this one.
    stamp = x[Slot.DEALS] << 4
    seen = x[layout.work_at + meld]
    new_deal = np.int64((seen ^ stamp) > 15)
    seen = stamp if new_deal else seen
    seat = np.int64(1) << melds[row, MeldField.SEAT]
    x[layout.hands_at + meld] += np.int64((seen & seat) == 0)
    x[layout.deals_at + meld] += new_deal
    x[layout.copies_at + meld] += melds[row, MeldField.COPIES]
    x[layout.points_at + meld] += melds[row, MeldField.POINTS]
    x[layout.work_at + meld] = seen | seat


@inlined
def add_tricks(x: Int64, layout: Layout, by_trick: Int64) -> None:
    """Add how many cards of each trick were forced and how many legal, over a game's deals."""
    for trick in range(layout.tricks):
        _, forced, legal = trick_counts(by_trick[trick + 1])
        x[layout.forced_at + trick] += forced
        x[layout.legal_at + trick] += legal


@inlined
def add_game(x: Int64, layout: Layout, games: Int32, game: int) -> None:
    """Add how a game ended and clear the working space; its deals are in ``x`` already.

    Args:
        games: int32[rows, GameField]; ``game`` is the row.
    """
    winner = np.int64(games[game, GameField.WINNER])
    score_0, score_1 = (
        np.int64(games[game, GameField.SCORE_0]),
        np.int64(games[game, GameField.SCORE_0 + 1]),
    )
    x[Slot.GAMES] += 1
    x[Slot.SPREAD] += abs(score_0 - score_1)
    x[Slot.SCORES] += score_0
    x[Slot.SCORES + 1] += score_1
    x[Slot.ENDS + games[game, GameField.END]] += 1
    x[Slot.KAPUT_GAMES] += np.int64(x[Slot.KAPUTS] > 0)
    if winner == NONE:
        x[Slot.NO_WINNER] += 1
    else:
        deficit = -x[Slot.WORK_LOW] if winner == 0 else x[Slot.WORK_HIGH]
        x[Slot.DECIDED] += 1
        x[Slot.WINS + winner] += 1
        x[Slot.FIRST_WINS if winner + 1 == x[Slot.WORK_FIRST_SIDE] else Slot.FIRST_LOSSES] += 1
        x[Slot.DECLARER_WINS] += np.int64(winner + 1 == x[Slot.WORK_DECLARER_SIDE])
        x[Slot.MARGIN] += score_0 - score_1 if winner == 0 else score_1 - score_0
        x[Slot.BEHIND_WINS] += np.int64(deficit > 0)
        x[Slot.DEFICIT] += deficit
    x[Slot.WORK_FIRST_SIDE : Slot.WORK_HIGH + 1] = 0
    x[layout.work_at : layout.size] = 0
