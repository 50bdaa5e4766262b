"""K3 D4: who may declare a marriage, what it is worth, and which card must be led to it."""

from sixtysix_sim.referee.records import Breach
from sixtysix_sim.referee.talon.conditions import Condition, first_broken
from sixtysix_sim.referee.talon.state import Marriage, State, hand_known
from sixtysix_sim.referee.talon.tricks import pair_of, talon_is_open
from sixtysix_sim.vocabulary import NOBODY


def holds_pair(state: State, seat: int, suit: int) -> bool:
    """K3.1 D4.2: king and queen in hand, neither shown for a marriage before; unknown hands may.

    D4.1 (reading): with two packs a second pair is a second marriage; a card serves in one.
    """
    hand, shown = hand_known(state, seat), state.shown[seat]
    if hand is None:
        return True
    king, queen = pair_of(suit)
    return hand.get(king, 0) > shown.get(king, 0) and hand.get(queen, 0) > shown.get(queen, 0)


def one_a_lead(state: State, seat: int, suit: int) -> bool:
    """K3.1 D4.2: one marriage a lead (``marriage.one_per_lead``)."""
    return not state.declared or not state.rules.one_per_lead


def not_just_erred(state: State, seat: int, suit: int) -> bool:
    """D8.5: after a wrong marriage none on the same lead; it may be corrected on the next."""
    faced = state.faced.get(seat)
    return faced is None or faced.trick != state.trick_number


def late_enough(state: State, seat: int, suit: int) -> bool:
    """K3.1 D4.2: from lead ``marriage.from_trick`` on."""
    return state.trick_number >= state.rules.marriage_from_trick


def has_won_if_needed(state: State, seat: int, suit: int) -> bool:
    """D4.2: a trick is needed to declare; K3.2: to count (``marriage.needs_trick``)."""
    return state.rules.marriage_needs_trick != "to_declare" or state.tricks[seat] > 0


def not_barred_by_closing(state: State, seat: int, suit: int) -> bool:
    """K3.3 D4.3: once the talon is closed only with ``marriage.after_close``."""
    return state.closer == NOBODY or state.rules.marriage_after_close


def not_barred_by_empty_talon(state: State, seat: int, suit: int) -> bool:
    """K3.3 D4.3: once an unclosed talon is empty only with ``marriage.after_exhausted``."""
    exhausted = state.closer == NOBODY and not talon_is_open(state)
    return not exhausted or state.rules.marriage_after_exhausted


#: When a marriage may be declared, whatever its cards.
TIMES = (
    Condition("marriage.one_per_lead", one_a_lead, ", its second on one lead"),
    Condition(
        "irregularities.wrong_marriage_rate",
        not_just_erred,
        " on the lead on which it showed a wrong one",
    ),
    Condition(
        "marriage.from_trick",
        late_enough,
        " on lead {lead}, but may from lead {rules.marriage_from_trick} on",
    ),
    Condition("marriage.needs_trick", has_won_if_needed, " without having won a trick"),
    Condition("marriage.after_close", not_barred_by_closing, ", but the talon is closed"),
    Condition("marriage.after_exhausted", not_barred_by_empty_talon, ", but the talon is empty"),
)
MARRIAGE = (
    Condition(
        "marriage", holds_pair, " without holding {pair}, neither shown in a marriage before"
    ),
    *TIMES,
)


def marriage_breach(state: State, seat: int, suit: int) -> Breach | None:
    """K3.1–K3.3 D4.1–D4.3: what forbids the seat on lead to declare the marriage of a suit."""
    return first_broken(state, seat, suit, "declares the marriage of {suit}", MARRIAGE)


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
    leads = frozenset((queen,) if lead == "queen" else (king, queen))
    state.declared[suit] = state.declared.get(suit, frozenset()) | leads  # two pairs: of either


def _note(state: State, new: Marriage) -> None:
    """Enter a marriage; the second pair of a suit (two packs) joins the first."""
    for place, known in enumerate(state.marriages):
        if (known.seat, known.suit) == (new.seat, new.suit):
            state.marriages[place] = known._replace(copies=2, points=known.points + new.points)
            return
    state.marriages.append(new)
