"""Logged deals of the talon family played again by the stepper."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from sixtysix_sim.contract.talon import View
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.kernels.talon.stepper import Cards, Stepper
from sixtysix_sim.logs.raw import RawChunk
from sixtysix_sim.logs.raw.talon import DealField
from sixtysix_sim.vocabulary import Phase
from tests.agreement.replay import deck_of, hands_of, move_of

D = DealField


def cards_of(deck: Any, hand_size: int, seats: int = 2) -> Cards:
    """Return hands, upcard and talon of a deck row."""
    rest = deck_of(deck)[seats * hand_size :]
    return Cards(hands_of(deck, hand_size, seats), rest[0], rest[1:])


def replayed(engine: Engine, chunk: RawChunk) -> Iterator[Stepper]:
    """Play every logged deal again, move by move; yield the stepper when a deal is over.

    Raises:
        AssertionError: a move has another seat, trick or number of legal actions than was logged.
    """
    moves, stepper = chunk.moves, Stepper(engine.ruleset)
    assert moves is not None
    at, seats = 0, engine.ruleset.sides
    for number, row in enumerate(chunk.deals):
        cards = cards_of(chunk.decks[number], engine.ruleset.talon.deal.hand_size, seats)
        before = row[D.SCORE : D.SCORE + seats] - row[D.CHANGE : D.CHANGE + seats]
        stepper.start(int(row[D.DEALER]), cards, before.tolist(), int(row[D.STAKE]))
        for seq in range(int(row[D.MOVES])):
            assert stepper.phase is Phase.PLAY
            assert (moves.seq[at], moves.seat[at]) == (seq, stepper.seat)
            assert moves.trick[at] == stepper.view[View.TRICK]
            assert moves.legal[at] == stepper.legal_count()
            stepper.apply(move_of(moves, at))
            at += 1
        yield stepper
    assert at == len(moves.seq)


def same_row(stepper: Stepper, row: Any) -> bool:
    """Tell whether a deal's row is the logged one, but for its game and deal number."""
    mine = stepper.row()
    mine[D.GAME], mine[D.DEAL] = row[D.GAME], row[D.DEAL]
    return bool(np.array_equal(mine, row))
