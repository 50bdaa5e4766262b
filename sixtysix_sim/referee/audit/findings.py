"""Findings of an audit, counted by rule: all are counted, the first of each rule are kept."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

KEEP = 500  # findings of one rule kept in full: a run of a million bad deals needs no more memory

Severity = Literal["error", "corrupt", "note"]

#: What the breaches say that are no clause of one rule set (interface.md, "Actions").
GENERAL: dict[str, str] = {
    "G1": "A seat plays only cards it holds.",
    "G2": "A seat acts only when it is its turn.",
    "G3": "An action must exist and belong to the phase.",
    "G4": "The record holds every action, deal and game; none is missing.",
    "G5": "Nothing follows the end of a deal or a game, and nothing is recorded twice.",
    "G6": "The cards dealt are those of the pack.",
    "G7": "A recorded result is the one the moves give.",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a record.

    Attributes:
        rule: the clause broken, or G1 … G7; '' for damage that no rule is about.
        message: one sentence that names the seats, cards or numbers in question.
        clauses: clauses that explain a G breach: the one that decides a recorded result (G7).
        place: file and line, or the table, where that is known.
        game, deal, move: numbers counted from 0, None where the finding is about more than one.
        severity: ``error``; ``corrupt`` for damaged files; ``note`` for what could not be judged.
    """

    rule: str
    message: str
    clauses: tuple[str, ...] = ()
    place: str = ""
    game: int | None = None
    deal: int | None = None
    move: int | None = None
    severity: Severity = "error"

    @property
    def where(self) -> str:
        """Where it is: ``game 3, deal 2, move 17``, with the file and line of a transcript."""
        numbers = (("game", self.game), ("deal", self.deal), ("move", self.move))
        words = [f"{name} {number}" for name, number in numbers if number is not None]
        return ", ".join(([self.place] if self.place else []) + words)

    @property
    def named(self) -> str:
        """The rule with what explains it: ``C6.4``, ``G7 C7.4``."""
        return " ".join((self.rule, *self.clauses)).strip()


Key = tuple[str, str]


@dataclass
class Ledger:
    """Findings by severity and rule."""

    counts: Counter[Key] = field(default_factory=Counter)
    kept: dict[Key, list[Finding]] = field(default_factory=dict)

    def add(self, finding: Finding) -> None:
        """Enter a finding."""
        key = (finding.severity, finding.named)
        self.counts[key] += 1
        kept = self.kept.setdefault(key, [])
        if len(kept) < KEEP:
            kept.append(finding)

    def merge(self, other: "Ledger") -> None:
        """Enter everything another ledger holds, behind what is here."""
        for key, findings in other.kept.items():
            kept = self.kept.setdefault(key, [])
            kept += findings[: KEEP - len(kept)]
        self.counts.update(other.counts)

    def total(self, *severities: Severity) -> int:
        """Return how many findings of the given severities were entered."""
        return sum(number for key, number in self.counts.items() if key[0] in severities)

    def findings(self) -> Iterator[Finding]:
        """Yield the findings kept, in the order of the record."""
        every = [finding for kept in self.kept.values() for finding in kept]
        yield from sorted(every, key=_order)

    @property
    def left_out(self) -> int:
        """How many findings were counted but not kept."""
        return self.counts.total() - sum(len(kept) for kept in self.kept.values())


def _order(finding: Finding) -> tuple[bool, bool, tuple[int, ...]]:
    """Damage first, then by game, deal and move, the whole before its parts; sums come last.

    Sorting is stable, so that findings without numbers (lines of a transcript) stay as they came.
    """
    numbers = (finding.game, finding.deal, finding.move)
    place = tuple(-1 if number is None else number for number in numbers)
    return finding.severity != "corrupt", finding.place.startswith("sums"), place
