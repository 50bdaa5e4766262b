"""Scoring a deal and ending a game (C7, C8)."""

from sixtysix_sim.kernels.auction.table import Table
from sixtysix_sim.kernels.bits import pick
from sixtysix_sim.kernels.jit import inlined
from sixtysix_sim.logs.raw import NONE


@inlined
def kaput_side(tricks_0: int, tricks_1: int) -> int:
    """Return the side that took every trick, or −1; about tricks, never points (C7.5)."""
    if tricks_1 == 0:
        return 0
    return 1 if tricks_0 == 0 else NONE


@inlined
def is_made(table: Table, bid: int, side: int, kaput: int, points: int, melds: int) -> bool:
    """Tell whether the declarer's side reaches its bid; equal is made (C7.2).

    Args:
        side: the declarer's side. points: its trick points. melds: its meld points.
    """
    wiped = table.wipes_melds and table.wipes_before and kaput == 1 - side
    return points + (0 if wiped else melds) >= bid


@inlined
def written(table: Table, side: int, kaput: int, points: int, melds: int) -> int:
    """Return the total a side writes: a kaput wipes melds, its maker's factor counts (C7.5)."""
    if kaput == side:
        return (points + melds) * table.kaput_factor
    return points if table.wipes_melds and kaput == 1 - side else points + melds


@inlined
def declarer_writes(table: Table, bid: int, made: bool, total: int) -> int:
    """Return what the declarer's side writes (C7.3, C7.4)."""
    writes = bid if table.made_writes_bid else total
    return pick(made, writes, -bid * table.penalty)


@inlined
def game_winner(table: Table, score_0: int, score_1: int, declarer_side: int) -> int:
    """Return the side that has won the game after a scored deal, or −1 (C8.1, C8.2)."""
    if score_0 < table.target and score_1 < table.target:
        return NONE
    if score_0 >= table.target and score_1 >= table.target:
        if table.higher_wins and score_0 != score_1:
            return 0 if score_0 > score_1 else 1
        return declarer_side
    return 0 if score_0 >= table.target else 1
