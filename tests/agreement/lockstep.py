"""Kernel and referee side by side through whole games of random actions: what families share."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from random import Random
from typing import Any, ClassVar

from sixtysix_sim.cards import card_name
from sixtysix_sim.contract import SEAT_SLOT
from sixtysix_sim.moves import Move
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.vocabulary import NOBODY, Phase
from tests.agreement.case_text import Difference, LastStep, Story
from tests.strategies import Settings

LONGEST = 30  # deals of a game followed; far targets go on for ever
ILLEGAL_SHARE = 0.05


@dataclass
class Position:
    """Where a game stands between two deals, as the kernel's game loop keeps it.

    ``attempt`` and ``askers`` stay 0 where there is no auction, ``stake`` where nothing is drawn.
    """

    dealer: int
    scores: tuple[int, ...]
    scored: int = 0
    attempt: int = 0
    askers: int = 0
    stake: int = 0


class Pair(ABC):
    """One rule set's stepper and referee, and the games they play together.

    Attributes:
        stepper: the kernel of the rule set.
        numbers: card code → the kernel's card number.
    """

    stepper: Any
    numbers: dict[int, int]

    def __init__(self, preset: str, changes: Settings) -> None:
        self.changes = changes
        self.ruleset: RuleSet = resolve_rules(preset, changes)

    @abstractmethod
    def beginning(self, rng: Random) -> Position:
        """Draw where to begin: at the start of a game, or late in one."""

    @abstractmethod
    def deal(self, at: Position, state: Any, cards: Any, story: Story) -> "Deal":
        """Set up a deal for both; ``state`` is the referee's of the deal before, None for none."""

    def play(self, rng: Random, seed: int, game: int, most: int = LONGEST) -> int:
        """Play a game, or its first ``most`` deals; return how many deals.

        Raises:
            Difference: at the first step on which the two do not agree.
        """
        at, state = self.beginning(rng), None
        for number in range(most):
            cards = self.stepper.deal(seed, game, at.scored, at.attempt)
            story = Story(self.ruleset, self.changes, seed, game, at.scored, at.attempt, {})
            deal = self.deal(at, state, cards, story)
            deal.play(rng)
            state = deal.state
            if state.result.game != "on":
                return number + 1
        return most


