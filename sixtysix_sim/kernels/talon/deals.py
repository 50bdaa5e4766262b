"""One whole deal: dealt, played, settled and written as a row (K1–K7, D2–D7)."""

from typing import Any

import numpy as np

from sixtysix_sim.contract.talon import View
from sixtysix_sim.kernels.bits import pick
from sixtysix_sim.kernels.family import OK
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.random import BOTS, CHANCE, DECK, stream_key
from sixtysix_sim.kernels.rows import count_trick
from sixtysix_sim.kernels.talon.apply import mark_lost, open_deal
from sixtysix_sim.kernels.talon.dealing import deal_cards, log_deck
from sixtysix_sim.kernels.talon.desk import Desk
from sixtysix_sim.kernels.talon.legal import next_dealer, next_seat
from sixtysix_sim.kernels.talon.play import play_tricks
from sixtysix_sim.kernels.talon.scoring import payer_of, price_between
from sixtysix_sim.kernels.talon.slips import (
    AT_DEAL,
    EXPOSE,
    EXPOSE_REDEAL,
    happens,
    misdeal,
    slip_at_deal,
)
from sixtysix_sim.logs.raw import NONE
from sixtysix_sim.logs.raw.talon import DealField
from sixtysix_sim.vocabulary import DealEnd

DEALT_AGAIN = int(DealEnd.REDEAL)


@inlined
def play_deal(
    desk: Desk, row: int, first_meld: int, key: int, scored: int, attempt: int, dealer: int
) -> Any:
    """Play one deal and write its row, all but the game's number; scores and stake move on.

    Args:
        scored, attempt: deals scored before, and how often this one has been dealt before (D8).

    Returns:
        (status, who deals next, moves, meld rows)
    """
    table, view, rows = desk.table, desk.public, desk.rows
    deal_cards(table, desk.deck, desk.hands, stream_key(key, DECK, scored, attempt))
    upcard = np.int64(desk.deck[table.deck_size - 1])
    open_deal(table, view, dealer, upcard)
    bots = stream_key(key, BOTS, scored, attempt)
    chance = stream_key(key, CHANCE, scored, attempt)
    deal, slipped, width = rows.deals, 0, 0
    deal[row, DealField.UPCARD] = table.codes[upcard]
    if len(table.wide):
        exposes = happens(desk, chance, EXPOSE, AT_DEAL + 3)
        again = exposes and happens(desk, chance, EXPOSE_REDEAL, AT_DEAL + 5)
        short = NONE if again else misdeal(desk, chance)
        log_deck(rows, table, row, desk.hands, desk.deck, view[View.TALON])
        again, slipped, width = slip_at_deal(desk, chance, exposes, short)
        count_trick(rows, 1, slipped, 0, width)
        if again:
            deal[row, DealField.MOVES], deal[row, DealField.LEGAL] = slipped, width
            return OK, close_redeal(desk, row), slipped, 0
    else:
        log_deck(rows, table, row, desk.hands, desk.deck, table.deck_size - table.dealt)
    status, result, meld_at, counts = play_tricks(desk, bots, chance, row, first_meld)
    if status != OK:
        return status, NONE, counts[0], meld_at - first_meld
    moves = counts[0] + slipped
    deal[row, DealField.MOVES], deal[row, DealField.CARDS] = moves, counts[1]
    deal[row, DealField.FORCED], deal[row, DealField.LEGAL] = counts[2], counts[3] + width
    dealer = close_deal(desk, row, result, first_meld, meld_at)
    return OK, dealer, moves, meld_at - first_meld


@inlined
def close_redeal(desk: Desk, row: int) -> int:
    """Write the row of a deal that is dealt again; return who deals it (D8.1, D8.2)."""
    table, view, deal = desk.table, desk.public, desk.rows.deals
    for field in (DealField.CLOSER, DealField.CLOSED_AT, DealField.EXCHANGER, DealField.TRUMP):
        deal[row, field] = NONE
    for field in (DealField.WINNER, DealField.CLAIMER, DealField.LAST_TRICK):
        deal[row, field] = NONE
    for field in (DealField.CLOSE_TRICK, DealField.EXCHANGES, DealField.MELDS, DealField.CARDS):
        deal[row, field] = 0
    deal[row, DealField.FORCED] = 0
    deal[row, DealField.GAME_POINTS] = 0
    deal[row, DealField.DEALER] = view[View.DEALER]
    deal[row, DealField.FOREHAND] = view[View.FOREHAND]
    deal[row, DealField.END] = DEALT_AGAIN
    deal[row, DealField.STAKE] = view[View.STAKE]
    deal[row, DealField.SLIPS] = view[View.SLIPS]
    for seat in range(len(table.seats)):
        deal[row, DealField.CHANGE + seat] = 0
        deal[row, DealField.SCORE + seat] = view[View.SCORES + seat]
        deal[row, DealField.TRICKS + seat] = 0
        deal[row, DealField.CARD_POINTS + seat] = 0
        deal[row, DealField.MELD_POINTS + seat] = 0
    dealer = view[View.DEALER]
    return dealer if table.keeps_dealer else next_seat(table, dealer)


