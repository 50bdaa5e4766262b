"""One deal as somebody recorded it: what a table of a run and a line of a transcript both give."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sixtysix_sim.moves import Move
from sixtysix_sim.referee.auction import DealResult
from sixtysix_sim.vocabulary import DEAL_END_NAMES

#: seq, trick (None: not recorded), seat, action, how many were legal (None: not recorded)
RecordedMove = tuple[int, int | None, int, Move, int | None]

BY_SIDE = ("change", "score", "tricks", "card_points", "meld_points")
#: Columns of the deals table that an auction deal's record may name, in the order of the table.
RESULT_FIELDS: tuple[str, ...] = (
    "trump",
    "end",
    "winner",
    *(f"{name}_{side}" for side in range(2) for name in BY_SIDE),
    "declarer",
    "bid",
    "made",
    "kaput",
    "last_trick",
    "speaking",
    "bids",
    "asked",
)


class MeldRow(NamedTuple):
    """A row of the melds table: seat, name, suit index (None: no suit), copies, points."""

    seat: int
    name: str
    suit: int | None
    copies: int
    points: int


@dataclass(slots=True)
class Record:
    """One deal as recorded; what a record leaves out is None (or not in ``result``).

    Attributes:
        hands: card codes by seat, None for a hand that is not known.
        undealt: cards not dealt, where the whole deck is recorded.
        moves: the actions in order; None: not recorded.
        result: column of the deals table → value; trump is a suit index, end a name.
        melds: the rows of the melds table; None: not recorded.
        place: file and line of a transcript, '' in a run.
        score_before: by side, as the record itself says it.
        cut: an action that cannot be read follows those in ``moves``, so that they need not lead to
            the end.
    """

    game: int | None
    deal: int | None
    dealer: int | None
    hands: Sequence[Sequence[int] | None]
    undealt: Sequence[int] | None
    moves: Sequence[RecordedMove] | None
    result: Mapping[str, Any]
    melds: Sequence[MeldRow] | None
    place: str = ""
    score_before: tuple[int, int] | None = None
    cut: bool = False


def result_row(result: DealResult) -> dict[str, Any]:
    """Return a deal's result as `RESULT_FIELDS`, in that order."""
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
