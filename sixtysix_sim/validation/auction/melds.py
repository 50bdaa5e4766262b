"""Melds: points never written, patterns counted twice, options that no hand can make matter."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from sixtysix_sim.rules.auction import AuctionRules, Meld
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.validation.auction.reach import Reach, meld_size
from sixtysix_sim.validation.finding import Finding, idle

_ROLES = {"trump": {"trump"}, "plain": {"plain"}, "any": {"trump", "plain"}}


def check(reach: Reach) -> Iterator[Finding]:
    """Yield the findings about C5."""
    ruleset = reach.ruleset
    patterns = ruleset.auction.melds.patterns
    if not patterns:
        yield Finding(
            "C1.3", "note", "melds", "there are no melds: all points come from tricks, C5 is idle"
        )
    for name, meld in patterns.items():
        if meld.points == 0:
            yield Finding(
                ruleset.clause_of(f"melds.{name}.points"),
                "warning",
                f"melds.{name}.points",
                f"{name} is worth 0, so it never scores and no table shows it: give it points or "
                "set remove = true",
            )
    yield from _same_cards(ruleset)
    yield from _copies(ruleset)
    yield from _with_run(ruleset)


def _same_cards(ruleset: RuleSet) -> Iterator[Finding]:
    """Melds of two names on the same cards: both score (C5.11)."""
    names: dict[tuple[object, ...], list[str]] = defaultdict(list)
    for name, meld in ruleset.auction.melds.patterns.items():
        for place in _places(meld):
            names[place].append(name)
    pairs: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for place, found in names.items():
        if len(found) > 1:
            pairs[tuple(found)].add(str(place[-1]))
    for both, where in pairs.items():
        suit = f" in {' and '.join(sorted(where))} suits" if where <= {"trump", "plain"} else ""
        yield Finding(
            "C5.11",
            "warning",
            f"melds.{both[1]}",
            f"{' and '.join(both)} are the same cards{suit}, so one hand scores both: change or "
            "remove one",
            len(both),
        )


def _places(meld: Meld) -> list[tuple[object, ...]]:
    """Return what stands for the cards of a pattern, one entry for each suit role."""
    if meld.cards:
        return [("cards", *sorted(meld.cards), "")]
    if meld.rank:
        return [("each", meld.rank, "")]
    ranks = sorted(meld.ranks or ())
    return [("ranks", *ranks, role) for role in sorted(_ROLES[meld.suit or "any"])]


def twice_in_a_hand(rules: AuctionRules, meld: Meld) -> bool:
    """Whether a hand can hold two copies of a pattern in one suit."""
    cards = Counter(meld.cards or meld.ranks or (meld.rank,))
    return max(cards.values()) * 2 <= rules.deck.packs and (
        2 * meld_size(meld) <= rules.deal.hand_size
    )


def _copies(ruleset: RuleSet) -> Iterator[Finding]:
    rules = ruleset.auction
    limited = [m for m in rules.melds.patterns.values() if meld_size(m) > 1 and m.points]
    if not any(twice_in_a_hand(rules, meld) for meld in limited):
        yield from idle(
            ruleset, ["melds.copies"], "no hand can hold a meld of more than one card twice"
        )


def _with_run(ruleset: RuleSet) -> Iterator[Finding]:
    """C5.6: what trump_marriage counts beside a run, where a hand can hold both."""
    patterns = ruleset.auction.melds.patterns
    run, marriage = patterns.get("run"), patterns.get("trump_marriage")
    if marriage is None:
        return
    key = ["melds.trump_marriage.with_run"]
    if run is None:
        yield from idle(ruleset, key, "there is no meld named run")
    elif not _fits_beside(ruleset.auction, run, marriage):
        yield from idle(ruleset, key, "no hand can hold a run and a trump marriage")
    elif marriage.with_run == "spare_pair" and not _spare_fits(ruleset.auction, run, marriage):
        why = "no hand has a pair left beside a run, so it is the same as never"
        yield from idle(ruleset, key, why)


def _fits_beside(rules: AuctionRules, run: Meld, marriage: Meld) -> bool:
    """Whether a hand can hold both, sharing cards where the patterns do; never false by mistake."""
    if not (run.ranks and marriage.ranks):
        return True
    one, two = Counter(run.ranks), Counter(marriage.ranks)
    if run.suit == "plain":
        return len(run.ranks) + len(marriage.ranks) <= rules.deal.hand_size
    return (one | two).total() <= rules.deal.hand_size


def _spare_fits(rules: AuctionRules, run: Meld, marriage: Meld) -> bool:
    """Whether a hand can hold a run and one more trump marriage; never false by mistake."""
    if run.suit != "trump" or marriage.suit != "trump":
        return True
    together = Counter(run.ranks) + Counter(marriage.ranks)
    return max(together.values()) <= rules.deck.packs and together.total() <= rules.deal.hand_size
