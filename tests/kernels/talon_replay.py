"""Logged deals of the talon family played again by the stepper, and scenarios made for them."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from sixtysix_sim.cards import CARD_NAMES
from sixtysix_sim.contract.talon import View
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.kernels.talon.stepper import Cards, Stepper
from sixtysix_sim.logs.raw import RawChunk, RawMoves
from sixtysix_sim.logs.raw.talon import DealField
from sixtysix_sim.moves import Move
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.scenario import scenario_from_tree
from sixtysix_sim.vocabulary import Action, LogLevel, Phase
from tests.strategies import Settings

CODES = {name: code for code, name in enumerate(CARD_NAMES)}
D = DealField


def engine_of(preset: str, changes: Settings, seed: int, *bots: dict[str, Any]) -> Engine:
    """Return an engine for changed rules; ``bots`` by seat, else both are random."""
    seats = {str(seat): bot for seat, bot in enumerate(bots or ({"policy": "random"},) * 2)}
    tree = {
        "scenario": {"name": "test", "games": 1, "seed": seed},
        "rules": {"base": preset, **changes},
        "bots": {"seat": seats},
    }
    scenario = scenario_from_tree(tree, "test")
    return Engine(scenario.ruleset, load_policies(scenario), seed)


def cards_of(deck: Any, hand_size: int, seats: int = 2) -> Cards:
    """Return hands, upcard and talon of a deck row (ASCII, two bytes a card)."""
    text = bytes(deck).decode("ascii")
    cards = [CODES[text[at : at + 2]] for at in range(0, len(text), 2)]
    dealt = seats * hand_size
    hands = [cards[at : at + hand_size] for at in range(0, dealt, hand_size)]
    return Cards(hands, cards[dealt], cards[dealt + 1 :])


def move_of(moves: RawMoves, at: int) -> Move:
    """Return a logged action."""
    action = Action(int(moves.action[at]))
    values = {Action.PLAY: moves.card, Action.MARRIAGE: moves.suit}
    return Move(action, int(values[action][at]) if action in values else 0)


def replayed(engine: Engine, chunk: RawChunk) -> Iterator[Stepper]:
    """Play every logged deal again, move by move; yield the stepper when a deal is over.

    Raises:
        AssertionError: a move has another seat, trick or number of legal actions than was logged.
    """
    moves, stepper = chunk.moves, Stepper(engine.ruleset)
    assert moves is not None
    at = 0
    for number, row in enumerate(chunk.deals):
        cards = cards_of(chunk.decks[number], engine.ruleset.talon.deal.hand_size)
        before: Sequence[int] = (row[D.SCORE : D.SCORE + 2] - row[D.CHANGE : D.CHANGE + 2]).tolist()
        stepper.start(int(row[D.DEALER]), cards, before, int(row[D.STAKE]))
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


def played(engine: Engine, games: int) -> RawChunk:
    """Play games with every table kept."""
    return engine.play(0, games, LogLevel.MOVES)
