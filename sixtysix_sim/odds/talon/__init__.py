"""Exact chances of what is dealt in the talon family: hands, upcard and talon, by counting."""
