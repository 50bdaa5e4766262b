"""Transcripts: deals of any program as JSON Lines, read with care, judged, and written."""

from sixtysix_sim.referee.transcript.judge import TranscriptAudit, audit_transcript
from sixtysix_sim.referee.transcript.write import case_head, case_text, transcript_line

__all__ = ["TranscriptAudit", "audit_transcript", "case_head", "case_text", "transcript_line"]
