"""Between the deals of a game: scores, who deals next, and when it is over."""

from dataclasses import dataclass, field

import numpy as np

from sixtysix_sim.contract.auction import View
from sixtysix_sim.kernels.dealer import drawn_dealer
from sixtysix_sim.kernels.talon.stepper import Stepper as TalonStepper
from sixtysix_sim.logs.raw.auction import DealField as AuctionField
from sixtysix_sim.moves import Move
from sixtysix_sim.policies.tables import Table
from sixtysix_sim.referee import auction as auction_rules
from sixtysix_sim.referee import talon as talon_rules
from sixtysix_sim.referee.auction.game import next_dealer
from sixtysix_sim.referee.auction.reading import reading_of
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import DEAL_END_NAMES, DealEnd


@dataclass(frozen=True)
class Result:
    """A deal that is over: how it ended, and by side what was written and the scores after it."""

    end: str
    changes: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass
class Match:
    """What a game carries from deal to deal.

    Attributes:
        single: the game is one deal, from a position.
        scored, attempt: scored deals so far, and redeals in a row since: they name the cards.
        winner: None while the game goes on.
    """

    ruleset: RuleSet
    seed: int
    number: int
    single: bool = False
    scores: list[int] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    scored: int = 0
    attempt: int = 0
    stake: int = 0
    dealer: int = 0
    askers: set[int] = field(default_factory=set)
    winner: int | None = None

    def __post_init__(self) -> None:
        self.scores = [0] * self.ruleset.sides

    def begin(self, table: Table) -> None:
        """Deal the first deal."""
        rules = self.ruleset.rules
        first = rules.deal.first_dealer
        drawn = drawn_dealer(np.uint64(self.seed), self.number, rules.seats)
        self.dealer = int(drawn) if first == "random" else int(first)
        self._deal(table)

    def _deal(self, table: Table) -> None:
        step = table.step
        step.deal(self.seed, self.number, self.scored, self.attempt)
        if isinstance(step, TalonStepper):
            step.start(self.dealer, None, self.scores, self.stake)
        else:
            step.start(self.dealer, None, self.scores, self.askers)

    def decide(self, table: Table) -> Move | None:
        """Return what the policy to act does, with the draws it has there in a run."""
        step = table.step
        if isinstance(step, TalonStepper):
            return step.decide(self.seed, self.number, self.scored)
        return step.decide(self.seed, self.number, self.scored, self.attempt)

    def end_deal(self, table: Table) -> None:
        """Write a deal that is over, and deal the next one unless the game is over."""
        step = table.step
        changes = tuple(step.changes)
        self.scores = [old + new for old, new in zip(self.scores, changes, strict=True)]
        end = DealEnd(int(step.row()[AuctionField.END]))
        self.results.append(Result(DEAL_END_NAMES[end], changes, tuple(self.scores)))
        if self.single:
            return
        outcome = self._after_talon(step) if isinstance(step, TalonStepper) else self._after(table)
        if outcome != "on":
            self.winner = outcome[0]
            return
        self._deal(table)

    def _after_talon(self, step: TalonStepper) -> talon_rules.Outcome:
        self.scored += 1
        self.dealer, self.stake = step.dealer_after, step.stake_after
        return talon_rules.game_outcome(self.ruleset, self.scores, self.scored)

    def _after(self, table: Table) -> auction_rules.Outcome:
        row = table.step.row()
        redealt = int(row[AuctionField.END]) == DealEnd.REDEAL
        if (asker := int(table.step.view[View.ASKED])) >= 0:
            self.askers.add(asker)
        rules = reading_of(self.ruleset)
        self.dealer = next_dealer(rules, self.dealer, redealt=redealt)
        self.attempt = self.attempt + 1 if redealt else 0
        self.scored += not redealt
        side = -1 if redealt else int(row[AuctionField.DECLARER]) & 1
        return auction_rules.game_outcome(
            self.ruleset, self.scores, side, self.scored, self.attempt
        )
