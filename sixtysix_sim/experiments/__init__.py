"""Questions about rules and bots, answered by playing the same deals under both."""
