"""One whole deal: dealt, bid, played, scored and written as a row (C2–C7)."""

from typing import Any

from sixtysix_sim.contract.auction import View
from sixtysix_sim.kernels.auction.apply import open_deal
from sixtysix_sim.kernels.auction.dealing import deal_hands, log_deck
from sixtysix_sim.kernels.auction.desk import Desk
from sixtysix_sim.kernels.auction.legal import first_speaker
from sixtysix_sim.kernels.auction.play import auction, name_trump, play_tricks
from sixtysix_sim.kernels.auction.scoring import declarer_writes, is_made, kaput_side, written
from sixtysix_sim.kernels.auction.table import Table
from sixtysix_sim.kernels.bits import pick
from sixtysix_sim.kernels.family import OK
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.random import BOTS, DECK, stream_key
from sixtysix_sim.kernels.rows import Rows
from sixtysix_sim.logs.raw import NONE
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.vocabulary import DealEnd

MADE, SET, REDEAL = int(DealEnd.MADE), int(DealEnd.SET), int(DealEnd.REDEAL)
_FIRST_NUMBER, _LAST_NUMBER = int(DealField.CHANGE_0), int(DealField.MELD_POINTS_1)
_NONE_WHEN_REDEALT = tuple(
    int(field)
    for field in (
        DealField.TRUMP,
        DealField.WINNER,
        DealField.DECLARER,
        DealField.BID,
        DealField.KAPUT,
        DealField.LAST_TRICK,
        DealField.SPEAKING,
    )
)


@inlined
def play_deal(
    desk: Desk,
    row: int,
    meld_at: int,
    key: int,
    scored: int,
    attempt: int,
    dealer: int,
    askers: int,
) -> Any:
    """Play one deal and write its row, all but the game's number and the score.

    Returns:
        (status, moves, meld rows)
    """
    table, view, rows = desk.table, desk.public, desk.rows
    deal_hands(table, desk.deck, desk.hands, stream_key(key, DECK, scored, attempt))
    log_deck(rows, table, row, desk.hands)
    bots = stream_key(key, BOTS, scored, attempt)
    open_deal(view, dealer)
    status, moves, forced, legal, speaking, bids = auction(desk, bots, dealer, askers)
    deal = rows.deals
    deal[row, DealField.DEALER] = dealer
    deal[row, DealField.FIRST_SPEAKER] = first_speaker(table, dealer)
    deal[row, DealField.BIDS] = bids
    deal[row, DealField.ASKED] = view[View.ASKED]
    if status != OK:
        write_redeal(rows, row, moves, forced, legal)
        return status, moves, 0
    status, trump, melds = name_trump(desk, bots, row, meld_at)
    if status != OK:
        return status, moves, 0
    moves += 1
    status, last, tight, wide = play_tricks(desk, bots, trump)
    if status != OK:
        return status, moves, melds
    moves += 4 * table.hand_size
    deal[row, DealField.TRUMP] = trump
    deal[row, DealField.SPEAKING] = speaking
    deal[row, DealField.LAST_TRICK] = last & 1
    deal[row, DealField.MOVES] = moves
    deal[row, DealField.FORCED] = forced + tight
    deal[row, DealField.LEGAL] = legal + 4 + wide
    deal[row, DealField.MELDS] = melds
    score_deal(table, view, rows, row)
    return OK, moves, melds


@inlined
def write_redeal(rows: Rows, row: int, moves: int, forced: int, legal: int) -> None:
    """Write the columns of a deal that was dealt again (C3.3, C3.5)."""
    deal = rows.deals
    deal[row, DealField.END] = REDEAL
    for column in _NONE_WHEN_REDEALT:
        deal[row, column] = NONE
    for column in range(_FIRST_NUMBER, _LAST_NUMBER + 1):
        deal[row, column] = 0
    deal[row, DealField.MOVES] = moves
    deal[row, DealField.FORCED] = forced
    deal[row, DealField.LEGAL] = legal
    deal[row, DealField.MELDS] = 0


@inlined
def score_deal(table: Table, view: Any, rows: Rows, row: int) -> None:
    """Score a deal played to its end and write the result (C7.1–C7.5)."""
    deal = rows.deals
    declarer, bid = view[View.HIGH_SEAT], view[View.HIGH_BID]
    side = declarer & 1
    kaput = kaput_side(view[View.TRICKS], view[View.TRICKS + 1])
    points, melds = view[View.CARD_POINTS + side], view[View.MELD_POINTS + side]
    made = is_made(table, bid, side, kaput, points, melds)
    total = written(table, side, kaput, points, melds)
    other = 1 - side
    against = written(
        table, other, kaput, view[View.CARD_POINTS + other], view[View.MELD_POINTS + other]
    )
    deal[row, DealField.DECLARER] = declarer
    deal[row, DealField.BID] = bid
    deal[row, DealField.KAPUT] = kaput
    deal[row, DealField.END] = pick(made, MADE, SET)
    deal[row, DealField.WINNER] = pick(made, side, other)
    deal[row, DealField.CHANGE_0 + side] = declarer_writes(table, bid, made, total)
    deal[row, DealField.CHANGE_0 + other] = against
    for each in range(2):
        deal[row, DealField.TRICKS_0 + each] = view[View.TRICKS + each]
        deal[row, DealField.CARD_POINTS_0 + each] = view[View.CARD_POINTS + each]
        deal[row, DealField.MELD_POINTS_0 + each] = view[View.MELD_POINTS + each]
