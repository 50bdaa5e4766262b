"""sixtysix: a rules-validation and simulation tool for the Sixty-six family of card games."""

__version__ = "0.1.0"
