"""Figures of what players do by mistake (D8): only where the rules give it a rate."""

from collections.abc import Iterator

from sixtysix_sim.metrics.metric import Row
from sixtysix_sim.metrics.talon.rows import DEALS
from sixtysix_sim.metrics.talon.slots import Slot
from sixtysix_sim.rules.talon import TalonRules
from sixtysix_sim.vocabulary import Slip

_DEALT = "deals, redealt ones too"


def irregularities(rules: TalonRules) -> Iterator[Row]:
    """How often each kind happens, and how many wrong marriages are corrected."""
    rates = rules.irregularities
    for kind, rate, words, below in (
        (Slip.EXPOSED, rates.expose_rate, "cards exposed in dealing", Slot.DEALT),
        (Slip.MISDEALT, rates.misdeal_rate, "hands with a card too few", Slot.DEALT),
        (Slip.DOUBLE_DRAWS, rates.double_draw_rate, "two cards drawn", Slot.DEALS),
        (Slip.MISSED_DRAWS, rates.missed_draw_rate, "draws forgotten", Slot.DEALS),
        (Slip.WRONG_MARRIAGES, rates.wrong_marriage_rate, "wrong marriages", Slot.DEALS),
    ):
        if rate:
            yield (
                "irregular", f"{words}, a deal", "count", kind.name.lower(), Slot.SLIPS + kind,
                below, f"the number of times a deal that this happens: {words}",
                _DEALT if below == Slot.DEALT else DEALS,
            )  # fmt: skip
    if rates.wrong_marriage_rate:
        yield (
            "corrected", "wrong marriages corrected", "rate", None, Slot.SLIPS + Slip.CORRECTED,
            Slot.SLIPS + Slip.WRONG_MARRIAGES,
            "the share of wrong marriages that are corrected", "wrong marriages",
        )  # fmt: skip
