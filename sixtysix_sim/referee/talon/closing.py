"""K5, K6 D5, D7: who may close the talon, and who may claim."""

from sixtysix_sim.referee.records import Breach
from sixtysix_sim.referee.talon.conditions import Condition, first_broken
from sixtysix_sim.referee.talon.state import State, total, totals
from sixtysix_sim.referee.talon.tricks import cards_left, talon_is_open
from sixtysix_sim.vocabulary import NOBODY


def is_allowed(state: State, seat: int, _: int) -> bool:
    """K5.1 D5.1: the rules have closing (``closing.allowed``)."""
    return state.rules.closing_allowed


def is_not_closed(state: State, seat: int, _: int) -> bool:
    """K5.1 D5.1: the talon is closed once."""
    return state.closer == NOBODY


def holds_cards(state: State, seat: int, _: int) -> bool:
    """K5.1 D5.1: while the talon holds cards."""
    return state.closer != NOBODY or talon_is_open(state)


def late_enough(state: State, seat: int, _: int) -> bool:
    """K5.1 D5.1: from lead ``closing.from_trick`` on."""
    return state.trick_number >= state.rules.closing_from_trick


def has_won_enough(state: State, seat: int, _: int) -> bool:
    """K5.1 D5.1: with ``closing.min_tricks_won`` tricks."""
    return state.tricks[seat] >= state.rules.min_tricks_won


def talon_holds_enough(state: State, seat: int, _: int) -> bool:
    """K5.1 D5.1: with ``closing.min_talon`` cards left, the upcard among them."""
    return cards_left(state) >= state.rules.closing_min_talon


CLOSE = (
    Condition("closing.allowed", is_allowed, ", but these rules have no closing"),
    Condition("closing.allowed", is_not_closed, ", which seat {state.closer} has closed"),
    Condition("closing.allowed", holds_cards, ", which is empty"),
    Condition(
        "closing.from_trick",
        late_enough,
        " on lead {lead}, but may from lead {rules.closing_from_trick} on",
    ),
    Condition(
        "closing.min_tricks_won",
        has_won_enough,
        " with {tricks} tricks won, but needs {rules.min_tricks_won}",
    ),
    Condition(
        "closing.min_talon",
        talon_holds_enough,
        " at {left} cards, but needs {rules.closing_min_talon}",
    ),
)


def close_breach(state: State, seat: int) -> Breach | None:
    """K5.1 D5.1: what forbids the seat on lead to close the talon, None if nothing does."""
    return first_broken(state, seat, 0, "closes the talon", CLOSE)


def close(state: State, seat: int) -> None:
    """K5.1 D5.1: drawing stops at once; what each side has at this moment is noted (K5.3)."""
    state.closer, state.closed_at = seat, cards_left(state)
    state.tricks_at_close = state.tricks.copy()
    state.points_at_close = totals(state)
    state.to_draw = False


def after_a_trick(state: State, seat: int, _: int) -> bool:
    """K6.3: ``after_own_trick`` is not before the first trick."""
    return state.rules.claim_when == "on_lead" or sum(state.tricks) > 0


def before_a_marriage(state: State, seat: int, _: int) -> bool:
    """K6.3: ``after_own_trick`` is not after a declaration."""
    return state.rules.claim_when == "on_lead" or not state.declared


CLAIM = (
    Condition("claim.when", after_a_trick, " before the first trick"),
    Condition("claim.when", before_a_marriage, " after declaring a marriage"),
)


def claim_breach(state: State, seat: int) -> Breach | None:
    """K6.3 D7.2: what forbids the seat on lead to claim, rightly or wrongly (``claim.when``)."""
    return first_broken(state, seat, 0, "claims", CLAIM)


def claim_is_right(state: State, seat: int) -> bool:
    """K6.1 K6.2 D7.2: points that count, never pending ones, have reached the target."""
    return total(state, seat) >= state.rules.target
