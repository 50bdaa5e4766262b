"""A match against a bot from elsewhere: here one that leads and follows with its first legal card.

python examples/foreign_bot.py [GAMES]
"""

import sys

from sixtysix_sim import Game, Observation


def foreign(seen: Observation) -> str:
    """Claim when the cards seen make it sure to be right; else play the first card that may be."""
    return next(action for action in seen.legal if action.startswith("play") or action == "draw")


def play(number: int, seat: int) -> int | None:
    """Play a game with the foreign bot in a seat, `greedy` in the other; return who won."""
    game = Game("schnapsen", seed=66, number=number, bots=["greedy"])
    while not game.over:
        game.apply(foreign(game.observation()) if game.seat == seat else game.ask())
    return game.winner


def match(games: int) -> float:
    """Return the foreign bot's score over pairs of games, the seats swapped."""
    won = sum(play(number, seat) == seat for number in range(games // 2) for seat in range(2))
    return won / (2 * (games // 2))


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    sys.stdout.write(f"won {100 * match(count):.0f} % of {count} games against greedy\n")
