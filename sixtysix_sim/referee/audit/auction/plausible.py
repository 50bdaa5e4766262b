"""A deal whose moves were not logged: what its columns say about each other, clause by clause."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sixtysix_sim.cards import SUIT_SYMBOLS
from sixtysix_sim.referee.auction import Reading, State, next_seat
from sixtysix_sim.referee.auction.bidding import ask_breach, first_speaker
from sixtysix_sim.referee.auction.reading import NO_SUIT
from sixtysix_sim.referee.audit.auction.results import meld_clause
from sixtysix_sim.referee.audit.record import MeldRow
from sixtysix_sim.referee.records import Breach
from sixtysix_sim.vocabulary import NOBODY

Row = Mapping[str, Any]
_REDEALT = {
    "trump": None, "bid": None, "made": None, "declarer": NOBODY, "kaput": NOBODY,
    "winner": NOBODY, "last_trick": NOBODY, "speaking": NOBODY,
    **{f"{name}_{side}": 0 for side in range(2)
       for name in ("change", "tricks", "card_points", "meld_points")},
}  # fmt: skip


def plausible_breaches(row: Row, before: State) -> Iterator[Breach]:
    """Yield what the columns of a deal of a run show to be wrong without its moves.

    Args:
        row: every column of `record.FIELDS`.
        before: the deal before its first call; not changed.
    """
    yield from _asking(row, before)
    if row["end"] == "redeal":
        wrong = [name for name, value in _REDEALT.items() if row[name] != value]
        if wrong:
            named = ", ".join(wrong)
            yield Breach("G7", f"{named} should be empty in a deal dealt again", ("C3.5",))
        return
    yield from _bidding(row, before)
    yield from _tricks(row, before.rules)


def _asking(row: Row, before: State) -> Iterator[Breach]:
    """C3.3: who asked, and whether it still might."""
    seat = row["asked"]
    if seat == NOBODY:
        return
    third = next_seat(first_speaker(before), 2)
    if seat != third:
        yield Breach("C3.3", f"seat {seat} asked; only the third to speak, seat {third}, may ask")
        return
    asking = before.copy()
    asking.spoken = 2
    if (breach := ask_breach(asking, seat)) is not None:
        yield breach


def _bidding(row: Row, before: State) -> Iterator[Breach]:
    """C3.1, C3.2: the contract is a bid that as many bids can lead to, said in its place."""
    rules, bid, bids = before.rules, row["bid"], row["bids"]
    if bid is None:
        yield Breach("G7", "bid is missing in a deal that was played", ("C3.4",))
        return
    if not 1 <= bids <= 4:
        yield Breach("C3.2", f"bids is {bids}; of four seats, one to four bid")
        return
    lowest = rules.min_bid + (bids - 1) * rules.step
    off_grid = (bid - rules.min_bid) % rules.step
    if off_grid or not rules.min_bid <= bid <= rules.max_bid:
        yield Breach("C3.1", f"bid is {bid}; bids run from {rules.min_bid} by {rules.step} to "
                             f"{rules.max_bid}")  # fmt: skip
    elif bid < lowest:
        yield Breach("C3.1", f"bid is {bid} after {bids} bids, which lead to {lowest} or more")
    place = next_seat(row["declarer"], -first_speaker(before))
    if not 0 <= row["declarer"] < 4 or place != row["speaking"]:
        yield Breach("G7", f"speaking is {row['speaking']}; seat {row['declarer']} speaks as "
                           f"number {place} (from 0)", ("C3.2",))  # fmt: skip
    elif place + 1 < bids:
        yield Breach("C3.2", f"bids is {bids}, but seat {row['declarer']} speaks as number "
                             f"{place + 1} and nobody bids higher after it")  # fmt: skip
    if row["trump"] is None:
        yield Breach("C4.1", "trump is missing; the declarer names one")


def _tricks(row: Row, rules: Reading) -> Iterator[Breach]:
    """C2.2, C7.1: all tricks are taken, and their points add up."""
    tricks = row["tricks_0"] + row["tricks_1"]
    if tricks != rules.hand_size or min(row["tricks_0"], row["tricks_1"]) < 0:
        yield Breach("C2.2", f"the sides took {row['tricks_0']} and {row['tricks_1']} tricks; a "
                             f"deal has {rules.hand_size}")  # fmt: skip
    last = row["last_trick"]
    if last not in (0, 1) or row[f"tricks_{last}"] < 1:
        yield Breach("G7", f"last_trick is {last}, a side without a trick", ("C6.6",))
    if rules.hand_size * 4 == rules.deck_size:
        points = row["card_points_0"] + row["card_points_1"]
        deck = sum(rules.points[card] for card in rules.faces) * rules.packs + rules.bonus
        if points != deck:
            yield Breach("C7.1", f"the sides have {row['card_points_0']} and "
                                 f"{row['card_points_1']} trick points, {points} in all; a deal "
                                 f"has {deck}")  # fmt: skip


def meld_row_breaches(row: Row, melds: Sequence[MeldRow], rules: Reading) -> Iterator[Breach]:
    """Yield what meld rows show to be wrong without the hands: names, suits, copies, sums."""
    if row["end"] == "redeal":
        if melds:
            yield Breach("G5", "melds are recorded in a deal without trump", ("C4.1",))
        return
    seen: set[tuple[int, str, int | None]] = set()
    points = [0, 0]
    for meld in melds:
        points[meld.seat % 2] += meld.points
        if (key := (meld.seat, meld.name, meld.suit)) in seen:
            words = f"{meld.name} of seat {meld.seat} is recorded twice; it has one row a suit"
            yield Breach("G5", words, ("C5.11",))
        seen.add(key)
        if row["trump"] is not None and (words := _meld_words(meld, row["trump"], rules)):
            clause = meld_clause(rules.ruleset, meld.name)
            yield Breach("G7", f"{meld.name} of seat {meld.seat}: {words}", (clause,))
    for side in range(2):
        if points[side] != row[f"meld_points_{side}"]:
            words = f"meld_points_{side} is {row[f'meld_points_{side}']}; its rows in melds have "
            yield Breach("G7", words + str(points[side]), ("C5.12",))


def _meld_words(meld: MeldRow, trump: int, rules: Reading) -> str:
    suit = NO_SUIT if meld.suit is None else meld.suit
    same = (p for p in rules.patterns[trump] if p.name == meld.name and p.suit == suit)
    pattern = next(same, None)
    if pattern is None:
        where = f"in {SUIT_SYMBOLS[suit]}" if suit != NO_SUIT else "without a suit"
        return f"{where} it is no meld when {SUIT_SYMBOLS[trump]} is trump"
    most = min(rules.packs // needed for _, needed in pattern.needs)
    if not 1 <= meld.copies <= most:
        return f"copies is {meld.copies}; the deck has {most}"
    if meld.points != meld.copies * pattern.points:
        return f"points is {meld.points}; {meld.copies} × {pattern.points} are counted"
    return ""
