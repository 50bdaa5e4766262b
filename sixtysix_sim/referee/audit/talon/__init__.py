"""Audit of the talon family: its deals, results and measures judged by the preset's own clauses."""
