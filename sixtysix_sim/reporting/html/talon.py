"""Charts and words of the talon family's report, part by part."""

from collections.abc import Callable, Sequence

from sixtysix_sim.metrics import Metric
from sixtysix_sim.reporting.chances import percent
from sixtysix_sim.reporting.html.charts import Mark, bars, curve, dots, stack
from sixtysix_sim.reporting.html.figures import (
    TRICKS,
    caption,
    names_of,
    points,
    titles,
    trick_pictures,
)
from sixtysix_sim.reporting.html.page import Picture
from sixtysix_sim.reporting.queries import Played
from sixtysix_sim.reporting.tables import Section, show_decimal
from sixtysix_sim.reporting.talon.exact import dealt_marriages, exact_section, somebody

TILES = ("game_points", "deals_won_by_role.forehand", "closed", "deals_per_game")
ABOUT: dict[str, str] = {
    "game_points": "What a deal is worth. Many deals worth 2 or 3 mean that games are decided "
    "quickly.",
    "ends": "How deals end, and what each end pays.",
    "claims": "Who claims, when, and what it pays.",
    "roles": "The forehand leads first. If it wins clearly more than half of the deals, leading is "
    "worth points; over a game the deal goes round.",
    "closing": "Closing the talon is the bold move of this game: how often it is tried, how often "
    "it succeeds, and what it brings on balance.",
    "closing_tricks": "Early closings are bold, late ones safe: when it is done, and how it goes.",
    "closing_talon": "The same by how many cards were left to be drawn.",
    "marriages": "How often a marriage is declared, and how often its points come to count.",
    "points": "Where points come from.",
    "exchange": "How often the upcard is exchanged, and what drawn deals add to the stake.",
    "wins": "If a seat, or whoever leads first, wins clearly more than half of the games, the game "
    "is not fair. One interval in twenty misses by chance: play more games before you say so.",
    "margins": "How close games end, how often the lead changes, and whether a seat that is behind "
    "can still win.",
    "tricks": TRICKS,
    "length": "How long a game is, and how much of it is real choice: a forced move has one legal "
    "action.",
}


def tables(key: str, played: Sequence[Played]) -> list[Section]:
    """Return the tables a page has beside those of the terminal."""
    found = exact_section(played) if key == "marriages" else None
    return [found] if found else []


def pictures(key: str, played: Sequence[Played]) -> list[Picture]:
    """Return the charts of a part of the report."""
    make = _PICTURES.get(key)
    return make(played) if make else []


def _game_points(played: Sequence[Played]) -> list[Picture]:
    names = names_of(played, "game_points", "worth")
    return [Picture("What won deals are worth", bars(points(played, names), True), caption(played))]


def _ends(played: Sequence[Played]) -> list[Picture]:
    names = names_of(played, "ends", "deal_end")
    return [Picture("How deals end", bars(points(played, names), True), caption(played))]


def _claims(played: Sequence[Played]) -> list[Picture]:
    names = [
        *(name for name in names_of(played, "claims", "claims") if "." in name),
        *(name for name in names_of(played, "claims", "wrong_claims") if "." in name),
    ]
    chart = bars(points(played, names), True)
    return [Picture("Deals that end with a claim", chart, caption(played))]


def _roles(played: Sequence[Played]) -> list[Picture]:
    names = names_of(played, "roles", "deals_won_by_role", "deals_won_by_side")
    said = f"{caption(played)} The broken line is an even share; drawn deals nobody wins."
    return [
        Picture("Who wins the deal", dots(points(played, names), True, line=_even(played)), said)
    ]


def _closing(played: Sequence[Played]) -> list[Picture]:
    return [
        Picture(
            "How closings end",
            bars(points(played, names_of(played, "closing", "closing_end")), True),
            caption(played),
        ),
        Picture(
            "Game points of closings",
            dots(points(played, names_of(played, "closing", "closer_gains", "closer_pays",
                                         "closer_net")), False, "game points", zero=True),
            caption(played),
        ),
    ]  # fmt: skip


