"""A deal of the talon family step by step, from its start or from any position."""

import numpy as np

from sixtysix_sim.contract.talon import (
    CLAIM,
    CLOSE,
    DRAW,
    EXCHANGE,
    LAST_WORD,
    MARRIAGE,
    View,
    word_of,
)
from sixtysix_sim.kernels.talon import steps
from sixtysix_sim.kernels.talon.asking import step_decide, step_show
from sixtysix_sim.kernels.talon.legal import is_correction
from sixtysix_sim.kernels.talon.play import WORDS
from sixtysix_sim.kernels.talon.position import Position, Slips
from sixtysix_sim.logs.raw import NONE
from sixtysix_sim.moves import IRREGULAR, Move
from sixtysix_sim.vocabulary import SLIP_BITS, Action, Phase, Slip

_ANSWERS = {
    Action.CLAIM: CLAIM,
    Action.CLOSE: CLOSE,
    Action.EXCHANGE: EXCHANGE,
    Action.DRAW: DRAW,
}
_DECLARED = (Action.MARRIAGE, Action.CORRECT_MARRIAGE)
_ACTIONS = {answer: action for action, answer in _ANSWERS.items()}


def _spoken(answer: int) -> Move:
    """Return the action that a word is."""
    if answer > MARRIAGE:
        return Move(_ACTIONS[answer])
    return Move(Action.MARRIAGE, MARRIAGE - answer)


class Stepper(Position):
    """One deal, one action at a time, by the kernel's own phase functions."""

    def legal(self) -> list[Move]:
        """Return every legal action, identical cards once; a wrong claim is one, too (K6.2)."""
        if self._step[steps.S_ASKED] != NONE:
            return [Move(action) for action in self._slips.answers]
        steps.options(self._desk, self._step, self._options)
        words, claim, cards = (int(word) for word in self._options)
        answers = [word_of(bit) for bit in range(WORDS) if words >> bit & 1]
        if claim and CLAIM not in answers:
            answers.insert(0, CLAIM)
        return [self._named(_spoken(answer)) for answer in answers] + [
            Move(Action.PLAY, code) for code, bit in self._numbers.items() if cards >> bit & 1
        ]

    def legal_count(self) -> int:
        """Return how many actions the log counts as legal: a claim only where it is right."""
        moves = self.legal()
        if self._step[steps.S_ASKED] != NONE:
            return len(moves)
        claim, right = self._options[steps.O_CLAIM], self._options[steps.O_WORDS] & 1
        return len(moves) - int(claim and not right)

    def show(self) -> None:
        """Put into the view what the seat to act may do."""
        step_show(self._desk, self._step, self._options)

    def decide(self, seed: int, game: int = 0, scored: int = 0) -> Move | None:
        """Return what the policy of the seat to act does here; None if that is not legal.

        It has the draws that it has there in a run of this seed: game, scored deals before.
        """
        if self.phase is Phase.OVER:
            return None
        desk, step, out = self._desk, self._step, self._options
        answer = int(step_decide(desk, step, out, np.uint64(seed), game, scored, self._said))
        if answer >= 0:
            move = Move(Action.PLAY, self._codes[answer]) if answer in self._codes else None
        else:
            move = self._named(_spoken(answer)) if answer >= LAST_WORD else None
        return move if move in self.legal() else None

    def apply(self, move: Move, seat: int | None = None) -> None:
        """Play one action.

        An irregularity (D8) is carried out as it is told: kernels judge none, they make those that
        can be made good. It needs a wide table (`table.is_wide`).

        Args:
            seat: who acts; None for the seat to act.

        Raises:
            ValueError: it is not legal here.
        """
        on_lead = not self._step[steps.S_TURN] and not self.to_draw
        if move.action in IRREGULAR and len(self._desk.table.wide):
            self._slip(self.seat if seat is None else seat, move)
        elif not self._apply_and_remember(move):
            raise ValueError(f"{move.text} is not legal for seat {self.seat}")
        self._said = self._said + 1 if on_lead and move.action is not Action.PLAY else 0

    def _apply_and_remember(self, move: Move) -> bool:
        """Play an action and keep what a slip in the draw that it brings has to be undone to."""
        desk, step = self._desk, self._step
        before = (desk.hands.copy(), desk.public.copy(), step.copy())
        left = int(desk.public[View.TALON])
        done = self._answer(move) if step[steps.S_ASKED] != NONE else self._apply(move)
        if done:
            drew = int(desk.public[View.TALON]) != left
            self._slips = Slips(before=before if drew else None, move=move)
        return done

    def _answer(self, move: Move) -> bool:
        answers = self._slips.answers
        if move.action not in answers:
            return False
        again = move.action is Action.DEMAND_REDEAL
        steps.step_answer(self._desk, self._step, again, len(answers))
        return True

    def _slip(self, seat: int, move: Move) -> None:
        """Carry out an irregularity; one in a draw is done by drawing again (D8.3, D8.4)."""
        desk, step, slips = self._desk, self._step, self._slips
        if move.action is Action.IRREGULAR_EXPOSE:
            steps.step_expose(desk, step, self._numbers[move.value])
        elif move.action is Action.IRREGULAR_MISDEAL:
            steps.step_misdeal(desk, step, seat, move.value)
            if move.value > desk.table.hand_size:
                slips.answers = (Action.DEMAND_REDEAL,)
        elif move.action is Action.IRREGULAR_WRONG_MARRIAGE:
            slips.shown.append(self._numbers[move.value])
            if len(slips.shown) == 2:
                steps.step_wrong_marriage(desk, step, *slips.shown)
                slips.shown.clear()
        elif slips.before is not None:
            twice = move.action is Action.IRREGULAR_DOUBLE_DRAW
            slips.kinds.append(Slip.DOUBLE_DRAWS if twice else Slip.MISSED_DRAWS)
            slips.bits |= (1 if twice else 2) << (2 * seat)
            self._draw_again()

    def _draw_again(self) -> None:
        desk, step, slips = self._desk, self._step, self._slips
        assert slips.before is not None
        desk.hands[:], desk.public[:], step[:] = slips.before
        step[steps.S_SLIPS] = slips.bits
        self._apply(slips.move)
        step[steps.S_SLIPS] = 0
        step[steps.S_MOVES] += len(slips.kinds)
        desk.public[View.SLIPS] += sum(1 << (SLIP_BITS * kind) for kind in slips.kinds)

    def _named(self, move: Move) -> Move:
        """Return a word by the name it has here: a marriage may correct a wrong one (D8.5)."""
        return Move(self._marriage(move.value), move.value) if move.action in _DECLARED else move

    def _marriage(self, suit: int) -> Action:
        """Return what declaring a suit's marriage is called: a wrong one is corrected (D8.5)."""
        table, view = self._desk.table, self._desk.public
        mends = len(table.wide) and is_correction(table, view, view[View.SEAT], suit)
        return Action.CORRECT_MARRIAGE if mends else Action.MARRIAGE

    def _apply(self, move: Move) -> bool:
        desk, step, out = self._desk, self._step, self._options
        if self.phase is Phase.OVER:
            return False
        if move.action is Action.PLAY and move.value in self._numbers:
            return bool(steps.step_card(desk, step, out, self._numbers[move.value]))
        if (
            move.action in _DECLARED
            and move.value in range(4)
            and move.action is self._marriage(move.value)
        ):
            return bool(steps.step_word(desk, step, out, MARRIAGE - move.value))
        if move.action in _ANSWERS:
            return bool(steps.step_word(desk, step, out, _ANSWERS[move.action]))
        return False
