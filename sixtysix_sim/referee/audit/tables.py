"""The tables of a chunk, read column by column and handed out game by game as plain records."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from sixtysix_sim.cards import CARD_NAMES
from sixtysix_sim.errors import CorruptData
from sixtysix_sim.logs.read import check_file
from sixtysix_sim.moves import WITH_CARD, WITH_NUMBER, WITH_SUIT, Move
from sixtysix_sim.referee.audit.family import audit_of
from sixtysix_sim.referee.audit.record import MeldRow, Record, RecordedMove
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import ACTION_NAMES, Action

#: Columns that may be empty (docs/data.md).
NULLABLE = frozenset({"trump", "deck", "bid", "made", "card", "suit", "value"})
Span = tuple[int, int]  # rows of a deal in a table: first, one behind the last
_CODES = {name: code for code, name in enumerate(CARD_NAMES)}
_PLAYS = [Move(Action.PLAY, code) for code in range(len(CARD_NAMES))]
_OF_SUIT: dict[tuple[int | None, int | None], Move] = {
    (int(action), suit): Move(action, suit) if suit is not None else Move(action, -1)
    for action in WITH_SUIT
    for suit in (*range(4), None)
}
_PLAIN: dict[int | None, Move] = {code: Move(Action(code)) for code in range(len(ACTION_NAMES))}
_NO_ACTION = Move(Action.LET_STAND)  # stands for one that is missing: of no phase of any family
_PLAY = int(Action.PLAY)
_WITH_CARD, _WITH_NUMBER = (frozenset(map(int, some)) for some in (WITH_CARD, WITH_NUMBER))


class FileRecord(NamedTuple):
    """What a run's manifest says of a file."""

    path: str
    rows: int
    bytes: int
    sha256: str


@dataclass(frozen=True)
class ChunkRecord:
    """What a run's manifest says of a chunk; ``files`` by folder (``sums`` and the tables kept)."""

    number: int
    first_game: int
    games: int
    deals: int
    moves: int
    files: dict[str, FileRecord]


class Game(NamedTuple):
    """A game's row of the games table (None: it has none) and its deals."""

    number: int
    row: dict[str, Any] | None
    deals: list[Record]


def read_table(path: Path, schema: pl.Schema) -> pl.DataFrame:
    """Read a table of a chunk.

    Raises:
        CorruptData: it is missing, damaged or has other columns.
    """
    try:
        frame = pl.read_parquet(path, glob=False)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        check_file(path, schema)
        raise CorruptData(f"{path} cannot be read: {error}") from None
    if frame.schema != schema:
        check_file(path, schema)
    return frame


def only_games(frame: pl.DataFrame, games: Sequence[int]) -> pl.DataFrame:
    """Return the rows of some games, sorted as the schema says they are."""
    keys = [key for key in ("game", "deal", "seq") if key in frame.columns]
    game = pl.col("game")
    if len(games) == games[-1] - games[0] + 1:
        kept = frame.filter(game.is_between(games[0], games[-1]))
    else:
        kept = frame.filter(game.is_in(list(games)))
    numbers = [name for name, kind in frame.schema.items() if kind.is_integer()]
    # A missing number is a finding of `structure`; here −1 stands for it, which is never right.
    kept = kept.with_columns(pl.col(set(numbers) - NULLABLE).fill_null(-1))
    return kept if kept.select(pl.struct(keys).is_sorted()).item() else kept.sort(keys)


def games_of(
    tables: dict[str, pl.DataFrame], games: Sequence[int], ruleset: RuleSet
) -> Iterator[Game]:
    """Yield the games named, in order, from the tables that are kept."""
    kept = {name: only_games(table, games) for name, table in tables.items()}
    heads = {row["game"]: row for row in kept["games"].iter_rows(named=True)}
    spans = _spans(kept["deals"], ["game"]) if "deals" in kept else {}
    reader = _DealReader(kept, ruleset) if "deals" in kept else None
    for game in games:
        first, stop = spans.get((game,), (0, 0))
        records = [reader.record(at) for at in range(first, stop)] if reader else []
        yield Game(game, heads.get(game), records)


