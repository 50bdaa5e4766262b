"""A deal of any family with policies at its seats, one action at a time."""

import random
from collections.abc import Sequence

from sixtysix_sim.contract import CompiledPolicy
from sixtysix_sim.kernels.auction.stepper import Stepper as AuctionStepper
from sixtysix_sim.kernels.engine import KERNELS
from sixtysix_sim.kernels.seated import seat_policies
from sixtysix_sim.kernels.talon.stepper import Stepper as TalonStepper
from sixtysix_sim.moves import Move
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import Family, Phase


class Table:
    """One deal with its policies; what both families' steppers share, called alike.

    Attributes:
        step: the family's stepper.
    """

    def __init__(self, ruleset: RuleSet, policies: Sequence[CompiledPolicy]) -> None:
        kernel = KERNELS[ruleset.family]
        seated = seat_policies(policies, kernel.decisions, kernel.rights)
        self.ruleset, self.policies = ruleset, tuple(policies)
        self.step: AuctionStepper | TalonStepper
        if ruleset.family is Family.AUCTION:
            self.step = AuctionStepper(ruleset, seated)
        else:
            self.step = TalonStepper(ruleset, seated)

    def deal(self, seed: int, game: int, dealer: int) -> None:
        """Begin the first deal of a game of a run with this seed."""
        self.step.deal(seed, game, 0, 0)
        self.step.start(dealer, None, [0] * self.ruleset.sides)

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self.step.phase is Phase.OVER

    def decide(self, seed: int, game: int) -> Move | None:
        """Return what the policy to act does, None if that is not legal."""
        return self.step.decide(seed, game)

    def hidden(self) -> tuple[list[list[int]], list[int]]:
        """Return all hands and the talon, as `put_hidden` takes them."""
        step = self.step
        hands = [step.hand(seat) for seat in range(len(self.policies))]
        return hands, list(step.talon) if isinstance(step, TalonStepper) else []

    def put_hidden(self, cards: tuple[list[list[int]], list[int]]) -> None:
        """Give out the hidden cards; the upcard and all that is public stay."""
        hands, talon = cards
        if isinstance(self.step, TalonStepper):
            self.step.swap(hands, talon)
        else:
            self.step.swap(hands)

    def shuffle_hidden(self, luck: random.Random) -> None:
        """Give out otherwise what the seat to act does not see; its hand stays."""
        hands, talon = self.hidden()
        seats, own = range(len(hands)), self.step.seat
        pool = [card for seat in seats if seat != own for card in hands[seat]] + talon
        luck.shuffle(pool)
        dealt = iter(pool)
        swapped = [
            hands[seat] if seat == own else [next(dealt) for _ in hands[seat]] for seat in seats
        ]
        self.put_hidden((swapped, list(dealt)))
