"""Auction: bids off the grid or out of reach, options that cannot matter, auctions without end."""

from collections.abc import Iterator
from math import gcd

from sixtysix_sim.rules.auction import AuctionRules
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.validation.auction.reach import Reach, last_bid
from sixtysix_sim.validation.finding import Finding, idle

_ASK_KEYS = ["auction.ask_limit", "auction.ask_after_bid", "auction.after_speak"]


def check(reach: Reach) -> Iterator[Finding]:
    """Yield the findings about C3 and the bids of C7.2."""
    ruleset = reach.ruleset
    yield from _grid(ruleset)
    yield from _reach(reach)
    yield from _asking(ruleset)
    yield from _redeals(ruleset)


def _grid(ruleset: RuleSet) -> Iterator[Finding]:
    auction, last = ruleset.auction.auction, last_bid(ruleset.auction)
    if last != auction.max_bid:
        yield Finding(
            "C3.1",
            "warning",
            "auction.max_bid",
            f"{auction.max_bid} is no step of {auction.step} above {auction.min_bid} and cannot be "
            f"bid: the last bid is {last}; set auction.max_bid to {last} or {last + auction.step}",
        )
    if last == auction.min_bid:
        yield Finding(
            "C3.1",
            "warning",
            "auction.max_bid",
            f"the only bid is {last}, so the first seat that bids is the declarer: raise "
            "auction.max_bid or lower auction.step if seats are to outbid each other",
        )
    grain = grain_of_totals(ruleset.auction)
    same = (
        0
        if last == auction.min_bid
        else sum(bid % grain != 0 for bid in range(auction.min_bid, last + 1, auction.step))
    )
    if same:
        yield Finding(
            "C3.1",
            "note",
            "auction.step",
            f"totals move in steps of {grain}, so {same} bids ask for no other total than the next "
            f"multiple of {grain}: auction.min_bid and auction.step as multiples of {grain} "
            "leave out no contract",
            same,
        )


def grain_of_totals(rules: AuctionRules) -> int:
    """Return the step in which totals move: the common divisor of all points (C7.1)."""
    melds = [meld.points for meld in rules.melds.patterns.values()]
    return gcd(*rules.deck.values.values(), *melds, rules.last_trick.bonus) or 1


def _reach(reach: Reach) -> Iterator[Finding]:
    rules = reach.ruleset.auction
    low, step, last = rules.auction.min_bid, rules.auction.step, last_bid(rules)
    highest = reach.total
    if low > highest:
        yield Finding(
            "C7.2",
            "error",
            "auction.min_bid",
            f"no side can come above {highest} in a deal, so every contract is set: set "
            f"auction.min_bid to {highest} or lower",
            (last - low) // step + 1,
        )
    elif last > highest:
        first = low + ((highest - low) // step + 1) * step
        yield Finding(
            "C7.2",
            "warning",
            "auction.max_bid",
            f"no side can come above {highest} in a deal, so the bids {first} to {last} are always "
            f"set: set auction.max_bid to {first - step}",
            (last - first) // step + 1,
        )
    if low == 0:
        yield Finding(
            "C7.2",
            "warning",
            "auction.min_bid",
            "a bid of 0 is always made, so bidding it costs nothing: set auction.min_bid to 1 or "
            "more",
        )


def _asking(ruleset: RuleSet) -> Iterator[Finding]:
    auction = ruleset.auction.auction
    if not auction.ask:
        yield from idle(ruleset, _ASK_KEYS, "auction.ask = false, so nobody asks")
        yield Finding(
            "C3.3",
            "note",
            "auction.ask",
            "C3.3 never applies: nobody may ask (auction.ask = false)",
        )
    elif auction.ask_limit == "deal":
        yield Finding(
            "C3.3",
            "warning",
            "auction.ask_limit",
            "every new deal gives the right to ask back, so a team can have cards dealt again "
            f"until auction.max_redeals = {auction.max_redeals} ends the game without a winner; "
            "team, seat or game bounds it",
        )


def _redeals(ruleset: RuleSet) -> Iterator[Finding]:
    if ruleset.auction.auction.max_redeals == 1:
        yield Finding(
            "C3.5",
            "warning",
            "auction.max_redeals",
            "the first redeal ends the game without a winner: four passes, or one answer "
            "'redeal'; allow more redeals in a row",
        )
