"""Combinations of the talon family's values that no deal could be played with."""

from collections.abc import Callable

from sixtysix_sim.cards import SUITS
from sixtysix_sim.rules.checks.cards import BITS_PER_SUIT, deck_size, packet_problem
from sixtysix_sim.rules.common import NO_RANK
from sixtysix_sim.rules.problems import RuleError
from sixtysix_sim.rules.talon import SEATS, TalonRules

MOST_REDEALT = 0.9  # of deals
Check = Callable[[TalonRules], RuleError | None]


def problem_of(rules: TalonRules, clause_of: Callable[[str], str]) -> RuleError | None:
    """Return the first impossible combination of the talon family's values, or None.

    Args:
        rules: the values.
        clause_of: the clause of a key in the rule set, to be cited.
    """
    for check, key in _CHECKS:
        if problem := check(rules):
            cited = f"{problem.message} ({clause_of(key)})"
            return RuleError(problem.key, cited, problem.also)
    return None


def _hands(rules: TalonRules) -> RuleError | None:
    """The hands and one card to turn up must come out of the deck; D1.3: say what would fit."""
    deck, dealt = deck_size(rules.deck), rules.seats * rules.deal.hand_size
    if dealt < deck:
        return None
    said = f"is {rules.deal.hand_size}, for {rules.seats} seats {dealt} cards"
    if dealt == deck:
        said += ", which is the whole deck and leaves no card to turn up for trump"
    else:
        said += f", but the deck has {deck}"
    return RuleError(
        "deal.hand_size",
        f"{said}; this would fit: {', '.join(_fitting(rules, deck))}",
        ["seats", "deck.ranks", "deck.packs"],
    )


def _fitting(rules: TalonRules, deck: int) -> list[str]:
    """Return changes of one value with which a card is left to turn up."""
    size = rules.deal.hand_size
    fits = []
    if hand := (deck - 1) // rules.seats:
        fits.append(f"deal.hand_size up to {hand}")
    if (seats := (deck - 1) // size) >= SEATS[0]:
        fits.append(f"seats = {seats}" if seats == SEATS[0] else f"up to {seats} seats")
    twice = 2 * len(rules.deck.ranks)
    if rules.deck.packs == 1 and twice <= BITS_PER_SUIT and rules.seats * size < 2 * deck:
        fits.append("deck.packs = 2")
    need = rules.seats * size // (len(SUITS) * rules.deck.packs) + 1
    if need <= 8 and need * rules.deck.packs <= BITS_PER_SUIT:
        fits.append(f"{need} ranks in deck.ranks")
    return fits


def _dealer(rules: TalonRules) -> RuleError | None:
    first = rules.deal.first_dealer
    if isinstance(first, int) and first >= rules.seats:
        return RuleError(
            "deal.first_dealer",
            f"is {first}, but the seats are 0 to {rules.seats - 1}",
            ["seats"],
        )
    return None


def _exchange(rules: TalonRules) -> RuleError | None:
    rank = rules.exchange.rank
    if rank != NO_RANK and rank not in rules.deck.ranks:
        return RuleError(
            "exchange.rank",
            f"is {rank}, which deck.ranks lacks: take one of {' '.join(rules.deck.ranks)}, "
            f"or {NO_RANK} for no exchange",
            ["deck.ranks"],
        )
    return None


def _match(rules: TalonRules) -> RuleError | None:
    """K7.2: a target must be one the rules know; no target (0) is none of them to choose from."""
    target, allowed = rules.match.target, rules.match.allowed_targets
    if target and allowed and target not in allowed:
        return RuleError(
            "match.target",
            f"is {target} but must be one of {', '.join(map(str, allowed))}, or set "
            "match.allowed_targets to a list with it (an empty list allows any)",
            ["match.allowed_targets"],
        )
    return None


def _redeals(rules: TalonRules) -> RuleError | None:
    """D8.1, D8.2: a deal must be played sooner or later, however often it is dealt again."""
    rates = rules.irregularities
    exposed = rates.expose_rate * rates.expose_redeal_rate
    again = exposed + (1 - exposed) * rates.misdeal_rate * rates.misdeal_redeal_rate
    if again <= MOST_REDEALT:
        return None
    return RuleError(
        "irregularities.expose_redeal_rate",
        f"is {rates.expose_redeal_rate:g}; with the rates beside it {again:.0%} of all deals would "
        f"be dealt again, but at most {MOST_REDEALT:.0%} may: lower expose_rate, "
        "expose_redeal_rate, misdeal_rate or misdeal_redeal_rate",
        ["irregularities.expose_rate", "irregularities.misdeal_rate"],
    )


# The key whose clause speaks of what a check found.
_CHECKS: tuple[tuple[Check, str], ...] = (
    (_hands, "seats"),
    (packet_problem, "deal.packet"),
    (_dealer, "deal.first_dealer"),
    (_exchange, "exchange.rank"),
    (_match, "match.target"),
    (_redeals, "irregularities.expose_redeal_rate"),
)
