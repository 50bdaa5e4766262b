"""Words of reports of the talon family."""
