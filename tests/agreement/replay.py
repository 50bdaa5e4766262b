"""The raw rows of the hot loop, move by move and game by game through the referee: shared part."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from sixtysix_sim.cards import CARD_NAMES
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.logs.raw import AnyDeal, GameField, RawChunk, RawMoves
from sixtysix_sim.moves import WITH_CARD, WITH_NUMBER, WITH_SUIT, Move
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.scenario import scenario_from_tree
from sixtysix_sim.vocabulary import Action, GameEnd
from tests.strategies import PRESET, Settings

CODES = {name: code for code, name in enumerate(CARD_NAMES)}
D, G = AnyDeal, GameField
Bots = tuple[str | dict[str, Any], ...]  # by seat: a policy, or a table with its parameters


def engine_of(changes: Settings, bots: Bots, seed: int, preset: str = PRESET) -> Engine:
    """Return an engine for changed rules and a policy a seat."""
    tables = [{"policy": bot} if isinstance(bot, str) else bot for bot in bots]
    tree = {
        "scenario": {"name": "test", "games": 1, "seed": seed},
        "rules": {"base": preset, **changes},
        "bots": {"seat": {str(seat): table for seat, table in enumerate(tables)}},
    }
    scenario = scenario_from_tree(tree, "test")
    return Engine(scenario.ruleset, load_policies(scenario), seed)


def deck_of(deck: Any) -> list[int]:
    """Return the cards of a deck row (ASCII, two bytes a card)."""
    text = bytes(deck).decode("ascii")
    return [CODES[text[at : at + 2]] for at in range(0, len(text), 2)]


def hands_of(deck: Any, hand_size: int, seats: int = 4) -> list[list[int]]:
    """Return the hands of a deck row."""
    cards = deck_of(deck)
    return [cards[seat * hand_size : (seat + 1) * hand_size] for seat in range(seats)]


def move_of(moves: RawMoves, at: int) -> Move:
    """Return a logged action."""
    action = Action(int(moves.action[at]))
    columns = ((WITH_CARD, moves.card), (WITH_SUIT, moves.suit), (WITH_NUMBER, moves.value))
    return Move(action, next((int(column[at]) for kinds, column in columns if action in kinds), 0))


@dataclass
class Place:
    """Where the next deal's rows begin."""

    deal: int = 0
    move: int = 0
    meld: int = 0


class ChunkJudge(ABC):
    """Judges every game of a chunk logged with moves.

    Attributes:
        referee: the family's referee.
        state: the referee's state of the deal being judged.
    """

    referee: ClassVar[Any]
    state: Any

    def __init__(self, ruleset: RuleSet, chunk: RawChunk) -> None:
        assert chunk.moves is not None
        self.ruleset, self.chunk, self.moves = ruleset, chunk, chunk.moves
        self.place = Place()

    @abstractmethod
    def open(self, row: list[int], deck: Any, first: bool) -> None:
        """Begin the deal of a row, the first of its game or the one after `state`."""

    @abstractmethod
    def wanted(self) -> dict[int, int]:
        """Return the fields of the row that the deal's result gives."""

    @abstractmethod
    def compare_melds(self, rows: list[list[int]]) -> None:
        """Compare the deal's meld rows."""

    @abstractmethod
    def note(self, event: Any) -> None:
        """Remember what the row says of an action."""

    def count_of(self, move: Move) -> int:
        """Return how many actions are legal, as the log counts them for this one."""
        return int(self.referee.count_legal(self.state))

    def judge(self) -> int:
        """Judge all games; return how many deals there were.

        Raises:
            AssertionError: the rows are not what the referee says.
        """
        chunk, place = self.chunk, self.place
        for number, game in enumerate(chunk.games.tolist()):
            *before, result = self.deals(number, game[G.ROWS])
            assert all(earlier.game == "on" for earlier in before)
            ended = (game[G.WINNER], GameEnd(game[G.END]))
            assert result.game == ended, (number, result.game, ended)
            assert tuple(game[G.SCORE_0 :]) == result.score_after
            assert game[G.SCORED] == result.deals_played
        assert (place.deal, place.meld) == (len(chunk.deals), len(chunk.melds))
        assert place.move == len(self.moves.seq)
        return place.deal

    def deals(self, number: int, rows: int) -> Iterator[Any]:
        """Judge a game's deals, each from where the referee says the one before left the game."""
        first_dealer = self.ruleset.rules.deal.first_dealer
        for deal in range(rows):
            row = self.chunk.deals[self.place.deal].tolist()
            assert (row[D.GAME], row[D.DEAL]) == (number, deal)
            if deal == 0 and first_dealer != "random":
                assert row[D.DEALER] == first_dealer
            self.open(row, self.chunk.decks[self.place.deal], deal == 0)
            self.judge_deal(row)
            self.place.deal += 1
            yield self.state.result

    def judge_deal(self, row: list[int]) -> None:
        """Judge a deal's moves, melds and row."""
        legal = forced = 0
        for seq in range(row[D.MOVES]):
            at = self.place.move + seq
            count = self.judge_move(seq, at, row)
            legal, forced = legal + count, forced + (count == 1)
        assert self.state.result is not None, (row, "the log ends before the deal")
        melds = self.chunk.melds[self.place.meld : self.place.meld + row[D.MELDS]]
        self.compare_melds(melds.tolist())
        wanted = {**self.wanted(), D.LEGAL: legal, D.FORCED: forced, D.DEALER: self.state.dealer}
        assert {field: row[field] for field in wanted} == wanted
        self.place.move += row[D.MOVES]
        self.place.meld += row[D.MELDS]

    def judge_move(self, seq: int, at: int, row: list[int]) -> int:
        """Judge one logged action; return how many were legal."""
        moves, seat = self.moves, int(self.moves.seat[at])
        move = move_of(moves, at)
        count = self.count_of(move)
        breach = self.referee.verify(self.state, seat, move)
        assert breach is None, (row, seq, breach)
        event = self.referee.apply(self.state, seat, move)
        assert (moves.seq[at], moves.trick[at], moves.legal[at]) == (seq, event.trick, count)
        self.note(event)
        return count
