"""Marriages, exchange and closing: rights that nobody can use, values that cannot matter."""

from collections.abc import Iterator

from sixtysix_sim.rules.common import NO_RANK
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.rules.talon import TalonRules
from sixtysix_sim.validation.finding import Finding, idle, is_changed
from sixtysix_sim.validation.talon.reach import (
    cards_left,
    has_marriages,
    leads,
    talon_at_start,
)


def check(ruleset: RuleSet) -> Iterator[Finding]:
    """Yield the findings about what a seat may do on lead."""
    yield from _marriages(ruleset)
    yield from _exchange(ruleset)
    yield from _closing(ruleset)


def _marriages(ruleset: RuleSet) -> Iterator[Finding]:
    rules = ruleset.talon
    keys = [key for key in ruleset.values if key.startswith("marriage.")]
    marriage = rules.marriage
    if not has_marriages(rules):
        yield Finding(
            ruleset.clause_of("marriage.plain"),
            "note",
            "deck.ranks",
            "deck.ranks lacks K or Q, so there are no marriages",
        )
        yield from idle(ruleset, keys, "deck.ranks lacks K or Q")
    elif marriage.from_trick > leads(rules):
        yield Finding(
            ruleset.clause_of("marriage.from_trick"),
            "warning",
            "marriage.from_trick",
            f"no marriage can be declared: a deal has {leads(rules)} tricks",
        )
    elif not marriage.after_close and not marriage.after_exhausted:
        yield from idle(ruleset, ["marriage.lead_endgame"], "none is declared in the endgame")
    if has_marriages(rules) and marriage.plain == marriage.trump == 0:
        yield Finding(
            ruleset.clause_of("marriage.plain"),
            "warning",
            "marriage.plain",
            "marriages are worth nothing: give marriage.plain or marriage.trump points",
        )


def _exchange(ruleset: RuleSet) -> Iterator[Finding]:
    rules, exchange = ruleset.talon, ruleset.talon.exchange
    if exchange.rank == NO_RANK:
        keys = [key for key in ruleset.values if key.startswith("exchange.")]
        yield from idle(ruleset, keys[1:], f"exchange.rank = {NO_RANK}")
        return
    first = max(exchange.from_trick, 2 if exchange.needs_trick else 1)
    left = talon_at_start(rules) if _stays_closed(rules) else cards_left(rules, first)
    if left < exchange.min_talon:
        yield _never(ruleset, "exchange", "nothing can be exchanged", first, left)


def _stays_closed(rules: TalonRules) -> bool:
    """Whether cards may lie in a closed talon for later leads to exchange with."""
    return rules.exchange.after_close and rules.closing.allowed


def _closing(ruleset: RuleSet) -> Iterator[Finding]:
    rules, closing = ruleset.talon, ruleset.talon.closing
    if closing.allowed:
        first = max(closing.from_trick, closing.min_tricks_won + 1)
        # At the draw choice before a lead the cards of that draw are still there.
        shown = first - 1 if closing.when == "before_or_after_draw" and first > 1 else first
        left = cards_left(rules, shown)
        if left < closing.min_talon:
            yield _never(ruleset, "closing", "the talon can never be closed", first, left)
        if closing.failure != "two_or_three":
            why = f"closing.failure = {closing.failure} does not look at it"
            yield from idle(ruleset, ["closing.opponent_tricks"], why)
        yield from _priced_by_count(ruleset)
        return
    keys = [key for key in ruleset.values if key.startswith("closing.")]
    keys += ["marriage.after_close", "exchange.after_close", "last_trick.when_closed"]
    yield from idle(
        ruleset,
        [key for key in [*keys, "claim.wrong_by_closer"] if key != "closing.allowed"],
        "closing.allowed = false",
    )


def _priced_by_count(ruleset: RuleSet) -> Iterator[Finding]:
    """A failed closing that costs what any lost deal does leaves prices nothing to differ by."""
    rules = ruleset.talon
    if rules.closing.failure != "by_count":
        return
    why = "closing.failure = by_count prices a failed closing as any lost deal"
    if rules.seats == 2:
        yield from idle(ruleset, ["closing.opponent_claims"], why)
    if rules.claim.wrong == "by_count":
        yield from idle(
            ruleset, ["claim.wrong_by_closer"], f"{why}, and claim.wrong = by_count a wrong claim"
        )


def _never(ruleset: RuleSet, section: str, what: str, first: int, left: int) -> Finding:
    """Return the finding about a right that comes too late for the cards it asks for."""
    keys = [f"{section}.min_talon", f"{section}.from_trick"]
    where = next((key for key in keys if is_changed(ruleset, key)), keys[0])
    least = ruleset.values[f"{section}.min_talon"]
    return Finding(
        ruleset.clause_of(where),
        "warning",
        where,
        f"{what}: at the first lead it is allowed (lead {first}) the talon holds {left} cards at "
        f"most and {section}.min_talon asks for {least}",
    )
