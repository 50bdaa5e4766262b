"""Measures of games of the talon family in compiled code (`kernels.auction.measures` likewise).

``x`` (int64[layout.size]) holds the measures of the game in play, all 0 before its first deal.
Deals are short, so a deal adds only what cannot be worked out once a game (`unfold`).
"""

import numpy as np

from sixtysix_sim.kernels.bits import pick, seldom
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.rows import trick_counts
from sixtysix_sim.logs.raw import NONE, GameField, Int32, Int64, MeldField
from sixtysix_sim.logs.raw.talon import DealField
from sixtysix_sim.metrics.talon.slots import (
    FIXED,
    MOST_WORTH,
    SIDE_PLACES,
    Layout,
    Side,
    Slot,
    Way,
)
from sixtysix_sim.vocabulary import SLIP_BITS, DealEnd, Slip

SLIP_KINDS, SLIP_MOST = len(Slip), (1 << SLIP_BITS) - 1
CLAIM, REDEAL = int(DealEnd.CLAIM), int(DealEnd.REDEAL)
CLOSER_OUT, OUT_WAY = int(DealEnd.CLOSER_OUT), int(Way.CLOSER_OUT)
FAILED_WAY, DRAWN_WAY = int(Way.CLOSER_FAILED), int(Way.DRAWN)
WAYS_OF_A_CLAIM = 3  # the talon not closed, by the closer, against the closer
CLAIM_WAY, WRONG_WAY = int(Way.CLAIM), int(Way.WRONG_CLAIM)
FOR_CLOSER = tuple(
    int(way) for way in (Way.CLAIM_BY_CLOSER, Way.WRONG_CLAIM_AGAINST_CLOSER, Way.CLOSER_OUT)
)
AGAINST_CLOSER = tuple(
    int(way) for way in (Way.CLAIM_AGAINST_CLOSER, Way.WRONG_CLAIM_BY_CLOSER, Way.CLOSER_FAILED)
)
FOR_CLOSER_MASK = sum(1 << way for way in FOR_CLOSER)


@inlined
def add_deal(
    x: Int64, layout: Layout, deals: Int32, row: int, melds: Int32, first_meld: int, n_melds: int
) -> None:
    """Add a deal, settled or dealt again, to the measures of the game in play.

    Args:
        deals: int32[rows, DealField]; ``row`` is the deal's.
        melds: int32[rows, MeldField]; the deal's are ``first_meld`` … ``first_meld + n_melds − 1``.
    """
    x[Slot.MOVES] += deals[row, DealField.MOVES]
    x[Slot.FORCED] += deals[row, DealField.FORCED]
    x[Slot.LEGAL] += deals[row, DealField.LEGAL]
    first = np.int64(deals[row, DealField.DEAL] == 0)
    x[Slot.WORK_FOREHAND] += first * (deals[row, DealField.FOREHAND] + 1)
    x[Slot.WORK_DEALER] += first * (deals[row, DealField.DEALER] + 1)
    slips = np.int64(deals[row, DealField.SLIPS])
    if seldom(slips != 0):
        for kind in range(SLIP_KINDS):
            x[Slot.SLIPS + kind] += (slips >> (SLIP_BITS * kind)) & SLIP_MOST
    if deals[row, DealField.END] == REDEAL:
        return
    x[Slot.PLAYED] += deals[row, DealField.CARDS]
    add_result(x, layout, deals, row)
    add_lead(x, layout, deals, row)
    trump = deals[row, DealField.TRUMP]
    for n in range(first_meld, first_meld + n_melds):
        kind = 2 * np.int64(melds[n, MeldField.SUIT] == trump) + melds[n, MeldField.COUNTED]
        x[Slot.MARRIAGES + kind] += melds[n, MeldField.COPIES]
    x[Slot.MARRIAGE_DEALS] += np.int64(n_melds > 0)


