"""Where a deal of the talon family stands: begun or taken up anywhere, and what it shows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from sixtysix_sim.contract import MAX_SEATS
from sixtysix_sim.contract.talon import DECISIONS, MOST_CARDS, RIGHTS, View
from sixtysix_sim.kernels.memory import lend
from sixtysix_sim.kernels.seated import Seated, seat_policies
from sixtysix_sim.kernels.talon import steps
from sixtysix_sim.kernels.talon.desk import Desk
from sixtysix_sim.kernels.talon.spare import new_desk
from sixtysix_sim.logs.raw import NONE, Int32, Int64
from sixtysix_sim.logs.raw.talon import DealField
from sixtysix_sim.moves import Move
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import Action, Phase, Slip

Hands = Sequence[Iterable[int]]
NOTHING = (0,) * MAX_SEATS  # by seat
_DRAW = Move(Action.DRAW)


class Cards(NamedTuple):
    """The cards of a deal as card codes: hands by seat, upcard, talon in drawing order."""

    hands: list[list[int]]
    upcard: int
    talon: list[int]


class Closing(NamedTuple):
    """A closing that has happened: who, cards left then, and each seat's tricks and points then."""

    seat: int
    cards_left: int
    trick: int
    tricks: Sequence[int]
    points: Sequence[int]


@dataclass
class Slips:
    """What the stepper keeps to carry out irregularities (D8).

    Attributes:
        before: hands, view and step before the action that brought the last draw; None when the
            last action brought none.
        move: that action. bits: who slipped in the draw, as `apply.draw_due` takes it.
        kinds: these slips in order. shown: the first card of a wrong marriage.
        answers: what may be said about a deal that went wrong.
    """

    before: tuple[Int64, Int64, Int64] | None = None
    move: Move = _DRAW
    bits: int = 0
    kinds: list[Slip] = field(default_factory=list)
    shown: list[int] = field(default_factory=list)
    answers: tuple[Action, ...] = (Action.DEMAND_REDEAL, Action.LET_STAND)


