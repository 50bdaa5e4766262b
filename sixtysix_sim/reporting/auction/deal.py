"""A deal as a person reads it: hands, auction, trump, melds, tricks, score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sixtysix_sim.cards import RANKS, SUIT_SYMBOLS, pretty_card
from sixtysix_sim.metrics import meld_labels
from sixtysix_sim.moves import Move
from sixtysix_sim.referee.auction import DealResult, Event, MeldFound, State, apply, verify
from sixtysix_sim.referee.audit.record import Record
from sixtysix_sim.referee.records import Breach
from sixtysix_sim.reporting.tables import Column, Row, Section, count, text
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import ACTION_NAMES, NOBODY, Action, DealEnd, Phase

SEATS = range(4)


@dataclass
class Told:
    """A deal played through by the referee.

    Attributes:
        before: the deal before its first call.
        events: what each action did.
        breaches: (number of the action, what it breaks).
        state: the deal after the last action that could be carried out.
    """

    before: State
    events: list[Event] = field(default_factory=list)
    breaches: list[tuple[int, Breach]] = field(default_factory=list)
    state: State | None = None


def tell_deal(record: Record, before: State) -> Told:
    """Play a recorded deal through, up to an action nobody can carry out."""
    told, state = Told(before), before.copy()
    for number, (_, _, seat, move, _) in enumerate(record.moves or ()):
        breach = verify(state, seat, move)
        if breach is not None:
            told.breaches.append((number, breach))
            if breach.rule[0] == "G":
                break
        told.events.append(apply(state, seat, move))
    told.state = state
    return told


def deal_sections(
    ruleset: RuleSet, record: Record, before: State, heading: str, note: str = ""
) -> list[Section]:
    """Return the parts of a deal in the order it is played (`reporting.deal.deal_sections`)."""
    told = tell_deal(record, before)
    note = f"{note} {waiting(told)}"
    scores = f"{before.scores[0]} : {before.scores[1]}"
    intro = f"Seat {before.dealer} deals. The score is {scores} (side 0: seats 0 and 2)."
    parts = [Section(heading, (), (), intro=f"{intro} {note.strip()}".strip())]
    parts.append(_hands(before))
    parts.append(Section("Auction", (), (), intro=_auction(told.events)))
    melds = [meld for event in told.events for meld in event.melds]
    result = told.state.result if told.state else None
    if any(event.move.action is Action.TRUMP for event in told.events):
        parts.append(_melds(ruleset, melds))
        parts.append(_tricks(told))
    if told.breaches:
        parts.append(_breaches(told))
    if result is not None:
        parts.append(_result(result))
    return parts


def _hands(before: State) -> Section:
    rows: list[Row] = [{"seat": seat, **_by_suit(before, seat)} for seat in SEATS]
    suits = [text(symbol, symbol) for symbol in SUIT_SYMBOLS]
    return Section("Hands", [count("seat", "seat"), *suits], rows)


def _by_suit(before: State, seat: int) -> dict[str, str]:
    hand = before.hands[seat]
    cards = sorted(hand.elements()) if hand else []
    ranks = ["10" if rank == "T" else rank for rank in RANKS]
    return {
        symbol: " ".join(ranks[card & 7] for card in cards if card >> 3 == suit)
        for suit, symbol in enumerate(SUIT_SYMBOLS)
    }


def _auction(events: Sequence[Event]) -> str:
    """Every word of the auction, then who declares what."""
    words = [f"seat {event.seat} {show_move(event.move)}" for event in events if not event.trick]
    return ", ".join(words) + "."


def show_move(move: Move) -> str:
    """Return an action as a sentence has it: ``bids 160``, ``names ♠``, ``plays 10♠``."""
    if move.action is Action.PLAY:
        return f"plays {pretty_card(move.value)}"
    if move.action is Action.TRUMP:
        return f"names {SUIT_SYMBOLS[move.value]}"
    said = {
        Action.PASS: "passes",
        Action.BID: f"bids {move.value}",
        Action.ASK: "asks",
        Action.ANSWER_REDEAL: "answers redeal",
        Action.ANSWER_SPEAK: "answers speak",
    }
    return said.get(move.action, ACTION_NAMES[move.action])


def _melds(ruleset: RuleSet, melds: Sequence[MeldFound]) -> Section:
    if not melds:
        return Section("Melds", (), (), intro="No hand holds a meld.")
    labels = meld_labels(ruleset)
    rows: list[Row] = [
        {
            "seat": meld.seat,
            "meld": labels[meld.name],
            "suit": "" if meld.suit == NOBODY else SUIT_SYMBOLS[meld.suit],
            "copies": meld.copies,
            "points": meld.points,
        }
        for meld in melds
    ]
    columns = [count("seat", "seat"), text("meld", "meld"), text("suit", "suit")]
    return Section("Melds", [*columns, count("×", "copies"), count("points", "points")], rows)


def _tricks(told: Told) -> Section:
    """A row a trick, a column a seat; the card led is marked."""
    rows: list[Row] = []
    cards: dict[str, object] = {}
    for event in told.events:
        if event.trick and event.move.action is Action.PLAY:
            mark = "" if cards else ">"
            cards[str(event.seat)] = mark + pretty_card(event.move.value)
            if event.winner != NOBODY:
                rows.append({**cards, "trick": event.trick, "won": event.winner,
                             "points": event.points})  # fmt: skip
                cards = {}
    if cards:
        rows.append({**cards, "trick": len(rows) + 1})
    seats = [_seat_column(str(seat)) for seat in SEATS]
    columns = [count("#", "trick"), *seats, count("won", "won"), count("pts", "points")]
    return Section("Tricks", columns, rows, note="> leads; won: the seat that takes the trick.")


def _seat_column(seat: str) -> Column:
    return Column(f" {seat}", lambda row: str(row.get(seat, "")).rjust(4), "left")


def _breaches(told: Told) -> Section:
    rows: list[Row] = [
        {"move": number, "rule": breach.rule, "message": breach.message}
        for number, breach in told.breaches
    ]
    columns = [count("move", "move"), text("rule", "rule"), text("message", "message")]
    return Section("Rules broken", columns, rows)


def _result(result: DealResult) -> Section:
    if result.end is DealEnd.REDEAL:
        return Section("Score", (), (), intro="The cards are dealt again. " + _next(result))
    lines = (
        ("tricks", result.tricks),
        ("points in tricks", result.card_points),
        ("points in melds", result.meld_points),
        ("writes", result.change),
        ("score", result.score_after),
    )
    rows: list[Row] = [{"what": what, "0": pair[0], "1": pair[1]} for what, pair in lines]
    columns = [text("", "what"), count("side 0", "0"), count("side 1", "1")]
    return Section("Score", columns, rows, note=" ".join(_sentences(result)))


def _sentences(result: DealResult) -> Iterator[str]:
    """What became of the contract, of kaput, of the game."""
    side = result.declarer % 2
    total = result.card_points[side] + result.meld_points[side]
    trump = "" if result.trump is None else f" in {SUIT_SYMBOLS[result.trump]}"
    outcome = "made" if result.made else "is set"
    yield f"Seat {result.declarer} bid {result.bid}{trump}; side {side} has {total}: {outcome}."
    if result.kaput != NOBODY:
        taker = next(number for number in range(2) if result.tricks[number])
        yield f"Kaput: side {taker} took every trick."
    yield _next(result)


def _next(result: DealResult) -> str:
    if result.game == "on":
        return f"Seat {result.dealer_after} deals next."
    winner, end = result.game
    ended = end.name.lower().replace("_", " ")
    return f"Side {winner} wins the game." if winner != NOBODY else f"The game ends: {ended}."


def waiting(told: Told) -> str:
    """Return what a record that ends early waits for, '' for a whole one."""
    state = told.state
    if state is None or state.phase is Phase.OVER:
        return ""
    return f"The record ends in the phase {state.phase.name.lower()}."
