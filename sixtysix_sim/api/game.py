"""A game, one action at a time: whose turn it is, what is legal, what a bot would do."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from sixtysix_sim.api.between import Match, Result
from sixtysix_sim.api.position import take_up
from sixtysix_sim.cards import SUITS, card_name
from sixtysix_sim.contract.auction import View as AuctionView
from sixtysix_sim.contract.talon import View as TalonView
from sixtysix_sim.errors import BadInput
from sixtysix_sim.logs.raw import Int64
from sixtysix_sim.moves import parse_move
from sixtysix_sim.policies.load import check_policies, load_policies
from sixtysix_sim.policies.tables import Table
from sixtysix_sim.rules.wording import one_line
from sixtysix_sim.scenario import Scenario, load_scenario, read_bot, with_bot
from sixtysix_sim.vocabulary import Family


@dataclass(frozen=True)
class Observation:
    """What the seat to act knows; nothing hidden is in it.

    Attributes:
        seat: who acts.
        hand: its cards, as ``AS``.
        legal: what it may do, as text.
        trump: suit letter, None before it is named.
        table: cards on the table by seat, None where there is none.
        played: cards of earlier tricks.
        view: int64, all that everybody knows (`View` of the family's contract), a copy.
    """

    seat: int
    hand: tuple[str, ...]
    legal: tuple[str, ...]
    trump: str | None
    table: tuple[str | None, ...]
    played: tuple[str, ...]
    view: Int64


class Game:
    """A game from a scenario and a seed, or a deal from a position.

    Args:
        scenario: a file, the name of a preset, or a loaded one.
        seed: 0 … 2^64−1; None: the scenario's. Cards and bots are those of a run with this seed.
        number: which game of the run.
        bots: who `ask` speaks for, by seat, as `sixtysix bots match` names bots; fewer than seats
            go round. None: the scenario's.
        sets: changes of the scenario, as ``rules.claim.target=60``.

    Raises:
        BadInput: the scenario, a bot or a number does not hold.
    """

    def __init__(
        self,
        scenario: str | Scenario,
        *,
        seed: int | None = None,
        number: int = 0,
        bots: Sequence[str] | None = None,
        sets: Iterable[str] = (),
    ) -> None:
        self._prepare(scenario, seed, number, bots, sets)
        self._match.begin(self._table)

    def _prepare(
        self,
        scenario: str | Scenario,
        seed: int | None,
        number: int,
        bots: Sequence[str] | None,
        sets: Iterable[str],
    ) -> None:
        loaded = load_scenario(scenario, list(sets)) if isinstance(scenario, str) else scenario
        self.scenario = _with_bots(loaded.with_games(seed=seed), bots)
        self._table = Table(self.scenario.ruleset, load_policies(self.scenario))
        self._match = Match(self.scenario.ruleset, self.scenario.seed, number)

    @classmethod
    def from_position(
        cls,
        scenario: str | Scenario,
        *,
        seed: int | None = None,
        bots: Sequence[str] | None = None,
        sets: Iterable[str] = (),
        **position: Any,
    ) -> Self:
        """Return a game that is one deal, taken up at a position.

        Args:
            scenario, seed, bots, sets: as for `Game`.
            position: keys and values of a case file (docs/cases.md), with ``phase`` play or, in
                the auction family, auction. All hands must be known.

        Raises:
            BadInput: as `Game`, or the position does not hold.
        """
        game = cls.__new__(cls)
        game._prepare(scenario, seed, 0, bots, sets)
        take_up(game._table, game.scenario.ruleset, position)
        game._match.single = True
        return game

    # ---- looking

    @property
    def over(self) -> bool:
        """Whether the game (from a position: the deal) is over."""
        return self._table.over

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self._table.step.seat

    @property
    def legal(self) -> list[str]:
        """What the seat to act may do, as text: ``play AS``, ``bid 160``; [] when it is over.

        On lead a claim is always among them: a wrong one costs.
        """
        return [] if self.over else [move.text for move in self._table.step.legal()]

    def hand(self, seat: int) -> list[str]:
        """Return a seat's cards, as ``AS``."""
        return [card_name(code) for code in self._table.step.hand(seat)]

    @property
    def scores(self) -> tuple[int, ...]:
        """The sides' scores after the deals that are over."""
        return tuple(self._match.scores)

    @property
    def winner(self) -> int | None:
        """The side that won the game; −1 nobody, None while it goes on."""
        return self._match.winner

    @property
    def results(self) -> tuple[Result, ...]:
        """The deals that are over."""
        return tuple(self._match.results)

    def observation(self) -> Observation:
        """Return what the seat to act knows.

        Raises:
            BadInput: the game is over.
        """
        self._needs_turn()
        step = self._table.step
        step.show()
        view = step.view.copy()
        slots = AuctionView if self._family is Family.AUCTION else TalonView
        seats, names = len(self.scenario.bots), self._names()
        trump, first = int(view[slots.TRUMP]), slots.TABLE
        on_table = [int(card) for card in view[first : first + seats]]
        return Observation(
            seat=self.seat,
            hand=tuple(self.hand(self.seat)),
            legal=tuple(self.legal),
            trump=None if trump < 0 else SUITS[trump],
            table=tuple(names.get(card) for card in on_table),
            played=tuple(_cards(int(view[slots.PLAYED]), names)),
            view=view,
        )

    @property
    def _family(self) -> Family:
        return self.scenario.ruleset.family

    def _names(self) -> dict[int, str]:
        """Return the names of cards by their numbers in a view."""
        ranks = self.scenario.ruleset.rules.deck.ranks[::-1]
        return {
            16 * suit + 2 * place: rank + SUITS[suit]
            for suit in range(4)
            for place, rank in enumerate(ranks)
        }

    # ---- acting

    def apply(self, action: str) -> None:
        """Do an action for the seat to act; the next deal begins by itself.

        Raises:
            BadInput: it is no action, or not legal here.
        """
        self._needs_turn()
        try:
            move = parse_move(action)
            self._table.step.apply(move)
        except ValueError:
            legal = ", ".join(self.legal[:12])
            raise BadInput(
                f"{one_line(action, 60)!r} is not legal for seat {self.seat}: one of {legal}"
            ) from None
        if self.over:
            self._match.end_deal(self._table)

    def ask(self) -> str:
        """Return what the bot of the seat to act does here, as text; nothing is changed.

        It has the draws it has there in a run, so that a game of bots alone is the run's game.

        Raises:
            BadInput: the game is over, or the bot does something illegal.
        """
        self._needs_turn()
        move = self._match.decide(self._table)
        if move is None:
            name = self.scenario.bots[self.seat].policy
            raise BadInput(f"policy {name} gives an illegal action for seat {self.seat}")
        return move.text

    def play_out(self) -> None:
        """Let the bots play to the end."""
        while not self.over:
            self.apply(self.ask())

    def _needs_turn(self) -> None:
        if self.over:
            raise BadInput("the game is over: nobody is to act")


def _with_bots(scenario: Scenario, bots: Sequence[str] | None) -> Scenario:
    """Return a scenario with these bots, going round.

    Raises:
        BadInput: one of them cannot be used.
    """
    if bots is None:
        return scenario
    if isinstance(bots, str) or not bots:
        raise BadInput("bots: give a list of bots by seat, as in ['standard', 'greedy']")
    specs = [read_bot(scenario, text) for text in bots]
    for spec, text in zip(specs, bots, strict=True):
        check_policies(with_bot(scenario, spec, text))
    seats = range(len(scenario.bots))
    return replace(scenario, bots=tuple(specs[seat % len(specs)] for seat in seats))


def _cards(mask: int, names: dict[int, str]) -> Iterable[str]:
    """Yield the cards of a mask, both copies where it holds both."""
    for number, name in names.items():
        held = np.uint64(mask & (2**64 - 1)) >> np.uint64(number)
        yield from [name] * (int(held) & 3).bit_count()