def _timing(section: str, by: str, words: str) -> Callable[[Sequence[Played]], list[Picture]]:
    def place(metric: Metric) -> float:
        return float(metric.group or 0)

    def make(played: Sequence[Played]) -> list[Picture]:
        share = points(played, names_of(played, section, f"closed_by_{by}"), place)
        wins = points(played, names_of(played, section, f"closer_wins_by_{by}"), place)
        if not any(one.value for one in share):
            return []
        return [
            Picture(
                "When the talon is closed",
                curve(share, True, words, falling=by == "talon"),
                caption(played),
            ),
            Picture(
                "How often the closer then wins",
                curve(wins, True, words, line=0.5, falling=by == "talon"),
                caption(played),
            ),
        ]

    return make


def _marriages(played: Sequence[Played]) -> list[Picture]:
    dealt = [somebody(dealt_marriages(one.run.scenario.ruleset.talon)) for one in played]
    names = ["deals_with_marriage", *names_of(played, "marriages", "marriages_lost")]
    exact, said = [], caption(played)
    if dealt[0] is not None and all(other == dealt[0] for other in dealt):
        label = played[0].figures["deals_with_marriage"].metric.label
        chance = dealt[0].chance
        exact = [Mark(label, float(chance), f"exact {percent(chance)}")]
        said += " Red mark: the exact chance that somebody is dealt a marriage."
    chart = bars(points(played, names), True, exact=exact)
    return [Picture("Marriages declared, and lost", chart, said)]


def _points(played: Sequence[Played]) -> list[Picture]:
    rows = []
    for one, run in zip(played, titles(played), strict=True):
        for side in range(one.run.scenario.ruleset.sides):
            for key, part in (
                ("trick_points_by_side", "tricks"),
                ("meld_points_by_side", "marriages"),
            ):
                figure = one.figures.get(f"{key}.{side}")
                value = figure.estimate.value if figure else None
                if value is not None:
                    what = f"seat {side}, {run}" if run else f"seat {side}"
                    shown = show_decimal(value, 1)
                    rows.append({"what": what, "part": part, "value": value, "shown": shown})
    said = "Means; their intervals are in the table."
    chart = stack(rows, ("tricks", "marriages"), "points")
    return [Picture("Points a deal", chart, caption(played, said))]


def _exchange(played: Sequence[Played]) -> list[Picture]:
    names = ["exchanges", "exchanger_wins", "staked"]
    chart = bars(points(played, names), True)
    return [Picture("Exchanges and stakes", chart, caption(played))]


def _wins(played: Sequence[Played]) -> list[Picture]:
    names = [
        *names_of(played, "wins", "wins_by_side"),
        "first_forehand_wins",
        "first_dealer_wins",
    ]
    said = f"{caption(played)} The broken line is an even game."
    return [
        Picture("Who wins the game", dots(points(played, names), True, line=_even(played)), said)
    ]


def _even(played: Sequence[Played]) -> float | None:
    """Return what each seat would win in an even game; None if runs differ in seats."""
    sides = {one.run.scenario.ruleset.sides for one in played}
    return 1.0 / sides.pop() if len(sides) == 1 else None


def _margins(played: Sequence[Played]) -> list[Picture]:
    chart = bars(points(played, ["margin", "spread", "deficit"]), False, "points")
    return [Picture("How far apart games end", chart, caption(played))]


_PICTURES: dict[str, Callable[[Sequence[Played]], list[Picture]]] = {
    "game_points": _game_points,
    "ends": _ends,
    "claims": _claims,
    "roles": _roles,
    "closing": _closing,
    "closing_tricks": _timing("closing_tricks", "trick", "trick about to be led"),
    "closing_talon": _timing("closing_talon", "talon", "cards left in the talon"),
    "marriages": _marriages,
    "points": _points,
    "exchange": _exchange,
    "tricks": trick_pictures,
    "wins": _wins,
    "margins": _margins,
}
