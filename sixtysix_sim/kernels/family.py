"""What the engine must know of a family's kernel, and what all hot loops agree on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sixtysix_sim.rules.ruleset import RuleSet

# what a hot loop returns; a family's own codes say which decision was answered with nonsense
OK = 0
FULL = 99  # the rows are full: play the game again with more room
# what it counts: places of its ``counts``
ROWS, MELDS, MOVES, GAMES = 0, 1, 2, 3


@dataclass(frozen=True)
class FamilyKernel:
    """One family's hot loop and what its arrays need.

    Attributes:
        examples: presets of the family with changed rules, for types only: one for each way in
            which the hot loop is compiled.
        decisions: names of a policy's decisions, in the order of the addresses.
        table: rule set → the hot loop's table of rule values (``deck_size`` is one of them).
        rights: rights that can be hidden from a bot, as bits.
        view: (rule set, parameters by seat) → a view.
        play_games: the hot loop, not yet compiled.
        width: columns of a raw deal row.
        rows_per_game, melds_per_row, moves_per_row: first guesses; rows grow as needed.
        most_melds, most_moves: rule set → rows one deal can need.
        wrong: status → decision that gave an illegal action.
        variant: rule set → which of the examples has its types.
    """

    examples: tuple[tuple[str, Mapping[str, Any]], ...]
    decisions: tuple[str, ...]
    rights: Mapping[str, int]
    table: Callable[[RuleSet], Any]
    view: Callable[[RuleSet, list[tuple[float, ...]]], Any]
    play_games: Callable[..., int]
    width: int
    rows_per_game: int
    melds_per_row: int
    moves_per_row: int
    most_melds: Callable[[RuleSet], int]
    most_moves: Callable[[RuleSet], int]
    wrong: Mapping[int, str]
    variant: Callable[[RuleSet], int] = lambda ruleset: 0
