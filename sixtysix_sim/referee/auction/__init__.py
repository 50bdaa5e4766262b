"""The auction family (Çift 66) judged from its rule text: one function a clause.

A deal is a `State`. Ask `verify` whether an action breaks a rule, then `apply` it; the `Event` of
the last action carries the `DealResult`. `next_deal` goes on with the same game.
"""

from sixtysix_sim.referee.auction.bidding import no_asks
from sixtysix_sim.referee.auction.game import (
    game_outcome,
    hands_breach,
    new_deal,
    next_deal,
    next_dealer,
)
from sixtysix_sim.referee.auction.judge import (
    apply,
    count_legal,
    end_played,
    legal,
    seat_to_act,
    settle,
    verify,
    verify_end,
)
from sixtysix_sim.referee.auction.melds import melds_of_hand, melds_of_hands, points_by_side
from sixtysix_sim.referee.auction.reading import Reading, reading_of
from sixtysix_sim.referee.auction.scoring import Score, clause_of_field, score_deal
from sixtysix_sim.referee.auction.state import (
    DealResult,
    Event,
    MeldFound,
    Outcome,
    State,
    next_seat,
    partner_of,
    side_of,
)
from sixtysix_sim.referee.records import Breach

__all__ = [
    "Breach",
    "DealResult",
    "Event",
    "MeldFound",
    "Outcome",
    "Reading",
    "Score",
    "State",
    "apply",
    "clause_of_field",
    "count_legal",
    "end_played",
    "game_outcome",
    "hands_breach",
    "legal",
    "melds_of_hand",
    "melds_of_hands",
    "new_deal",
    "next_deal",
    "next_dealer",
    "next_seat",
    "no_asks",
    "partner_of",
    "points_by_side",
    "reading_of",
    "score_deal",
    "seat_to_act",
    "settle",
    "side_of",
    "verify",
    "verify_end",
]
