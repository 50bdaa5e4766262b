"""When a comparison may stop before its last game, and what is then said of it."""

from dataclasses import dataclass

from sixtysix_sim.statistics import Difference, Sprt, difference_sequence


@dataclass(frozen=True)
class Rule:
    """Looks at the primary difference at fixed numbers of games and says when it is enough.

    Attributes:
        width: stop when the always-valid 95 % interval is narrower than this.
        sprt: stop when one of two values of the difference is accepted.

    Raises:
        ValueError: neither or both are given, or the width is not above 0.
    """

    width: float | None = None
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if (self.width is None) == (self.sprt is None):
            raise ValueError("a rule for stopping is a width or a sequential test")
        if self.width is not None and not self.width > 0.0:
            raise ValueError(f"a width must be above 0, not {self.width}")

    def met(self, fixed: Difference) -> bool:
        """Whether it is enough, by the difference as `paired_difference` gives it.

        While no game differs from another in what changes, there is no telling how wide an
        interval is: then it is never enough.
        """
        if self.sprt is not None:
            return self.sprt.verdict(self.sprt.llr(fixed)) is not None
        found = difference_sequence(fixed)
        if not fixed.se or found.low is None or found.high is None or self.width is None:
            return False
        return found.high - found.low < self.width


@dataclass(frozen=True)
class Stopped:
    """How a comparison with a rule ended.

    Attributes:
        rule: the rule.
        cap: the games it could have played.
        met: whether the rule was met; False: the cap, or Ctrl-C, came first.
        llr: the log-likelihood ratio at the end, with a sequential test.
    """

    rule: Rule
    cap: int
    met: bool
    llr: float | None
