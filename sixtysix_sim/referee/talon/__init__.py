"""The talon family (66 for two and its kin) judged from its rule texts: one function a clause.

A deal is a `State`. Ask `verify` whether an action breaks a rule, then `apply` it; the `Event` of
the last action carries the `DealResult`. `next_deal` goes on with the same match.
"""

from sixtysix_sim.referee.records import Breach
from sixtysix_sim.referee.talon.game import (
    deck_breach,
    game_outcome,
    new_deal,
    next_deal,
    next_dealer,
    redeal_dealer,
    split_deck,
)
from sixtysix_sim.referee.talon.judge import (
    apply,
    count_legal,
    count_of,
    deal_again,
    end_deal,
    end_played,
    legal,
    on_lead,
    seat_to_act,
    settle,
    verify,
    verify_end,
)
from sixtysix_sim.referee.talon.reading import Reading, reading_of
from sixtysix_sim.referee.talon.scoring import Score, clause_of_field
from sixtysix_sim.referee.talon.state import (
    UNKNOWN,
    DealResult,
    Event,
    Marriage,
    Outcome,
    State,
    hand_known,
    next_seat,
    total,
    totals,
)
from sixtysix_sim.referee.talon.tricks import cards_left, talon_is_open

__all__ = [
    "UNKNOWN",
    "Breach",
    "DealResult",
    "Event",
    "Marriage",
    "Outcome",
    "Reading",
    "Score",
    "State",
    "apply",
    "cards_left",
    "clause_of_field",
    "count_legal",
    "count_of",
    "deal_again",
    "deck_breach",
    "end_deal",
    "end_played",
    "game_outcome",
    "hand_known",
    "legal",
    "new_deal",
    "next_deal",
    "next_dealer",
    "next_seat",
    "on_lead",
    "reading_of",
    "redeal_dealer",
    "seat_to_act",
    "settle",
    "split_deck",
    "talon_is_open",
    "total",
    "totals",
    "verify",
    "verify_end",
]