class Position:
    """A deal as it stands; `stepper.Stepper` plays on from it.

    Cards are card codes (`cards`); seats and suits plain integers. A side is a seat. ``seated``:
    who answers `Stepper.decide`.
    """

    def __init__(self, ruleset: RuleSet, seated: Seated | None = None) -> None:
        self.ruleset = ruleset
        seated = seated or seat_policies((), DECISIONS, RIGHTS)
        self._desk = new_desk(ruleset.talon, params=seated.params, players=seated.players)
        self._lent = lend(self._desk.public, seated.policies)
        table = self._desk.table
        self._step = np.zeros(steps.STEP_WORDS, dtype=np.int64)
        self._options = np.zeros(3, dtype=np.int64)
        self._slips = Slips()
        self._said = 0  # what the leader has done on this lead before leading
        self._numbers = {int(c): n for n, c in enumerate(table.codes) if c != 255}
        self._codes = {n: code for code, n in self._numbers.items()}

    # ---- beginning

    def deal(self, seed: int, game: int, scored: int, attempt: int) -> Cards:
        """Deal what a run deals there, and return it (K1.3, D2)."""
        steps.step_deal(self._desk, np.uint64(seed), game, scored, attempt)
        table, deck = self._desk.table, self._desk.deck
        cards = [self._codes[int(number)] for number in deck[table.dealt :]]
        return Cards([self.hand(seat) for seat in range(len(table.seats))], cards[-1], cards[:-1])

    def start(
        self,
        dealer: int,
        cards: Cards | None = None,
        scores: Sequence[int] = NOTHING,
        stake: int = 0,
    ) -> None:
        """Begin the deal; ``cards`` None keeps those of `deal`.

        Args:
            scores: by side, before the deal. stake: carried into it.
        """
        self._slips = Slips()
        if cards is not None:
            self._set_cards(cards.hands, cards.upcard, cards.talon)
        self._set_match(scores, stake)
        steps.step_open(self._desk, self._step, dealer)
        if cards is not None:
            view, left = self._desk.public, len(cards.talon) + 1
            view[View.TALON] = left  # a misdeal leaves another number (D8.2)
            view[View.ENDGAME] = int(left < self._desk.table.least_talon)
            steps.step_rights(self._desk)

    def start_play(
        self,
        leader: int,
        trump: int,
        hands: Hands,
        upcard: int | None = None,
        talon: Sequence[int] = (),
        closing: Closing | None = None,
        tricks: Sequence[int] = NOTHING,
        card_points: Sequence[int] = NOTHING,
        meld_points: Sequence[int] = NOTHING,
        pending: Sequence[int] = NOTHING,
        to_draw: bool = False,
        scores: Sequence[int] = NOTHING,
        stake: int = 0,
    ) -> None:
        """Take up a deal at a lead, or at the draw choice (``to_draw``).

        Args:
            hands: what each seat still holds. upcard: None once it is drawn.
            talon: in drawing order, without the upcard.
            tricks, card_points, meld_points, pending: by seat, so far.
            scores, stake: before the deal.
        """
        table, view = self._desk.table, self._desk.public
        self._slips = Slips()
        left = len(talon) + (upcard is not None)
        self._set_cards(hands, upcard, talon)
        self._set_match(scores, stake)
        steps.step_open(self._desk, self._step, (leader + len(table.seats) - 1) % len(table.seats))
        seats = range(len(table.seats))
        for seat in seats:
            view[View.TRICKS + seat] = tricks[seat]
            view[View.CARD_POINTS + seat] = card_points[seat]
            view[View.MELD_POINTS + seat] = meld_points[seat]
            view[View.PENDING + seat] = pending[seat]
        view[View.TRUMP] = trump
        view[View.TALON] = left
        view[View.UPCARD] = NONE if upcard is None else self._numbers[upcard]
        view[View.ENDGAME] = int(closing is not None or left < table.least_talon)
        if closing is not None:
            view[View.CLOSER], view[View.CLOSED_AT] = closing.seat, closing.cards_left
            view[View.CLOSE_TRICK] = closing.trick
            for seat in seats:
                view[View.CLOSE_TRICKS + seat] = closing.tricks[seat]
                view[View.CLOSE_POINTS + seat] = closing.points[seat]
        view[View.HISTORY : View.HISTORY + MOST_CARDS] = NONE  # tricks before nobody knows
        steps.step_rights(self._desk)
        steps.step_lead(self._desk, self._step, sum(tricks) + 1, leader, int(to_draw))

    def _set_match(self, scores: Sequence[int], stake: int) -> None:
        view = self._desk.public
        view[View.SCORES : View.SCORES + MAX_SEATS] = 0
        view[View.SCORES : View.SCORES + len(scores)] = scores
        view[View.STAKE] = stake
        self._said = 0

    def _set_cards(self, hands: Hands, upcard: int | None, talon: Sequence[int]) -> None:
        for seat, cards in enumerate(hands):
            mask = 0
            for code in cards:
                bit = self._numbers[code]
                mask |= 1 << (bit + ((mask >> bit) & 1))
            self._desk.hands[seat] = mask
        left = [*talon, *([] if upcard is None else [upcard])]
        if left:
            self._desk.deck[-len(left) :] = [self._numbers[code] for code in left]

    def side_by_side(self) -> None:
        """Lay the hands behind the view in memory: who looks beyond the view then sees them."""
        view, hands = self._desk.public, self._desk.hands
        both = np.concatenate([view, hands])
        self._desk = self._desk._replace(public=both[: len(view)], hands=both[len(view) :])

    def swap(self, hands: Hands, talon: Sequence[int]) -> None:
        """Give out the hidden cards otherwise; all else stays as it is."""
        self._set_cards(hands, self.upcard, talon)

    # ---- looking

    @property
    def phase(self) -> Phase:
        """PLAY, also at the draw choice, or OVER."""
        return Phase(int(self._step[steps.S_PHASE]))

    @property
    def to_draw(self) -> bool:
        """Whether the seat is at the choice between drawing and closing (D5.1)."""
        return bool(self._step[steps.S_CHOICE]) and self.phase is Phase.PLAY

    @property
    def seat(self) -> int:
        """Who acts."""
        return int(self._desk.public[View.SEAT])

    @property
    def view(self) -> Int64:
        """The public state (`contract.talon.View`), not a copy."""
        view: Int64 = self._desk.public
        return view

    @property
    def desk(self) -> Desk:
        """What the deal stands on, for compiled code; not a copy."""
        return self._desk

    @property
    def bound(self) -> int:
        """Mask of the cards that marriages declared for this lead leave to be led, 0 any."""
        return int(self._step[steps.S_BOUND])

    def code(self, number: int) -> int:
        """Return the card code of a kernel's card number."""
        return self._codes[number]

    def hand(self, seat: int) -> list[int]:
        """Return a seat's cards as card codes, sorted."""
        mask = int(self._desk.hands[seat])
        return sorted(
            code
            for code, bit in self._numbers.items()
            for _ in range((mask >> bit & 3).bit_count())
        )

    def mask(self, seat: int) -> int:
        """Return a seat's cards as a kernel mask (layout: `contract`)."""
        return int(self._desk.hands[seat])

    @property
    def upcard(self) -> int | None:
        """The upcard on the table, None once it is drawn."""
        number = int(self._desk.public[View.UPCARD])
        return None if number == NONE else self._codes[number]

    @property
    def talon(self) -> list[int]:
        """The cards left in drawing order, the upcard not among them."""
        left = int(self._desk.public[View.TALON])
        deck = self._desk.deck
        return [self._codes[int(number)] for number in deck[len(deck) - left : len(deck) - 1]]

    def row(self) -> Int32:
        """Return the raw deal row of a deal that is over (`logs.raw.talon.DealField`)."""
        row: Int32 = self._desk.rows.deals[0].copy()
        return row

    def melds(self) -> Int32:
        """Return the raw meld rows of the deal so far (`logs.raw.MeldField`)."""
        return self._desk.rows.melds[: int(self._step[steps.S_MELDS])].copy()

    @property
    def changes(self) -> tuple[int, ...]:
        """What each side writes for a deal that is over."""
        row = self.row()
        seats = range(len(self._desk.table.seats))
        return tuple(int(row[DealField.CHANGE + seat]) for seat in seats)

    @property
    def dealer_after(self) -> int:
        """Who deals next, once the deal is over (K1.5, D2.3)."""
        return int(self._step[steps.S_DEALER])

    @property
    def stake_after(self) -> int:
        """The stake the next deal begins with, once this one is over (D7.3)."""
        return int(self._desk.public[View.STAKE])
