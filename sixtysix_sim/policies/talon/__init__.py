"""Bots of the talon family."""
