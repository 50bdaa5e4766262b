"""Deck and deal: cards left over, sums of points, packets, who deals."""

from collections.abc import Iterator

from sixtysix_sim.cards import SUITS
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.validation.auction.reach import Reach, fewest_trick_points, trick_points
from sixtysix_sim.validation.finding import Finding, idle


def check(reach: Reach) -> Iterator[Finding]:
    """Yield the findings about C2 and the sums of C7.1."""
    ruleset = reach.ruleset
    yield from _left_over(ruleset)
    yield from _sums(ruleset)
    yield from _packet(ruleset)
    yield from _dealer(ruleset)


def _left_over(ruleset: RuleSet) -> Iterator[Finding]:
    rules = ruleset.auction
    deck = len(rules.deck.ranks) * rules.deck.packs * len(SUITS)
    left = deck - rules.deal.hand_size * rules.seats
    if left:
        full = deck // rules.seats
        yield Finding(
            "C2.2",
            "warning",
            "deal.hand_size",
            f"{left} of {deck} cards stay undealt and count for nobody; "
            f"deal.hand_size = {full} deals them all",
            left,
        )
    if rules.deal.hand_size == 1:
        yield Finding(
            "C2.2",
            "warning",
            "deal.hand_size",
            "with one card a hand there is no choice in play: C6.1 to C6.4 and C6.7 decide "
            "nothing; deal more cards",
        )


def _sums(ruleset: RuleSet) -> Iterator[Finding]:
    rules = ruleset.auction
    if not any(rules.deck.values.values()):
        only = f"only the last one, {rules.last_trick.bonus}" if rules.last_trick.bonus else "none"
        yield Finding(
            "C2.4",
            "warning",
            "deck.values",
            f"no card is worth a point, so of all tricks {only} counts: give some rank points",
            len(rules.deck.ranks),
        )
    least, most = fewest_trick_points(rules), trick_points(rules)
    text = trick_points(resolve_rules(ruleset.preset).auction)
    if (least, most) != (text, text):
        span = str(most) if least == most else f"{least} to {most}, by the cards left undealt"
        yield Finding(
            "C7.1",
            "note",
            "deck.values",
            f"the trick points of a deal are {span} (preset: {text}): bids and target may want "
            "to move with them",
        )


def _packet(ruleset: RuleSet) -> Iterator[Finding]:
    rules = ruleset.auction
    last = rules.deal.hand_size % rules.deal.packet
    if last:
        yield Finding(
            "C2.2",
            "note",
            "deal.packet",
            f"{rules.deal.packet} does not divide the {rules.deal.hand_size} cards of a hand: "
            f"the last packet has {last}; chances stay the same",
        )


def _dealer(ruleset: RuleSet) -> Iterator[Finding]:
    deal = ruleset.auction.deal
    if deal.rotation != "fixed":
        return
    yield from idle(
        ruleset,
        ["deal.redeal_keeps_dealer"],
        "deal.rotation = fixed keeps the dealer after every deal anyway",
    )
    if deal.first_dealer != "random":
        yield Finding(
            "C2.5",
            "note",
            "deal.rotation",
            f"seat {deal.first_dealer} deals every deal of every game, so a seat's results mix "
            "with its place in the auction; deal.first_dealer = random or deal.rotation = "
            "next_seat averages that out",
        )
