"""Faults on purpose: what a stop, a bad disk or a damaged file may do to a run is nothing."""
