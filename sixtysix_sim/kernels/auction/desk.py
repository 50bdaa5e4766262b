"""What every phase of a deal works on, in one bundle: compiled away, so it costs nothing."""

from typing import Any, NamedTuple

from sixtysix_sim.kernels.auction.table import Table
from sixtysix_sim.kernels.policy import Players
from sixtysix_sim.kernels.rows import Rows


class Desk(NamedTuple):
    """Rules, state, players and log of the deal in play.

    Attributes:
        table: the rule values. public: what everybody knows (`contract.View`).
        hands: int64[4], the cards still held. deck: uint8[cards], scratch for shuffling.
        players: who decides. rows: where rows are written.
    """

    table: Table
    public: Any
    hands: Any
    deck: Any
    players: Players
    rows: Rows
