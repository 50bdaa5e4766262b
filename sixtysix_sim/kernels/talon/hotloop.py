"""Whole games, one after another, in compiled code: what a chunk costs its time in (K7.2, D7.4)."""

from typing import Any

from sixtysix_sim.contract.talon import View
from sixtysix_sim.kernels.family import FULL, GAMES, MELDS, MOVES, OK, ROWS
from sixtysix_sim.kernels.jit import inlined, shared
from sixtysix_sim.kernels.policy import players_of
from sixtysix_sim.kernels.random import DEALER, bounded, draw, game_key, stream_key
from sixtysix_sim.kernels.rows import Rows, clear_tricks
from sixtysix_sim.kernels.sums import BANKED, Tally, add_sums, bank
from sixtysix_sim.kernels.talon.deals import DEALT_AGAIN, play_deal
from sixtysix_sim.kernels.talon.desk import Desk
from sixtysix_sim.kernels.talon.measures import add_deal, add_game, add_tricks
from sixtysix_sim.kernels.talon.scoring import leading_seat
from sixtysix_sim.kernels.talon.table import Table
from sixtysix_sim.logs.raw import NONE, GameField
from sixtysix_sim.logs.raw.talon import DealField
from sixtysix_sim.vocabulary import GameEnd

TARGET, DEAL_COUNT, DEAL_CAP = (
    int(GameEnd.TARGET),
    int(GameEnd.DEAL_COUNT),
    int(GameEnd.DEAL_CAP),
)
ONCE_A_DEAL = 3  # words said once: exchange, close, claim


@shared
def most_melds(table: Table) -> int:
    """Return how many meld rows a deal can need: one a seat and suit."""
    return 4 * len(table.seats)


@shared
def most_moves(table: Table) -> int:
    """Return how many actions a deal can have: cards, draws, marriages, and words said once."""
    moves = table.deck_size + table.deck_size // len(table.seats) + 4 * table.packs + ONCE_A_DEAL
    # each draw may go wrong, a deal twice with an answer, and a marriage be shown wrongly
    return moves + (table.deck_size + 4 + 8 * table.packs) * len(table.wide)


@inlined
def play_game(desk: Desk, game: int, key: int, row: int, meld_at: int) -> Any:
    """Play one game to its end and write its rows, the first at ``row``.

    Returns:
        (status, rows, melds, moves) it took
    """
    table, view, rows = desk.table, desk.public, desk.rows
    deals, melds, moves, winner, end = 0, 0, 0, NONE, NONE
    clear_tricks(rows)
    scored, attempt = 0, 0
    dealer = table.first_dealer
    if dealer == NONE:
        dealer = bounded(draw(stream_key(key, DEALER, 0, 0), 0), len(table.seats))  # K1.5, D1.5
    view[View.STAKE] = 0
    for seat in range(len(table.seats)):
        view[View.SCORES + seat] = 0
    while end == NONE:
        at = row + deals
        if no_room(table, rows, at, meld_at + melds):
            return FULL, deals, melds, moves
        status, after, played, found = play_deal(
            desk, at, meld_at + melds, key, scored, attempt, dealer
        )
        if status != OK:
            return status, deals, melds, moves
        rows.deals[at, DealField.GAME] = game
        rows.deals[at, DealField.DEAL] = deals
        deals += 1
        melds += found
        moves += played
        dealer = after
        if len(table.wide) and rows.deals[at, DealField.END] == DEALT_AGAIN:
            attempt += 1
            continue
        scored += 1
        attempt = 0
        end, winner = game_end(table, view, scored)
    write_game(table, view, rows, game if rows.keep else 0, (deals, scored), winner, end)
    return OK, deals, melds, moves


@inlined
def game_end(table: Table, view: Any, deals: int) -> Any:
    """Return (how the game ends with this deal, its winner), both −1 if it goes on (K7.2, D7.4)."""
    if table.match_target > 0:
        for seat in range(len(table.seats)):
            if view[View.SCORES + seat] >= table.match_target:
                return TARGET, leading_seat(table, view)
    if deals == table.match_deals:
        return DEAL_COUNT, leading_seat(table, view)
    if deals == table.max_deals:
        return DEAL_CAP, NONE
    return NONE, NONE


@inlined
def no_room(table: Table, rows: Rows, row: int, meld_at: int) -> bool:
    """Tell whether the rows could not hold one more deal."""
    if row >= rows.deals.shape[0] or meld_at + most_melds(table) > rows.melds.shape[0]:
        return True
    return rows.log_moves != 0 and rows.cursor[0] + most_moves(table) > rows.action.shape[0]


@inlined
def write_game(
    table: Table, view: Any, rows: Rows, at: int, deals: Any, winner: int, end: int
) -> None:
    """Write a game's row; ``deals`` is (rows in deals, deals scored)."""
    rows.games[at, GameField.ROWS], rows.games[at, GameField.SCORED] = deals
    rows.games[at, GameField.WINNER] = winner
    rows.games[at, GameField.END] = end
    for seat in range(len(table.seats)):
        rows.games[at, GameField.SCORE_0 + seat] = view[View.SCORES + seat]


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