@inlined
def way_of(deals: Int32, row: int) -> np.int64:
    """Return how a settled deal ended (`Way`)."""
    end = np.int64(deals[row, DealField.END])
    closer = deals[row, DealField.CLOSER]
    other = np.int64(deals[row, DealField.CLAIMER] != closer)
    whose = np.int64(closer != NONE) * (1 + other)
    claimed = (end - CLAIM) * WAYS_OF_A_CLAIM + whose
    return pick(end >= CLOSER_OUT, end - CLOSER_OUT + OUT_WAY, claimed)


@inlined
def add_side(x: Int64, deals: Int32, row: int, side: int) -> np.int64:
    """Add a side's points and tricks; return its points, marriages that count included (K6.1)."""
    cards = np.int64(deals[row, DealField.CARD_POINTS + side])
    melds = np.int64(deals[row, DealField.MELD_POINTS + side])
    at = FIXED + SIDE_PLACES * side
    x[at + Side.CARDS] += cards
    x[at + Side.MELDS] += melds
    x[Slot.TRICKS] += deals[row, DealField.TRICKS + side]
    return cards + melds


@inlined
def add_result(x: Int64, layout: Layout, deals: Int32, row: int) -> None:
    """Add how a deal ended, what it paid, to whom, and what the closing had to do with it."""
    way = way_of(deals, row)
    paid = np.int64(deals[row, DealField.GAME_POINTS])
    stake = np.int64(deals[row, DealField.STAKE])
    forehand, dealer = deals[row, DealField.FOREHAND], deals[row, DealField.DEALER]
    x[Slot.WAYS + way] += 1
    x[Slot.WAY_POINTS + way] += paid
    x[Slot.WORTH + min(paid, np.int64(MOST_WORTH))] += 1
    x[Slot.STAKES] += stake
    x[Slot.STAKED] += np.int64(stake > 0)
    x[Slot.WRITTEN_FOREHAND] += deals[row, DealField.CHANGE + forehand]
    x[Slot.WRITTEN_DEALER] += deals[row, DealField.CHANGE + dealer]
    x[Slot.EXCHANGES] += np.int64(deals[row, DealField.EXCHANGER] != NONE)
    there = add_points(x, layout, deals, row)
    add_closing(x, layout, deals, row, way)
    x[Slot.OUT_BOTH] += np.int64((way == OUT_WAY) & (there > 1))


@inlined
def add_points(x: Int64, layout: Layout, deals: Int32, row: int) -> np.int64:
    """Add every side's points and who won; return how many sides have the points that win."""
    zero, one = add_side(x, deals, row, 0), add_side(x, deals, row, 1)
    both, best = zero + one, max(zero, one)
    there = np.int64(zero >= layout.target) + np.int64(one >= layout.target)
    for side in range(2, layout.seats):
        points = add_side(x, deals, row, side)
        both, best = both + points, max(best, points)
        there += np.int64(points >= layout.target)
    x[Slot.AT_TARGET + min(there, np.int64(2))] += 1
    winner = np.int64(deals[row, DealField.WINNER])
    if winner != NONE:
        own = points_of(deals, row, winner)
        x[FIXED + SIDE_PLACES * winner + Side.DEALS] += 1
        x[Slot.DEALS_FOREHAND] += np.int64(winner == deals[row, DealField.FOREHAND])
        x[Slot.DEALS_DEALER] += np.int64(winner == deals[row, DealField.DEALER])
        x[Slot.EXCHANGER_WINS] += np.int64(winner == deals[row, DealField.EXCHANGER])
        x[Slot.WINNER_LOWER] += np.int64(own < best)
        x[Slot.WINNER_POINTS] += own
        x[Slot.LOSER_POINTS] += both - own
    return there


@inlined
def points_of(deals: Int32, row: int, side: np.int64) -> np.int64:
    """Return a side's points, marriages that count included (K6.1)."""
    cards = np.int64(deals[row, DealField.CARD_POINTS + side])
    return cards + deals[row, DealField.MELD_POINTS + side]


