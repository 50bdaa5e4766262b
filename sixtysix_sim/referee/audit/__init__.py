"""Audit: what a run or a transcript says happened, judged again from the rules.

Not imported with `sixtysix_sim.referee`: this room reads tables and so needs Polars.
"""

from sixtysix_sim.referee.audit.chunk import RunRecord, as_row
from sixtysix_sim.referee.audit.family import audit_of, judge_of
from sixtysix_sim.referee.audit.findings import GENERAL, Finding, Ledger
from sixtysix_sim.referee.audit.game import GameJudge
from sixtysix_sim.referee.audit.record import MeldRow, Record
from sixtysix_sim.referee.audit.run import Audited, audit_run
from sixtysix_sim.referee.audit.tables import ChunkRecord, FileRecord

__all__ = [
    "GENERAL",
    "Audited",
    "ChunkRecord",
    "FileRecord",
    "Finding",
    "GameJudge",
    "Ledger",
    "MeldRow",
    "Record",
    "RunRecord",
    "as_row",
    "audit_of",
    "audit_run",
    "judge_of",
]
