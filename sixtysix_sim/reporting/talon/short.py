"""The key figures of a run of the talon family in sentences."""

from collections.abc import Sequence

from sixtysix_sim.reporting.cells import show_interval, show_value
from sixtysix_sim.reporting.queries import Played
from sixtysix_sim.reporting.sentences import known, said
from sixtysix_sim.reporting.tables import show_count


def sentences(one: Played) -> Sequence[str]:
    """Return a sentence each on stakes, ends, closing, forehand, length; '' if nothing is known."""
    return _points(one), _ends(one), _closing(one), _forehand(one), _length(one)


def _points(one: Played) -> str:
    paid = known(one, "game_points")
    if paid is None:
        return "No deal was settled."
    worth = [
        f"{show_value(figure)} were worth {group}"
        for group in ("1", "2", "3", "4+")
        if (figure := known(one, f"worth.{group}")) is not None and figure.sums.k
    ]
    text = (
        f"Over {show_count(paid.estimate.n)} deals {show_value(paid)} game points were paid a deal "
        f"(95 % interval {show_interval(paid)})"
    )
    return text + (f"; of the deals won {', '.join(worth)}." if worth else ".")


def _ends(one: Played) -> str:
    claimed, drawn = known(one, "deal_end.claim"), known(one, "deal_end.drawn")
    if claimed is None or drawn is None:
        return ""
    nobody = "; no deal was drawn" if not drawn.sums.k else f", {show_value(drawn)} were drawn"
    return f"A right claim ended {said(claimed)} of the deals{nobody}."


def _closing(one: Played) -> str:
    closed, wins = known(one, "closed"), known(one, "closer_wins")
    if closed is None or not one.run.scenario.ruleset.talon.closing.allowed:
        return ""
    if wins is None:
        return f"Nobody closed the talon in {show_count(closed.estimate.n)} deals."
    text = f"The talon was closed in {said(closed)} of the deals, and the closer won {said(wins)}"
    net = known(one, "closer_net")
    brought = "" if net is None else f"; on balance a closing brought {said(net)} game points"
    return f"{text} of those{brought}."


def _forehand(one: Played) -> str:
    deals, games = known(one, "deals_won_by_role.forehand"), known(one, "first_forehand_wins")
    if deals is None or games is None:
        return ""
    text = (
        f"The forehand won {said(deals)} of the deals, the first deal's forehand {said(games)} "
        "of the games"
    )
    nobody = known(one, "no_winner")
    if nobody is not None and nobody.sums.k:
        text += f"; {show_value(nobody)} ended without a winner"
    return text + "."


def _length(one: Played) -> str:
    deals, cards = known(one, "deals_per_game"), known(one, "cards_per_deal")
    if deals is None or cards is None:
        return ""
    return f"A game took {show_value(deals)} deals of {show_value(cards)} cards."
