"""Which columns a recorded deal of the auction family has, and what they are by its moves."""

from typing import Any

from sixtysix_sim.referee.auction import DealResult
from sixtysix_sim.referee.auction.state import SIDES
from sixtysix_sim.referee.audit.record import by_side
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import DEAL_END_NAMES, DealEnd

#: Columns of the deals table that a deal's record may name, in the order of the table.
FIELDS: tuple[str, ...] = (
    "trump",
    "end",
    "winner",
    *by_side(SIDES),
    "declarer",
    "bid",
    "made",
    "kaput",
    "last_trick",
    "speaking",
    "bids",
    "asked",
)
ENDS = tuple(DEAL_END_NAMES[end] for end in (DealEnd.MADE, DealEnd.SET, DealEnd.REDEAL))


def fields_of(ruleset: RuleSet) -> tuple[str, ...]:
    """Return the columns of the deals table that a deal's record may name."""
    return FIELDS


def result_row(result: DealResult) -> dict[str, Any]:
    """Return a deal's result as `FIELDS`, in that order."""
    change, score, tricks = result.change, result.score_after, result.tricks
    cards, melds = result.card_points, result.meld_points
    return {
        "trump": result.trump,
        "end": DEAL_END_NAMES[result.end],
        "winner": result.winner,
        "change_0": change[0],
        "score_0": score[0],
        "tricks_0": tricks[0],
        "card_points_0": cards[0],
        "meld_points_0": melds[0],
        "change_1": change[1],
        "score_1": score[1],
        "tricks_1": tricks[1],
        "card_points_1": cards[1],
        "meld_points_1": melds[1],
        "declarer": result.declarer,
        "bid": result.bid,
        "made": result.made,
        "kaput": result.kaput,
        "last_trick": result.last_trick,
        "speaking": result.speaking,
        "bids": result.bids,
        "asked": result.asked,
    }
