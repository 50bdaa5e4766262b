"""The talon family as the engine takes it."""

from sixtysix_sim.contract.talon import DECISIONS, RIGHTS
from sixtysix_sim.kernels.family import FamilyKernel
from sixtysix_sim.kernels.talon.hotloop import most_melds, most_moves, play_games
from sixtysix_sim.kernels.talon.play import ILLEGAL_CHOICE, ILLEGAL_FOLLOW, ILLEGAL_LEAD
from sixtysix_sim.kernels.talon.table import is_wide, new_view, talon_table
from sixtysix_sim.logs.raw.talon import WIDTH

KERNEL = FamilyKernel(
    examples=(("classic_66_v1", {}), ("classic_66_v1", {"seats": 3})),
    variant=lambda ruleset: int(is_wide(ruleset.talon)),
    decisions=DECISIONS,
    rights=RIGHTS,
    table=lambda ruleset: talon_table(ruleset.talon),
    view=lambda ruleset, params: new_view(ruleset.talon, params),
    play_games=play_games,
    width=WIDTH,
    rows_per_game=16,
    melds_per_row=1,
    moves_per_row=20,
    most_melds=lambda ruleset: most_melds(talon_table(ruleset.talon)),
    most_moves=lambda ruleset: most_moves(talon_table(ruleset.talon)),
    wrong={ILLEGAL_LEAD: "lead", ILLEGAL_FOLLOW: "follow", ILLEGAL_CHOICE: "choose"},
)
