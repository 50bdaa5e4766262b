"""A deal of the talon family as a person reads it: hands, talon, tricks, what was said, result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from sixtysix_sim.cards import RANKS, SUIT_SYMBOLS, pretty_card
from sixtysix_sim.moves import Move
from sixtysix_sim.referee.audit.actions import LOST
from sixtysix_sim.referee.audit.record import Record
from sixtysix_sim.referee.audit.talon.actions import can_be_done
from sixtysix_sim.referee.records import Breach
from sixtysix_sim.referee.talon import (
    DealResult,
    Event,
    State,
    apply,
    cards_left,
    totals,
    verify,
)
from sixtysix_sim.reporting.tables import Column, Row, Section, count, text
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import NOBODY, Action, DealEnd


@dataclass(frozen=True)
class Step:
    """An action, what it did, how it is told ('' for a card or a draw), and the points after it."""

    event: Event
    words: str
    points: tuple[int, ...]


@dataclass
class Told:
    """A deal played through by the referee.

    Attributes:
        before: the deal before its first lead.
        steps: the actions in order.
        breaches: (number of the action, what it breaks).
        state: the deal after the last action that could be carried out.
    """

    before: State
    state: State
    steps: list[Step] = field(default_factory=list)
    breaches: list[tuple[int, Breach]] = field(default_factory=list)


def tell_deal(moves: Iterable[tuple[int, Move]], before: State) -> Told:
    """Play recorded actions (seat, action) through, up to one that nobody can carry out."""
    told = Told(before, before.copy())
    for number, (seat, move) in enumerate(moves):
        breach = verify(told.state, seat, move)
        if breach is not None:
            told.breaches.append((number, breach))
            if breach.rule in LOST or not can_be_done(told.state, seat, move, breach):
                break
        told.steps.append(_step(told.state, seat, move))
    return told


def _step(state: State, seat: int, move: Move) -> Step:
    words, pending, upcard = _words(state, seat, move), sum(state.pending), state.upcard
    event = apply(state, seat, move)
    if move.action is Action.EXCHANGE:
        words = f"exchanges {pretty_card(state.upcard)} for {pretty_card(upcard)}"
    if move.action is Action.MARRIAGE:
        points = state.marriages[-1].points // state.marriages[-1].copies
        waits = " (pending)" if sum(state.pending) > pending else ""
        words = f"declares {SUIT_SYMBOLS[move.value]} {points}{waits}"
    return Step(event, words, tuple(totals(state)))


def _words(state: State, seat: int, move: Move) -> str:
    if move.action is Action.CLOSE:
        when = " before drawing" if state.to_draw else ""
        return f"closes{when}, {cards_left(state)} cards left"
    return f"claims with {totals(state)[seat]}" if move.action is Action.CLAIM else ""


def deal_sections(
    _: RuleSet, record: Record, before: State, heading: str, note: str = ""
) -> list[Section]:
    """Return the parts of a deal in the order it is played (`reporting.deal.deal_sections`)."""
    told = tell_deal([(seat, move) for _, _, seat, move, _ in record.moves or ()], before)
    return told_sections(told, heading, f"{note} {waiting(told)}".strip())


def told_sections(told: Told, heading: str, note: str = "") -> list[Section]:
    """Return the parts of a deal that was told."""
    parts = [Section(heading, (), (), intro=f"{_start(told.before)} {note}".strip())]
    parts.append(_hands(told.before))
    if told.steps:
        parts.append(_tricks(told))
    if told.breaches:
        parts.append(_breaches(told))
    if told.state.result is not None:
        parts.append(_result(told, told.state.result))
    return parts


def _start(before: State) -> str:
    scores = " : ".join(map(str, before.scores))
    words = f"Seat {before.dealer} deals, seat {before.leader} leads. The score is {scores}"
    words += " (by seat)." if len(before.scores) > 2 else " (seat 0 : seat 1)."
    return words + (f" The stake is {before.stake} higher." if before.stake else "")


def _hands(before: State) -> Section:
    rows: list[Row] = [{"seat": str(seat), **_by_suit(before, seat)} for seat in before.seats]
    suits = [text(symbol, symbol) for symbol in SUIT_SYMBOLS]
    note = f"Trump is {SUIT_SYMBOLS[before.trump]}"
    if before.turned_up != NOBODY:
        note += f", turned up with {pretty_card(before.turned_up)}"
    drawn = [*before.talon, *([before.upcard] if before.upcard != NOBODY else [])]
    cards = " ".join(map(pretty_card, drawn))
    note += f". Talon in drawing order: {cards}." if cards else "."
    return Section("Hands", [text("seat", "seat"), *suits], rows, note=note)


def _by_suit(before: State, seat: int) -> dict[str, str]:
    hand = before.hands[seat]
    cards = sorted(hand.elements()) if hand else []
    ranks = ["10" if rank == "T" else rank for rank in RANKS]
    return {
        symbol: " ".join(ranks[card & 7] for card in cards if card >> 3 == suit)
        for suit, symbol in enumerate(SUIT_SYMBOLS)
    }


def _tricks(told: Told) -> Section:
    """A row a trick, a column a seat, each seat's points after it, and what was said before it."""
    rows = [_row(steps) for steps in _by_trick(told.steps)]
    seats = list(told.before.seats)
    columns = [count("#", "trick"), *(_card_column(seat) for seat in seats), count("won", "won")]
    columns += [count("pts", "points"), *(count(f"Σ{seat}", f"total_{seat}") for seat in seats)]
    note = "> leads; won: the seat that takes the trick; Σ: what each seat has after it."
    return Section("Tricks", [*columns, text("said before it", "said")], rows, note=note)


