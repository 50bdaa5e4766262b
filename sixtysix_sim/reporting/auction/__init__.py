"""Words of reports of the auction family."""
