"""Case files: positions worked out by hand, judged by the referee (interface.md, "Case files")."""

from sixtysix_sim.referee.casefile.judge import Check, Verdict, judge
from sixtysix_sim.referee.casefile.reader import Case, Step, cases_of, read_cases

__all__ = ["Case", "Check", "Step", "Verdict", "cases_of", "judge", "read_cases"]
