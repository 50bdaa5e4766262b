"""Which columns a recorded deal of the talon family has, and what they are by its moves."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any

from sixtysix_sim.referee.audit.record import Hands, RecordedMove, by_side
from sixtysix_sim.referee.talon import DealResult
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import DEAL_END_NAMES, NOBODY, Action, DealEnd

_AFTER_SIDES = ("forehand", "upcard", "closer", "closed_at", "exchanger", "game_points", "stake")
ENDS = tuple(DEAL_END_NAMES[end] for end in DealEnd if end not in (DealEnd.MADE, DealEnd.SET))


def fields_of(ruleset: RuleSet) -> tuple[str, ...]:
    """Return the columns of the deals table that a deal's record may name, in its order."""
    return ("trump", "end", "winner", *by_side(ruleset.sides), *_AFTER_SIDES)


def dealt_sizes(moves: Sequence[RecordedMove] | None, ruleset: RuleSet) -> list[int]:
    """D8.2: how many cards each seat was dealt: as the rules say, or as the actions say."""
    rules = ruleset.talon
    sizes = [rules.deal.hand_size] * rules.seats
    for _, _, seat, move, _ in moves or ():
        if move.action is Action.IRREGULAR_MISDEAL and seat in range(rules.seats):
            sizes[seat] = max(move.value, 0)
    return sizes


def as_dealt(
    ruleset: RuleSet,
    hands: Hands,
    undealt: list[int] | None,
    moves: Sequence[RecordedMove] | None,
) -> tuple[Hands, list[int] | None]:
    """D8.2: cut a deck into hands and talon as it was dealt, where a hand had a wrong number.

    The deck holds the hands in seat order, then the upcard, then the talon (interface.md).
    """
    sizes, usual = dealt_sizes(moves, ruleset), ruleset.talon.deal.hand_size
    known = [hand for hand in hands if hand is not None]
    by_rule = all(len(hand) == usual for hand in known) and len(known) == len(hands)
    if sizes == [usual] * len(hands) or not by_rule or undealt is None:
        return hands, undealt
    cards = [card for hand in known for card in hand] + undealt
    if sum(sizes) >= len(cards):
        return hands, undealt
    cuts = [0, *accumulate(sizes)]
    cut: Hands = [cards[a:b] for a, b in pairwise(cuts)]
    return cut, cards[cuts[-1] :]


def result_row(result: DealResult) -> dict[str, Any]:
    """Return a deal's result as `fields_of` names it, in that order."""
    row: dict[str, Any] = {
        "trump": None if result.trump == NOBODY else result.trump,
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