@inlined
def add_closing(x: Int64, layout: Layout, deals: Int32, row: int, way: np.int64) -> None:
    """Add when the talon was closed (place 0: it was not) and whether the closer won."""
    if way == FAILED_WAY:
        own = points_of(deals, row, np.int64(deals[row, DealField.CLOSER]))
        x[Slot.FAILED_AT_TARGET] += np.int64(own >= layout.target)
    won = (FOR_CLOSER_MASK >> way) & 1
    trick = np.int64(min(deals[row, DealField.CLOSE_TRICK], layout.tricks))
    left = deals[row, DealField.CLOSED_AT] + 1
    x[layout.tricks_at + trick] += 1
    x[layout.tricks_won_at + trick] += won
    x[layout.talon_at + left] += 1
    x[layout.talon_won_at + left] += won


@inlined
def add_lead(x: Int64, layout: Layout, deals: Int32, row: int) -> None:
    """Note who is alone in front after a deal, and by how much each side is behind."""
    zero = np.int64(deals[row, DealField.SCORE])
    one = np.int64(deals[row, DealField.SCORE + 1])
    best = max(zero, one)
    leader = np.int64(zero > one) + 2 * np.int64(one > zero)
    for side in range(2, layout.seats):
        score = np.int64(deals[row, DealField.SCORE + side])
        leader = pick(score > best, side + 1, leader * np.int64(score < best))
        best = max(best, score)
    add_deficit(x, 0, best - zero)
    add_deficit(x, 1, best - one)
    for side in range(2, layout.seats):
        add_deficit(x, side, best - deals[row, DealField.SCORE + side])
    before = x[Slot.WORK_LEADER]
    x[Slot.LEAD_CHANGES] += np.int64((leader != 0) & (before != 0) & (leader != before))
    x[Slot.WORK_LEADER] = pick(leader != 0, leader, before)


@inlined
def add_deficit(x: Int64, side: int, behind: np.int64) -> None:
    """Keep the deepest deficit of a side."""
    at = FIXED + SIDE_PLACES * side + Side.WORK_DEFICIT
    x[at] = max(x[at], behind)


@inlined
def add_tricks(x: Int64, layout: Layout, by_trick: Int64) -> None:
    """Add the actions of each trick, those forced, and how many were legal, over a game's deals."""
    for trick in range(1, by_trick.size):
        word = by_trick[trick]
        if word == 0:  # each trick has at least a lead, or a choice before it: none are beyond
            break
        moves, forced, legal = trick_counts(word)
        at = min(trick, layout.played) - 1
        x[layout.moves_at + at] += moves
        x[layout.forced_at + at] += forced
        x[layout.legal_at + at] += legal


@inlined
def add_game(x: Int64, layout: Layout, games: Int32, game: int) -> None:
    """Add how a game ended and clear the working space; its deals are in ``x`` already.

    Args:
        games: int32[rows, GameField]; ``game`` is the row.
    """
    x[Slot.GAMES] += 1
    x[Slot.DEALT] += games[game, GameField.ROWS]
    x[Slot.DEALS] += games[game, GameField.SCORED]
    x[Slot.ENDS + games[game, GameField.END]] += 1
    unfold(x, layout)
    winner = np.int64(games[game, GameField.WINNER])
    best = np.int64(games[game, GameField.SCORE_0])
    low, other, known = best, best, np.int64(0)
    for side in range(layout.seats):
        score = np.int64(games[game, GameField.SCORE_0 + side])
        x[FIXED + SIDE_PLACES * side + Side.SCORES] += score
        best, low = max(best, score), min(low, score)
        if side != winner:
            other = max(other, score) if known else score
            known = np.int64(1)
    x[Slot.SPREAD] += best - low
    if winner == NONE:
        x[Slot.NO_WINNER] += 1
    else:
        at = FIXED + SIDE_PLACES * winner
        deficit = x[at + Side.WORK_DEFICIT]
        x[Slot.DECIDED] += 1
        x[at + Side.WINS] += 1
        x[Slot.FOREHAND_WINS] += np.int64(winner + 1 == x[Slot.WORK_FOREHAND])
        x[Slot.DEALER_WINS] += np.int64(winner + 1 == x[Slot.WORK_DEALER])
        x[Slot.SHUT_OUTS] += np.int64(x[at + Side.DEALS] == x[Slot.SINGLE])
        x[Slot.MARGIN] += np.int64(games[game, GameField.SCORE_0 + winner]) - other
        x[Slot.BEHIND_WINS] += np.int64(deficit > 0)
        x[Slot.DEFICIT] += deficit
    clear_work(x, layout)


