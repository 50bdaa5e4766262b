"""One deal of the talon family as a person at the table would note it down.

Seats and sides are the same, 0 … n−1; suits and cards are the codes of `cards`; −1 is "none".
Clauses named here are those of 66 for two (K) and seksogtres (D); a breach cites the preset's own.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from sixtysix_sim.moves import Move
from sixtysix_sim.referee.talon.reading import Reading
from sixtysix_sim.vocabulary import NOBODY, Action, DealEnd, GameEnd, Phase

Outcome = Literal["on"] | tuple[int, GameEnd]
UNKNOWN = -2  # a card in a hand or the talon that a record does not name


class Marriage(NamedTuple):
    """K3.1 D4.1: the marriages of one suit that a seat declared in a deal.

    Attributes:
        seat: who declared.
        suit: suit index.
        copies: how many pairs; two at most, with two packs.
        points: points of all copies.
        counted: whether they count (K3.2: false while and if no trick redeems them).
    """

    seat: int
    suit: int
    copies: int
    points: int
    counted: bool


class Faced(NamedTuple):
    """D8.5: two cards shown for a marriage that they are not, and the trick before which."""

    cards: tuple[int, int]
    trick: int


class DealResult(NamedTuple):
    """How a deal ended; names and values as in the deals table (interface.md).

    ``tricks``, ``card_points`` (last-trick bonus included), ``meld_points`` (marriages that count),
    ``change`` and ``score_after`` are by side. ``winner`` is −1 in a drawn deal, and where several
    sides are paid by one; ``loser`` is the only side that paid, else −1. ``closed_at`` counts the
    talon with the upcard. ``stake`` was carried into the deal, ``stake_after`` goes into the next.
    ``game`` is ``"on"`` or (winning side or −1, how it ended). ``deals_played`` counts up to and
    with this deal.
    """

    end: DealEnd
    winner: int
    loser: int
    forehand: int
    trump: int
    upcard: int
    closer: int
    closed_at: int
    exchanger: int
    game_points: int
    stake: int
    stake_after: int
    tricks: tuple[int, ...]
    card_points: tuple[int, ...]
    meld_points: tuple[int, ...]
    melds: tuple[Marriage, ...]
    change: tuple[int, ...]
    score_after: tuple[int, ...]
    dealer_after: int
    game: Outcome
    deals_played: int


class Event(NamedTuple):
    """What an action did: a frozen record.

    Attributes:
        seat: who acted.
        move: what it did.
        trick: number of the trick it belongs to, from 1: the trick about to be led, on lead and at
            the draw choice too.
        winner: seat that takes the trick this card completed, else −1.
        points: card points in that trick, without the last-trick bonus.
        redeemed: pending marriage points that trick made count.
        drawn: (seat, card) in drawing order.
        result: the deal's result if this action ended it, else None.
    """

    seat: int
    move: Move
    trick: int
    winner: int = NOBODY
    points: int = 0
    redeemed: int = 0
    drawn: tuple[tuple[int, int], ...] = ()
    result: DealResult | None = None


@dataclass(slots=True)
class State:
    """Everything the rules look at during a deal; `judge.apply` changes it in place.

    Attributes:
        rules: the rule values.
        dealer: seat that deals.
        hands: by seat, card code → copies held; None if not known. Cards played are gone. Cards of
            which only the number is known are `UNKNOWN`.
        trump: suit index.
        upcard: the card under the talon; −1 once drawn.
        turned_up: the card that was turned up for trump; it stays when another lies there.
        talon: the cards to draw before the upcard, in drawing order.
        scores: by side, before the deal.
        stake: carried into the deal.
        deals_played: deals of the game before this one.
        leader: who led or leads the current trick.
        table: cards of the current trick, leader's first.
        sitting_out: seats that had no card when the trick began.
        to_draw: the leader, who won the last trick, has yet to draw or to close.
        closer, closed_at: who closed the talon and at how many cards.
        tricks_at_close, points_at_close: by side, when it was closed.
        exchanger: who swapped for the upcard.
        declared: marriages of this lead: suit → the cards of it that may be led.
        marriages: marriages declared, in order of the first of each seat and suit.
        shown: by seat, cards shown for marriages and not played since.
        tricks, card_points: by side, so far.
        meld_points: by side, marriages that count.
        pending: by side, marriages that do not count yet.
        result: set when the deal is over.
        begun: something was done that is no part of dealing.
        asked: who is to say whether a deal that went wrong stands, and what went wrong; else None.
        miscounted: how many cards a hand was dealt by mistake.
        owed: by side, draws owed: 1 must draw one card more at the next draw, −1 one less.
        owed_before: the same before the last draw.
        drawn, drawer: the last draw while nothing followed it but slips in it: (seat, card) in
            order, and who drew first.
        slips: seats that slipped in it: 1 drew one card too many, −1 forgot to draw.
        wrong: the first card of a wrong marriage while the second is to be shown.
        faced: wrong marriages that may be corrected, by seat.
    """

    rules: Reading
    dealer: int
    hands: list[Counter[int] | None]
    trump: int
    upcard: int
    turned_up: int
    talon: list[int]
    scores: list[int]
    stake: int
    deals_played: int
    leader: int
    tricks: list[int]
    card_points: list[int]
    meld_points: list[int]
    pending: list[int]
    shown: list[Counter[int]]
    table: list[int] = field(default_factory=list)
    sitting_out: frozenset[int] = frozenset()
    to_draw: bool = False
    closer: int = NOBODY
    closed_at: int = NOBODY
    tricks_at_close: list[int] = field(default_factory=list)
    points_at_close: list[int] = field(default_factory=list)
    exchanger: int = NOBODY
    declared: dict[int, frozenset[int]] = field(default_factory=dict)
    marriages: list[Marriage] = field(default_factory=list)
    result: DealResult | None = None
    begun: bool = False
    asked: tuple[int, Action] | None = None
    miscounted: int = 0
    owed: list[int] = field(default_factory=list)
    owed_before: list[int] = field(default_factory=list)
    drawn: list[tuple[int, int]] = field(default_factory=list)
    drawer: int = NOBODY
    slips: dict[int, int] = field(default_factory=dict)
    wrong: list[int] = field(default_factory=list)
    faced: dict[int, Faced] = field(default_factory=dict)

    @property
    def phase(self) -> Phase:
        """PLAY or OVER."""
        return Phase.PLAY if self.result is None else Phase.OVER

    @property
    def seats(self) -> range:
        """The seats in number order."""
        return range(self.rules.seats)

    @property
    def trick_number(self) -> int:
        """The number of the trick on the table or about to be led, from 1."""
        return sum(self.tricks) + 1

    def copy(self) -> "State":
        """Return a state that shares nothing changeable with this one."""
        return replace(
            self,
            hands=[None if hand is None else hand.copy() for hand in self.hands],
            talon=self.talon.copy(),
            scores=self.scores.copy(),
            tricks=self.tricks.copy(),
            card_points=self.card_points.copy(),
            meld_points=self.meld_points.copy(),
            pending=self.pending.copy(),
            shown=[cards.copy() for cards in self.shown],
            table=self.table.copy(),
            tricks_at_close=self.tricks_at_close.copy(),
            points_at_close=self.points_at_close.copy(),
            declared=self.declared.copy(),
            marriages=self.marriages.copy(),
            owed=self.owed.copy(),
            owed_before=self.owed_before.copy(),
            drawn=self.drawn.copy(),
            slips=self.slips.copy(),
            wrong=self.wrong.copy(),
            faced=self.faced.copy(),
        )


def hand_known(state: State, seat: int) -> Counter[int] | None:
    """Return a hand of which every card is known, else None."""
    hand = state.hands[seat]
    return None if hand is None or UNKNOWN in hand else hand


def next_seat(state: State, seat: int, steps: int = 1) -> int:
    """K1.1 D2.3: turn order is 0, 1, … and round again."""
    return (seat + steps) % state.rules.seats


def order_of_play(state: State) -> list[int]:
    """D2.3: the seats of the current trick, leader first; who has no card sits it out."""
    seats = (next_seat(state, state.leader, step) for step in state.seats)
    return [seat for seat in seats if seat not in state.sitting_out]


def total(state: State, seat: int) -> int:
    """K6.1 D1.2: a side's points: cards won, and marriages that count."""
    return state.card_points[seat] + state.meld_points[seat]


def totals(state: State) -> list[int]:
    """K6.1 D1.2: the points of every side."""
    return [total(state, seat) for seat in state.seats]


def opponents(state: State, seat: int) -> list[int]:
    """Return the other seats, the next one first."""
    return [next_seat(state, seat, step) for step in state.seats if step]
