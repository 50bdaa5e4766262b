"""The rules of the talon family with one clause left out or turned, and what that asks.

A question is a clause and what it decides. Each has the rule values under which the clause does not
decide it; whatever comes out otherwise under these was decided by the clause.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from sixtysix_sim.referee.talon.reading import NO_CARD_RANK, Reading
from sixtysix_sim.validation.asked import Question

_NEVER = 10_000  # a lead that no deal has


class Other(NamedTuple):
    """A question, and the rules that answer it."""

    question: Question
    rules: Reading


class Turn(NamedTuple):
    """One value of an option: what it decides, and what would stand in its place."""

    what: str
    other: Any


#: key → field of `Reading`, and by value what it decides; a value left out decides nothing.
Turns = Mapping[str, tuple[str, Mapping[Any, Turn]]]
DUTIES: Turns = {
    "follow.must_follow": ("must_follow", {
        True: Turn("cards barred: follow the led suit", False),
        False: Turn("no duty to follow suit", True),
    }),
    "follow.must_trump": ("must_trump", {
        True: Turn("cards barred: trump when void", False),
        False: Turn("no duty to trump", True),
    }),
    "follow.must_beat": ("must_beat", {
        "always": Turn("cards barred: beat the card led", "never"),
        "trump_led": Turn("cards barred: beat the trump led", "never"),
        "never": Turn("no duty to beat", "always"),
    }),
    "follow.overtrump": ("overtrump", {True: Turn("cards barred: overtrump", False)}),
    "follow.while_open": ("while_open", {
        True: Turn("cards barred while the talon is open", False),
        False: Turn("any card may fall: the talon is open", True),
    }),
}  # fmt: skip
RIGHTS: Turns = {
    "marriage.needs_trick": ("marriage_needs_trick", {
        "to_declare": Turn("a marriage barred: no trick yet", "no"),
    }),
    "marriage.after_close": ("marriage_after_close", {
        True: Turn("a marriage after closing", False),
        False: Turn("a marriage barred: the talon is closed", True),
    }),
    "marriage.after_exhausted": ("marriage_after_exhausted", {
        True: Turn("a marriage with the talon empty", False),
        False: Turn("a marriage barred: the talon is empty", True),
    }),
    "marriage.one_per_lead": ("one_per_lead", {
        True: Turn("a second marriage on one lead barred", False),
        False: Turn("a second marriage on one lead", True),
    }),
    "exchange.needs_trick": ("exchange_needs_trick", {
        True: Turn("an exchange barred: no trick yet", False),
        False: Turn("an exchange without a trick", True),
    }),
    "exchange.after_close": ("exchange_after_close", {
        True: Turn("an exchange after closing", False),
        False: Turn("an exchange barred: the talon is closed", True),
    }),
    "closing.allowed": ("closing_allowed", {
        True: Turn("the talon may be closed", False),
        False: Turn("closing barred", True),
    }),
    "claim.when": ("claim_when", {
        "on_lead": Turn("a right claim not just after a trick", "after_own_trick"),
        "after_own_trick": Turn("a right claim barred: not just after a trick", "on_lead"),
    }),
}  # fmt: skip
#: key → field, what it bars, and the least value, which bars nothing.
LEASTS: Mapping[str, tuple[str, str, int]] = {
    "marriage.from_trick": ("marriage_from_trick", "a marriage barred: too early", 1),
    "exchange.from_trick": ("exchange_from_trick", "an exchange barred: too early", 1),
    "exchange.min_talon": ("exchange_min_talon", "an exchange barred: too few cards left", 2),
    "closing.from_trick": ("closing_from_trick", "closing barred: too early", 1),
    "closing.min_tricks_won": ("min_tricks_won", "closing barred: too few tricks won", 0),
    "closing.min_talon": ("closing_min_talon", "closing barred: too few cards left", 2),
}
#: key → field, what it is about, its values: a score is held against that under each other value.
SCORES: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "closing.failure": (
        "failure", "failed closing", ("two_or_three", "by_count", "flat_three"),
    ),
    "closing.opponent_tricks": ("opponent_tricks", "failed closing", ("at_close", "at_end")),
    "closing.opponent_score": ("opponent_score", "closer who is out", ("at_end", "at_close")),
    "closing.opponent_claims": (
        "opponent_claims", "claim against the closer", ("as_failure", "normal"),
    ),
    "claim.wrong": ("wrong", "wrong claim", ("flat_two", "two_or_three", "by_count")),
    "claim.wrong_by_closer": (
        "wrong_by_closer", "closer's wrong claim", ("as_claim", "as_failure"),
    ),
    "played_out.winner": (
        "played_out", "played out", ("higher", "sole_at_target", "last_trick"),
    ),
    "played_out.compare": ("compare", "played out", ("total", "card_points")),
    "played_out.nobody_at_target": (
        "nobody_at_target", "played out, nobody with the points", ("draw", "higher"),
    ),
}  # fmt: skip


def of_duties(rules: Reading) -> list[Other]:
    """Return what is asked when a seat follows."""
    return list(_turned(rules, DUTIES))


def of_rights(rules: Reading) -> list[Other]:
    """Return what is asked when a seat is on lead."""
    found = list(_turned(rules, RIGHTS))
    for key, (field, what, least) in LEASTS.items():
        if getattr(rules, field) > least:
            found.append(_other(rules, key, what, field, least))
    found.append(
        _other(rules, "marriage", "a marriage may be declared", "marriage_from_trick", _NEVER)
    )
    if rules.exchange_rank != NO_CARD_RANK:
        what = "the upcard may be exchanged"
        found.append(_other(rules, "exchange.rank", what, "exchange_rank", NO_CARD_RANK))
    return found


def of_scores(rules: Reading) -> list[Other]:
    """Return what is asked when a deal is scored; options that cannot matter are left out."""
    found, idle = [], _idle(rules)
    for key, (field, what, values) in SCORES.items():
        if key in idle or (key.startswith("closing.") and not rules.closing_allowed):
            continue
        for other in values:
            if other != getattr(rules, field):
                found.append(
                    _other(
                        rules,
                        key,
                        f"{what}: not as with {key.rpartition('.')[2]} = {other}",
                        field,
                        other,
                    )
                )
    under = f"a loser under {rules.under} points pays {rules.under_pays}"
    found.append(_other(rules, "stakes.under", under, "under", 0))
    alone = f"a loser without a trick pays {rules.no_trick_pays}"
    found.append(_other(rules, "stakes.no_trick_pays", alone, "no_trick_pays", rules.under_pays))
    return found


def of_dealers(rules: Reading) -> list[Other]:
    """Return what is asked when the next dealer is named."""
    other = "winner" if rules.rotation == "next_seat" else "next_seat"
    found = [
        _other(
            rules, "deal.rotation", f"a dealer: not as with rotation = {other}", "rotation", other
        )
    ]
    if rules.rotation != "fixed" and can_be_drawn(rules):
        other = "next_seat" if rules.after_draw == "same_dealer" else "same_dealer"
        what = f"a dealer after a draw: not as with after_draw = {other}"
        found.append(_other(rules, "deal.after_draw", what, "after_draw", other))
    return found


def can_be_drawn(rules: Reading) -> bool:
    """Return whether a deal can end without a winner: somebody always takes the last trick."""
    return rules.played_out != "last_trick"


def _idle(rules: Reading) -> set[str]:
    """Return the keys of `SCORES` that others leave nothing to decide."""
    target = rules.played_out == "sole_at_target"
    by_count = rules.failure == "by_count"  # a failed closing costs what any lost deal does
    found = {
        "closing.opponent_tricks": rules.failure != "two_or_three",
        "closing.opponent_claims": by_count and rules.seats == 2,
        "claim.wrong_by_closer": not rules.closing_allowed
        or (by_count and rules.wrong == "by_count"),
        "played_out.compare": not can_be_drawn(rules)
        or (target and rules.nobody_at_target == "draw"),
        "played_out.nobody_at_target": not target,
    }
    return {key for key, is_idle in found.items() if is_idle}


def _turned(rules: Reading, turns: Turns) -> Iterator[Other]:
    for key, (field, by_value) in turns.items():
        turn = by_value.get(getattr(rules, field))
        if turn is not None:
            yield _other(rules, key, turn.what, field, turn.other)


def _other(rules: Reading, key: str, what: str, field: str, value: Any) -> Other:
    changed: dict[str, Any] = {field: value}
    return Other((rules.clause(key), what), replace(rules, **changed))
