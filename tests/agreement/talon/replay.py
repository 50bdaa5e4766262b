"""The raw rows of the talon family through its referee."""

from collections import Counter
from itertools import accumulate, pairwise
from typing import Any, ClassVar

from sixtysix_sim.logs.raw import MeldField
from sixtysix_sim.logs.raw.talon import DealField
from sixtysix_sim.moves import Move
from sixtysix_sim.referee import talon as referee
from sixtysix_sim.vocabulary import NOBODY, SLIP_BITS, Action, DealEnd
from tests.agreement.replay import ChunkJudge, deck_of, move_of

D, M = DealField, MeldField
#: By `Slip`: the action, and how many rows one has.
ACTIONS_OF_SLIPS = (
    (Action.IRREGULAR_EXPOSE, 1),
    (Action.IRREGULAR_MISDEAL, 1),
    (Action.IRREGULAR_DOUBLE_DRAW, 1),
    (Action.IRREGULAR_MISSED_DRAW, 1),
    (Action.IRREGULAR_WRONG_MARRIAGE, 2),
    (Action.CORRECT_MARRIAGE, 1),
)
AT_THE_END = (DealEnd.CLOSER_FAILED, DealEnd.PLAYED_OUT, DealEnd.DRAWN)
FOR_CLAIMS = (DealEnd.CLAIM, DealEnd.WRONG_CLAIM)


class TalonJudge(ChunkJudge):
    """Judges a chunk of the talon family."""

    referee: ClassVar[Any] = referee

    def open(self, row: list[int], deck: Any, first: bool) -> None:
        rules = referee.reading_of(self.ruleset)
        sizes = self.sizes(row)
        cuts = [0, *accumulate(sizes)]
        cards = deck_of(deck)
        hands = [cards[a:b] for a, b in pairwise(cuts)]
        upcard, *talon = cards[cuts[-1] :]
        assert referee.deck_breach(rules, hands, upcard, talon, sizes) is None
        if first:
            assert row[D.DEALER] in range(rules.seats)
            self.state = referee.new_deal(self.ruleset, row[D.DEALER], hands, upcard, talon)
        else:
            self.state = referee.next_deal(self.state, hands, upcard, talon)
        self.claimer, self.close_trick, self.cards = NOBODY, 0, 0
        self.slips: Counter[Action] = Counter()

    def sizes(self, row: list[int]) -> list[int]:
        """Return how many cards each seat was dealt, by the deal's moves (D8.2)."""
        rules = referee.reading_of(self.ruleset)
        sizes = [rules.hand_size] * rules.seats
        for at in range(self.place.move, self.place.move + row[D.MOVES]):
            move = move_of(self.moves, at)
            if move.action is Action.IRREGULAR_MISDEAL:
                sizes[int(self.moves.seat[at])] = move.value
        return sizes

    def count_of(self, move: Move) -> int:
        return referee.count_of(self.state, move)

    def note(self, event: referee.Event) -> None:
        if event.move.action is Action.CLAIM:
            self.claimer = event.seat
        if event.move.action is Action.CLOSE:
            self.close_trick = event.trick
        self.cards += event.move.action is Action.PLAY
        self.slips[event.move.action] += 1

    def wanted(self) -> dict[int, int]:
        result = self.state.result
        return {
            **result_row(result, played_to_the_end(self.state), self.state.leader),
            D.CLAIMER: self.claimer,
            D.CLOSE_TRICK: self.close_trick,
            D.CARDS: self.cards,
            D.UPCARD: result.upcard,
            D.MELDS: len(result.melds),
            D.SLIPS: sum(
                self.slips[action] // rows << (SLIP_BITS * slip)
                for slip, (action, rows) in enumerate(ACTIONS_OF_SLIPS)
            ),
        }

    def compare_melds(self, rows: list[list[int]]) -> None:
        assert melds_in(rows) == [tuple(meld) for meld in self.state.result.melds]
        assert all((m[M.DEAL_ROW], m[M.MELD]) == (self.place.deal, 0) for m in rows)


def melds_in(rows: list[list[int]]) -> list[tuple[int, ...]]:
    """Return raw meld rows as the referee's `Marriage` tuples."""
    return [(m[M.SEAT], m[M.SUIT], m[M.COPIES], m[M.POINTS], m[M.COUNTED]) for m in rows]


def played_to_the_end(state: referee.State) -> bool:
    """Return whether a deal that is over ended with its last trick."""
    return state.result is not None and not any(state.hands) and not _claimed(state)


def _claimed(state: referee.State) -> bool:
    return state.result is not None and state.result.end in FOR_CLAIMS


def result_row(result: referee.DealResult, to_the_end: bool, leader: int) -> dict[int, int]:
    """Return the fields of a raw deal row that a deal's result gives.

    Args:
        result: of the deal.
        to_the_end: whether its last trick was taken.
        leader: who took the trick before the end.
    """
    row: dict[int, int] = {
        D.END: int(result.end),
        D.WINNER: result.winner,
        D.FOREHAND: result.forehand,
        D.TRUMP: result.trump,
        D.CLOSER: result.closer,
        D.CLOSED_AT: result.closed_at,
        D.EXCHANGER: result.exchanger,
        D.EXCHANGES: int(result.exchanger != NOBODY),
        D.GAME_POINTS: result.game_points,
        D.STAKE: result.stake,
        D.LAST_TRICK: leader if to_the_end else NOBODY,
    }
    for first, by_side in (
        (D.CHANGE, result.change),
        (D.SCORE, result.score_after),
        (D.TRICKS, result.tricks),
        (D.CARD_POINTS, result.card_points),
        (D.MELD_POINTS, result.meld_points),
    ):
        row |= {first + side: value for side, value in enumerate(by_side)}
    assert to_the_end or result.end not in AT_THE_END
    return row
