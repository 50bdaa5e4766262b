"""K4 D6: who may swap the lowest trump for the upcard."""

from sixtysix_sim.cards import RANKS
from sixtysix_sim.referee.records import Breach
from sixtysix_sim.referee.talon.conditions import Condition, first_broken
from sixtysix_sim.referee.talon.reading import NO_CARD_RANK
from sixtysix_sim.referee.talon.state import State, hand_known
from sixtysix_sim.referee.talon.tricks import cards_left, pair_of, take_out, talon_is_open
from sixtysix_sim.vocabulary import NOBODY


def exchange_card(state: State) -> int:
    """K4.1 D6.1: the trump that may be swapped (``exchange.rank``), as a card code."""
    return state.trump * len(RANKS) + state.rules.exchange_rank


def rules_have_one(state: State, seat: int, card: int) -> bool:
    """K4.1 D6.1: ``exchange.rank = "none"`` is no exchange."""
    return state.rules.exchange_rank != NO_CARD_RANK


def holds_it(state: State, seat: int, card: int) -> bool:
    """K4.1 D6.1: the seat holds the card; unknown hands may."""
    hand = hand_known(state, seat)
    return hand is None or card in hand


def another_card_lies_there(state: State, seat: int, card: int) -> bool:
    """K4.1 D6.1: for the upcard, not for another card of the rank (two packs)."""
    return state.upcard not in (NOBODY, card)


def cards_to_draw(state: State, seat: int, card: int) -> bool:
    """K4.1 D6.1: not once the talon is empty; D3.3: or counts as empty."""
    return state.closer != NOBODY or talon_is_open(state)


def leaves_the_pair(state: State, seat: int, card: int) -> bool:
    """K3.1 (reading): a card of the marriage declared for this lead is not swapped away."""
    return state.trump not in state.declared or card not in pair_of(state.trump)


def has_won_if_needed(state: State, seat: int, card: int) -> bool:
    """K4.1 D6.1: only with a trick won (``exchange.needs_trick``)."""
    return not state.rules.exchange_needs_trick or state.tricks[seat] > 0


def late_enough(state: State, seat: int, card: int) -> bool:
    """K4.1 D6.1: from lead ``exchange.from_trick`` on."""
    return state.trick_number >= state.rules.exchange_from_trick


def talon_holds_enough(state: State, seat: int, card: int) -> bool:
    """K4.1 D6.1: with ``exchange.min_talon`` cards left, the upcard among them."""
    return cards_left(state) >= state.rules.exchange_min_talon


def not_barred_by_closing(state: State, seat: int, card: int) -> bool:
    """K4.1 D5.2: once the talon is closed only with ``exchange.after_close``."""
    return state.closer == NOBODY or state.rules.exchange_after_close


EXCHANGE = (
    Condition("exchange.rank", rules_have_one, ", but these rules have no exchange"),
    Condition("exchange.rank", holds_it, ", which it does not hold"),
    Condition("exchange.rank", another_card_lies_there, ", but no other card lies there"),
    Condition("exchange.rank", cards_to_draw, ", but the talon counts as empty"),
    Condition("exchange.rank", leaves_the_pair, ", a card of the marriage it has just declared"),
    Condition("exchange.needs_trick", has_won_if_needed, " without having won a trick"),
    Condition(
        "exchange.from_trick",
        late_enough,
        " on lead {lead}, but may from lead {rules.exchange_from_trick} on",
    ),
    Condition(
        "exchange.min_talon",
        talon_holds_enough,
        " with {left} cards left in the talon, but needs {rules.exchange_min_talon}",
    ),
    Condition("exchange.after_close", not_barred_by_closing, ", but the talon is closed"),
)


def exchange_breach(state: State, seat: int) -> Breach | None:
    """K4.1 D6.1 D5.2: what forbids the seat on lead to swap, None if nothing does."""
    does = "exchanges {card}" if rules_have_one(state, seat, 0) else "exchanges"
    return first_broken(state, seat, exchange_card(state), does, EXCHANGE)


def exchange(state: State, seat: int) -> None:
    """K4.1 D6.1: the card goes under the talon, the upcard into the hand."""
    card, hand = exchange_card(state), state.hands[seat]
    if hand is not None:
        take_out(hand, card)
        hand[state.upcard] += 1
    state.upcard = card
    state.exchanger = seat
