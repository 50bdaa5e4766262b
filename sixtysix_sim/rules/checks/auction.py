"""Combinations of the auction family's values that no deal could be played with."""

import re
from collections import Counter

from sixtysix_sim.cards import SUITS
from sixtysix_sim.rules.auction import MELD_POINTS_LIMIT, AuctionRules, Meld
from sixtysix_sim.rules.checks.cards import hands_fit
from sixtysix_sim.rules.problems import RuleError
from sixtysix_sim.rules.wording import one_line

MOST_PLACES = 63  # melds × suits they stand in: the kernels note them in one 64-bit word
_MELD_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")


def problem_of(rules: AuctionRules) -> RuleError | None:
    """Return the first impossible combination of the auction family's values, or None."""
    return hands_fit(rules) or _auction(rules) or _melds(rules)


def _auction(rules: AuctionRules) -> RuleError | None:
    low, high = rules.auction.min_bid, rules.auction.max_bid
    if high < low:
        return RuleError(
            "auction.max_bid", f"is {high}, below auction.min_bid = {low}", ["auction.min_bid"]
        )
    return None


def _melds(rules: AuctionRules) -> RuleError | None:
    patterns = rules.melds.patterns
    for name, meld in patterns.items():
        if problem := _meld(rules, name, meld):
            return problem
    places = sum(suits_of(meld) for meld in patterns.values())
    if places > MOST_PLACES:
        return RuleError(
            "melds",
            f"stand in {places} places (melds × suits of their role) but at most {MOST_PLACES} are "
            "possible: remove some",
        )
    most = sum(most_points(rules, meld) for meld in patterns.values())
    if most > MELD_POINTS_LIMIT:
        return RuleError(
            "melds",
            f"could give a team {most} points, more than the {MELD_POINTS_LIMIT} the tables hold: "
            "lower the points",
            [f"melds.{name}.points" for name in patterns],
        )
    return None


def _meld(rules: AuctionRules, name: str, meld: Meld) -> RuleError | None:
    key = f"melds.{one_line(name)}"
    if not _MELD_NAME.fullmatch(name):
        return RuleError(
            key,
            "is no name for a meld: write lower-case letters a-z, digits and _ (label is shown)",
        )
    if problem := _with_run(key, name, meld):
        return problem
    lacking = [rank for rank in meld.needs() if rank not in rules.deck.ranks]
    if lacking:
        return RuleError(
            key,
            f"needs the rank {lacking[0]}, which deck.ranks lacks: "
            "change the meld or set remove = true",
            ["deck.ranks"],
        )
    cards = meld.cards or meld.ranks or ()
    for card, count in Counter(cards).items():
        if count > rules.deck.packs:
            each = "there is only 1" if rules.deck.packs == 1 else f"there are {rules.deck.packs}"
            return RuleError(
                key,
                f"needs {card} {count} times but {each} of each card (deck.packs)",
                ["deck.packs"],
            )
    size = len(SUITS) if meld.suits else len(cards)
    if size > rules.deal.hand_size:
        return RuleError(
            key,
            f"needs {size} cards but a hand has {rules.deal.hand_size}: "
            "change the meld or set remove = true",
            ["deal.hand_size"],
        )
    return None


def _with_run(key: str, name: str, meld: Meld) -> RuleError | None:
    if name != "trump_marriage":
        if meld.with_run is None:
            return None
        return RuleError(f"{key}.with_run", "belongs to trump_marriage only (C5.6)")
    if meld.with_run is None:
        return RuleError(f"{key}.with_run", "is missing: one of never, spare_pair, always (C5.6)")
    if meld.suit != "trump" and meld.with_run != "always":
        return RuleError(
            f"{key}.with_run",
            f'is "{meld.with_run}", which needs a pattern in trump: set suit = "trump", or '
            'with_run = "always" (C5.6)',
            [key],
        )
    return None


def most_points(rules: AuctionRules, meld: Meld) -> int:
    """Return an upper bound of a team's points from one meld: every suit, both hands, all packs."""
    return meld.points * suits_of(meld) * rules.deck.packs


def suits_of(meld: Meld) -> int:
    """Return in how many suits a pattern can stand under one trump; 1 if it names its cards."""
    return {"trump": 1, "plain": 3, "any": 4}.get(meld.suit or "", 1)
