"""Audit of the auction family: its deals, results and measures judged from the rules of C."""
