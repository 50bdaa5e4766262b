"""Figures of points: from melds, from tricks, and kaput."""

from collections.abc import Iterator

from sixtysix_sim.metrics.auction.slots import Layout, Slot
from sixtysix_sim.metrics.metric import Row

ROLES = ("declarer", "defenders")


def points() -> Iterator[Row]:
    """Points a deal by role and by side, tricks, the last trick."""
    for key, label, meaning, at in (
        ("written", "written", "the points written a deal", Slot.CHANGE),
        ("trick_points", "from tricks", "the points from tricks a deal", Slot.CARDS),
        ("meld_points", "from melds", "the points from melds a deal", Slot.MELDS),
    ):
        yield key, label, "points", None, at, Slot.DEALS, meaning, "deals"
        for n, role in enumerate(ROLES):
            who = "the declarer's side" if n == 0 else "the defenders"
            yield (
                f"{key}_by_role", f"{label}, {role}", "points", role, at + 1 + n, Slot.DEALS,
                f"{meaning} of {who}", "deals",
            )  # fmt: skip
        for side in range(2):
            yield (
                f"{key}_by_side", f"{label}, side {side}", "points", str(side), at + 3 + side,
                Slot.DEALS, f"{meaning} of side {side}", "deals",
            )  # fmt: skip
    yield (
        "meld_share", "melds' share of all points", "share", None, Slot.MELDS, Slot.COUNTED,
        "the share of points that come from melds", "points",
    )  # fmt: skip
    yield (
        "tricks_declarer", "tricks, declarer", "count", None, Slot.TRICKS_DECLARER,
        Slot.DEALS, "the tricks of the declarer's side", "deals",
    )  # fmt: skip
    yield (
        "tricks_defenders", "tricks, defenders", "count", None, Slot.TRICKS_DEFENDER,
        Slot.DEALS, "the tricks of the defenders", "deals",
    )  # fmt: skip
    yield (
        "last_trick_declarer", "last trick to the declarer", "rate", None,
        Slot.LAST_TRICK_DECLARER, Slot.DEALS,
        "the share of deals whose last trick the declarer's side takes", "deals",
    )  # fmt: skip


def melds(layout: Layout, labels: dict[str, str]) -> Iterator[Row]:
    """Melds by kind: in deals, in hands, copies and points."""
    for n, (name, label) in enumerate(labels.items()):
        yield (
            "deals_with_meld", f"deals with {label}", "rate", name, layout.deals_at + n,
            Slot.DEALS, f"the share of deals with {label}", "deals",
        )  # fmt: skip
        yield (
            "hands_with_meld", f"hands with {label}", "rate", name, layout.hands_at + n,
            Slot.HANDS, f"the share of hands with {label}", "hands",
        )  # fmt: skip
        yield (
            "copies_of_meld", f"{label}, copies a deal", "count", name, layout.copies_at + n,
            Slot.DEALS, f"the number of {label} a deal", "deals",
        )  # fmt: skip
        yield (
            "points_of_meld", f"{label}, points a deal", "points", name, layout.points_at + n,
            Slot.DEALS, f"the points from {label} a deal", "deals",
        )  # fmt: skip


def kaput() -> Iterator[Row]:
    """Sides that take every trick."""
    for key, label, at, meaning in (
        ("kaput", "kaput, either side", Slot.KAPUTS, "the chance of a kaput in a deal"),
        (
            "kaput_declarer", "kaput by the declarer", Slot.KAPUT_DECLARER,
            "the chance that the declarer's side takes every trick",
        ),
        (
            "kaput_defenders", "kaput by the defenders", Slot.KAPUT_DEFENDER,
            "the chance that the defenders take every trick",
        ),
    ):  # fmt: skip
        yield key, label, "rate", None, at, Slot.DEALS, meaning, "deals"
    yield (
        "kaput_melds", "melds of the other side", "points", None,
        Slot.KAPUT_MELDS, Slot.KAPUTS, "the meld points of a side without a trick", "kaputs",
    )  # fmt: skip
    yield (
        "kaput_games", "games with a kaput", "rate", None, Slot.KAPUT_GAMES, Slot.GAMES,
        "the share of games with a kaput", "games",
    )  # fmt: skip
