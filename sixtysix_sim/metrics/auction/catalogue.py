"""Every figure a report of the auction family shows, once: name, meaning, unit, how it sums."""

from collections.abc import Iterator

from sixtysix_sim.metrics.auction.slots import FIXED, Layout, Slot, layout_of, level_names
from sixtysix_sim.metrics.metric import Metric, Unit
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import GAME_END_NAMES, GameEnd

#: Parts of a report in reading order: key and title.
SECTIONS: dict[str, str] = {
    "contracts": "Bid success",
    "levels": "Bid success by level of the bid",
    "speakers": "Bid success by the declarer's place in the auction",
    "bids": "Bid success by number of bids made",
    "set": "What a set costs",
    "points": "Points a deal, from melds and from tricks",
    "melds": "Melds",
    "kaput": "Kaput",
    "wins": "Who wins",
    "margins": "Margins and leads",
    "length": "Length of a game",
    "asking": "Redeals, asks and answers",
}

Row = tuple[str, str, Unit, str | None, int, int, str, str]
ROLES = ("declarer", "defenders")
PLACES = ("first", "second", "third", "fourth")


def metrics_of(ruleset: RuleSet) -> list[Metric]:
    """Return every metric of a rule set; `RawChunk.sums` has one row each, in this order."""
    layout = layout_of(ruleset)
    parts = {
        "contracts": _contracts(),
        "levels": _levels(layout, level_names(ruleset)),
        "speakers": _speakers(),
        "bids": _bids(),
        "set": _set(),
        "points": _points(),
        "melds": _melds(layout, meld_labels(ruleset)),
        "kaput": _kaput(),
        "wins": _wins(),
        "margins": _margins(),
        "length": _length(),
        "asking": _asking(),
    }
    return [_metric(name, *row) for name in SECTIONS for row in parts[name]]


def _metric(
    section: str, key: str, label: str, unit: Unit, group: str | None, num: int, den: int,
    meaning: str, out_of: str,
) -> Metric:  # fmt: skip
    return Metric(key, section, label, unit, group, int(num), int(den), meaning, out_of)


def meld_labels(ruleset: RuleSet) -> dict[str, str]:
    """Return each meld's name and what people call it: its label, else the name in words."""
    melds = ruleset.auction.melds.patterns
    return {name: meld.label or name.replace("_", " ") for name, meld in melds.items()}


def _contracts() -> Iterator[Row]:
    yield (
        "made", "contracts made", "rate", None, Slot.MADE, Slot.DEALS,
        "the share of contracts made", "contracts",
    )  # fmt: skip
    yield (
        "mean_bid", "contract, mean", "points", None, Slot.BID_POINTS, Slot.DEALS,
        "the mean contract", "contracts",
    )  # fmt: skip
    yield (
        "made_over", "over the bid, if made", "points", None, Slot.MADE_OVER, Slot.MADE,
        "the points above the bid of a contract made", "contracts made",
    )  # fmt: skip
    for n, suit in enumerate(("spades", "hearts", "diamonds", "clubs")):
        yield (
            "trump", f"trump {suit}", "rate", "SHDC"[n], Slot.TRUMPS + n, Slot.DEALS,
            f"the share of contracts in {suit}", "contracts",
        )  # fmt: skip


def _levels(layout: Layout, names: list[str]) -> Iterator[Row]:
    made = FIXED + layout.levels
    for n, name in enumerate(names):
        yield (
            "contracts_by_level", f"contracts at {name}", "rate", name, FIXED + n, Slot.DEALS,
            f"the share of contracts at {name}", "contracts",
        )  # fmt: skip
        yield (
            "made_by_level", f"made at {name}", "rate", name, made + n, FIXED + n,
            f"the share made of contracts at {name}", f"contracts at {name}",
        )  # fmt: skip


def _speakers() -> Iterator[Row]:
    for n, place in enumerate(PLACES):
        group = str(n + 1)
        yield (
            "contracts_by_speaker", f"declarer spoke {place}", "rate", group, Slot.SPEAKING + n,
            Slot.DEALS, f"the share of contracts of the {place} speaker", "contracts",
        )  # fmt: skip
        yield (
            "made_by_speaker", f"made by the {place} speaker", "rate", group,
            Slot.SPEAKING_MADE + n, Slot.SPEAKING + n,
            f"the share made of the {place} speaker's contracts",
            f"contracts of the {place} speaker",
        )  # fmt: skip


def _bids() -> Iterator[Row]:
    for n in range(4):
        words = "1 bid" if n == 0 else f"{n + 1} bids"
        yield (
            "contracts_by_bids", f"auctions with {words}", "rate", str(n + 1), Slot.BIDS + n,
            Slot.DEALS, f"the share of contracts after {words}", "contracts",
        )  # fmt: skip
        yield (
            "made_by_bids", f"made after {words}", "rate", str(n + 1), Slot.BIDS_MADE + n,
            Slot.BIDS + n, f"the share made of contracts after {words}", f"contracts after {words}",
        )  # fmt: skip


