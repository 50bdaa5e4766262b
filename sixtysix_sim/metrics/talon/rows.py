"""What figures of the talon family are out of."""

DEALS, CLOSINGS, GAMES, DECIDED = "deals", "closings", "games", "games with a winner"
