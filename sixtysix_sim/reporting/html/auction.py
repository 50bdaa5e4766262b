"""Charts and words of the auction family's report, part by part."""

from collections.abc import Callable, Sequence

from sixtysix_sim.metrics import Metric
from sixtysix_sim.reporting.auction.exact import exact_melds, exact_section
from sixtysix_sim.reporting.chances import percent
from sixtysix_sim.reporting.html.charts import Mark, Point, bars, curve, dots, stack
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
from sixtysix_sim.reporting.sections import SPEAKERS
from sixtysix_sim.reporting.tables import Section, show_decimal

TILES = ("made", "kaput", "first_speaker_wins", "deals_per_game")
WIDEST = 0.2  # intervals wider than that say next to nothing and would squeeze the others
SUITS = {"S": "♠ spades", "H": "♥ hearts", "D": "♦ diamonds", "C": "♣ clubs"}
ABOUT: dict[str, str] = {
    "contracts": "How often the side that won the auction made its contract, and what it bid.",
    "levels": "A falling line says that high bids are overreaching; a flat one that bidders know "
    "what their hands are worth.",
    "speakers": "Whoever speaks late has heard the others. If the last speaker makes it much more "
    "often than the first, the order of speaking is worth points.",
    "bids": "Several bids in one auction mean that several hands are strong, or that somebody was "
    "pushed.",
    "held": "How much the melds of the declarer's side decide: a steep line says that contracts "
    "are won by the deal, a flat one that they are won in play.",
    "tricks": TRICKS,
    "set": "What a failed contract costs, and how far it missed.",
    "points": "Where points come from. If melds outweigh tricks, the deal decides more than play.",
    "melds": "How often each meld comes, and what it brings.",
    "kaput": "How often one side takes every trick.",
    "wins": "If either side, or whoever speaks first, wins clearly more than half of the games, "
    "the seats are not fair. One interval in twenty misses by chance: play more games before you "
    "say so.",
    "margins": "How close games end, how often the lead changes, and whether a side that is behind "
    "can still win.",
    "length": "How long a game is, and how much of it is real choice: a forced move has one legal "
    "action.",
    "asking": "How often cards are dealt again, and what comes of asking the partner.",
}


def tables(key: str, played: Sequence[Played]) -> list[Section]:
    """Return the tables a page has beside those of the terminal."""
    found = exact_section(played) if key == "melds" else None
    return [found] if found else []


def pictures(key: str, played: Sequence[Played]) -> list[Picture]:
    """Return the charts of a part of the report."""
    make = _PICTURES.get(key)
    return make(played) if make else []


def _contracts(played: Sequence[Played]) -> list[Picture]:
    names = names_of(played, "contracts", "trump")
    found = points(played, names, lambda metric: SUITS.get(metric.group or "", metric.label))
    chart = dots(found, percent=True, line=0.25)
    return [Picture("Trump of the contracts", chart, caption(played))]


def _levels(played: Sequence[Played]) -> list[Picture]:
    def level(metric: Metric) -> float:
        return float((metric.group or "0").partition("–")[0])

    made = names_of(played, "levels", "made_by_level")
    drawn = drawable(points(played, made, level))
    shares = names_of(played, "levels", "contracts_by_level")
    levels = {one.what for one in drawn}
    bids = [one for one in points(played, shares, level) if one.what in levels]
    if not drawn:
        return []
    said = f"{caption(played)} Levels with intervals of more than 20 points are in the table only."
    return [
        Picture("Share of contracts made, by bid", curve(drawn, True, "bid"), said),
        Picture(
            "How often each bid is the contract",
            curve(bids, True, "bid"),
            caption(played),
        ),
    ]


def drawable(found: Sequence[Point]) -> list[Point]:
    """Return the points whose intervals are narrow enough to say something."""
    return [
        one
        for one in found
        if one.value is not None and (one.high or 1.0) - (one.low or 0.0) < WIDEST
    ]


def _paired(played: Sequence[Played], section: str, words: dict[str, str]) -> list[Picture]:
    def what(metric: Metric) -> str:
        return words.get(metric.group or "", metric.group or "")

    made = names_of(played, section, f"made_by_{section.removesuffix('s')}", f"made_by_{section}")
    share = names_of(
        played, section, f"contracts_by_{section.removesuffix('s')}", f"contracts_by_{section}"
    )
    return [
        Picture("Share of contracts made", dots(points(played, made, what), True), caption(played)),
        Picture("Share of all contracts", bars(points(played, share, what), True), caption(played)),
    ]


