"""From the tables of a run to what a person or a script reads."""
