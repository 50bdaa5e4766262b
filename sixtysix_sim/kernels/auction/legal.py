"""Çift 66's family in the kernel: what is legal, what counts, who may ask (C2, C3).

Phase functions: each takes and returns plain integers, carries its clause, and is all the hot loop,
the stepper and playouts know of the rules, with `kernels.following` for the play of cards. Masks
and card numbers: `sixtysix_sim.contract`.
"""

from typing import Any

from sixtysix_sim.contract.auction import NO_BID
from sixtysix_sim.kernels.auction.table import LIMIT_DEAL, LIMIT_SEAT, LIMIT_TEAM, Table
from sixtysix_sim.kernels.jit import inlined

THIRD = 2  # places in the auction run from 0


@inlined
def first_speaker(table: Table, dealer: int) -> int:
    """Return the seat that speaks first (C3.2)."""
    return (dealer + table.speaker_offset) & 3


@inlined
def lowest_bid(table: Table, high: int) -> int:
    """Return the lowest legal bid over the highest one so far, or NO_BID (C3.1)."""
    if high == NO_BID:
        return table.min_bid
    low = high + table.step
    return low if low <= table.max_bid else NO_BID


@inlined
def bids_from(table: Table, low: int) -> int:
    """Return how many bids are legal from the lowest legal one on (C3.1)."""
    return 0 if low == NO_BID else (table.max_bid - low) // table.step + 1


@inlined
def is_bid(table: Table, low: int, points: int) -> bool:
    """Tell whether a bid is on the grid and at least the lowest legal one (C3.1)."""
    on_grid = (points - table.min_bid) % table.step == 0
    return (low != NO_BID) & (low <= points) & (points <= table.max_bid) & on_grid


@inlined
def may_ask(table: Table, place: int, seat: int, high: int, askers: int) -> bool:
    """Tell whether a seat may ask its partner before its word (C3.3).

    Args:
        place: how many seats have spoken before it.
        askers: bit n is set if seat n has asked in this game.
    """
    if not table.ask or place != THIRD or (table.ask_only_if_no_bid and high != NO_BID):
        return False
    if table.ask_limit == LIMIT_DEAL:
        return True
    if table.ask_limit == LIMIT_TEAM:
        return (askers & (0b0101 << (seat & 1))) == 0
    if table.ask_limit == LIMIT_SEAT:
        return ((askers >> seat) & 1) == 0
    return askers == 0


@inlined
def may_pass(table: Table, low: int, answered: int) -> bool:
    """Tell whether a seat may pass: always, but for `must_bid` after the answer "speak" (C3.3)."""
    return not (table.must_bid and answered and low != NO_BID)


@inlined
def card_points(table: Table, card: int) -> Any:
    """Return what a card counts (C2.4)."""
    return table.values[(card & 15) >> 1]


@inlined
def next_dealer(table: Table, dealer: int, redealt: bool) -> int:
    """Return who deals next (C2.5; after a redeal `deal.redeal_keeps_dealer`)."""
    moves_on = table.redeal_rotates if redealt else table.rotate
    return (dealer + moves_on) & 3
