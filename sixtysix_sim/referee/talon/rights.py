"""K3–K6, D4–D7: what the seat on lead may do before it plays a card.

Each right is a list of conditions, one a clause; `first_broken` names the first of those broken in
the order of the rule text.
"""

from collections.abc import Iterable

from sixtysix_sim.cards import RANKS, SUIT_SYMBOLS
from sixtysix_sim.moves import Move
from sixtysix_sim.referee.records import Breach, show_cards
from sixtysix_sim.referee.talon.reading import NO_CARD_RANK
from sixtysix_sim.referee.talon.state import Marriage, State, total, totals
from sixtysix_sim.referee.talon.tricks import cards_left, pair_of, talon_is_open
from sixtysix_sim.vocabulary import NOBODY, Action

#: Decisions and keys whose clause says that a right is the leader's.
ON_LEAD = {
    Action.EXCHANGE: "exchange.rank",
    Action.MARRIAGE: "marriage",
    Action.CLOSE: "closing.allowed",
    Action.CLAIM: "claim.when",
}
Condition = tuple[bool, str, str]


def first_broken(state: State, conditions: Iterable[Condition]) -> Breach | None:
    """Return the breach of the first broken condition in the order of the rule text, or None.

    Args:
        state: the deal.
        conditions: (holds, the key or decision whose clause it is, the sentence if it does not).
    """
    rules = state.rules
    broken = [Breach(rules.clause(key), words) for holds, key, words in conditions if not holds]
    return min(broken, key=lambda breach: rules.place.get(breach.rule, 0), default=None)


def follower_breach(state: State, seat: int, move: Move) -> Breach:
    """K3.1 K4.1 K5.1 K6.3 D5.1 D7.2: these are rights of the seat on lead, before it leads."""
    clause = state.rules.clause(ON_LEAD[move.action])
    words = f"seat {seat} does '{move.text}' as the one to follow; only the seat on lead may"
    return Breach(clause, words)


def marriage_breach(state: State, seat: int, suit: int) -> Breach | None:
    """K3.1–K3.3 D4.1–D4.3: who may declare a marriage of a suit, and when."""
    rules, hand = state.rules, state.hands[seat]
    words = f"seat {seat} declares the marriage of {SUIT_SYMBOLS[suit]}"
    closed = state.closer != NOBODY
    exhausted = not closed and not talon_is_open(state)
    conditions = [
        (
            hand is None or holds_pair(state, seat, suit),
            "marriage",
            f"{words} without {show_cards(pair_of(suit))} both in hand, new to a marriage",
        ),
        (
            not state.declared or not rules.one_per_lead,
            "marriage.one_per_lead",
            f"{words}, its second on one lead",
        ),
        (
            state.trick_number >= rules.marriage_from_trick,
            "marriage.from_trick",
            f"{words} on lead {state.trick_number}, but may from lead "
            f"{rules.marriage_from_trick} on",
        ),
        (
            rules.marriage_needs_trick != "to_declare" or state.tricks[seat] > 0,
            "marriage.needs_trick",
            f"{words} without having won a trick",
        ),
        (
            not closed or rules.marriage_after_close,
            "marriage.after_close",
            f"{words}, but the talon is closed",
        ),
        (
            not exhausted or rules.marriage_after_exhausted,
            "marriage.after_exhausted",
            f"{words}, but the talon is empty",
        ),
    ]
    return first_broken(state, conditions)


def holds_pair(state: State, seat: int, suit: int) -> bool:
    """K3.1 D4.1: king and queen in hand, neither shown for a marriage before.

    Reading: with two packs a second pair is a second marriage; a card serves in one.
    """
    hand, shown = state.hands[seat], state.shown[seat]
    return hand is not None and all(hand[card] > shown[card] for card in pair_of(suit))


def declare(state: State, seat: int, suit: int) -> None:
    """K3.1, K3.2, D4.1, D4.2: the points of a marriage, and whether they count yet."""
    rules = state.rules
    points = rules.marriage_trump if suit == state.trump else rules.marriage_plain
    counts = rules.marriage_needs_trick != "to_count" or state.tricks[seat] > 0
    (state.meld_points if counts else state.pending)[seat] += points
    show_pair(state, seat, suit)
    _note(state, Marriage(seat, suit, 1, points, counts))


def show_pair(state: State, seat: int, suit: int) -> None:
    """K3.1 D4.2: king and queen are shown, one is led; D4.3: which, by the talon at this moment."""
    king, queen = pair_of(suit)
    state.shown[seat].update((king, queen))
    lead = state.rules.lead_open if talon_is_open(state) else state.rules.lead_endgame
    state.declared[suit] = frozenset((queen,) if lead == "queen" else (king, queen))


def _note(state: State, new: Marriage) -> None:
    """Enter a marriage; the second pair of a suit (two packs) joins the first."""
    for place, known in enumerate(state.marriages):
        if (known.seat, known.suit) == (new.seat, new.suit):
            state.marriages[place] = known._replace(copies=2, points=known.points + new.points)
            return
    state.marriages.append(new)


