"""Figures of games: who wins, margins, length, choice by trick, redeals."""

from collections.abc import Iterator

from sixtysix_sim.metrics.auction.slots import Layout, Slot
from sixtysix_sim.metrics.metric import Row
from sixtysix_sim.vocabulary import GAME_END_NAMES, GameEnd


def wins() -> Iterator[Row]:
    """Who wins."""
    for side in range(2):
        yield (
            "wins_by_side", f"side {side} wins", "rate", str(side), Slot.WINS + side, Slot.GAMES,
            f"the share of games side {side} wins", "games",
        )  # fmt: skip
    yield (
        "no_winner", "nobody wins", "rate", None, Slot.NO_WINNER, Slot.GAMES,
        "the share of games without a winner", "games",
    )  # fmt: skip
    yield (
        "first_speaker_wins", "first speaker wins", "rate", None, Slot.FIRST_WINS,
        Slot.GAMES, "the share of games the first speaker's side wins", "games",
    )  # fmt: skip
    yield (
        "first_speaker_losses", "first speaker loses", "rate", None,
        Slot.FIRST_LOSSES, Slot.GAMES, "the share of games the first speaker's side loses", "games",
    )  # fmt: skip
    yield (
        "declarer_wins", "last declarer wins", "rate", None, Slot.DECLARER_WINS,
        Slot.DECIDED, "the share of games won by the side of the last deal's declarer",
        "games with a winner",
    )  # fmt: skip


def margins() -> Iterator[Row]:
    """Scores, leads, comebacks."""
    yield (
        "margin", "winner's margin", "points", None, Slot.MARGIN, Slot.DECIDED,
        "the winner's margin", "games with a winner",
    )  # fmt: skip
    yield (
        "spread", "distance of the scores", "points", None, Slot.SPREAD, Slot.GAMES,
        "the distance of the final scores", "games",
    )  # fmt: skip
    for side in range(2):
        yield (
            "score_by_side", f"final score, side {side}", "points", str(side), Slot.SCORES + side,
            Slot.GAMES, f"the final score of side {side}", "games",
        )  # fmt: skip
    yield (
        "lead_changes", "changes of the lead", "count", None, Slot.LEAD_CHANGES, Slot.GAMES,
        "the number of times the lead changes in a game", "games",
    )  # fmt: skip
    yield (
        "behind_wins", "winner was behind", "rate", None, Slot.BEHIND_WINS, Slot.DECIDED,
        "the share of games whose winner was once behind", "games with a winner",
    )  # fmt: skip
    yield (
        "deficit", "winner's deepest deficit", "points", None, Slot.DEFICIT, Slot.DECIDED,
        "the winner's deepest deficit", "games with a winner",
    )  # fmt: skip


def length() -> Iterator[Row]:
    """Deals, moves and choices a game, and how games end."""
    for key, label, at, below, meaning, out_of in (
        ("deals_per_game", "deals a game", Slot.DEALS, Slot.GAMES, "the length of a game in deals",
         "games"),
        ("moves_per_game", "moves a game", Slot.MOVES, Slot.GAMES, "the number of moves a game",
         "games"),
        ("moves_per_deal", "moves a deal", Slot.MOVES, Slot.DEALT, "the number of moves a deal",
         "deals, redealt ones too"),
        ("legal_per_move", "legal actions a move", Slot.LEGAL, Slot.MOVES,
         "the number of legal actions a move", "moves"),
    ):  # fmt: skip
        yield key, label, "count", None, at, below, meaning, out_of
    yield (
        "forced", "forced moves", "rate", None, Slot.FORCED, Slot.MOVES,
        "the share of moves that are forced", "moves",
    )  # fmt: skip
    for end in (GameEnd.TARGET, GameEnd.DEAL_CAP, GameEnd.REDEAL_CAP):
        words = GAME_END_NAMES[end].replace("_", " ")
        yield (
            "game_end", f"games ending by {words}", "rate", GAME_END_NAMES[end], Slot.ENDS + end,
            Slot.GAMES, f"the share of games that end by {words}", "games",
        )  # fmt: skip


def tricks(layout: Layout, names: list[str]) -> Iterator[Row]:
    """How many cards could be played, and how often only one, trick by trick."""
    for n, name in enumerate(names):
        yield (
            "legal_by_trick", f"legal cards in trick {name}", "count", name, layout.legal_at + n,
            Slot.HANDS, f"the number of legal cards in trick {name}", "cards of that trick",
        )  # fmt: skip
        yield (
            "forced_by_trick", f"forced in trick {name}", "rate", name, layout.forced_at + n,
            Slot.HANDS, f"the share of cards in trick {name} that are forced",
            "cards of that trick",
        )  # fmt: skip


def asking() -> Iterator[Row]:
    """Redeals, asks and answers."""
    yield (
        "redeals", "deals dealt again", "rate", None, Slot.REDEALS, Slot.DEALT,
        "the share of deals that are dealt again", "deals, redealt ones too",
    )  # fmt: skip
    yield (
        "passed_out", "of them passed by all four", "rate", None, Slot.PASSED_OUT,
        Slot.REDEALS, "the share of redeals because all passed", "redeals",
    )  # fmt: skip
    yield (
        "asked", "deals with an ask", "rate", None, Slot.ASKS, Slot.DEALT,
        "the share of deals with an ask", "deals, redealt ones too",
    )  # fmt: skip
    yield (
        "answered_redeal", "asks answered redeal", "rate", None, Slot.ANSWERS_REDEAL, Slot.ASKS,
        "the share of asks answered redeal", "asks",
    )  # fmt: skip
    yield (
        "redeals_per_game", "redeals a game", "count", None, Slot.REDEALS, Slot.GAMES,
        "the number of redeals a game", "games",
    )  # fmt: skip
    yield (
        "asks_per_game", "asks a game", "count", None, Slot.ASKS, Slot.GAMES,
        "the number of asks a game", "games",
    )  # fmt: skip
