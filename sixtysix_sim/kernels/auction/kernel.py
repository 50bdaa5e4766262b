"""The auction family as the engine takes it."""

from sixtysix_sim.contract.auction import DECISIONS, RIGHTS, SEATS, View
from sixtysix_sim.kernels.auction.hotloop import AUCTION_MOVES, play_games
from sixtysix_sim.kernels.auction.play import (
    ILLEGAL_ANSWER,
    ILLEGAL_CALL,
    ILLEGAL_CARD,
    ILLEGAL_TRUMP,
)
from sixtysix_sim.kernels.auction.table import auction_table, new_view
from sixtysix_sim.kernels.family import FamilyKernel
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.rules.ruleset import RuleSet


def _most_melds(ruleset: RuleSet) -> int:
    return SEATS * int(new_view(ruleset.auction, [])[View.MELDS])


KERNEL = FamilyKernel(
    examples=(("cift66", {}),),
    decisions=DECISIONS,
    rights=RIGHTS,
    table=lambda ruleset: auction_table(ruleset.auction),
    view=lambda ruleset, params: new_view(ruleset.auction, params),
    play_games=play_games,
    width=len(DealField),
    rows_per_game=12,
    melds_per_row=6,
    moves_per_row=54,
    most_melds=_most_melds,
    most_moves=lambda ruleset: AUCTION_MOVES + SEATS * ruleset.auction.deal.hand_size,
    wrong={
        ILLEGAL_CALL: "call",
        ILLEGAL_ANSWER: "answer",
        ILLEGAL_TRUMP: "trump",
        ILLEGAL_CARD: "play",
    },
)
