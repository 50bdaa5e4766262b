"""Logged deals of the talon family played again by the stepper."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from sixtysix_sim.contract.talon import View
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.kernels.talon.position import Cards
from sixtysix_sim.kernels.talon.stepper import Stepper
from sixtysix_sim.logs.raw import RawChunk
from sixtysix_sim.logs.raw.talon import DealField
from sixtysix_sim.moves import IRREGULAR
from sixtysix_sim.vocabulary import Action, Phase
from tests.agreement.replay import deck_of, move_of

D = DealField


def cards_of(deck: Any, sizes: Sequence[int]) -> Cards:
    """Return hands, upcard and talon of a deck row, the hands of these sizes."""
    cards = deck_of(deck)
    cuts = [0, *accumulate(sizes)]
    rest = cards[cuts[-1] :]
    return Cards([cards[a:b] for a, b in pairwise(cuts)], rest[0], rest[1:])


def replayed(engine: Engine, chunk: RawChunk) -> Iterator[Stepper]:
    """Play every logged deal again, move by move; yield the stepper when a deal is over.

    Raises:
        AssertionError: a move has another seat, trick or number of legal actions than was logged.
    """
    moves, stepper = chunk.moves, Stepper(engine.ruleset)
    assert moves is not None
    at, seats = 0, engine.ruleset.sides
    for number, row in enumerate(chunk.deals):
        sizes = [engine.ruleset.talon.deal.hand_size] * seats
        for place in range(at, at + int(row[D.MOVES])):
            move = move_of(moves, place)
            if move.action is Action.IRREGULAR_MISDEAL:
                sizes[int(moves.seat[place])] = move.value
        cards = cards_of(chunk.decks[number], sizes)
        before = row[D.SCORE : D.SCORE + seats] - row[D.CHANGE : D.CHANGE + seats]
        stepper.start(int(row[D.DEALER]), cards, before.tolist(), int(row[D.STAKE]))
        for seq in range(int(row[D.MOVES])):
            assert stepper.phase is Phase.PLAY
            move, seat = move_of(moves, at), int(moves.seat[at])
            slip = move.action in IRREGULAR
            assert (moves.seq[at], seat) == (seq, seat if slip else stepper.seat)
            assert moves.trick[at] == stepper.view[View.TRICK]
            assert moves.legal[at] == (0 if slip else stepper.legal_count())
            stepper.apply(move, seat)
            at += 1
        yield stepper
    assert at == len(moves.seq)


def same_row(stepper: Stepper, row: Any) -> bool:
    """Tell whether a deal's row is the logged one, but for its game and deal number."""
    mine = stepper.row()
    mine[D.GAME], mine[D.DEAL] = row[D.GAME], row[D.DEAL]
    return bool(np.array_equal(mine, row))
