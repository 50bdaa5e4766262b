"""What bots and kernels agree on in every family: how cards lie in a mask, and a policy's form.

Hands and sets of cards are 64-bit masks, drawn once here:

    bit   63 ........ 48 47 ........ 32 31 ........ 16 15 ......... 0
    suit       clubs        diamonds        hearts         spades
                                                     ┌──────────────┐
    within a suit, two bits a rank, lowest rank first │..AA TT KK QQ JJ 99│
    the even bit: the hand holds the card; the odd bit above it: it holds both copies

A *card* in the kernels is the even bit's number, 16 × suit + 2 × strength, so that of two cards of
one suit the higher number is the stronger, and twins are equal. A policy is a few functions of one
signature, ``(hand, legal, view, draw) -> answer``; which ones, and what they answer, is said in
`contract.auction` and `contract.talon`:

- ``hand`` is the seat's own hand, ``legal`` what it may do, mostly a mask of cards (even bits);
- ``view`` (int64[:]) holds what everybody at the table knows, and the seats' parameters: a few
  slots every family has stand here, the others in the family's `View`; hidden cards are in no slot;
- ``draw`` is 64 fresh random bits of the seat's own stream for this decision.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

EVEN = 0x5555_5555_5555_5555
SUIT_MASK = 0xFFFF
MAX_PARAMS = 24
MAX_SEATS = 6

# slots of a view in every family
SEAT_SLOT = 0  # who decides
LENGTH_SLOT = 1  # of the view
PARAMS_SLOT = 2  # + MAX_PARAMS × seat: the seats' parameters, float bits (kernels.bits.param)
WORK_SLOT = PARAMS_SLOT + MAX_PARAMS * MAX_SEATS  # + seat: where its policy's memory stands, 0 none
FAMILY_SLOT = WORK_SLOT + MAX_SEATS  # where the family's own slots begin


@dataclass(frozen=True)
class CompiledPolicy:
    """A policy ready for a kernel: its compiled decisions and the values of its parameters.

    Attributes:
        name: what the scenario calls it.
        params: values in the order the policy declares them, then what its module's
            ``facts(rules, *params)`` works out from the rule set once, if it has one (the mean
            melds of a hand, say); at most MAX_PARAMS together, read by `kernels.bits.param`.
        decisions: the compiled functions by name (``DECISIONS`` of the family's contract).
        blunder: chance of deciding as the `random` bot would instead.
        memory: makes what the decisions work on, afresh for each thread, if they need any: an
            object whose ``address`` goes into the view (`kernels.memory.Memory`).
        never: rights that are hidden from it (``RIGHTS`` of the family's contract).
    """

    name: str
    params: tuple[float, ...]
    decisions: Mapping[str, Any]
    blunder: float = 0.0
    memory: Callable[[], Any] | None = None
    never: tuple[str, ...] = ()