def _set() -> Iterator[Row]:
    yield (
        "set_cost", "points written off", "points", None, Slot.SET_COST, Slot.SET,
        "the points a set writes off", "contracts set",
    )  # fmt: skip
    yield (
        "set_short", "points missing to the bid", "points", None, Slot.SET_SHORT, Slot.SET,
        "the points a set contract misses", "contracts set",
    )  # fmt: skip
    yield (
        "set_swing", "swing between the sides", "points", None, Slot.SET_SWING,
        Slot.SET, "the swing of a set, both sides together", "contracts set",
    )  # fmt: skip
    yield (
        "set_per_game", "sets a game", "count", None, Slot.SET, Slot.GAMES,
        "the number of sets a game", "games",
    )  # fmt: skip


def _points() -> Iterator[Row]:
    for key, label, meaning, at in (
        ("written", "written", "the points written a deal", Slot.CHANGE),
        ("trick_points", "from tricks", "the points from tricks a deal", Slot.CARDS),
        ("meld_points", "from melds", "the points from melds a deal", Slot.MELDS),
    ):
        yield key, label, "points", None, at, Slot.DEALS, meaning, "deals"
        for n, role in enumerate(ROLES):
            who = "the declarer's side" if n == 0 else "the defenders"
            yield (
                f"{key}_by_role", f"{label}, {role}", "points", role, at + 1 + n, Slot.DEALS,
                f"{meaning} of {who}", "deals",
            )  # fmt: skip
        for side in range(2):
            yield (
                f"{key}_by_side", f"{label}, side {side}", "points", str(side), at + 3 + side,
                Slot.DEALS, f"{meaning} of side {side}", "deals",
            )  # fmt: skip
    yield (
        "meld_share", "melds' share of all points", "share", None, Slot.MELDS, Slot.COUNTED,
        "the share of points that come from melds", "points",
    )  # fmt: skip
    yield (
        "tricks_declarer", "tricks, declarer", "count", None, Slot.TRICKS_DECLARER,
        Slot.DEALS, "the tricks of the declarer's side", "deals",
    )  # fmt: skip
    yield (
        "tricks_defenders", "tricks, defenders", "count", None, Slot.TRICKS_DEFENDER,
        Slot.DEALS, "the tricks of the defenders", "deals",
    )  # fmt: skip
    yield (
        "last_trick_declarer", "last trick to the declarer", "rate", None,
        Slot.LAST_TRICK_DECLARER, Slot.DEALS,
        "the share of deals whose last trick the declarer's side takes", "deals",
    )  # fmt: skip


def _melds(layout: Layout, labels: dict[str, str]) -> Iterator[Row]:
    for n, (name, label) in enumerate(labels.items()):
        yield (
            "deals_with_meld", f"deals with {label}", "rate", name, layout.deals_at + n,
            Slot.DEALS, f"the share of deals with {label}", "deals",
        )  # fmt: skip
        yield (
            "hands_with_meld", f"hands with {label}", "rate", name, layout.hands_at + n,
            Slot.HANDS, f"the share of hands with {label}", "hands",
        )  # fmt: skip
        yield (
            "copies_of_meld", f"{label}, copies a deal", "count", name, layout.copies_at + n,
            Slot.DEALS, f"the number of {label} a deal", "deals",
        )  # fmt: skip
        yield (
            "points_of_meld", f"{label}, points a deal", "points", name, layout.points_at + n,
            Slot.DEALS, f"the points from {label} a deal", "deals",
        )  # fmt: skip


def _kaput() -> Iterator[Row]:
    for key, label, at, meaning in (
        ("kaput", "kaput, either side", Slot.KAPUTS, "the chance of a kaput in a deal"),
        (
            "kaput_declarer", "kaput by the declarer", Slot.KAPUT_DECLARER,
            "the chance that the declarer's side takes every trick",
        ),
        (
            "kaput_defenders", "kaput by the defenders", Slot.KAPUT_DEFENDER,
            "the chance that the defenders take every trick",
        ),
    ):  # fmt: skip
        yield key, label, "rate", None, at, Slot.DEALS, meaning, "deals"
    yield (
        "kaput_melds", "melds of the other side", "points", None,
        Slot.KAPUT_MELDS, Slot.KAPUTS, "the meld points of a side without a trick", "kaputs",
    )  # fmt: skip
    yield (
        "kaput_games", "games with a kaput", "rate", None, Slot.KAPUT_GAMES, Slot.GAMES,
        "the share of games with a kaput", "games",
    )  # fmt: skip


def _wins() -> Iterator[Row]:
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


def _margins() -> Iterator[Row]:
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


def _length() -> Iterator[Row]:
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


def _asking() -> Iterator[Row]:
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
