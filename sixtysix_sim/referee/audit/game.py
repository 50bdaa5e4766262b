"""A game judged deal by deal: each deal against the recorded one before it, then the game's row."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar

from sixtysix_sim.referee.audit.actions import Judging, replay
from sixtysix_sim.referee.audit.findings import Finding, Ledger
from sixtysix_sim.referee.audit.record import Record
from sixtysix_sim.referee.records import Breach
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import GAME_END_NAMES, GameEnd

Scores = tuple[int, ...]
Outcome = Literal["on"] | tuple[int, GameEnd]
S = TypeVar("S")  # a deal of the family
R = TypeVar("R")  # its result


class GameJudge(ABC, Generic[S, R]):
    """Judges the deals of one game in order.

    Every deal is judged from what the record says of the deal before it, so that one wrong number
    does not follow a game to its end.

    Args:
        ruleset: the rules.
        ledger: where findings go.
        from_start: the first record given is the game's first deal.
    """

    judging: Judging

    def __init__(self, ruleset: RuleSet, ledger: Ledger, *, from_start: bool = True) -> None:
        self.ruleset, self.ledger = ruleset, ledger
        self.nothing: Scores = (0,) * ruleset.sides
        self.scores: Scores | None = self.nothing if from_start else None
        self.deals_played = self.deals = 0
        self.dealer: int | None = None  # who is to deal next, if that is known
        self.outcome: Outcome | None = "on"  # None: not known

    def deal(self, record: Record) -> R | None:
        """Judge one deal; return what its moves give, None if they do not lead to its end."""
        self._judge_past(record)
        state = self.before(record)
        played = self._play(record, state)
        self._judge_result(record, state, played)
        self.deals += 1
        self._go_on(record, state, played)
        return played

    def end(self, row: Mapping[str, Any], game: int) -> None:
        """Judge the game's row of the games table: deals, winner, end, a score a side."""
        if row["deals"] != self.deals:
            words = f"games says {row['deals']} deals; the deals table has {self.deals}"
            self._find(Breach("G7", words), game)
        scores = tuple(row[f"score_{side}"] for side in range(self.ruleset.sides))
        if self.scores is not None and scores != self.scores:
            words = f"the final score is {show_scores(scores)} in games; the last deal leaves "
            clause = self._clause_of_score()
            self._find(Breach("G7", words + show_scores(self.scores), (clause,)), game)
        if self.outcome == "on":
            words = f"the game ends at {show_scores(scores)} after {self.deals_played} scored deals"
            clause = self._clause_of_end(GameEnd.TARGET, scores)
            self._find(Breach("G4", f"{words}; it goes on", (clause,)), game)
        elif self.outcome is not None:
            self._judge_end(row, self.outcome, scores, game)

    @abstractmethod
    def before(self, record: Record) -> S:
        """Return a deal before its first action, as the deals before leave it."""

    @abstractmethod
    def _cards_breach(self, record: Record) -> Breach | None:
        """G6: what is wrong with the cards dealt."""

    @abstractmethod
    def _result_of(self, state: S) -> R | None:
        """Return the result of a deal that is over."""

    @abstractmethod
    def _judge_result(self, record: Record, state: S, played: R | None) -> None:
        """Judge the recorded result: against what the moves give, and each column by others."""

    @abstractmethod
    def _go_on(self, record: Record, state: S, played: R | None) -> None:
        """Go on from what the record says; what it does not say, from what the moves give."""

    @abstractmethod
    def _clause_of_score(self) -> str:
        """Return the clause that adds a deal's points to the score."""

    @abstractmethod
    def _clause_of_dealer(self) -> str:
        """Return the clause that said who deals next."""

    @abstractmethod
    def _clause_of_end(self, end: GameEnd, scores: Scores) -> str:
        """Return the clause by which a game ends so."""

    def _judge_end(
        self, row: Mapping[str, Any], outcome: tuple[int, GameEnd], scores: Scores, game: int
    ) -> None:
        winner, end = outcome
        if (row["winner"], row["end"]) == (winner, GAME_END_NAMES[end]):
            return
        words = (
            f"games has winner {row['winner']}, end {row['end']}; at {show_scores(scores)} it is "
            f"winner {winner}, end {GAME_END_NAMES[end]}"
        )
        self._find(Breach("G7", words, (self._clause_of_end(end, scores),)), game)

    def _judge_past(self, record: Record) -> None:
        """What the deals before say about this one: that there is one, its dealer, its score."""
        if self.outcome is not None and self.outcome != "on":
            _, end = self.outcome
            words = f"a deal follows though the game has ended ({GAME_END_NAMES[end]})"
            clause = self._clause_of_end(end, self.scores or self.nothing)
            self._find_in(record, Breach("G5", words, (clause,)))
        if self.dealer is not None and record.dealer not in (None, self.dealer):
            words = f"seat {record.dealer} deals; it is seat {self.dealer}'s turn"
            self._find_in(record, Breach(self._clause_of_dealer(), words))
        if record.score_before is not None:
            if self.scores is not None and record.score_before != self.scores:
                words = f"score_before is {show_scores(record.score_before)}; the deal before left "
                words += show_scores(self.scores)
                self._find_in(record, Breach("G7", words, (self._clause_of_score(),)))
            self.scores = record.score_before

    def _play(self, record: Record, state: S) -> R | None:
        breach = self._cards_breach(record)
        if breach is not None:
            self._find_in(record, breach)
        if record.moves is None:
            return None

        def report(breach: Breach, move: int | None) -> None:
            self._find_in(record, breach, move)

        whole = replay(self.judging, state, record.moves, report, cut=record.cut)
        return self._result_of(state) if whole else None

    def _find_in(self, record: Record, breach: Breach, move: int | None = None) -> None:
        self.ledger.add(
            Finding(
                breach.rule, breach.message, breach.related, record.place, record.game,
                record.deal, move,
            )
        )  # fmt: skip

    def _find(self, breach: Breach, game: int) -> None:
        self.ledger.add(Finding(breach.rule, breach.message, breach.related, game=game))


def scores_of(known: Mapping[str, Any], sides: int) -> Scores | None:
    """Return the score after a deal, by side, None where a column is not known."""
    found = tuple(known.get(f"score_{side}") for side in range(sides))
    return tuple(int(n) for n in found if isinstance(n, int)) if None not in found else None


def show_scores(scores: Sequence[int]) -> str:
    """Return a score as people write it: ``7 : 3``."""
    return " : ".join(map(str, scores))
