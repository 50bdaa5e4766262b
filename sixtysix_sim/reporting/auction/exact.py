"""How often melds come in play, beside the exact chance that a hand is dealt them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sixtysix_sim.cards import SUITS
from sixtysix_sim.odds.auction.questions import BEST, single_melds
from sixtysix_sim.odds.tally import Effort, TooWide
from sixtysix_sim.reporting.cells import show_interval, show_value
from sixtysix_sim.reporting.chances import percent
from sixtysix_sim.reporting.queries import Figure, Played
from sixtysix_sim.reporting.sections import run_titles
from sixtysix_sim.reporting.tables import NOTHING, Column, Row, Section
from sixtysix_sim.rules.auction import AuctionRules

_EFFORT = 1e9  # nanoseconds: a page does not wait for what takes longer to count
METRIC = "hands_with_meld"
NOTE = (
    "Exact chances are those of a hand dealt at random: under a trump named before the deal, and "
    "under the trump that is best for the hand. In play the declarer names the trump that suits "
    "its own hand and the other three follow, so melds that depend on trump agree with neither; "
    "deals that are dealt again shift all melds a little."
)


@dataclass(frozen=True)
class Exact:
    """The chance of a meld in one hand: under a trump named blindly, and under the best one."""

    named: Fraction
    best: Fraction | None


def exact_melds(rules: AuctionRules) -> Mapping[str, Exact] | None:
    """Return the exact chance of each meld by name; None where they are too many to count."""
    named: dict[str, Fraction] = {}
    best: dict[str, Fraction] = {}
    try:
        for question in single_melds(rules, Effort(_EFFORT)):
            about = question.about
            name, trump = str(about["meld"]), str(about["trump"])
            if about["copies"] != 1:
                continue
            if trump == BEST:
                best[name] = question.chance
            else:  # trumps that are alike are asked for together
                suits = len(SUITS) if trump == "any" else len(trump)
                weight = Fraction(suits, len(SUITS))
                named[name] = named.get(name, Fraction(0)) + weight * question.chance
    except TooWide:
        return None
    return {name: Exact(chance, best.get(name)) for name, chance in named.items()}


def exact_section(played: Sequence[Played]) -> Section | None:
    """Return melds in a hand as played beside the exact chances; None where nothing is known."""
    rows: dict[str, dict[str, object]] = {}
    for run, one in enumerate(played):
        found = exact_melds(one.run.scenario.ruleset.auction) or {}
        for name, exact in found.items():
            figure = one.figures.get(f"{METRIC}.{name}")
            if figure is not None:
                label = figure.metric.label.removeprefix("hands with ")
                row = rows.setdefault(name, {"meld": label})
                row |= {f"figure {run}": figure, f"exact {run}": exact}
    if not rows:
        return None
    columns = [Column("meld", lambda row: str(row["meld"]), align="left")]
    for run, title in enumerate(run_titles(played)):
        of = f", {title}" if len(played) > 1 else ""
        columns += [
            Column(f"in a hand{of}", _cell(run, show_value)),
            Column("95 % interval", _cell(run, show_interval)),
            Column(f"exact, one trump{of}", _chance(run, lambda exact: exact.named)),
            Column(f"exact, best trump{of}", _chance(run, lambda exact: exact.best)),
        ]
    return Section("Played and exact", columns, list(rows.values()), note=NOTE)


def _cell(run: int, show: Callable[[Figure], str]) -> Callable[[Row], str]:
    def cell(row: Row) -> str:
        figure = row.get(f"figure {run}")
        return show(figure) if isinstance(figure, Figure) else NOTHING

    return cell


def _chance(run: int, pick: Callable[[Exact], Fraction | None]) -> Callable[[Row], str]:
    def cell(row: Row) -> str:
        exact = row.get(f"exact {run}")
        chance = pick(exact) if isinstance(exact, Exact) else None
        return NOTHING if chance is None else percent(chance)

    return cell
