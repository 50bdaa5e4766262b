"""Which columns a recorded deal of the talon family has, and what they are by its moves."""

from typing import Any

from sixtysix_sim.referee.audit.record import by_side
from sixtysix_sim.referee.talon import DealResult
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import DEAL_END_NAMES, DealEnd

_AFTER_SIDES = ("forehand", "upcard", "closer", "closed_at", "exchanger", "game_points", "stake")
ENDS = tuple(
    DEAL_END_NAMES[end] for end in DealEnd if end not in (DealEnd.MADE, DealEnd.SET, DealEnd.REDEAL)
)


def fields_of(ruleset: RuleSet) -> tuple[str, ...]:
    """Return the columns of the deals table that a deal's record may name, in its order."""
    return ("trump", "end", "winner", *by_side(ruleset.sides), *_AFTER_SIDES)


def result_row(result: DealResult) -> dict[str, Any]:
    """Return a deal's result as `fields_of` names it, in that order."""
    row: dict[str, Any] = {
        "trump": result.trump,
        "end": DEAL_END_NAMES[result.end],
        "winner": result.winner,
    }
    for side, change in enumerate(result.change):
        row[f"change_{side}"] = change
        row[f"score_{side}"] = result.score_after[side]
        row[f"tricks_{side}"] = result.tricks[side]
        row[f"card_points_{side}"] = result.card_points[side]
        row[f"meld_points_{side}"] = result.meld_points[side]
    row["forehand"] = result.forehand
    row["upcard"] = result.upcard
    row["closer"] = result.closer
    row["closed_at"] = result.closed_at
    row["exchanger"] = result.exchanger
    row["game_points"] = result.game_points
    row["stake"] = result.stake
    return row
