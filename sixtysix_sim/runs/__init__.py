"""Runs: games played in chunks into a folder, whole files only, and stopped or resumed at will."""
