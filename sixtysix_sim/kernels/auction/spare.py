"""A desk for work beside the games: for one deal at a time, nothing of it logged."""

from collections.abc import Sequence

import numpy as np

from sixtysix_sim.contract.auction import SEATS, View
from sixtysix_sim.kernels.auction.desk import Desk
from sixtysix_sim.kernels.auction.table import auction_table, new_view
from sixtysix_sim.kernels.policy import Players
from sixtysix_sim.kernels.rows import new_rows
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.rules.auction import AuctionRules


def new_desk(rules: AuctionRules, players: Players, params: Sequence[tuple[float, ...]]) -> Desk:
    """Return a desk with room for one deal.

    Args:
        players: who decides. params: their parameters, by seat.
    """
    table, view = auction_table(rules), new_view(rules, list(params))
    melds = SEATS * max(1, int(view[View.MELDS]))
    return Desk(
        table=table,
        public=view,
        hands=np.zeros(SEATS, dtype=np.int64),
        deck=np.zeros(table.deck_size, dtype=np.uint8),
        players=players,
        rows=new_rows(1, 1, melds, 0, table.deck_size, len(DealField), keep=True),
    )