@inlined
def close_deal(desk: Desk, row: int, result: Any, first_meld: int, meld_at: int) -> int:
    """Pay a deal that is over and write its result; return who deals next (K7.1, D7.1, D7.3).

    Args:
        result: (end, winner or −1, price, claimer or −1, who took the last trick or −1).
    """
    view, deal = desk.public, desk.rows.deals
    end, winner, price, claimer, last = result
    mark_lost(desk, first_meld, meld_at)
    deal[row, DealField.DEALER] = view[View.DEALER]
    deal[row, DealField.FOREHAND] = view[View.FOREHAND]
    deal[row, DealField.TRUMP] = view[View.TRUMP]
    deal[row, DealField.END] = end
    deal[row, DealField.WINNER] = winner
    deal[row, DealField.CLAIMER] = claimer
    deal[row, DealField.LAST_TRICK] = last
    deal[row, DealField.MELDS] = meld_at - first_meld
    deal[row, DealField.CLOSER] = view[View.CLOSER]
    deal[row, DealField.CLOSED_AT] = view[View.CLOSED_AT]
    deal[row, DealField.CLOSE_TRICK] = view[View.CLOSE_TRICK]
    deal[row, DealField.EXCHANGER] = view[View.EXCHANGER]
    deal[row, DealField.EXCHANGES] = view[View.EXCHANGER] != NONE  # one a deal: K4.1, D6.1
    if len(desk.table.wide):
        deal[row, DealField.SLIPS] = view[View.SLIPS]
        payer = payer_of(desk.table, view, end, claimer)
        pay_each(desk, row, result, payer)
    else:
        payer = NONE
        pay(desk, row, winner, price)
    for seat in range(len(desk.table.seats)):
        deal[row, DealField.TRICKS + seat] = view[View.TRICKS + seat]
        deal[row, DealField.CARD_POINTS + seat] = view[View.CARD_POINTS + seat]
        deal[row, DealField.MELD_POINTS + seat] = view[View.MELD_POINTS + seat]
    return next_dealer(desk.table, view[View.DEALER], winner, payer)


@inlined
def pay(desk: Desk, row: int, winner: int, price: int) -> None:
    """Move scores and stake by a deal's result: each loser pays price and stake (D7.1, D7.3)."""
    table, view, deal = desk.table, desk.public, desk.rows.deals
    stake = view[View.STAKE]
    drawn = winner == NONE
    paid = pick(drawn, 0, price + stake)
    lost = pick(table.zero_sum != 0, -paid, 0)
    deal[row, DealField.STAKE] = stake
    deal[row, DealField.GAME_POINTS] = paid
    view[View.STAKE] = pick(drawn, stake + table.draw_adds, 0)
    for seat in range(len(table.seats)):
        change = pick(seat == winner, paid, lost)
        score = view[View.SCORES + seat] + change
        view[View.SCORES + seat] = score
        deal[row, DealField.CHANGE + seat] = change
        deal[row, DealField.SCORE + seat] = score


@inlined
def pay_each(desk: Desk, row: int, result: Any, payer: int) -> None:
    """Move scores and stake where several pay one, or one pays several (D7.1–D7.3, D5.4).

    Args:
        result: as in `close_deal`. payer: who failed and pays every opponent, −1 for none.
    """
    table, view, deal = desk.table, desk.public, desk.rows.deals
    winner, stake = result[1], view[View.STAKE]
    one = winner if payer == NONE else payer  # who gets from all others, or pays them
    drawn, total = one == NONE, 0
    for seat in range(len(table.seats)):
        change = 0
        if not drawn and seat != one:
            change = price_between(table, view, result, payer, seat) + stake
            total += change
            if payer == NONE:
                change = -change if table.zero_sum else 0
        deal[row, DealField.CHANGE + seat] = change
    if not drawn:
        failed = -total if table.zero_sum else 0
        deal[row, DealField.CHANGE + one] = total if payer == NONE else failed
    deal[row, DealField.STAKE] = stake
    deal[row, DealField.GAME_POINTS] = total
    view[View.STAKE] = stake + table.draw_adds if drawn else 0
    for seat in range(len(table.seats)):
        view[View.SCORES + seat] += deal[row, DealField.CHANGE + seat]
        deal[row, DealField.SCORE + seat] = view[View.SCORES + seat]