def _by_trick(steps: Sequence[Step]) -> Iterator[list[Step]]:
    """Yield the steps of each trick, with what was said before its lead."""
    found: list[Step] = []
    for step in steps:
        found.append(step)
        if step.event.winner != NOBODY:
            yield found
            found = []
    if found:
        yield found


def _row(steps: Sequence[Step]) -> Row:
    last = steps[-1]
    row: dict[str, object] = {"trick": last.event.trick}
    for step in steps:
        if step.event.move.action is Action.PLAY:
            mark = "" if any(str(key).startswith("card_") for key in row) else ">"
            row[f"card_{step.event.seat}"] = mark + pretty_card(step.event.move.value)
    row |= {f"total_{seat}": points for seat, points in enumerate(last.points)}
    if last.event.winner != NOBODY:
        row |= {"won": last.event.winner, "points": last.event.points}
    row["said"] = "; ".join(f"{s.event.seat} {s.words}" for s in steps if s.words)
    return row


def _card_column(seat: int) -> Column:
    return Column(f" {seat}", lambda row: str(row.get(f"card_{seat}", "")).rjust(4), "left")


def _breaches(told: Told) -> Section:
    rows: list[Row] = [
        {"move": number, "rule": breach.rule, "message": breach.message}
        for number, breach in told.breaches
    ]
    columns = [count("move", "move"), text("rule", "rule"), text("message", "message")]
    return Section("Rules broken", columns, rows)


def _result(told: Told, result: DealResult) -> Section:
    lost = [0] * len(result.tricks)
    for meld in result.melds:
        lost[meld.seat] += 0 if meld.counted else meld.points
    lines = [
        ("tricks", result.tricks),
        ("points in tricks", result.card_points),
        ("points in marriages", result.meld_points),
        ("marriages lost pending", lost),
        ("writes", result.change),
        ("score", result.score_after),
    ]
    rows: list[Row] = [
        {"what": what, **{str(seat): value for seat, value in enumerate(values)}}
        for what, values in lines
        if what != "marriages lost pending" or any(values)
    ]
    columns = [text("", "what")]
    columns += [count(f"seat {seat}", str(seat)) for seat in told.before.seats]
    return Section("Score", columns, rows, note=" ".join(_sentences(told, result)))


def _sentences(told: Told, result: DealResult) -> Iterator[str]:
    """How the deal ended, what was paid, what becomes of the game."""
    yield _ending(told, result)
    paid = "1 game point" if result.game_points == 1 else f"{result.game_points} game points"
    stake = f", {result.stake} of them the stake" if result.stake else ""
    if result.winner != NOBODY:
        yield f"Seat {result.winner} gets {paid}{stake}."
    elif result.end is not DealEnd.DRAWN:
        yield f"Seat {result.loser} pays {paid}{stake}."
    if result.stake_after:
        yield f"The stake of the next deal is {result.stake_after} higher."
    if result.game == "on":
        yield f"Seat {result.dealer_after} deals next."
        return
    winner, end = result.game
    ended = end.name.lower().replace("_", " ")
    yield f"Seat {winner} wins the game." if winner != NOBODY else f"The game ends: {ended}."


def _ending(told: Told, result: DealResult) -> str:
    points = totals(told.state)
    actor, target = told.steps[-1].event.seat, told.before.rules.target
    claims = f"Seat {actor} claims with {points[actor]}"
    closed = f"Seat {result.closer} closed with {result.closed_at} cards left and "
    shown = " : ".join(map(str, points))
    return {
        DealEnd.CLAIM: f"{claims}: rightly.",
        DealEnd.WRONG_CLAIM: f"{claims}: wrongly, it takes {target}.",
        DealEnd.CLOSER_OUT: f"{closed}is out with {points[result.closer]}.",
        DealEnd.CLOSER_FAILED: f"{closed}fails with {points[result.closer]}.",
        DealEnd.PLAYED_OUT: f"Played to the end, not closed: {shown}.",
        DealEnd.DRAWN: f"Played to the end, not closed: {shown}, drawn.",
    }[result.end]


def waiting(told: Told) -> str:
    """Return what a record that ends early says of itself, '' for a whole one."""
    return "" if told.state.result is not None else "The record ends before the deal is over."
