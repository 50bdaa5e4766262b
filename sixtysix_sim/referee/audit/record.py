"""One deal as somebody recorded it: what a table of a run and a line of a transcript both give."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sixtysix_sim.moves import Move

#: seq, trick (None: not recorded), seat, action, how many were legal (None: not recorded)
RecordedMove = tuple[int, int | None, int, Move, int | None]
Hands = list[list[int] | None]

_BY_SIDE = ("change", "score", "tricks", "card_points", "meld_points")


class MeldRow(NamedTuple):
    """A row of the melds table: seat, name, suit index (None: no suit), copies, points, counted."""

    seat: int
    name: str
    suit: int | None
    copies: int
    points: int
    counted: bool


@dataclass(slots=True)
class Record:
    """One deal as recorded; what a record leaves out is None (or not in ``result``).

    Attributes:
        hands: card codes by seat, None for a hand that is not known.
        undealt: the cards behind the hands where the deck is recorded; in the talon family the
            upcard and the talon in drawing order, −1 for a card that is not known.
        moves: the actions in order; None: not recorded.
        result: column of the deals table → value; suits and cards are codes, end a name.
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
    score_before: tuple[int, ...] | None = None
    cut: bool = False


def by_side(sides: int) -> tuple[str, ...]:
    """Return the columns of deals that each side has, in the order of the table."""
    return tuple(f"{name}_{side}" for side in range(sides) for name in _BY_SIDE)
