"""The key figures of a run of the auction family in sentences."""

from collections.abc import Sequence

from sixtysix_sim.reporting.cells import show_interval, show_value
from sixtysix_sim.reporting.queries import Played
from sixtysix_sim.reporting.sentences import known, said
from sixtysix_sim.reporting.tables import show_count


def sentences(one: Played) -> Sequence[str]:
    """Return a sentence each on contracts, kaput, winners, length; '' where nothing is known."""
    return _contracts(one), _kaput(one), _winning(one), _length(one)


def _contracts(one: Played) -> str:
    made = known(one, "made")
    if made is None:
        return "No contract was played: in every deal all four seats passed."
    text = (
        f"Of {show_count(made.estimate.n)} contracts {show_value(made)} were made "
        f"(95 % interval {show_interval(made)})"
    )
    cost, bid = known(one, "set_cost"), known(one, "mean_bid")
    if bid is not None:
        text += f", at {show_value(bid)} points on average"
    if cost is not None:
        text += f"; a set wrote off {show_value(cost)} points"
    return text + "."


def _kaput(one: Played) -> str:
    kaput, own = known(one, "kaput"), known(one, "kaput_declarer")
    if kaput is None:
        return ""
    if kaput.sums.k == 0:
        return (
            f"No side took every trick in {show_count(kaput.estimate.n)} deals "
            f"({show_interval(kaput)} of deals)."
        )
    whose = f", in {show_value(own)} the declarer's side" if own is not None else ""
    return f"One side took every trick in {said(kaput)} of the deals{whose}."


def _winning(one: Played) -> str:
    first, nobody = known(one, "first_speaker_wins"), known(one, "no_winner")
    if first is None:
        return ""
    text = f"The side that spoke first won {said(first)} of the games"
    if nobody is not None and nobody.sums.k:
        text += f"; {show_value(nobody)} ended without a winner"
    return text + "."


def _length(one: Played) -> str:
    deals, redeals = known(one, "deals_per_game"), known(one, "redeals")
    if deals is None:
        return ""
    text = f"A game took {show_value(deals)} scored deals"
    if redeals is not None:
        text += f", and {show_value(redeals)} of all deals were dealt again"
    return text + "."
