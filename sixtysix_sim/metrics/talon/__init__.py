"""Figures of the talon family."""
