"""Exact chances of a rule set's hands, by counting deals with whole numbers; nothing is sampled."""
