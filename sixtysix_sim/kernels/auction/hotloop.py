"""Whole games, one after another, in compiled code: what a chunk costs its time in (C7, C8)."""

from typing import Any

from sixtysix_sim.contract.auction import View
from sixtysix_sim.kernels.auction.deals import play_deal
from sixtysix_sim.kernels.auction.desk import Desk
from sixtysix_sim.kernels.auction.legal import next_dealer
from sixtysix_sim.kernels.auction.measures import add_deal, add_game, add_tricks
from sixtysix_sim.kernels.auction.melds import AT
from sixtysix_sim.kernels.auction.play import REDEALT
from sixtysix_sim.kernels.auction.scoring import game_winner
from sixtysix_sim.kernels.auction.table import Table
from sixtysix_sim.kernels.family import FULL, GAMES, MELDS, MOVES, OK, ROWS
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.kernels.policy import players_of
from sixtysix_sim.kernels.random import DEALER, bounded, draw, game_key, stream_key
from sixtysix_sim.kernels.rows import Rows, clear_tricks
from sixtysix_sim.kernels.sums import BANKED, Tally, add_sums, bank
from sixtysix_sim.logs.raw import NONE, GameField
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.vocabulary import GameEnd

TARGET, DEAL_CAP, REDEAL_CAP = (
    int(GameEnd.TARGET),
    int(GameEnd.DEAL_CAP),
    int(GameEnd.REDEAL_CAP),
)
AUCTION_MOVES = 8  # four words, an ask, an answer, trump, and one to spare


@inlined
def play_game(desk: Desk, game: int, key: int, row: int, meld_at: int) -> Any:
    """Play one game to its end and write its rows, the first at ``row``.

    Returns:
        (status, rows, melds, moves) it took
    """
    table, view, rows = desk.table, desk.public, desk.rows
    deals, melds, moves, scored, attempt, askers = 0, 0, 0, 0, 0, 0
    score_0, score_1, winner, end = 0, 0, NONE, NONE
    clear_tricks(rows)
    dealer = table.first_dealer
    if dealer == NONE:
        dealer = bounded(draw(stream_key(key, DEALER, 0, 0), 0), 4)  # C2.5
    while end == NONE:
        at = row + deals
        if no_room(table, view, rows, at, meld_at + melds):
            return FULL, deals, melds, moves
        view[View.SCORES] = score_0
        view[View.SCORES + 1] = score_1
        status, played, found = play_deal(
            desk, at, meld_at + melds, key, scored, attempt, dealer, askers
        )
        if status > REDEALT:
            return status, deals, melds, moves
        if view[View.ASKED] != NONE:
            askers |= 1 << view[View.ASKED]
        score_0 += rows.deals[at, DealField.CHANGE_0]
        score_1 += rows.deals[at, DealField.CHANGE_1]
        rows.deals[at, DealField.GAME] = game
        rows.deals[at, DealField.DEAL] = deals
        rows.deals[at, DealField.SCORE_0] = score_0
        rows.deals[at, DealField.SCORE_1] = score_1
        deals += 1
        melds += found
        moves += played
        dealer = next_dealer(table, dealer, status == REDEALT)
        if status == REDEALT:
            attempt += 1
            if attempt == table.max_redeals:
                end = REDEAL_CAP  # C3.5
        else:
            attempt = 0
            scored += 1
            winner = game_winner(table, score_0, score_1, view[View.HIGH_SEAT] & 1)
            if winner != NONE:
                end = TARGET
            elif scored == table.max_deals:
                end = DEAL_CAP  # C8.3
    write_game(rows, game if rows.keep else 0, deals, scored, winner, end, score_0, score_1)
    return OK, deals, melds, moves


@inlined
def no_room(table: Table, view: Any, rows: Rows, row: int, meld_at: int) -> bool:
    """Tell whether the rows could not hold one more deal."""
    if row >= rows.deals.shape[0] or meld_at + 4 * view[AT] > rows.melds.shape[0]:
        return True
    most_moves = AUCTION_MOVES + 4 * table.hand_size
    return rows.log_moves != 0 and rows.cursor[0] + most_moves > rows.action.shape[0]


@inlined
def write_game(
    rows: Rows, at: int, deals: int, scored: int, winner: int, end: int, score_0: int, score_1: int
) -> None:
    """Write a game's row."""
    rows.games[at, GameField.ROWS] = deals
    rows.games[at, GameField.SCORED] = scored
    rows.games[at, GameField.WINNER] = winner
    rows.games[at, GameField.END] = end
    rows.games[at, GameField.SCORE_0] = score_0
    rows.games[at, GameField.SCORE_0 + 1] = score_1


@inlined
def measure_game(tally: Tally, rows: Rows, game: int, row: int, deals: int, meld_at: int) -> None:
    """Add a finished game's rows to the sums, and keep its measures if asked for."""
    for n in range(row, row + deals):
        found = rows.deals[n, DealField.MELDS]
        add_deal(tally.x, tally.layout, rows.deals, n, rows.melds, meld_at, found)
        meld_at += found
    add_tricks(tally.x, tally.layout, rows.by_trick)
    add_game(tally.x, tally.layout, rows.games, game if rows.keep else 0)
    if tally.measures.shape[0]:
        for n in range(tally.x.shape[0]):
            tally.measures[game, n] = tally.x[n]
    add_sums(tally.sums, tally.x, tally.num, tally.den)


def play_games(
    table: Table,
    view: Any,
    hands: Any,
    deck: Any,
    addresses: Any,
    chance: Any,
    hidden: Any,
    rows: Rows,
    tally: Tally,
    seed: int,
    first: int,
    stop: int,
    counts: Any,
) -> int:
    """Play a chunk from game ``first + counts[GAMES]`` to ``first + stop − 1``.

    Args:
        counts: int64[4] (rows, melds, moves, games) so far; carried on.

    Returns:
        OK, FULL (make more room and call again), or an illegal answer's status, its seat being in
        the view.
    """
    players = players_of(addresses, chance, hidden)
    desk = Desk(table, view, hands, deck, players, rows)
    for game in range(counts[GAMES], stop):
        row, meld_at = (counts[ROWS], counts[MELDS]) if rows.keep else (0, 0)
        rows.cursor[0] = counts[MOVES]
        key = game_key(seed, first + game)
        status, deals, melds, moves = play_game(desk, game, key, row, meld_at)
        if status != OK:
            bank(tally)
            return status
        measure_game(tally, rows, game, row, deals, meld_at)
        counts[ROWS] += deals
        counts[MELDS] += melds
        counts[MOVES] += moves
        counts[GAMES] += 1
        if game % BANKED == BANKED - 1:
            bank(tally)
    bank(tally)
    return OK
