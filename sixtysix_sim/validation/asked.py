"""What `validate --dynamic` asks of a family's deals."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sixtysix_sim.moves import Move

#: A clause, and which of its decisions is counted.
Question = tuple[str, str]
Actions = Sequence[tuple[int, Move]]


class Asked(NamedTuple):
    """The questions about a rule set, and who answers them.

    Attributes:
        questions: every question.
        decisions: (a deal before its first action, all actions by seat) → how often each clause
            decided something in it.
        melds: the meld a question is about, by name.
    """

    questions: Sequence[Question]
    decisions: Callable[[Any, Actions], Counter[Question]]
    melds: Mapping[Question, str]