@inlined
def unfold(x: Int64, layout: Layout) -> None:
    """Work out of a game's places those that follow from them."""
    x[Slot.REDEALS] = x[Slot.DEALT] - x[Slot.DEALS]
    for n in range(WAYS_OF_A_CLAIM):
        x[Slot.CLAIMS] += x[Slot.WAYS + CLAIM_WAY + n]
        x[Slot.CLAIM_POINTS] += x[Slot.WAY_POINTS + CLAIM_WAY + n]
        x[Slot.WRONG_CLAIMS] += x[Slot.WAYS + WRONG_WAY + n]
        x[Slot.WRONG_CLAIM_POINTS] += x[Slot.WAY_POINTS + WRONG_WAY + n]
    for way in FOR_CLOSER:
        x[Slot.CLOSER_WINS] += x[Slot.WAYS + way]
        x[Slot.CLOSER_GAINS] += x[Slot.WAY_POINTS + way]
    for way in AGAINST_CLOSER:
        x[Slot.CLOSER_LOSES] += x[Slot.WAYS + way]
        x[Slot.CLOSER_PAYS] += x[Slot.WAY_POINTS + way]
    x[Slot.CLOSED] = x[Slot.CLOSER_WINS] + x[Slot.CLOSER_LOSES]
    x[Slot.CLOSER_NET] = x[Slot.CLOSER_GAINS] - x[Slot.CLOSER_PAYS]
    for way in range(DRAWN_WAY):
        x[Slot.GAME_POINTS] += x[Slot.WAY_POINTS + way]
    drawn = x[Slot.WAYS + DRAWN_WAY]
    x[Slot.WORTH] -= drawn  # they pay 0, but are not won
    x[Slot.WON] = x[Slot.DEALS] - drawn
    for side in range(layout.seats):
        at = FIXED + SIDE_PLACES * side
        x[Slot.SINGLE] += x[at + Side.DEALS]
        x[Slot.CARDS] += x[at + Side.CARDS]
        x[Slot.MELDS] += x[at + Side.MELDS]
    x[Slot.LOSERS] = x[Slot.SINGLE] * (layout.seats - 1)
    x[Slot.COUNTED] = x[Slot.CARDS] + x[Slot.MELDS]
    unfold_marriages(x)


@inlined
def unfold_marriages(x: Int64) -> None:
    """Work out the sums over marriages."""
    plain_lost, trump_lost = x[Slot.MARRIAGES], x[Slot.MARRIAGES + 2]
    plain_counted, trump_counted = x[Slot.MARRIAGES + 1], x[Slot.MARRIAGES + 3]
    x[Slot.PLAIN_MARRIAGES] = plain_lost + plain_counted
    x[Slot.TRUMP_MARRIAGES] = trump_lost + trump_counted
    x[Slot.COUNTED_MARRIAGES] = plain_counted + trump_counted
    x[Slot.LOST_MARRIAGES] = plain_lost + trump_lost
    x[Slot.ALL_MARRIAGES] = plain_lost + plain_counted + trump_lost + trump_counted


@inlined
def clear_work(x: Int64, layout: Layout) -> None:
    """Clear the working space of a game that is over."""
    x[Slot.WORK_FOREHAND : Slot.WORK_LEADER + 1] = 0
    for side in range(layout.seats):
        x[FIXED + SIDE_PLACES * side + Side.WORK_DEFICIT] = 0
    x[layout.tricks_at] = 0
    x[layout.tricks_won_at] = 0
    x[layout.talon_at] = 0
    x[layout.talon_won_at] = 0
