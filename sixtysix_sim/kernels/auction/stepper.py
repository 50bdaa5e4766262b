"""A deal of the auction family step by step, from its start or from any position."""

from collections.abc import Iterable, Sequence

import numpy as np

from sixtysix_sim.contract.auction import (
    ASK,
    DECISIONS,
    MOST_CARDS,
    PASS,
    REDEAL,
    RIGHTS,
    SEATS,
    SPEAK,
    View,
)
from sixtysix_sim.kernels.auction import steps
from sixtysix_sim.kernels.auction.asking import step_decide, step_show
from sixtysix_sim.kernels.auction.desk import Desk
from sixtysix_sim.kernels.auction.spare import new_desk
from sixtysix_sim.kernels.memory import lend
from sixtysix_sim.kernels.seated import Seated, seat_policies
from sixtysix_sim.logs.raw import NONE, Int32, Int64
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.moves import Move
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import Action, Phase

Hands = Sequence[Iterable[int]]


class Stepper:
    """One deal, one action at a time, by the kernel's own phase functions.

    Cards are card codes (`cards`); sides, seats and suits plain integers. ``seated``: who answers
    `decide`.
    """

    def __init__(self, ruleset: RuleSet, seated: Seated | None = None) -> None:
        self.ruleset = ruleset
        seated = seated or seat_policies((), DECISIONS, RIGHTS)
        self._desk = new_desk(ruleset.auction, seated.players, seated.params)
        self._lent = lend(self._desk.public, seated.policies)
        self._step = np.zeros(steps.STEP_WORDS, dtype=np.int64)
        self._options = np.zeros(5, dtype=np.int64)
        self._numbers = {int(c): n for n, c in enumerate(self._desk.table.codes) if c != 255}

    # ---- beginning

    def deal(self, seed: int, game: int, scored: int, attempt: int) -> list[list[int]]:
        """Deal the hands a run deals there, and return them as card codes by seat (C2)."""
        steps.step_deal(self._desk, np.uint64(seed), game, scored, attempt)
        return [self.hand(seat) for seat in range(SEATS)]

    def start(
        self,
        dealer: int,
        hands: Hands | None = None,
        scores: Sequence[int] = (0, 0),
        askers: Iterable[int] = (),
    ) -> None:
        """Begin the deal; ``hands`` None keeps those of `deal`.

        Args:
            scores: by side, before the deal.
            askers: seats that have asked in this game (C3.3).
        """
        if hands is not None:
            self._set_hands(hands)
        self._desk.public[View.SCORES : View.SCORES + 2] = scores
        mask = sum(1 << seat for seat in set(askers))
        steps.step_open(self._desk, self._step, dealer, mask)

    def start_play(
        self,
        declarer: int,
        bid: int,
        trump: int,
        leader: int,
        hands: Hands,
        tricks: Sequence[int] = (0, 0),
        card_points: Sequence[int] = (0, 0),
        meld_points: Sequence[int] = (0, 0),
        scores: Sequence[int] = (0, 0),
    ) -> None:
        """Take up a deal at the start of a trick.

        Args:
            hands: what each seat still holds, all of one size.
            tricks, card_points, meld_points, scores: by side, so far.
        """
        self.start(declarer, hands, scores)
        view = self._desk.public
        view[View.HIGH_BID], view[View.HIGH_SEAT] = bid, declarer
        self._step[steps.S_PHASE] = Phase.TRUMP
        steps.step_trump(self._desk, self._step, trump)
        view[View.HISTORY : View.HISTORY + MOST_CARDS] = NONE  # tricks before nobody knows
        view[View.TRICK] = sum(tricks) + 1
        view[View.LEADER] = view[View.BEST_SEAT] = view[View.SEAT] = leader
        view[View.TRICKS : View.TRICKS + 2] = tricks
        view[View.CARD_POINTS : View.CARD_POINTS + 2] = card_points
        view[View.MELD_POINTS : View.MELD_POINTS + 2] = meld_points

    def _set_hands(self, hands: Hands) -> None:
        for seat, cards in enumerate(hands):
            mask = 0
            for code in cards:
                bit = self._numbers[code]
                mask |= 1 << (bit + ((mask >> bit) & 1))
            self._desk.hands[seat] = mask

    # ---- looking

    @property
    def desk(self) -> Desk:
        """What the deal stands on, for compiled code; not a copy."""
        return self._desk

    @property
    def phase(self) -> Phase:
        """What kind of action the deal waits for."""
        return Phase(int(self._step[steps.S_PHASE]))

    @property
    def seat(self) -> int:
        """Who acts."""
        return int(self._desk.public[View.SEAT])

    @property
    def view(self) -> Int64:
        """The public state (`contract.View`), not a copy."""
        view: Int64 = self._desk.public
        return view

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

    def legal(self) -> list[Move]:
        """Return every legal action, identical cards once, bids in order."""
        if self.phase is Phase.ANSWER:
            return [Move(Action.ANSWER_REDEAL), Move(Action.ANSWER_SPEAK)]
        if self.phase is Phase.TRUMP:
            return [Move(Action.TRUMP, suit) for suit in range(4)]
        out = self._options
        steps.options(self._desk, self._step, out)
        if self.phase is Phase.PLAY:
            cards = int(out[steps.O_CARDS])
            return [
                Move(Action.PLAY, code) for code, bit in self._numbers.items() if cards >> bit & 1
            ]
        moves = [Move(Action.PASS)] if out[steps.O_PASS] else []
        moves += [Move(Action.ASK)] if out[steps.O_ASK] else []
        step = self._desk.table.step
        low = int(out[steps.O_LOW])
        return moves + [Move(Action.BID, low + n * step) for n in range(int(out[steps.O_BIDS]))]

    def row(self) -> Int32:
        """Return the raw deal row of a deal that is over (`logs.raw.DealField`)."""
        row: Int32 = self._desk.rows.deals[0].copy()
        return row

    def melds(self) -> Int32:
        """Return the raw meld rows of the deal (`logs.raw.MeldField`)."""
        return self._desk.rows.melds[: int(self._desk.rows.deals[0, DealField.MELDS])].copy()

    @property
    def changes(self) -> tuple[int, int]:
        """What each side writes for a deal that is over."""
        row = self.row()
        return int(row[DealField.CHANGE_0]), int(row[DealField.CHANGE_1])

    # ---- acting

    def side_by_side(self) -> None:
        """Lay the hands behind the view in memory: who looks beyond the view then sees them."""
        view, hands = self._desk.public, self._desk.hands
        both = np.concatenate([view, hands])
        self._desk = self._desk._replace(public=both[: len(view)], hands=both[len(view) :])

    def swap(self, hands: Hands) -> None:
        """Give out the hidden cards otherwise; all else stays as it is."""
        self._set_hands(hands)

    def show(self) -> None:
        """Put into the view what the seat to act may do."""
        step_show(self._desk, self._step, self._options)

    def decide(self, seed: int, game: int = 0, scored: int = 0, attempt: int = 0) -> Move | None:
        """Return what the policy of the seat to act does here; None if that is not legal.

        It has the draws that it has there in a run: game, scored deals before, redeal attempt.
        """
        if self.phase is Phase.OVER:
            return None
        desk, step, out = self._desk, self._step, self._options
        answer = int(step_decide(desk, step, out, np.uint64(seed), game, scored, attempt))
        move = self._move(answer)
        return move if move in self.legal() else None

    def _move(self, answer: int) -> Move | None:
        if self.phase is Phase.AUCTION:
            words = {PASS: Move(Action.PASS), ASK: Move(Action.ASK)}
            return words.get(answer, Move(Action.BID, answer))
        if self.phase is Phase.ANSWER:
            said = {REDEAL: Move(Action.ANSWER_REDEAL), SPEAK: Move(Action.ANSWER_SPEAK)}
            return said.get(answer)
        if self.phase is Phase.TRUMP:
            return Move(Action.TRUMP, answer)
        codes = {number: code for code, number in self._numbers.items()}
        return Move(Action.PLAY, codes[answer]) if answer in codes else None

    def apply(self, move: Move) -> None:
        """Play one action of the seat to act.

        Raises:
            ValueError: it is not legal here.
        """
        if not self._apply(move):
            raise ValueError(f"{move.text} is not legal for seat {self.seat}")

    def _apply(self, move: Move) -> bool:
        desk, step, phase = self._desk, self._step, self.phase
        action, value = move
        if phase is Phase.PLAY and action is Action.PLAY and value in self._numbers:
            return bool(steps.step_card(desk, step, self._numbers[value]))
        if phase is Phase.AUCTION and action in (Action.PASS, Action.BID):
            call = PASS if action is Action.PASS else value
            return bool(steps.step_call(desk, step, call))
        if move not in self.legal():
            return False
        if action is Action.ASK:
            steps.step_ask(desk, step)
        elif phase is Phase.ANSWER:
            steps.step_answer(desk, step, int(action is Action.ANSWER_SPEAK))
        else:
            steps.step_trump(desk, step, value)
        return True
