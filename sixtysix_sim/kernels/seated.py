"""Policies at a table: what compiled code asks for them, made once a set of policies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from sixtysix_sim.contract import MAX_SEATS, CompiledPolicy
from sixtysix_sim.kernels.policy import Players
from sixtysix_sim.logs.raw import Int64


@dataclass(frozen=True)
class Seated:
    """A policy a seat, or nobody anywhere.

    Attributes:
        addresses: int64[decisions, MAX_SEATS] of the C forms, valid while ``policies`` live.
        chance: float64[MAX_SEATS], blunder chances.
        hidden: int64[MAX_SEATS], rights hidden from a seat.
    """

    addresses: Int64
    chance: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]"
    hidden: Int64
    policies: tuple[CompiledPolicy, ...] = field(default=())

    @property
    def params(self) -> list[tuple[float, ...]]:
        """The seats' parameters."""
        return [policy.params for policy in self.policies]

    @property
    def players(self) -> Players:
        """What a decision is asked with."""
        blunders, restricted = int(self.chance.any()), int(self.hidden.any())
        return Players(self.addresses, blunders, self.chance, restricted, self.hidden)


def seat_policies(
    policies: Sequence[CompiledPolicy], decisions: Sequence[str], rights: Mapping[str, int]
) -> Seated:
    """Seat a policy a seat; compiles those that never were.

    Args:
        decisions, rights: ``DECISIONS`` and ``RIGHTS`` of the family's contract.
    """
    found = Seated(
        np.zeros((len(decisions), MAX_SEATS), dtype=np.int64),
        np.zeros(MAX_SEATS),
        np.zeros(MAX_SEATS, dtype=np.int64),
        tuple(policies),
    )
    for seat, policy in enumerate(policies):
        found.addresses[:, seat] = [policy.decisions[name].address for name in decisions]
        found.chance[seat] = policy.blunder
        found.hidden[seat] = sum(rights[name] for name in policy.never)
    return found
