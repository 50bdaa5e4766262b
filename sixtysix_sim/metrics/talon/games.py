"""Figures of games: who wins, margins, length."""

from collections.abc import Iterator

from sixtysix_sim.metrics.metric import Row
from sixtysix_sim.metrics.talon.rows import DEALS, DECIDED, GAMES
from sixtysix_sim.metrics.talon.slots import Layout, Slot, side_place
from sixtysix_sim.rules.talon import TalonRules
from sixtysix_sim.vocabulary import GAME_END_NAMES, GameEnd


def wins(sides: range) -> Iterator[Row]:
    """Who wins."""
    for side in sides:
        yield (
            "wins_by_side", f"seat {side} wins", "rate", str(side), side_place("WINS", side),
            Slot.GAMES, f"the share of games seat {side} wins", GAMES,
        )  # fmt: skip
    yield (
        "no_winner", "nobody wins", "rate", None, Slot.NO_WINNER, Slot.GAMES,
        "the share of games without a winner", GAMES,
    )  # fmt: skip
    yield (
        "first_forehand_wins", "first forehand wins", "rate", None, Slot.FOREHAND_WINS, Slot.GAMES,
        "the share of games the first deal's forehand wins", GAMES,
    )  # fmt: skip
    yield (
        "first_dealer_wins", "first dealer wins", "rate", None, Slot.DEALER_WINS, Slot.GAMES,
        "the share of games the first dealer wins", GAMES,
    )  # fmt: skip
    yield (
        "shut_out", "winner wins every deal", "rate", None, Slot.SHUT_OUTS, Slot.DECIDED,
        "the share of games whose winner wins every deal", DECIDED,
    )  # fmt: skip


def margins(sides: range) -> Iterator[Row]:
    """Scores, leads, comebacks."""
    yield (
        "margin", "winner's margin", "points", None, Slot.MARGIN, Slot.DECIDED,
        "the winner's margin", DECIDED,
    )  # fmt: skip
    yield (
        "spread", "distance of the scores", "points", None, Slot.SPREAD, Slot.GAMES,
        "the distance of the final scores", GAMES,
    )  # fmt: skip
    for side in sides:
        yield (
            "score_by_side", f"final score, seat {side}", "points", str(side),
            side_place("SCORES", side), Slot.GAMES, f"the final score of seat {side}", GAMES,
        )  # fmt: skip
    yield (
        "lead_changes", "changes of the lead", "count", None, Slot.LEAD_CHANGES, Slot.GAMES,
        "the number of times the lead changes in a game", GAMES,
    )  # fmt: skip
    yield (
        "behind_wins", "winner was behind", "rate", None, Slot.BEHIND_WINS, Slot.DECIDED,
        "the share of games whose winner was once behind", DECIDED,
    )  # fmt: skip
    yield (
        "deficit", "winner's deepest deficit", "points", None, Slot.DEFICIT, Slot.DECIDED,
        "the winner's deepest deficit", DECIDED,
    )  # fmt: skip


def length(rules: TalonRules) -> Iterator[Row]:
    """Deals, cards and moves; choices; how games end."""
    dealt = "deals, redealt ones too"
    for key, label, at, below, meaning, out_of in (
        ("deals_per_game", "deals a game", Slot.DEALS, Slot.GAMES, "the length of a game in deals",
         GAMES),
        ("cards_per_game", "cards played a game", Slot.PLAYED, Slot.GAMES,
         "the number of cards played a game", GAMES),
        ("moves_per_game", "moves a game", Slot.MOVES, Slot.GAMES, "the number of moves a game",
         GAMES),
        ("tricks_per_deal", "tricks a deal", Slot.TRICKS, Slot.DEALS, "the number of tricks a deal",
         DEALS),
        ("cards_per_deal", "cards played a deal", Slot.PLAYED, Slot.DEALS,
         "the number of cards played a deal", DEALS),
        ("moves_per_deal", "moves a deal", Slot.MOVES, Slot.DEALT, "the number of moves a deal",
         dealt),
        ("legal_per_move", "legal actions a move", Slot.LEGAL, Slot.MOVES,
         "the number of legal actions a move", "moves"),
    ):  # fmt: skip
        yield key, label, "count", None, at, below, meaning, out_of
    yield (
        "forced", "forced moves", "rate", None, Slot.FORCED, Slot.MOVES,
        "the share of moves that are forced", "moves",
    )  # fmt: skip
    if rules.irregularities.expose_rate or rules.irregularities.misdeal_rate:
        yield (
            "redeals", "deals dealt again", "rate", None, Slot.REDEALS, Slot.DEALT,
            "the share of deals that are dealt again", dealt,
        )  # fmt: skip
    match = rules.match
    for end, possible in (
        (GameEnd.TARGET, match.target), (GameEnd.DEAL_COUNT, match.deals),
        (GameEnd.DEAL_CAP, match.max_deals),
    ):  # fmt: skip
        words = GAME_END_NAMES[end].replace("_", " ")
        if possible:
            yield (
                "game_end", f"games ending by {words}", "rate", GAME_END_NAMES[end],
                Slot.ENDS + end, Slot.GAMES, f"the share of games that end by {words}", GAMES,
            )  # fmt: skip


def tricks(layout: Layout) -> Iterator[Row]:
    """How many actions were legal, and how often only one, trick by trick."""
    for n in range(layout.played):
        name, moves = str(n + 1), layout.moves_at + n
        yield (
            "legal_by_trick", f"legal actions in trick {name}", "count", name, layout.legal_at + n,
            moves, f"the number of legal actions a move in trick {name}", "moves of that trick",
        )  # fmt: skip
        yield (
            "forced_by_trick", f"forced in trick {name}", "rate", name, layout.forced_at + n,
            moves, f"the share of moves in trick {name} that are forced", "moves of that trick",
        )  # fmt: skip
