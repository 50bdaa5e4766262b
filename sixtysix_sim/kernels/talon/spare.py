"""A desk for work beside the games: for one deal at a time, nothing of it logged."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sixtysix_sim.contract import MAX_SEATS
from sixtysix_sim.contract.talon import DECISIONS
from sixtysix_sim.kernels.policy import Players, sober
from sixtysix_sim.kernels.rows import new_rows
from sixtysix_sim.kernels.talon.desk import Desk
from sixtysix_sim.kernels.talon.hotloop import most_melds
from sixtysix_sim.kernels.talon.table import new_view, talon_table
from sixtysix_sim.logs.raw.talon import WIDTH
from sixtysix_sim.rules.talon import TalonRules


def new_desk(
    rules: TalonRules,
    addresses: Any = None,
    params: Sequence[tuple[float, ...]] = (),
    players: Players | None = None,
) -> Desk:
    """Return a desk with room for one deal.

    Args:
        addresses: int64[decisions, MAX_SEATS], the policies that play; None: nobody.
        params: theirs, by seat.
        players: instead of addresses, policies that may blunder or lack rights.
    """
    table = talon_table(rules)
    if addresses is None:
        addresses = np.zeros((len(DECISIONS), MAX_SEATS), dtype=np.int64)
    return Desk(
        table=table,
        public=new_view(rules, list(params)),
        hands=np.zeros(MAX_SEATS, dtype=np.int64),
        deck=np.zeros(table.deck_size, dtype=np.uint8),
        players=players or sober(addresses),
        rows=new_rows(1, 1, int(most_melds(table)), 0, table.deck_size, WIDTH, keep=True),
    )
