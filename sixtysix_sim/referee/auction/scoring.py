"""C7, scoring a round: totals, contract, kaput, what each team writes."""

from collections.abc import Sequence
from typing import NamedTuple

from sixtysix_sim.referee.auction.reading import Reading
from sixtysix_sim.referee.auction.state import SIDES, DealResult, Pair
from sixtysix_sim.vocabulary import NOBODY, DealEnd


class Score(NamedTuple):
    """What a played deal is worth: contract made or not, kaput side or −1, change by side."""

    made: bool
    kaput: int
    change: Pair


def kaput_side(rules: Reading, tricks: Sequence[int]) -> int:
    """C7.5: the side that took every trick of the deal, or −1; points do not matter."""
    return next((side for side in range(SIDES) if tricks[side] == rules.hand_size), NOBODY)


def wiped(rules: Reading, kaput: int, meld_points: Sequence[int]) -> list[int]:
    """C7.5: the meld points of the team without a trick are wiped (``kaput.wipes_melds``)."""
    if kaput == NOBODY or not rules.wipes_melds:
        return list(meld_points)
    return [points if side == kaput else 0 for side, points in enumerate(meld_points)]


def totals(card_points: Sequence[int], meld_points: Sequence[int]) -> list[int]:
    """C7.1: a team's total is its meld points plus its trick points."""
    return [cards + melds for cards, melds in zip(card_points, meld_points, strict=True)]


def contract_made(bid: int, total: int) -> bool:
    """C7.2: made when the declarer's team's total is at least the bid."""
    return total >= bid


def declarer_change(
    rules: Reading, *, made: bool, bid: int, total: int, takes_every_trick: bool
) -> int:
    """C7.3: made, its own total (or its bid: ``contract.made_writes``). C7.4: set, minus the bid.

    Reading: ``kaput.factor`` multiplies a total it writes, never a bid or a penalty.
    """
    if not made:
        return -rules.penalty_factor * bid
    if rules.made_writes == "bid":
        return bid
    return written_total(rules, total, takes_every_trick=takes_every_trick)


def written_total(rules: Reading, total: int, *, takes_every_trick: bool) -> int:
    """C7.3, C7.5: a team's own total, times ``kaput.factor`` if it took every trick."""
    return total * rules.kaput_factor if takes_every_trick else total


def score_deal(
    rules: Reading,
    declarer_side: int,
    bid: int,
    tricks: Sequence[int],
    card_points: Sequence[int],
    meld_points: Sequence[int],
) -> Score:
    """C7: judge the contract and say what each side writes.

    Args:
        rules: the rule values.
        declarer_side: the side whose bid it is.
        bid: the contract.
        tricks: tricks won, by side.
        card_points: card points with the last-trick bonus, by side.
        meld_points: meld points before any wipe, by side.
    """
    kaput = kaput_side(rules, tricks)
    written = totals(card_points, wiped(rules, kaput, meld_points))
    judged = written if rules.before_contract else totals(card_points, meld_points)
    made = contract_made(bid, judged[declarer_side])
    change = [
        declarer_change(
            rules, made=made, bid=bid, total=written[side], takes_every_trick=side == kaput
        )
        if side == declarer_side
        else written_total(rules, written[side], takes_every_trick=side == kaput)
        for side in range(SIDES)
    ]
    return Score(made, kaput, (change[0], change[1]))


_CLAUSE_OF_FIELD = {
    "end": "C7.2",
    "declarer": "C3.4",
    "bid": "C3.4",
    "trump": "C4.1",
    "made": "C7.2",
    "kaput": "C7.5",
    "last_trick": "C6.6",
    "winner": "C7.2",
    "speaking": "C3.2",
    "bids": "C3.1",
    "asked": "C3.3",
    "tricks": "C6.5",
    "card_points": "C7.1",
    "meld_points": "C5.12",
    "score_after": "C7.1",
    "dealer_after": "C2.5",
    "game": "C8.1",
}


def clause_of_field(field: str, result: DealResult, side: int = NOBODY) -> str:
    """Return the clause that decides a field of a deal's result, for a record that differs (G7).

    Args:
        field: a name of `DealResult`.
        result: what the moves give.
        side: for ``change``, whose.
    """
    if field == "change":
        if result.kaput != NOBODY:
            return "C7.5"
        is_set = result.end is DealEnd.SET and side == result.declarer % SIDES
        return "C7.4" if is_set else "C7.3"
    if field == "end" and result.end is DealEnd.REDEAL:
        return "C3.5"
    return _CLAUSE_OF_FIELD[field]
