"""What every phase of a deal works on, in one bundle: compiled away, so it costs nothing."""

from typing import Any, NamedTuple

from sixtysix_sim.kernels.policy import Players
from sixtysix_sim.kernels.rows import Rows
from sixtysix_sim.kernels.talon.table import Table


class Desk(NamedTuple):
    """Rules, state, players and log of the deal in play.

    Attributes:
        table: the rule values. public: what everybody knows (`contract.talon.View`).
        hands: int64[6], the cards still held. deck: uint8[cards], the talon in drawing order at its
            end, the upcard last. players: who decides. rows: where rows are written.
    """

    table: Table
    public: Any
    hands: Any
    deck: Any
    players: Players
    rows: Rows
