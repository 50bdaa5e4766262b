"""Figures of contracts: what is bid, by whom, on what, and what becomes of it."""

from collections.abc import Iterator

from sixtysix_sim.metrics.auction.slots import BANDS, FIXED, Layout, Slot
from sixtysix_sim.metrics.metric import Row

PLACES = ("first", "second", "third", "fourth")


def contracts() -> Iterator[Row]:
    """Contracts made, what they are, in which suit."""
    yield (
        "made", "contracts made", "rate", None, Slot.MADE, Slot.DEALS,
        "the share of contracts made", "contracts",
    )  # fmt: skip
    yield (
        "mean_bid", "contract, mean", "points", None, Slot.BID_POINTS, Slot.DEALS,
        "the mean contract", "contracts",
    )  # fmt: skip
    yield (
        "made_over", "over the bid, if made", "points", None, Slot.MADE_OVER, Slot.MADE,
        "the points above the bid of a contract made", "contracts made",
    )  # fmt: skip
    for n, suit in enumerate(("spades", "hearts", "diamonds", "clubs")):
        yield (
            "trump", f"trump {suit}", "rate", "SHDC"[n], Slot.TRUMPS + n, Slot.DEALS,
            f"the share of contracts in {suit}", "contracts",
        )  # fmt: skip


def levels(layout: Layout, names: list[str]) -> Iterator[Row]:
    """Contracts and those made by level of the bid."""
    made = FIXED + layout.levels
    for n, name in enumerate(names):
        yield (
            "contracts_by_level", f"contracts at {name}", "rate", name, FIXED + n, Slot.DEALS,
            f"the share of contracts at {name}", "contracts",
        )  # fmt: skip
        yield (
            "made_by_level", f"made at {name}", "rate", name, made + n, FIXED + n,
            f"the share made of contracts at {name}", f"contracts at {name}",
        )  # fmt: skip


def speakers() -> Iterator[Row]:
    """Contracts and those made by the declarer's place in the auction."""
    for n, place in enumerate(PLACES):
        group = str(n + 1)
        yield (
            "contracts_by_speaker", f"declarer spoke {place}", "rate", group, Slot.SPEAKING + n,
            Slot.DEALS, f"the share of contracts of the {place} speaker", "contracts",
        )  # fmt: skip
        yield (
            "made_by_speaker", f"made by the {place} speaker", "rate", group,
            Slot.SPEAKING_MADE + n, Slot.SPEAKING + n,
            f"the share made of the {place} speaker's contracts",
            f"contracts of the {place} speaker",
        )  # fmt: skip


def bids() -> Iterator[Row]:
    """Contracts and those made by number of bids."""
    for n in range(4):
        words = "1 bid" if n == 0 else f"{n + 1} bids"
        yield (
            "contracts_by_bids", f"auctions with {words}", "rate", str(n + 1), Slot.BIDS + n,
            Slot.DEALS, f"the share of contracts after {words}", "contracts",
        )  # fmt: skip
        yield (
            "made_by_bids", f"made after {words}", "rate", str(n + 1), Slot.BIDS_MADE + n,
            Slot.BIDS + n, f"the share made of contracts after {words}", f"contracts after {words}",
        )  # fmt: skip


def held(layout: Layout, names: list[str]) -> Iterator[Row]:
    """Contracts and those made by the meld points of the declarer's side."""
    for n, name in enumerate(names):
        at = layout.bands_at + n
        yield (
            "contracts_by_melds", f"contracts with {name} in melds", "rate", name, at, Slot.DEALS,
            f"the share of contracts with {name} meld points on the declarer's side", "contracts",
        )  # fmt: skip
        yield (
            "made_by_melds", f"made with {name} in melds", "rate", name, at + BANDS, at,
            f"the share made of contracts with {name} meld points",
            f"contracts with {name} in melds",
        )  # fmt: skip


def sets() -> Iterator[Row]:
    """What a contract that fails costs."""
    yield (
        "set_cost", "points written off", "points", None, Slot.SET_COST, Slot.SET,
        "the points a set writes off", "contracts set",
    )  # fmt: skip
    yield (
        "set_short", "points missing to the bid", "points", None, Slot.SET_SHORT, Slot.SET,
        "the points a set contract misses", "contracts set",
    )  # fmt: skip
    yield (
        "set_swing", "swing between the sides", "points", None, Slot.SET_SWING,
        Slot.SET, "the swing of a set, both sides together", "contracts set",
    )  # fmt: skip
    yield (
        "set_per_game", "sets a game", "count", None, Slot.SET, Slot.GAMES,
        "the number of sets a game", "games",
    )  # fmt: skip
