"""A right of the seat on lead as a list of conditions, one a clause; what is broken is named."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sixtysix_sim.cards import SUIT_SYMBOLS
from sixtysix_sim.moves import Move
from sixtysix_sim.referee.records import Breach, show_cards
from sixtysix_sim.referee.talon.state import State
from sixtysix_sim.referee.talon.tricks import cards_left, pair_of
from sixtysix_sim.vocabulary import Action


class Condition(NamedTuple):
    """One condition of a right.

    Attributes:
        key: the rule key or decision whose clause it is.
        holds: (deal, seat, suit or card in question) → whether it holds.
        otherwise: how the sentence about a breach goes on; `first_broken` lists what it may name.
    """

    key: str
    holds: Callable[[State, int, int], bool]
    otherwise: str


#: Keys and decisions whose clause says that a right is the leader's.
ON_LEAD = {
    Action.EXCHANGE: "exchange.rank",
    Action.MARRIAGE: "marriage",
    Action.CORRECT_MARRIAGE: "marriage",
    Action.CLOSE: "closing.allowed",
    Action.CLAIM: "claim.when",
}


def allowed(state: State, seat: int, what: int, conditions: Sequence[Condition]) -> bool:
    """Return whether every condition holds; arguments as `first_broken`."""
    for _, holds, _ in conditions:  # noqa: SIM110 - `all` takes twice as long, and audit asks at every lead
        if not holds(state, seat, what):
            return False
    return True


def first_broken(
    state: State, seat: int, what: int, does: str, conditions: Sequence[Condition]
) -> Breach | None:
    """Return the breach of the first broken condition in the order of the rule text, or None.

    Args:
        state: the deal.
        seat: who acts.
        what: the suit of a marriage, the card of an exchange, else 0.
        does: ``closes the talon``, ``exchanges {card}``; may name what `Condition.otherwise` may.
        conditions: in any order.
    """
    broken = [item for item in conditions if not item.holds(state, seat, what)]
    if not broken:
        return None
    rules = state.rules
    first = min(broken, key=lambda item: rules.place.get(rules.clause(item.key), 0))
    words = f"seat {seat} {does}{first.otherwise}".format(
        state=state,
        rules=rules,
        lead=state.trick_number,
        left=cards_left(state),
        tricks=state.tricks[seat],
        card=show_cards([what]),
        suit=SUIT_SYMBOLS[what % len(SUIT_SYMBOLS)],
        pair=show_cards(pair_of(what % len(SUIT_SYMBOLS))),
    )
    return Breach(rules.clause(first.key), words)


def follower_breach(state: State, seat: int, move: Move) -> Breach:
    """K3.1 K4.1 K5.1 K6.3 D5.1 D7.2: these are rights of the seat on lead, before it leads."""
    clause = state.rules.clause(ON_LEAD[move.action])
    words = f"seat {seat} does '{move.text}' as the one to follow; only the seat on lead may"
    return Breach(clause, words)