class _DealReader:
    """Makes records of the rows of some deals."""

    def __init__(self, tables: dict[str, pl.DataFrame], ruleset: RuleSet) -> None:
        self._seats, self._hand_size = ruleset.rules.seats, ruleset.rules.deal.hand_size
        self._fields = audit_of(ruleset).fields_of(ruleset)
        self._ruleset, self._as_dealt = ruleset, audit_of(ruleset).as_dealt
        deals, key = tables["deals"], ["game", "deal"]
        self._places = deals.select(*key, "dealer", "deck").rows()
        codes = [name for name in ("trump", "upcard") if name in deals.columns]
        plain = deals.with_columns(pl.col(codes).to_physical().cast(pl.Int64))
        self._results = plain.select(self._fields).rows()
        self._meld_spans = _spans(tables["melds"], key) if "melds" in tables else None
        self._melds = _melds(tables["melds"]) if "melds" in tables else []
        self._move_spans = _spans(tables["moves"], key) if "moves" in tables else None
        self._moves = _moves(tables["moves"]) if "moves" in tables else []

    def record(self, at: int) -> Record:
        """Return the record of a row of deals."""
        game, deal, dealer, deck = self._places[at]
        hands, undealt = hands_of_deck(deck, self._seats, self._hand_size)
        moves, melds = None, None
        if self._move_spans is not None:
            first, stop = self._move_spans.get((game, deal), (0, 0))
            moves = self._moves[first:stop]
        if self._meld_spans is not None:
            first, stop = self._meld_spans.get((game, deal), (0, 0))
            melds = self._melds[first:stop]
        result = dict(zip(self._fields, self._results[at], strict=True))
        hands, undealt = self._as_dealt(self._ruleset, hands, undealt, moves)
        return Record(game, deal, dealer, hands, undealt, moves, result, melds)


def hands_of_deck(
    deck: str | None, seats: int, hand_size: int
) -> tuple[list[list[int] | None], list[int] | None]:
    """Return the hands of a deck's text and the cards behind them; None where it is no cards."""
    nothing: list[list[int] | None] = [None] * seats
    if deck is None or len(deck) % 2 or len(deck) < 2 * seats * hand_size:
        return nothing, None
    try:
        cards = [_CODES[deck[at : at + 2]] for at in range(0, len(deck), 2)]
    except KeyError:
        return nothing, None
    cuts = [seat * hand_size for seat in range(seats + 1)]
    hands: list[list[int] | None] = [cards[a:b] for a, b in pairwise(cuts)]
    return hands, cards[cuts[-1] :]


def _spans(table: pl.DataFrame, key: list[str]) -> dict[tuple[int, ...], Span]:
    """Return where the rows of each key stand in a sorted table."""
    found = table.with_row_index("at").group_by(key, maintain_order=True)
    rows = found.agg(first=pl.col("at").first(), stop=pl.col("at").last() + 1).rows()
    return {row[:-2]: (row[-2], row[-1]) for row in rows}


def _melds(table: pl.DataFrame) -> list[MeldRow]:
    suit = pl.col("suit").to_physical().cast(pl.Int64)
    columns = table.select(
        "seat", pl.col("meld").cast(pl.String).fill_null("?"), suit, "copies", "points", "counted"
    )
    return [MeldRow(*row) for row in columns.rows()]


def _moves(table: pl.DataFrame) -> list[RecordedMove]:
    """Return a tuple a row; identical actions share one `Move`."""
    names = ("action", "card", "suit")
    action, card, suit = (table[name].to_physical().to_list() for name in names)
    value = table["value"].to_list()
    moves = [
        _PLAYS[c] if a == _PLAY and c is not None else _move(a, c, s, v)
        for a, c, s, v in zip(action, card, suit, value, strict=True)
    ]
    seq, trick, seat, legal = (table[name].to_list() for name in ("seq", "trick", "seat", "legal"))
    return list(zip(seq, trick, seat, moves, legal, strict=True))


def _move(action: int | None, card: int | None, suit: int | None, value: int | None) -> Move:
    """Return an action that is no play; a missing card, suit or number is −1, never legal."""
    if action is not None and action in _WITH_NUMBER:
        return Move(Action(action), -1 if value is None else value)
    if (action, suit) in _OF_SUIT:
        return _OF_SUIT[action, suit]
    if action is not None and action in _WITH_CARD:
        return Move(Action(action), -1 if card is None else card)
    return _PLAIN.get(action, _NO_ACTION)
