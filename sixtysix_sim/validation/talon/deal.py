"""Deck, deal, tricks: what is odd about cards, dealers and duties."""

from collections.abc import Iterator

from sixtysix_sim.cards import SUITS
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.rules.talon import TalonRules
from sixtysix_sim.validation.finding import Finding, idle, is_changed
from sixtysix_sim.validation.talon.reach import can_be_drawn, talon_at_start


def check(ruleset: RuleSet) -> Iterator[Finding]:
    """Yield the findings about deck, deal, talon and following."""
    yield from _points(ruleset)
    yield from _talon(ruleset)
    yield from _packet(ruleset)
    yield from _dealer(ruleset)
    yield from _following(ruleset)
    if ruleset.talon.seats > 2 and is_changed(ruleset, "seats"):
        yield Finding(
            ruleset.clause_of("claim.target"),
            "note",
            "seats",
            f"{ruleset.talon.seats} seats share the points, so that many deals end with nobody at "
            f"claim.target = {ruleset.talon.claim.target}; --dynamic N counts how often",
        )


def _deck_points(rules: TalonRules) -> int:
    return sum(rules.deck.values.values()) * len(SUITS) * rules.deck.packs


def _points(ruleset: RuleSet) -> Iterator[Finding]:
    points = _deck_points(ruleset.talon)
    usual = _deck_points(resolve_rules(ruleset.preset).talon)
    clause = ruleset.clause_of("deck.values.RANK")
    if points == 0:
        yield Finding(
            clause, "warning", "deck.values", "no card is worth a point: give some rank points"
        )
    elif points != usual:
        yield Finding(
            clause,
            "note",
            "deck.values",
            f"the cards are worth {points} points together (preset: {usual}): claim.target and "
            "stakes.under may want to move with them",
        )


def _talon(ruleset: RuleSet) -> Iterator[Finding]:
    rules = ruleset.talon
    left = talon_at_start(rules)
    rest = left % rules.seats
    if not rest:
        yield from idle(ruleset, ["talon.uneven"], f"the {left} cards left go round evenly")
    elif rules.talon.uneven == "stop":
        none = " from the first lead" if left < rules.seats else " then"
        yield Finding(
            ruleset.clause_of("talon.uneven"),
            "note",
            "talon.uneven",
            f"{rest} of the {left} cards left are never drawn, the upcard among them: the talon "
            f"counts as empty{none} (talon.uneven = partial hands them out)",
            rest,
        )


def _packet(ruleset: RuleSet) -> Iterator[Finding]:
    deal = ruleset.talon.deal
    last = deal.hand_size % deal.packet
    if last and (is_changed(ruleset, "deal.packet") or is_changed(ruleset, "deal.hand_size")):
        yield Finding(
            ruleset.clause_of("deal.packet"),
            "note",
            "deal.packet",
            f"{deal.packet} does not divide the {deal.hand_size} cards of a hand: the last packet "
            f"has {last}; chances stay the same",
        )


def _dealer(ruleset: RuleSet) -> Iterator[Finding]:
    rules = ruleset.talon
    deal, slips = rules.deal, rules.irregularities
    redeals = slips.expose_rate * slips.expose_redeal_rate + (
        slips.misdeal_rate * slips.misdeal_redeal_rate
    )
    if deal.rotation == "fixed":
        same = "deal.rotation = fixed keeps the dealer after every deal anyway"
        yield from idle(ruleset, ["deal.after_draw", "deal.redeal_keeps_dealer"], same)
        if deal.first_dealer != "random":
            yield Finding(
                ruleset.clause_of("deal.rotation"),
                "note",
                "deal.rotation",
                f"seat {deal.first_dealer} deals every deal of every game, so a seat's results "
                "mix with the forehand's advantage; deal.first_dealer = random averages that out",
            )
        return
    if not redeals:
        yield from idle(ruleset, ["deal.redeal_keeps_dealer"], "nothing leads to a redeal")
    if not can_be_drawn(rules):
        yield from idle(ruleset, ["deal.after_draw"], "no deal is drawn")


def _following(ruleset: RuleSet) -> Iterator[Finding]:
    follow = ruleset.talon.follow
    if ruleset.talon.seats == 2:
        why = "with two seats no trump lies on a plain lead before the second card"
        yield from idle(ruleset, ["follow.overtrump"], why)
    if follow.must_follow:
        return
    for key, on, off in (
        ("follow.must_trump", follow.must_trump, "false"),
        ("follow.must_beat", follow.must_beat != "never", "never"),
    ):
        if on:
            yield Finding(
                ruleset.clause_of(key),
                "warning",
                key,
                f"a seat with the led suit need not follow it, yet this duty stays: set {key} = "
                f"{off} too, unless that is meant",
            )
    if not follow.must_trump and follow.must_beat == "never":
        yield from idle(ruleset, ["follow.while_open"], "no duty is left to hold")
