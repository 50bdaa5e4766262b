"""Figures of closings: how often, how early, how well."""

from collections.abc import Iterator

from sixtysix_sim.metrics.metric import Row
from sixtysix_sim.metrics.talon import slots
from sixtysix_sim.metrics.talon.rows import CLOSINGS, DEALS
from sixtysix_sim.metrics.talon.slots import Layout, Slot, Way
from sixtysix_sim.rules.talon import TalonRules

#: How a closing ends: group, words, way.
CLOSING_ENDS = (
    ("claim", "the closer claims", Way.CLAIM_BY_CLOSER),
    ("out", "the closer is out at the end", Way.CLOSER_OUT),
    ("opponent_wrong_claim", "the opponent claims wrongly", Way.WRONG_CLAIM_AGAINST_CLOSER),
    ("failed", "the closer fails", Way.CLOSER_FAILED),
    ("opponent_claim", "the opponent claims", Way.CLAIM_AGAINST_CLOSER),
    ("wrong_claim", "the closer claims wrongly", Way.WRONG_CLAIM_BY_CLOSER),
)


def closing(rules: TalonRules) -> Iterator[Row]:
    """How often, with what success, and how closings end."""
    yield (
        "closed", "deals closed", "rate", None, Slot.CLOSED, Slot.DEALS,
        "the share of deals in which the talon is closed", DEALS,
    )  # fmt: skip
    yield (
        "closer_wins", "of them the closer wins", "rate", None, Slot.CLOSER_WINS, Slot.CLOSED,
        "the share of closings the closer wins", CLOSINGS,
    )  # fmt: skip
    for key, label, num, den, meaning, out_of in (
        ("closer_gains", "game points, closer wins", Slot.CLOSER_GAINS, Slot.CLOSER_WINS,
         "the game points of a closing that succeeds", "closings won"),
        ("closer_pays", "game points, closer loses", Slot.CLOSER_PAYS, Slot.CLOSER_LOSES,
         "the game points of a closing that fails", "closings lost"),
        ("closer_net", "gained less paid, a closing", Slot.CLOSER_NET, Slot.CLOSED,
         "the game points closers gain less those they lose, a closing", CLOSINGS),
    ):  # fmt: skip
        yield key, label, "points", None, num, den, meaning, out_of
    for group, words, way in CLOSING_ENDS:
        yield (
            "closing_end", words, "rate", group, Slot.WAYS + way, Slot.CLOSED,
            f"the share of closings in which {words}", CLOSINGS,
        )  # fmt: skip
    target = rules.claim.target
    yield (
        "closer_failed_at_target", f"closer fails with {target}", "rate", None,
        Slot.FAILED_AT_TARGET, Slot.CLOSED,
        f"the share of closings whose closer fails with {target} points", CLOSINGS,
    )  # fmt: skip
    yield (
        "closer_out_both", f"closer out, another at {target}", "rate", None, Slot.OUT_BOTH,
        Slot.CLOSED,
        f"the share of closings whose closer is out though another side has {target} points, too",
        CLOSINGS,
    )  # fmt: skip


def closing_tricks(rules: TalonRules, layout: Layout) -> Iterator[Row]:
    """Closings by the trick about to be led."""
    for trick in slots.closing_tricks(rules):
        yield from _closings("trick", str(trick), f"before trick {trick}", (
            layout.tricks_at + trick, layout.tricks_won_at + trick))  # fmt: skip


def closing_talon(rules: TalonRules, layout: Layout) -> Iterator[Row]:
    """Closings by cards left in the talon."""
    for left in slots.closing_sizes(rules):
        yield from _closings("talon", str(left), f"with {left} cards left", (
            layout.talon_at + left + 1, layout.talon_won_at + left + 1))  # fmt: skip


def _closings(by: str, group: str, words: str, places: tuple[int, int]) -> Iterator[Row]:
    closed, won = places
    yield (
        f"closed_by_{by}", f"closings {words}", "rate", group, closed, Slot.CLOSED,
        f"the share of closings {words}", CLOSINGS,
    )  # fmt: skip
    yield (
        f"closer_wins_by_{by}", f"closer wins, {words}", "rate", group, won, closed,
        f"the share of closings {words} that the closer wins", f"closings {words}",
    )  # fmt: skip
