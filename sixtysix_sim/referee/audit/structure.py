"""Tables of a chunk against each other and against the manifest: which games, deals and rows exist.

Everything here is about whole columns and never looks at a rule.
"""

from collections.abc import Iterator

import polars as pl

from sixtysix_sim.moves import WITH_CARD, WITH_NUMBER, WITH_SUIT
from sixtysix_sim.referee.audit.family import audit_of
from sixtysix_sim.referee.audit.findings import Finding
from sixtysix_sim.referee.audit.tables import NULLABLE, ChunkRecord
from sixtysix_sim.rules.ruleset import RuleSet
from sixtysix_sim.vocabulary import ACTION_NAMES

Tables = dict[str, pl.DataFrame]
_OF_ACTION = {
    column: [ACTION_NAMES[action] for action in sorted(actions)]
    for column, actions in (("card", WITH_CARD), ("suit", WITH_SUIT), ("value", WITH_NUMBER))
}
_KEYS = {
    "games": ["game"],
    "deals": ["game", "deal"],
    "melds": ["game", "deal"],
    "moves": ["game", "deal", "seq"],
}


def structure_findings(tables: Tables, chunk: ChunkRecord) -> Iterator[Finding]:
    """Yield what is missing, doubled, out of order or out of place in a chunk's tables."""
    for name, table in tables.items():
        yield from _rows(name, table, chunk)
        yield from _nulls(name, table)
        yield from _order(name, table)
        yield from _outside(name, table, chunk)
    if "games" in tables:
        yield from _games(tables["games"], chunk)
    if "deals" in tables:
        yield from _deals(tables["games"], tables["deals"])
        for name in ("melds", "moves"):
            if name in tables:
                yield from _strays(name, tables[name], tables["deals"])


def _rows(name: str, table: pl.DataFrame, chunk: ChunkRecord) -> Iterator[Finding]:
    """The manifest's counts."""
    counts = {"games": chunk.games, "deals": chunk.deals, "moves": chunk.moves}
    for said, what in ((chunk.files[name].rows, "rows"), (counts.get(name), name)):
        if said is not None and said != table.height:
            words = f"the manifest says {said} {what}; {name} has {table.height} rows"
            yield Finding("G7", words, place=chunk.files[name].path)
            return


def _nulls(name: str, table: pl.DataFrame) -> Iterator[Finding]:
    for column in table.columns:
        missing = table[column].null_count()
        if missing and column not in NULLABLE:
            yield Finding("G4", f"{column} is missing in {missing} rows", place=name)


def _order(name: str, table: pl.DataFrame) -> Iterator[Finding]:
    keys = _KEYS[name]
    if not table.select(pl.struct(keys).is_sorted()).item():
        words = f"the rows are not in order of {', '.join(keys)}; they are judged sorted"
        yield Finding("G7", words, place=name)


def _outside(name: str, table: pl.DataFrame, chunk: ChunkRecord) -> Iterator[Finding]:
    """Games that are not this chunk's."""
    last = chunk.first_game + chunk.games - 1
    outside = table.filter(~pl.col("game").is_between(chunk.first_game, last))
    for game in outside["game"].unique().sort().to_list():
        words = f"{name} has the game, which is not one of chunk {chunk.number}: {chunk.first_game}"
        yield Finding("G5", f"{words} to {last}", game=game)


def _games(games: pl.DataFrame, chunk: ChunkRecord) -> Iterator[Finding]:
    """Every game of the chunk stands in games, once."""
    there = games.group_by("game").len()
    for game, rows in there.filter(pl.col("len") > 1).sort("game").rows():
        yield Finding("G5", f"games has the game {rows} times", game=game)
    wanted = set(range(chunk.first_game, chunk.first_game + chunk.games))
    for game in sorted(wanted - set(games["game"].to_list())):
        yield Finding("G4", "the game is missing in games", game=game)


def _deals(games: pl.DataFrame, deals: pl.DataFrame) -> Iterator[Finding]:
    """The deals of a game are 0, 1, 2 …, each once."""
    for game, deal, rows in (
        deals.group_by("game", "deal").len().filter(pl.col("len") > 1).sort("game", "deal").rows()
    ):
        yield Finding("G5", f"deals has the deal {rows} times", game=game, deal=deal)
    gaps = (
        deals.unique(["game", "deal"])
        .sort("game", "deal")
        .with_columns(place=pl.int_range(pl.len()).over("game"))
        .filter(pl.col("deal") != pl.col("place"))
        .group_by("game", maintain_order=True)
        .agg(pl.col("place").first(), pl.col("deal").first())
    )
    for game, place, deal in gaps.rows():
        words = f"deals has deal {deal} where deal {place} is to come"
        yield Finding("G4", words, game=game, deal=place)
    there = set(deals["game"].to_list())
    for game in sorted(set(games["game"].to_list()) - there):
        yield Finding("G4", "the game has no row in deals", game=game)


def _strays(name: str, table: pl.DataFrame, deals: pl.DataFrame) -> Iterator[Finding]:
    """Rows of melds and moves belong to a deal."""
    strays = table.join(deals, on=["game", "deal"], how="anti").unique(["game", "deal"])
    for game, deal in strays.select("game", "deal").sort("game", "deal").rows():
        words = f"{name} has rows of a deal that is not in deals"
        yield Finding("G5", words, game=game, deal=deal)


def value_findings(moves: pl.DataFrame) -> Iterator[Finding]:
    """Yield actions with a card, suit or number that is not theirs, or without their own."""
    for column, actions in _OF_ACTION.items():
        owns = pl.col("action").cast(pl.String).is_in(actions).fill_null(False)
        wrong = moves.filter(pl.col(column).is_not_null() != owns)
        for row in wrong.iter_rows(named=True):
            value = "nothing" if row[column] is None else row[column]
            words = (
                f"{row['action']} has {value} as {column}, which only {' or '.join(actions)} has"
            )
            yield Finding("G3", words, game=row["game"], deal=row["deal"], move=row["seq"])


def side_findings(melds: pl.DataFrame, ruleset: RuleSet) -> Iterator[Finding]:
    """Yield rows of no seat, whose side is not the seat's, or not counted where all count."""
    audit, seats, sides = audit_of(ruleset), ruleset.rules.seats, ruleset.sides
    seat = pl.col("seat")
    right = seat.is_between(0, seats - 1) & (pl.col("side") == seat % sides)
    says = f"seats are 0 to {seats - 1}, side is seat{'' if sides == seats else f' mod {sides}'}"
    if not audit.lost_melds:
        right, says = right & pl.col("counted"), f"{says}, counted is true"
    for row in melds.filter(~right).iter_rows(named=True):
        words = (
            f"{row['meld']} has seat {row['seat']}, side {row['side']}, counted "
            f"{str(row['counted']).lower()}; {says}"
        )
        clause = audit.clause_of_melds(ruleset)
        yield Finding("G7", words, (clause,), game=row["game"], deal=row["deal"])
