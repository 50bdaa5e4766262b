"""The compiled kernel of the talon family."""
