"""Bots of the auction family."""