def _speakers(played: Sequence[Played]) -> list[Picture]:
    return _paired(played, "speakers", {n: f"{word} speaker" for n, word in SPEAKERS.items()})


def _bids(played: Sequence[Played]) -> list[Picture]:
    return _paired(played, "bids", {str(n): f"{n} bid{'s' * (n > 1)}" for n in range(1, 5)})


def _held(played: Sequence[Played]) -> list[Picture]:
    def band(metric: Metric) -> float:
        return float((metric.group or "0").partition("–")[0].rstrip("+"))

    made = points(played, names_of(played, "held", "made_by_melds"), band)
    share = points(played, names_of(played, "held", "contracts_by_melds"), band)
    words = "meld points of the declarer's side, from … on"
    return [
        Picture("Share of contracts made", curve(drawable(made), True, words), caption(played)),
        Picture("Share of all contracts", curve(share, True, words), caption(played)),
    ]


def _points(played: Sequence[Played]) -> list[Picture]:
    rows = []
    for one, run in zip(played, titles(played), strict=True):
        for role, who in (("declarer", "declarer's side"), ("defenders", "defenders")):
            for key, part in (("trick_points_by_role", "tricks"), ("meld_points_by_role", "melds")):
                figure = one.figures.get(f"{key}.{role}")
                value = figure.estimate.value if figure else None
                if value is not None:
                    what = f"{who}, {run}" if run else who
                    shown = show_decimal(value, 1)
                    rows.append({"what": what, "part": part, "value": value, "shown": shown})
    said = "Means; their intervals are in the table."
    return [
        Picture("Points a deal", stack(rows, ("tricks", "melds"), "points"), caption(played, said))
    ]


def _melds(played: Sequence[Played]) -> list[Picture]:
    def what(metric: Metric) -> str:
        return metric.label.removeprefix("hands with ").removesuffix(", points a deal")

    hands = points(played, names_of(played, "melds", "hands_with_meld"), what)
    worth = points(played, names_of(played, "melds", "points_of_meld"), what)
    said = caption(played)
    exact = _exact_marks(played)
    if exact:
        said += (
            " Red marks: exact chance of a hand dealt at random; where there are two, under a "
            "trump named before the deal (left) and under the best trump (right)."
        )
    return [
        Picture("Hands that score a meld", bars(hands, True, exact=exact), said),
        Picture("Points a deal from each meld", bars(worth, False, "points"), caption(played)),
    ]


def _exact_marks(played: Sequence[Played]) -> list[Mark]:
    """Return the exact chances as marks, where all runs have the same ones."""
    found = [exact_melds(one.run.scenario.ruleset.auction) for one in played]
    if not found[0] or any(other != found[0] for other in found[1:]):
        return []
    marks = []
    for name, exact in found[0].items():
        figure = played[0].figures.get(f"hands_with_meld.{name}")
        if figure is not None:
            label = figure.metric.label.removeprefix("hands with ")
            for chance in (exact.named, exact.best):
                if chance is not None:
                    marks.append(Mark(label, float(chance), f"exact {percent(chance)}"))
    return marks


def _kaput(played: Sequence[Played]) -> list[Picture]:
    names = ["kaput_declarer", "kaput_defenders", "kaput_games"]
    chart = bars(points(played, names), True)
    return [Picture("Deals and games with a kaput", chart, caption(played))]


def _wins(played: Sequence[Played]) -> list[Picture]:
    names = [
        *names_of(played, "wins", "wins_by_side"),
        "first_speaker_wins",
        "first_speaker_losses",
        "declarer_wins",
    ]
    chart = dots(points(played, names), True, line=0.5)
    said = f"{caption(played)} The broken line is an even game."
    return [Picture("Who wins the game", chart, said)]


def _margins(played: Sequence[Played]) -> list[Picture]:
    chart = bars(points(played, ["margin", "spread", "deficit"]), False, "points")
    return [Picture("How far apart games end", chart, caption(played))]


def _asking(played: Sequence[Played]) -> list[Picture]:
    names = ["redeals", "asked", "answered_redeal"]
    chart = bars(points(played, names), True)
    return [Picture("Redeals and asks", chart, caption(played))]


_PICTURES: dict[str, Callable[[Sequence[Played]], list[Picture]]] = {
    "contracts": _contracts,
    "levels": _levels,
    "speakers": _speakers,
    "bids": _bids,
    "points": _points,
    "melds": _melds,
    "kaput": _kaput,
    "held": _held,
    "tricks": trick_pictures,
    "wins": _wins,
    "margins": _margins,
    "asking": _asking,
}