class Deal(ABC):
    """One deal played by both.

    Attributes:
        referee: the family's referee.
        view: the family's `View`.
        state: the referee's state.
        fields: the columns of its raw deal row.
    """

    referee: ClassVar[Any]
    view: ClassVar[type[IntEnum]]
    fields: ClassVar[type[IntEnum]]

    def __init__(self, pair: Pair, at: Position, state: Any, story: Story) -> None:
        self.pair, self.at, self.state, self.story = pair, at, state, story
        self.stepper = pair.stepper
        self.rng = Random(0)
        self.counted = 0  # legal actions, as the kernel counts them

    def play(self, rng: Random) -> None:
        """Play the deal, compare after every action, and move the position on."""
        self.rng = rng
        while self.stepper.phase is not Phase.OVER:
            self.compare_view()
            moves = self.compare_legal()
            if rng.random() < ILLEGAL_SHARE:
                self.refuse(moves)
            if not self.slip():
                self.act(self.choose(moves))
        if self.state.result is None:
            raise self.differs("the kernel has ended the deal, the referee has not")
        self.compare_result()

    def act(self, move: Move, seat: int | None = None) -> None:
        """Let both carry out an action that both call legal, of the seat to act as a rule."""
        state, seat = self.state, self.stepper.seat if seat is None else seat
        if breach := self.referee.verify(state, seat, move):
            raise self.differs(f"legal for both, yet {breach.message}", (seat, move, None))
        self.before(seat, move)
        event = self.referee.apply(state, seat, move)
        self.carry_out(seat, move)
        self.story.steps.append((seat, move))
        self.after(event)

    def carry_out(self, seat: int, move: Move) -> None:
        """Let the kernel carry out an action; the seat to act does it, as a rule."""
        self.stepper.apply(move)

    def slip(self) -> bool:
        """Let something go wrong that the rules can mend; return whether anything did."""
        return False

    # ---- what a family says

    @abstractmethod
    def choose(self, moves: list[Move]) -> Move:
        """Draw a legal action."""

    @abstractmethod
    def wrong_move(self, moves: list[Move]) -> Move:
        """Draw an action that looks like a legal one; it may be one."""

    @abstractmethod
    def before(self, seat: int, move: Move) -> None:
        """Note what an action shows to everybody."""

    @abstractmethod
    def after(self, event: Any) -> None:
        """Compare what only this kind of action changes: hands, melds, the talon."""

    @abstractmethod
    def public_view(self, kernel: list[int]) -> list[int]:
        """Return the view the kernel must hold; slots without a meaning are copied."""

    @abstractmethod
    def count(self, moves: list[Move]) -> int:
        """Return how many actions the kernel counts as legal."""

    @abstractmethod
    def compare_result(self) -> None:
        """Compare the deal's row, the next dealer and the game's end; move the position on."""

    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """Return what the kernel says now, by the keys of a case."""

    @abstractmethod
    def cites(self) -> tuple[str, ...]:
        """Return the clauses in question in this phase."""

    # ---- comparing

    def compare_view(self) -> None:
        """Compare whose turn it is and everything public."""
        kernel = self.stepper.view.tolist()
        wanted = self.public_view(kernel)
        if kernel == wanted and self.state.phase is self.stepper.phase:
            return
        slots = [
            f"{slot_name(self.view, slot)} {kernel[slot]} / {wanted[slot]}"
            for slot in range(len(kernel))
            if kernel[slot] != wanted[slot]
        ]
        phases = f"phase {self.stepper.phase.name} / {self.state.phase.name}"
        same_turn = kernel[SEAT_SLOT] == wanted[SEAT_SLOT] and self.state.result is None
        last = None if same_turn else self.turn()
        raise self.differs(f"view, kernel / referee: {', '.join([phases, *slots])}", last)

    def turn(self) -> LastStep:
        """Return the kernel's next step: its seat and the first action it calls legal."""
        return self.stepper.seat, self.stepper.legal()[0], None

    def compare_legal(self) -> list[Move]:
        """Compare the legal actions and how many there are; return them."""
        kernel: list[Move] = self.stepper.legal()
        theirs: list[Move] = self.referee.legal(self.state)
        ours, counted = self.count(kernel), self.referee.count_legal(self.state)
        self.counted = ours
        if ours == counted and (kernel == theirs or sorted(kernel) == sorted(theirs)):
            return kernel
        extra = sorted(set(kernel) - set(theirs))
        less = sorted(set(theirs) - set(kernel))
        what = (
            f"legal actions, kernel only: {_texts(extra)}, referee only: {_texts(less)}, "
            f"counted {ours} / {counted}"
        )
        step = (extra or kernel or less)[0]
        raise self.differs(what, (self.stepper.seat, step, kernel))

    def refuse(self, moves: list[Move]) -> None:
        """Try an illegal action: both must refuse it and stay as they are."""
        wrong = self.wrong_move(moves)
        if wrong in moves:
            return
        seat = self.stepper.seat
        try:
            self.stepper.apply(wrong)
        except ValueError:
            if self.referee.verify(self.state, seat, wrong) is None:
                what = f"the kernel alone refuses {wrong.text}"
                raise self.differs(what, (seat, moves[0], moves)) from None
            return
        raise self.differs(f"the kernel accepts {wrong.text}", (seat, wrong, moves))

    def compare_row(self, wanted: dict[int, int]) -> None:
        """Compare the fields of the deal's row."""
        row = self.stepper.row()
        for field, value in wanted.items():
            if row[field] != value:
                name = slot_name(self.fields, field)
                raise self.differs(f"{name}, kernel {row[field]}, referee {value}")

    def compare_game(self, kernel: Any, referee: Any) -> None:
        """Compare where the deal leaves the game."""
        if kernel != referee:
            raise self.differs(f"the game: kernel {kernel}, referee {referee}")

    # ---- telling

    def differs(self, what: str, last: LastStep | None = None) -> Difference:
        """Return the difference as a case: what the kernel says after the steps, or of the step."""
        return Difference(self.story, what, self.cites(), {} if last else self.facts(), last)

    def hands_text(self) -> dict[str, str]:
        """Return the kernel's hands as a case writes them."""
        seats = range(self.pair.ruleset.rules.seats)
        return {str(seat): text_of(self.stepper.hand(seat)) for seat in seats}


def text_of(cards: Sequence[int]) -> str:
    """Return card codes as a case writes cards."""
    return " ".join(card_name(card) for card in cards)


def slot_name(names: type[IntEnum], slot: int) -> str:
    """Return a slot's name; of slots by seat the first one's and the distance from it."""
    first = max(name for name in names if name <= slot)
    return first.name if first == slot else f"{first.name}+{slot - first}"


def side_of(game: Any) -> int:
    """Return who has won a game by the referee's outcome, −1 while it goes on."""
    return NOBODY if game == "on" else int(game[0])


def _texts(moves: list[Move]) -> str:
    return " ".join(move.text for move in moves[:12]) or "none"
