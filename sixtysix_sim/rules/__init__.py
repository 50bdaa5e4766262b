"""Rules as data: frozen models of every parameter, presets, clauses, and one checked result."""
