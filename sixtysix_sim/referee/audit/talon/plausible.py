"""A deal whose moves were not logged: what its columns say about each other, clause by clause."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sixtysix_sim.cards import RANKS, SUIT_SYMBOLS, pretty_card
from sixtysix_sim.referee.audit.record import MeldRow
from sixtysix_sim.referee.records import Breach
from sixtysix_sim.referee.talon import Reading
from sixtysix_sim.referee.talon.reading import NO_CARD_RANK
from sixtysix_sim.vocabulary import DEAL_END_NAMES, NOBODY, DealEnd

Row = Mapping[str, Any]
#: Ends at which every card is played; `auto_out = "any_trick"` lets a closer out before.
_TO_THE_END = frozenset(
    DEAL_END_NAMES[end] for end in (DealEnd.PLAYED_OUT, DealEnd.DRAWN, DealEnd.CLOSER_FAILED)
)


def plausible_breaches(row: Row, dealer: int, rules: Reading) -> Iterator[Breach]:
    """Yield what the columns of a deal of a run show to be wrong without its moves.

    Args:
        row: every column of `record.fields_of`.
        dealer: who dealt it.
        rules: the rule values.
    """
    if row["forehand"] != (dealer + 1) % rules.seats:
        words = f"forehand is {row['forehand']}; seat {dealer} deals"
        yield Breach("G7", words, (rules.clause("forehand"),))
    yield from _upcard(row, rules)
    yield from _closing(row, rules)
    yield from _exchange(row, rules)
    yield from _tricks(row, rules)


def _upcard(row: Row, rules: Reading) -> Iterator[Breach]:
    """K1.3 D2.2: the card turned up makes trump."""
    upcard, trump = row["upcard"], row["trump"]
    if upcard not in rules.faces:
        shown = "missing" if upcard is None else pretty_card(upcard)
        yield Breach("G6", f"upcard is {shown}", (rules.clause("deck.packs"),))
    elif trump != upcard >> 3:
        shown = "missing" if trump is None else SUIT_SYMBOLS[trump]
        words = f"trump is {shown}; {pretty_card(upcard)} was turned up"
        yield Breach("G7", words, (rules.clause("upcard"),))


def _closing(row: Row, rules: Reading) -> Iterator[Breach]:
    """K5.1 D5.1: who closed, and at how many cards."""
    closer, left = row["closer"], row["closed_at"]
    if closer == left == NOBODY:
        return
    key = "closing.allowed"
    if not rules.closing_allowed:
        words = f"seat {closer} closes the talon, but these rules have no closing"
    elif closer not in range(rules.seats):
        words = f"closer is {closer} and closed_at {left}; both are −1 where nobody closes"
    elif left not in (sizes := _sizes(rules)):
        words = f"closed_at is {left}; the talon can be closed at {', '.join(map(str, sizes))}"
        key = "closing.min_talon" if 0 < left < rules.closing_min_talon else key
    elif row[f"tricks_{closer}"] < rules.min_tricks_won:
        words = f"seat {closer} closes and takes {row[f'tricks_{closer}']} tricks, but needs "
        words, key = f"{words}{rules.min_tricks_won} to close", "closing.min_tricks_won"
    else:
        return
    yield Breach("G7", words, (rules.clause(key),))


def _sizes(rules: Reading) -> list[int]:
    """How many cards can be left when the talon is closed, most first.

    On lead to trick t the draws after t − 1 tricks are made; at the draw choice (D5.1) one less.
    """
    before = rules.closing_when == "before_or_after_draw"
    draws = max(rules.closing_from_trick - 1 - before, 0)
    least = max(rules.closing_min_talon, rules.seats if rules.uneven == "stop" else 1)
    if rules.slips:  # a card too few dealt, a draw forgotten or doubled (D8.2–D8.4)
        return list(range(_talon(rules) + 1, least - 1, -1))
    return list(range(_talon(rules) - draws * rules.seats, least - 1, -rules.seats))


def _talon(rules: Reading) -> int:
    """Cards left to draw after the deal, the upcard among them (K1.3 D2.2)."""
    return rules.deck_size - rules.seats * rules.hand_size


def _exchange(row: Row, rules: Reading) -> Iterator[Breach]:
    """K4.1 D6.1: who swapped the lowest trump for the upcard."""
    seat, upcard = row["exchanger"], row["upcard"]
    if seat == NOBODY:
        return
    key = "exchange.rank"
    if seat not in range(rules.seats):
        words = f"exchanger is {seat}; seats are 0 to {rules.seats - 1}"
    elif rules.exchange_rank == NO_CARD_RANK:
        words = f"seat {seat} exchanges, but these rules have no exchange"
    elif upcard is not None and upcard % len(RANKS) == rules.exchange_rank:
        words = f"seat {seat} exchanges, but {pretty_card(upcard)} itself was turned up"
    elif rules.exchange_needs_trick and not row[f"tricks_{seat}"]:
        words, key = f"seat {seat} exchanges, but takes no trick", "exchange.needs_trick"
    else:
        return
    yield Breach("G7", words, (rules.clause(key),))


def _tricks(row: Row, rules: Reading) -> Iterator[Breach]:
    """K1.2, K7.3: tricks and card points the deal has, and who can have them."""
    tricks = [row[f"tricks_{side}"] for side in range(rules.seats)]
    points = [row[f"card_points_{side}"] for side in range(rules.seats)]
    most, slack = _tricks_in_play(row, rules), int(rules.slips)
    to_the_end = row["end"] in _TO_THE_END
    if min(tricks) < 0 or sum(tricks) > most + slack or (to_the_end and sum(tricks) < most - slack):
        words = f"the sides took {_list(tricks)} tricks; the deal has {most}"
        yield Breach("G7", words, (rules.clause("trick"),))
    empty = [side for side, taken in enumerate(tricks) if not taken and points[side]]
    if empty:
        words = f"side {empty[0]} has {points[empty[0]]} card points and no trick"
        yield Breach("G7", words, (rules.clause("deck.values.RANK"),))
    deck = sum(rules.points[card] for card in rules.faces) * rules.packs
    open_to_the_end = to_the_end and row["closer"] == NOBODY
    all_played = open_to_the_end and most * rules.seats == rules.deck_size and not slack
    bonus = rules.bonus if open_to_the_end or rules.bonus_when_closed else 0
    if min(points) < 0 or sum(points) > deck + bonus or (all_played and sum(points) < deck + bonus):
        words = f"the sides have {_list(points)} card points, {sum(points)} in all; "
        key = "last_trick.bonus" if abs(sum(points) - deck - bonus) == rules.bonus else ""
        words += f"the deal has {deck + bonus}"
        yield Breach("G7", words, (rules.clause(key or "deck.values.RANK"),))


def _tricks_in_play(row: Row, rules: Reading) -> int:
    """How many tricks a deal has: cards of the hands and those drawn, a trick a card of each seat.

    A seat without a card sits a trick out (D3.3), so where cards are drawn unevenly (``partial``)
    the last trick has fewer.
    """
    talon, left = _talon(rules), row["closed_at"]
    drawn = talon - left if left != NOBODY else talon
    if rules.uneven == "stop":
        drawn -= drawn % rules.seats
    return rules.hand_size + -(-drawn // rules.seats)


def meld_row_breaches(row: Row, melds: Sequence[MeldRow], rules: Reading) -> Iterator[Breach]:
    """Yield what rows of marriages show to be wrong without the moves: worth, copies, sums."""
    counted = [0] * rules.seats
    pairs: Counter[int | None] = Counter()
    seen: set[tuple[int, int | None]] = set()
    for meld in melds:
        if meld.seat not in range(rules.seats):
            continue  # found by `structure`
        counted[meld.seat] += meld.points * meld.counted
        pairs[meld.suit] += meld.copies
        if (meld.seat, meld.suit) in seen:
            words = f"{_name(meld)} is recorded twice; it has one row a seat and suit"
            yield Breach("G5", words, (rules.clause("marriage"),))
        seen.add((meld.seat, meld.suit))
        yield from _marriage(row, meld, rules)
    for suit, copies in pairs.items():
        if suit is not None and copies > rules.packs:
            words = f"the marriage in {SUIT_SYMBOLS[suit]} is declared {copies} times; the deck has"
            yield Breach("G7", f"{words} {rules.packs}", (rules.clause("marriage"),))
    for side, points in enumerate(counted):
        if points != row[f"meld_points_{side}"]:
            words = f"meld_points_{side} is {row[f'meld_points_{side}']}; its rows in melds that "
            key = "marriage.needs_trick" if len(melds) else "marriage.plain"
            yield Breach("G7", f"{words}count have {points}", (rules.clause(key),))


def _marriage(row: Row, meld: MeldRow, rules: Reading) -> Iterator[Breach]:
    """K3.1, K3.2, D4.1, D4.2: what a marriage is worth, and whether it counts."""
    if meld.suit is None:
        yield Breach("G7", f"{_name(meld)} has no suit", (rules.clause("marriage"),))
        return
    key = "marriage.trump" if meld.suit == row["trump"] else "marriage.plain"
    worth = rules.marriage_trump if meld.suit == row["trump"] else rules.marriage_plain
    if meld.copies < 1 or meld.points != meld.copies * worth:
        words = f"{_name(meld)} has {meld.copies} copies and {meld.points} points; one is {worth}"
        yield Breach("G7", words, (rules.clause(key),))
    taken = row[f"tricks_{meld.seat}"] > 0
    redeemed = taken or rules.marriage_needs_trick == "no"
    if meld.counted != redeemed:
        words = f"{_name(meld)} has counted {str(meld.counted).lower()}; seat {meld.seat} took "
        words += "a trick" if taken else "no trick"
        yield Breach("G7", words, (rules.clause("marriage.needs_trick"),))


def _name(meld: MeldRow) -> str:
    suit = SUIT_SYMBOLS[meld.suit] if meld.suit is not None else "no suit"
    return f"the marriage in {suit} of seat {meld.seat}"


def _list(numbers: Sequence[int]) -> str:
    return " and ".join(map(str, numbers))
