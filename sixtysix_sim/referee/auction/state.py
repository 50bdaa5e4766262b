"""One deal of the auction family as a person at the table would note it down.

Seats are 0 … 3, sides (teams) 0 and 1, suits and cards the codes of `cards`; −1 is "none".
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from sixtysix_sim.moves import Move
from sixtysix_sim.referee.auction.reading import Reading
from sixtysix_sim.vocabulary import NOBODY, DealEnd, GameEnd, Phase

SEATS = 4
SIDES = 2
Pair = tuple[int, int]
Outcome = Literal["on"] | tuple[int, GameEnd]


class MeldFound(NamedTuple):
    """C5.12: a meld of one hand, as everybody at the table sees it.

    Attributes:
        seat: who holds it.
        name: its name in the meld table.
        suit: suit index, −1 for melds over all suits or of exact cards.
        copies: how many score.
        points: points of all copies.
        cards: card codes of all copies.
    """

    seat: int
    name: str
    suit: int
    copies: int
    points: int
    cards: tuple[int, ...]


class DealResult(NamedTuple):
    """How a deal ended; names and values as in the deals table (interface.md).

    A redealt deal has made, bid and trump None, −1 for seats and sides, zeros, and carries the
    score. ``tricks``, ``card_points`` (bonus included), ``meld_points`` (before any wipe),
    ``change`` and ``score_after`` are by side. ``game`` is ``"on"`` or (winning side or −1, how it
    ended). ``deals_played`` and ``redeals_in_row`` count up to and with this deal.
    """

    end: DealEnd
    declarer: int
    bid: int | None
    trump: int | None
    made: bool | None
    kaput: int
    last_trick: int
    winner: int
    speaking: int
    bids: int
    asked: int
    tricks: Pair
    card_points: Pair
    meld_points: Pair
    change: Pair
    score_after: Pair
    dealer_after: int
    game: Outcome
    deals_played: int
    redeals_in_row: int


class Event(NamedTuple):
    """What an action did: a frozen record.

    Attributes:
        seat: who acted.
        move: what it did.
        trick: number of the trick it belongs to, from 1; 0 before play.
        winner: seat that takes the trick this card completed, else −1.
        points: card points in that trick, without the last-trick bonus.
        melds: melds counted because trump was named.
        result: the deal's result if this action ended it, else None.
    """

    seat: int
    move: Move
    trick: int = 0
    winner: int = NOBODY
    points: int = 0
    melds: tuple[MeldFound, ...] = ()
    result: DealResult | None = None


@dataclass(slots=True)
class State:
    """Everything the rules look at during a deal; `judge.apply` changes it in place.

    Attributes:
        rules: the rule values.
        dealer: seat that deals.
        hands: by seat, card code → copies held; None if not known. Cards played are gone.
        scores: by side, before the deal.
        asks_used: asks of this game (C3.3): 2 counters for ``team``, 4 for ``seat``, else 1.
        deals_played: scored deals of the game before this one.
        redeals_in_row: redeals directly before this deal.
        phase: what kind of action the deal waits for.
        calls: the auction so far in the order spoken, ``ask`` and answers included.
        spoken: seats that have passed or bid.
        high_bid, high_seat: the highest bid so far and who made it.
        bids: bids made.
        asked: the seat that asked in this deal.
        declarer, bid, trump: the contract once it stands; bid 0 before.
        melds: what was counted, by seat and meld table.
        leader: who led or leads the current trick.
        table: cards of the current trick, leader's first.
        tricks, card_points, meld_points: by side, so far.
        result: set when the deal is over.
    """

    rules: Reading
    dealer: int
    hands: list[Counter[int] | None]
    scores: list[int]
    asks_used: list[int]
    deals_played: int = 0
    redeals_in_row: int = 0
    phase: Phase = Phase.AUCTION
    calls: list[Move] = field(default_factory=list)
    spoken: int = 0
    high_bid: int = NOBODY
    high_seat: int = NOBODY
    bids: int = 0
    asked: int = NOBODY
    declarer: int = NOBODY
    bid: int = 0
    trump: int = NOBODY
    melds: list[MeldFound] = field(default_factory=list)
    leader: int = NOBODY
    table: list[int] = field(default_factory=list)
    tricks: list[int] = field(default_factory=lambda: [0] * SIDES)
    card_points: list[int] = field(default_factory=lambda: [0] * SIDES)
    meld_points: list[int] = field(default_factory=lambda: [0] * SIDES)
    result: DealResult | None = None

    def copy(self) -> "State":
        """Return a state that shares nothing changeable with this one."""
        return replace(
            self,
            hands=[None if hand is None else hand.copy() for hand in self.hands],
            scores=self.scores.copy(),
            asks_used=self.asks_used.copy(),
            calls=self.calls.copy(),
            melds=self.melds.copy(),
            table=self.table.copy(),
            tricks=self.tricks.copy(),
            card_points=self.card_points.copy(),
            meld_points=self.meld_points.copy(),
        )


def side_of(seat: int) -> int:
    """C1.1: team 0 is seats 0 and 2, team 1 is seats 1 and 3."""
    return seat % SIDES


def partner_of(seat: int) -> int:
    """C1.1: the other seat of the same team."""
    return (seat + SIDES) % SEATS


def next_seat(seat: int, steps: int = 1) -> int:
    """C1.1: turn order is 0, 1, 2, 3, 0 …"""
    return (seat + steps) % SEATS
