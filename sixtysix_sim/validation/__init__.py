"""Static checks of a rule set: what its values mean together, found without playing a deal."""
