"""Figures of the auction family."""
