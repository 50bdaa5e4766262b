"""What a policy file of one's own is made of (docs/bots.md, "A bot of your own").

    from sixtysix_sim.policies.own import Param, Policy, decision, inlined

`decision` stands above each function a kernel asks, `inlined` above their helpers. A `Policy` puts
decisions and parameters together under the name a scenario gives: ``bots/mine.py:Careful``.
"""

from collections.abc import Callable, Iterable
from inspect import Parameter, signature
from typing import Any

from sixtysix_sim.kernels.jit import guarded as inlined
from sixtysix_sim.kernels.policy import Decision, guarded_decision
from sixtysix_sim.policies.registry import Param

__all__ = ["Param", "Policy", "decision", "inlined"]

ARGUMENTS = ("hand", "legal", "view", "draw")


def decision(function: Callable[..., Any]) -> Decision:
    """Compile one decision, ``(hand, legal, view, draw) -> answer``, when it is first needed.

    An index outside an array makes the decision fail, and writing into ``view`` does not compile.

    Raises:
        TypeError: it takes other arguments.
    """
    takes = signature(function).parameters.values()
    plain = all(one.kind is Parameter.POSITIONAL_OR_KEYWORD for one in takes)
    if not plain or len(takes) != len(ARGUMENTS):
        named = ", ".join(one.name for one in takes)
        raise TypeError(
            f"{function.__name__} takes ({named}), but a decision takes ({', '.join(ARGUMENTS)})"
        )
    return guarded_decision(function)


class Policy:
    """A policy: what it is, its parameters, and its decisions by name.

    Args:
        about: what it is, in one line.
        params: its parameters; `kernels.bits.param(view, 0)` reads the first one.
        facts: ``facts(rules, *params)`` returns numbers worked out from the rules once; they follow
            the parameters.
        decisions: of the talon family lead, follow, choose; of the auction family call, answer,
            trump, play.
    """

    def __init__(
        self,
        about: str,
        *,
        params: Iterable[Param] = (),
        facts: Callable[..., Iterable[float]] | None = None,
        **decisions: Decision,
    ) -> None:
        self.about = about
        self.params = tuple(params)
        self.facts = facts
        self.decisions = decisions