def exchange_breach(state: State, seat: int) -> Breach | None:
    """K4.1 D6.1 D5.2: who may swap the lowest trump for the upcard, and when."""
    rules, hand = state.rules, state.hands[seat]
    if rules.exchange_rank == NO_CARD_RANK:
        return Breach(rules.clause("exchange.rank"), f"seat {seat} exchanges; nothing may be")
    card, left = exchange_card(state), cards_left(state)
    words = f"seat {seat} exchanges {show_cards([card])}"
    conditions = [
        (hand is None or hand[card] > 0, "exchange.rank", f"{words}, which it does not hold"),
        (
            state.upcard not in (NOBODY, card),
            "exchange.rank",
            f"{words}, but " + ("no upcard is left" if state.upcard == NOBODY else "it lies there"),
        ),
        (
            state.closer != NOBODY or talon_is_open(state),
            "exchange.rank",
            f"{words}, but the talon counts as empty",
        ),
        (
            state.trump not in state.declared or card not in pair_of(state.trump),
            "exchange.rank",
            f"{words}, a card of the marriage it has just declared",
        ),
        (
            not rules.exchange_needs_trick or state.tricks[seat] > 0,
            "exchange.needs_trick",
            f"{words} without having won a trick",
        ),
        (
            state.trick_number >= rules.exchange_from_trick,
            "exchange.from_trick",
            f"{words} on lead {state.trick_number}, but may from lead "
            f"{rules.exchange_from_trick} on",
        ),
        (
            left >= rules.exchange_min_talon,
            "exchange.min_talon",
            f"{words} with {left} cards left in the talon, but needs {rules.exchange_min_talon}",
        ),
        (
            state.closer == NOBODY or rules.exchange_after_close,
            "exchange.after_close",
            f"{words}, but the talon is closed",
        ),
    ]
    return first_broken(state, conditions)


def exchange_card(state: State) -> int:
    """K4.1 D6.1: the trump that may be swapped (``exchange.rank``), as a card code."""
    return state.trump * len(RANKS) + state.rules.exchange_rank


def exchange(state: State, seat: int) -> None:
    """K4.1 D6.1: the card goes under the talon, the upcard into the hand."""
    card, hand = exchange_card(state), state.hands[seat]
    if hand is not None:
        take_out(hand, card)
        hand[state.upcard] += 1
    state.upcard = card
    state.exchanger = seat


def close_breach(state: State, seat: int) -> Breach | None:
    """K5.1 D5.1: who may close the talon, and when."""
    rules, left = state.rules, cards_left(state)
    words = f"seat {seat} closes the talon"
    conditions = [
        (rules.closing_allowed, "closing.allowed", f"{words}; these rules have no closing"),
        (
            state.closer == NOBODY,
            "closing.allowed",
            f"{words}, which seat {state.closer} has closed",
        ),
        (
            state.closer != NOBODY or talon_is_open(state),
            "closing.allowed",
            f"{words}, which is empty",
        ),
        (
            state.trick_number >= rules.closing_from_trick,
            "closing.from_trick",
            f"{words} on lead {state.trick_number}, but may from lead {rules.closing_from_trick} "
            "on",
        ),
        (
            state.tricks[seat] >= rules.min_tricks_won,
            "closing.min_tricks_won",
            f"{words} with {state.tricks[seat]} tricks won, but needs {rules.min_tricks_won}",
        ),
        (
            left >= rules.closing_min_talon,
            "closing.min_talon",
            f"{words} at {left} cards, but needs {rules.closing_min_talon}",
        ),
    ]
    return first_broken(state, conditions)


def close(state: State, seat: int) -> None:
    """K5.1 D5.1: drawing stops at once; what each side has at this moment is noted (K5.3)."""
    state.closer, state.closed_at = seat, cards_left(state)
    state.tricks_at_close = state.tricks.copy()
    state.points_at_close = totals(state)
    state.to_draw = False


def claim_breach(state: State, seat: int) -> Breach | None:
    """K6.3 D7.2: when the seat on lead may claim (``claim.when``)."""
    if state.rules.claim_when == "on_lead":
        return None
    words = f"seat {seat} claims"
    conditions = [
        (sum(state.tricks) > 0, "claim.when", f"{words} before the first trick"),
        (not state.declared, "claim.when", f"{words} after declaring a marriage"),
    ]
    return first_broken(state, conditions)


def claim_is_right(state: State, seat: int) -> bool:
    """K6.1 K6.2 D7.2: points that count, never pending ones, have reached the target."""
    return total(state, seat) >= state.rules.target


def take_out(hand: dict[int, int], card: int) -> None:
    """Take one copy of a card out of a hand; faces no longer held drop out."""
    if hand[card] > 1:
        hand[card] -= 1
    else:
        del hand[card]
