"""Rare things a random deal of the talon family must come to, so that agreement means something."""

from collections.abc import Iterator
from enum import Enum, auto

from sixtysix_sim.moves import Move
from sixtysix_sim.referee.talon import DealResult, State, cards_left, total
from sixtysix_sim.vocabulary import NOBODY, Action, DealEnd
from tests.agreement.talon.sides import IN_A_DRAW


class Reached(Enum):
    """What happened in a deal."""

    CLAIM = auto()
    WRONG_CLAIM = auto()
    CLOSER_OUT = auto()
    CLOSER_FAILED = auto()
    PLAYED_OUT = auto()
    DRAWN = auto()
    TARGET = auto()
    DEAL_COUNT = auto()
    DEAL_CAP = auto()
    CLAIM_AGAINST_CLOSER = auto()
    CLAIM_OF_CLOSER = auto()
    WRONG_CLAIM_OF_CLOSER = auto()
    CLAIM_NOT_MADE = auto()  # though right, on lead or at the draw choice
    CLAIM_AT_THE_DRAW = auto()
    CLOSED_AT_THE_DRAW = auto()
    CLOSED_BEFORE_A_TRICK = auto()
    CLOSED_AFTER_A_MARRIAGE = auto()
    EXCHANGE_AFTER_CLOSE = auto()
    EXCHANGE_AFTER_A_MARRIAGE = auto()
    MARRIAGE_AFTER_CLOSE = auto()
    MARRIAGE_AFTER_THE_TALON = auto()
    SECOND_MARRIAGE_ON_A_LEAD = auto()
    MARRIAGE_LOST = auto()
    BOTH_AT_THE_TARGET = auto()
    CLOSER_AT_THE_TARGET_FAILED = auto()
    STAKE_GREW_TWICE = auto()
    REDEAL = auto()
    EXPOSED = auto()
    TOO_FEW_CARDS = auto()
    TOO_MANY_CARDS = auto()
    MISDEAL_STANDS = auto()
    DOUBLE_DRAW = auto()
    DRAW_SKIPPED = auto()  # after two cards drawn
    MISSED_DRAW = auto()
    DRAW_MADE_UP = auto()  # after a draw forgotten or a card too few dealt
    TWO_SLIPS_IN_A_DRAW = auto()
    WRONG_MARRIAGE = auto()
    MARRIAGE_CORRECTED = auto()
    ONE_PAYS_SEVERAL = auto()
    CLAIM_AGAINST_CLOSER_OF_SEVERAL = auto()
    TALON_OVER = auto()  # cards stay in the talon, fewer than seats
    DRAWN_UNEVENLY = auto()  # D3.3: partial
    SITTING_OUT = auto()

    @classmethod
    def of(cls, state: State, seat: int, move: Move) -> Iterator["Reached"]:
        """Yield what an action about to be done is."""
        closed, action = state.closer != NOBODY, move.action
        right = total(state, seat) >= state.rules.target
        if right and not state.table and action is not Action.CLAIM:
            yield cls.CLAIM_NOT_MADE
        cases = {
            cls.CLAIM_AT_THE_DRAW: action is Action.CLAIM and state.to_draw,
            cls.CLOSED_AT_THE_DRAW: action is Action.CLOSE and state.to_draw,
            cls.CLOSED_BEFORE_A_TRICK: action is Action.CLOSE and not sum(state.tricks),
            cls.CLOSED_AFTER_A_MARRIAGE: action is Action.CLOSE and bool(state.declared),
            cls.EXCHANGE_AFTER_CLOSE: action is Action.EXCHANGE and closed,
            cls.EXCHANGE_AFTER_A_MARRIAGE: action is Action.EXCHANGE and bool(state.declared),
            cls.MARRIAGE_AFTER_CLOSE: action is Action.MARRIAGE and closed,
            cls.MARRIAGE_AFTER_THE_TALON: action is Action.MARRIAGE and state.upcard == NOBODY,
            cls.SECOND_MARRIAGE_ON_A_LEAD: action is Action.MARRIAGE and bool(state.declared),
            cls.MARRIAGE_CORRECTED: action is Action.CORRECT_MARRIAGE,
            cls.SITTING_OUT: bool(state.sitting_out) and not state.to_draw,
            **cls._slips(state, move),
        }
        yield from (name for name, so in cases.items() if so)

    @classmethod
    def _slips(cls, state: State, move: Move) -> dict["Reached", bool]:
        """Return what an action about something gone wrong is (D8)."""
        action, full = move.action, state.rules.hand_size
        misdealt = action is Action.IRREGULAR_MISDEAL
        stands = action is Action.LET_STAND
        return {
            cls.EXPOSED: action is Action.IRREGULAR_EXPOSE,
            cls.TOO_FEW_CARDS: misdealt and move.value < full,
            cls.TOO_MANY_CARDS: misdealt and move.value > full,
            cls.MISDEAL_STANDS: stands and Action.IRREGULAR_MISDEAL in (state.asked or ()),
            cls.DOUBLE_DRAW: action is Action.IRREGULAR_DOUBLE_DRAW,
            cls.MISSED_DRAW: action is Action.IRREGULAR_MISSED_DRAW,
            cls.TWO_SLIPS_IN_A_DRAW: action in IN_A_DRAW and bool(state.slips),
            cls.WRONG_MARRIAGE: action is Action.IRREGULAR_WRONG_MARRIAGE and bool(state.wrong),
            cls.DRAW_SKIPPED: bool(state.drawn) and -1 in state.owed_before,
            cls.DRAW_MADE_UP: bool(state.drawn) and 1 in state.owed_before,
            cls.DRAWN_UNEVENLY: bool(state.drawn) and len(state.drawn) < state.rules.seats,
        }

    @classmethod
    def by(cls, state: State, result: DealResult) -> Iterator["Reached"]:
        """Yield what a deal that is over is."""
        end, closer, target = result.end, result.closer, state.rules.target
        yield cls[end.name]
        points = [total(state, seat) for seat in state.seats]
        several = state.rules.seats > 2
        there = sum(each >= target for each in points)
        cases = {
            cls.CLAIM_AGAINST_CLOSER: end is DealEnd.CLAIM and NOBODY != closer == result.loser,
            cls.CLAIM_OF_CLOSER: end is DealEnd.CLAIM and closer == result.winner,
            cls.WRONG_CLAIM_OF_CLOSER: end is DealEnd.WRONG_CLAIM and closer == result.loser,
            cls.MARRIAGE_LOST: not all(meld.counted for meld in result.melds),
            cls.BOTH_AT_THE_TARGET: there > 1,
            cls.ONE_PAYS_SEVERAL: several and end in (DealEnd.CLOSER_FAILED, DealEnd.WRONG_CLAIM),
            cls.CLAIM_AGAINST_CLOSER_OF_SEVERAL: several
            and end is DealEnd.CLAIM
            and closer not in (NOBODY, result.winner),
            cls.TALON_OVER: closer == NOBODY and 0 < cards_left(state) < state.rules.seats,
            cls.CLOSER_AT_THE_TARGET_FAILED: end is DealEnd.CLOSER_FAILED
            and points[closer] >= target,
            cls.STAKE_GREW_TWICE: result.stake_after > state.rules.draw_adds > 0,
        }
        yield from (name for name, so in cases.items() if so)
