"""Audit: clean runs are clean, and each way to spoil one is found where it is, with its clause."""

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import polars as pl
import pytest

from sixtysix_sim.referee.audit import Finding, Ledger
from sixtysix_sim.referee.audit.findings import KEEP
from sixtysix_sim.referee.audit.run import chance_of_equal_decks, evenly
from sixtysix_sim.referee.audit.tables import ChunkRecord
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.vocabulary import LogLevel
from tests.referee.corrupted import (
    GAMES,
    Change,
    audited,
    change,
    copy_of,
    named,
    play,
    put,
    without,
)

Spoil = Callable[[Path], None]


@pytest.fixture
def moves_copy(moves_run: Path, tmp_path: Path) -> Path:
    return copy_of(moves_run, tmp_path / "run")


@pytest.fixture
def deals_copy(deals_run: Path, tmp_path: Path) -> Path:
    return copy_of(deals_run, tmp_path / "deals")


def deals_of(run: Path) -> pl.DataFrame:
    return pl.read_parquet(run / "deals" / "*.parquet")


def moves_of(run: Path) -> pl.DataFrame:
    return pl.read_parquet(run / "moves" / "*.parquet")


def where(deal: dict[str, int]) -> str:
    return f"game {deal['game']}, deal {deal['deal']}"


def place_of(row: dict[str, object]) -> dict[str, int]:
    return {key: int(str(row[key])) for key in ("game", "deal")}


def first(frame: pl.DataFrame, *conditions: pl.Expr) -> dict[str, object]:
    return frame.filter(*conditions).row(0, named=True)


# --- clean ------------------------------------------------------------------------------------


def test_clean_runs_of_every_log_level_are_clean(
    moves_run: Path, deals_run: Path, tmp_path: Path
) -> None:
    for run, moves in ((moves_run, True), (deals_run, False)):
        found = audited(run)
        assert not found.ledger.counts
        assert (found.games, found.deals) == (GAMES, deals_of(run).height)
        assert found.moves == (moves_of(run).height if moves else 0)
        assert found.decks == (found.deals if moves else 0)
    for log in (LogLevel.GAMES, LogLevel.NONE):
        found = audited(play(tmp_path / log, log, games=3))
        assert not found.ledger.counts
        assert found.deals == 0


SETTINGS = (
    ("rules.auction.ask_limit=deal", "rules.auction.after_speak=must_bid",
     "rules.melds.copies=once"),
    ("rules.kaput.factor=2", "rules.contract.made_writes=bid", "rules.deal.rotation=fixed"),
    ("rules.auction.max_redeals=1", "rules.game.max_deals=3", "rules.kaput.before_contract=false"),
    ("rules.deck.packs=1", "rules.deal.hand_size=5", "rules.auction.min_bid=50"),
    ("rules.auction.first_speaker=dealer", "rules.follow.must_beat=always",
     "rules.game.both_at_target=higher"),
)  # fmt: skip


@pytest.mark.parametrize("sets", SETTINGS)
def test_clean_runs_under_other_rules_are_clean(sets: tuple[str, ...], tmp_path: Path) -> None:
    for log in (LogLevel.MOVES, LogLevel.DEALS):
        run = play(tmp_path / log, log, *sets, "bots.default=random", games=12)
        assert named(run) == {}
        assert not audited(run).ledger.counts


def test_a_run_from_a_later_game_in_two_chunks_by_two_processes(tmp_path: Path) -> None:
    run = play(tmp_path / "run", LogLevel.MOVES, "bots.default=random", games=260, first=870)
    found = audited(run, jobs=2)
    assert not found.ledger.counts
    assert found.games == 260
    change(run, "games", put("winner", 0, game=870)) if _wins_1(run) else change(
        run, "games", put("winner", 1, game=870)
    )
    assert {f.named for f in audited(run, jobs=2).ledger.findings()} >= {"G7 C8.1"}


def _wins_1(run: Path) -> bool:
    games = pl.read_parquet(run / "games" / "chunk-000000.parquet")
    return bool(games.filter(pl.col("game") == 870)["winner"].item() == 1)


def test_a_sample_is_spread_evenly(moves_copy: Path) -> None:
    assert audited(moves_copy, sample=6).games == 6
    chunks = [ChunkRecord(0, 10, 6, 0, 0, {}), ChunkRecord(1, 16, 4, 0, 0, {})]
    assert evenly(chunks, 5) == {10, 12, 14, 16, 18}
    assert evenly(chunks, 3) == {10, 13, 16}
    change(moves_copy, "games", put("winner", -1, game=4))
    assert not audited(moves_copy, sample=2).ledger.counts  # games 0 and 12
    assert audited(moves_copy, sample=6).ledger.counts  # 0, 4, 8 …


# --- moves ------------------------------------------------------------------------------------


def test_a_card_that_is_not_held(moves_copy: Path) -> None:
    row = first(moves_of(moves_copy), pl.col("trick") == 3)
    place = place_of(row)
    held = _hand(moves_copy, place, int(str(row["seat"])))
    card = next(c for c in ("AS", "AH", "AD", "AC", "TS", "TH", "TD", "TC", "KS") if c not in held)
    change(moves_copy, "moves", put("card", card, **place, seq=int(str(row["seq"]))))
    found = named(moves_copy)
    assert found["G1"] == [f"{where(place)}, move {row['seq']}"]


def _hand(run: Path, place: dict[str, int], seat: int) -> list[str]:
    row = first(deals_of(run), pl.col("game") == place["game"], pl.col("deal") == place["deal"])
    deck = str(row["deck"])[24 * seat : 24 * seat + 24]
    return [deck[at : at + 2] for at in range(0, 24, 2)]


def test_a_card_that_breaks_a_duty_is_named_and_the_rest_is_judged(moves_copy: Path) -> None:
    """Two cards of one seat swapped: the first revokes, and nothing else is lost."""
    moves = moves_of(moves_copy).filter(pl.col("game") == 0, pl.col("deal") == 0)
    plays = moves.filter(pl.col("action") == "play")
    leads = {row["trick"]: row["card"] for row in plays.rows(named=True)[::4]}
    forced = plays.filter(pl.col("legal") < 3, pl.col("trick") < 6)
    for row in forced.rows(named=True):
        led = leads[row["trick"]][1]
        later = plays.filter(
            pl.col("seat") == row["seat"], pl.col("trick") > row["trick"],
            ~pl.col("card").cast(pl.String).str.ends_with(led),
        )  # fmt: skip
        if row["card"][1] == led and row["card"] != leads[row["trick"]] and later.height:
            break
    other = later.row(0, named=True)
    here = {"game": 0, "deal": 0}
    change(moves_copy, "moves", put("card", other["card"], **here, seq=row["seq"]))
    change(moves_copy, "moves", put("card", row["card"], **here, seq=other["seq"]))
    finding = next(f for f in audited(moves_copy).ledger.findings() if f.rule == "C6.2")
    assert (finding.game, finding.deal, finding.move) == (0, 0, row["seq"])
    assert "it holds the led suit and must play" in finding.message


def test_a_trick_given_to_another_seat(moves_copy: Path) -> None:
    """The cards of the second trick move on by one seat: its first card is out of turn."""
    change(
        moves_copy,
        "moves",
        lambda frame: frame.with_columns(
            seat=pl.when((pl.col("game") == 1) & (pl.col("deal") == 0) & (pl.col("trick") == 2))
            .then((pl.col("seat") + 1) % 4)
            .otherwise(pl.col("seat"))
            .cast(pl.Int8)
        ),
    )
    found = named(moves_copy)
    assert [name for name in found if name.startswith("G2")] == ["G2 C6.5 C6.1"]


MOVE_CHANGES: dict[str, tuple[Change, str]] = {
    "missing": (without(game=2, deal=0, seq=20), "G4"),
    "last one missing": (without(game=2, deal=0, seq=2), "G4"),
    "wrong trick": (put("trick", 9, game=2, deal=0, seq=20), "G7"),
    "bid off the grid": (put("value", 155, game=2, deal=0, seq=0), "C3.1"),
    "value of a play": (put("value", 3, game=2, deal=0, seq=20), "G3"),
    "no such phase": (put("action", "close", game=2, deal=0, seq=20), "G3"),
}


@pytest.mark.parametrize("way", MOVE_CHANGES)
def test_changed_moves(way: str, moves_copy: Path) -> None:
    how, rule = MOVE_CHANGES[way]
    if way == "bid off the grid":
        how = _first_bid_of(moves_copy, 155)
    change(moves_copy, "moves", how)
    assert rule in named(moves_copy)


def _first_bid_of(run: Path, value: int) -> Change:
    row = first(moves_of(run), pl.col("action") == "bid")
    return put("value", value, **place_of(row), seq=int(str(row["seq"])))


def test_an_equal_bid(moves_copy: Path) -> None:
    moves = moves_of(moves_copy).filter(pl.col("action") == "bid")
    second = moves.filter(pl.col("value") > pl.col("value").shift(1).over("game", "deal"))
    row = second.row(0, named=True)
    place = place_of(row)
    bids = moves.filter(pl.col("game") == place["game"], pl.col("deal") == place["deal"])
    change(moves_copy, "moves", put("value", bids["value"][0], **place, seq=row["seq"]))
    found = named(moves_copy)
    assert f"{where(place)}, move {row['seq']}" in found["C3.1"]


def test_a_second_ask_of_a_team_in_a_game(moves_copy: Path) -> None:
    """The ask stays where it is; the asker's deal is copied behind itself as one more redeal."""
    deals = deals_of(moves_copy)
    row = first(deals, pl.col("asked") >= 0, pl.col("end") == "redeal")
    place = place_of(row)

    def again(frame: pl.DataFrame) -> pl.DataFrame:
        here = (pl.col("game") == place["game"]) & (pl.col("deal") == place["deal"])
        later = (pl.col("game") == place["game"]) & (pl.col("deal") > place["deal"])
        up = (pl.col("deal") + 1).cast(pl.Int32)
        moved = frame.with_columns(deal=pl.when(later).then(up).otherwise(pl.col("deal")))
        twin = frame.filter(here).with_columns(deal=up)
        keys = [key for key in ("game", "deal", "seq") if key in frame.columns]
        return pl.concat([moved, twin]).sort(keys, maintain_order=True)

    for table in ("deals", "melds", "moves"):
        change(moves_copy, table, again)
    change(
        moves_copy, "games",
        lambda f: f.with_columns(
            deals=(pl.col("deals") + (pl.col("game") == place["game"])).cast(pl.Int32)
        ),
    )  # fmt: skip
    found = named(moves_copy)
    there = f"game {place['game']}, deal {place['deal'] + 1}"
    assert [at for at in found["C3.3"] if at.startswith(there)]
    assert found["G6 C2.1"] == [there]  # the same deck twice


def test_legal_counts_name_the_duty_that_would_explain_them(moves_copy: Path) -> None:
    row = first(moves_of(moves_copy), pl.col("trick") == 1, pl.col("legal") == 1)
    held = 12
    place = place_of(row)
    change(moves_copy, "moves", put("legal", held, **place, seq=int(str(row["seq"]))))
    found = named(moves_copy)
    assert found["G7 C6.2"] == [f"{where(place)}, move {row['seq']}"]


# --- results ----------------------------------------------------------------------------------

DEAL_CHANGES: dict[str, tuple[Callable[[dict[str, object]], tuple[str, object]], str]] = {
    "score": (lambda row: ("score_0", int(str(row["score_0"])) + 5), "G7 C1.2"),
    "made": (lambda row: ("made", not row["made"]), "G7 C7.2"),
    "winner": (lambda row: ("winner", 1 - int(str(row["winner"]))), "G7 C7.2"),
    "kaput": (lambda row: ("kaput", 0), "G7 C7.5"),
    "bids": (lambda row: ("bids", 0), "G7 C3.1"),
    "asked": (lambda row: ("asked", 3 if row["asked"] != 3 else 2), "G7 C3.3"),
    "trump": (lambda row: ("trump", "S" if row["trump"] != "S" else "H"), "G7 C4.1"),
    "declarer": (lambda row: ("declarer", (int(str(row["declarer"])) + 1) % 4), "G7 C3.4"),
    "tricks": (lambda row: ("tricks_0", int(str(row["tricks_0"])) + 1), "G7 C6.5"),
    "cards": (lambda row: ("card_points_0", int(str(row["card_points_0"])) + 5), "G7 C2.4"),
    "last trick": (lambda row: ("last_trick", 1 - int(str(row["last_trick"]))), "G7 C6.6"),
    "melds": (lambda row: ("meld_points_0", int(str(row["meld_points_0"])) + 20), "G7 C5.12"),
    "end": (lambda row: ("end", "redeal"), "G7 C3.4"),
    "deck": (lambda row: ("deck", str(row["deck"]).replace("AS", "TS")), "G6 C2.1"),
    "no deck": (lambda row: ("deck", "nothing"), "G6 C2.1"),
}  # fmt: skip


@pytest.mark.parametrize("column", DEAL_CHANGES)
def test_changed_results(column: str, moves_copy: Path) -> None:
    made = pl.col("end") == "made"
    row = first(deals_of(moves_copy), made, pl.col("kaput") < 0, pl.col("deal") == 2)
    name, value = DEAL_CHANGES[column][0](row)
    change(moves_copy, "deals", put(name, value, **place_of(row)))
    found = named(moves_copy)
    assert where(place_of(row)) in found[DEAL_CHANGES[column][1]]


def test_a_wrong_score_says_from_which_score_it_was_to_be_made(moves_copy: Path) -> None:
    """On a game's first deal no earlier one could be looked up: it begins at 0 to 0."""
    row = first(deals_of(moves_copy), pl.col("deal") == 0, pl.col("end") != "redeal")
    wrong = int(str(row["score_0"])) + 5
    change(moves_copy, "deals", put("score_0", wrong, **place_of(row)))
    said = [one.message for one in audited(moves_copy).ledger.findings() if "C1.2" in one.clauses]
    assert (
        f"score_0 is {wrong}; the score before (0 to 0) and the change give {row['score_0']}"
    ) in said


def test_the_last_trick_given_to_the_wrong_side(moves_copy: Path) -> None:
    row = first(deals_of(moves_copy), pl.col("end") != "redeal")
    side = int(str(row["last_trick"]))
    for number, points in ((side, -10), (1 - side, 10)):
        name = f"card_points_{number}"
        change(moves_copy, "deals", put(name, int(str(row[name])) + points, **place_of(row)))
    assert where(place_of(row)) in named(moves_copy)["G7 C6.6"]


def test_one_wrong_number_is_not_a_train_of_findings(moves_copy: Path) -> None:
    change(moves_copy, "deals", put("change_1", 5, game=1, deal=2))
    found = named(moves_copy)
    assert sorted(found) == ["G7 C1.2", "G7 C7.3"]
    assert found["G7 C7.3"] == ["game 1, deal 2"]


@pytest.mark.parametrize("run", ["moves_copy", "deals_copy"])
def test_a_wrong_dealer(run: str, request: pytest.FixtureRequest) -> None:
    folder: Path = request.getfixturevalue(run)
    row = first(deals_of(folder), pl.col("deal") == 2, pl.col("end") == "made")
    wrong = (int(str(row["dealer"])) + 1) % 4
    change(folder, "deals", put("dealer", wrong, **place_of(row)))
    assert where(place_of(row)) in named(folder)["C2.5"]


# --- without moves ----------------------------------------------------------------------------

QUIET_CHANGES: dict[str, tuple[str, object, str]] = {
    "bid off the grid": ("bid", 155, "C3.1"),
    "too many bids": ("bids", 5, "C3.2"),
    "no trump": ("trump", None, "C4.1"),
    "tricks": ("tricks_0", 12, "C2.2"),
    "points": ("card_points_0", 3, "C7.1"),
    "speaking": ("speaking", 7, "G7 C3.2"),
    "made": ("made", None, "G7 C7.2"),
    "change": ("change_0", 7, "G7 C7.3"),
    "no bid": ("bid", None, "G7 C3.4"),
}


@pytest.mark.parametrize("way", QUIET_CHANGES)
def test_changes_without_moves(way: str, deals_copy: Path) -> None:
    column, value, rule = QUIET_CHANGES[way]
    made = pl.col("end") == "made"
    row = first(deals_of(deals_copy), made, pl.col("tricks_1") > 0, pl.col("deal") == 1)
    change(deals_copy, "deals", put(column, value, **place_of(row)))
    assert where(place_of(row)) in named(deals_copy)[rule]


def test_a_second_ask_without_moves(deals_copy: Path) -> None:
    asked = first(deals_of(deals_copy), pl.col("asked") >= 0, pl.col("deal") < 3)
    game = pl.col("game") == int(str(asked["game"]))
    later = first(
        deals_of(deals_copy), game, pl.col("deal") > int(str(asked["deal"])), pl.col("asked") < 0,
        pl.col("bids") > 0, (pl.col("dealer") + 3) % 2 == int(str(asked["asked"])) % 2,
    )  # fmt: skip
    third = (int(str(later["dealer"])) + 3) % 4
    change(deals_copy, "deals", put("asked", third, **place_of(later)))
    assert where(place_of(later)) in named(deals_copy)["C3.3"]


MELD_CHANGES: dict[str, tuple[Change, str]] = {
    "copies": (put("copies", 3, game=1, deal=2), "C5."),
    "gone": (without(game=1, deal=2), "G7 C5."),
    "side": (put("side", 0, game=1, deal=2, side=1), "G7 C5.12"),
    "not counted": (put("counted", False, game=1, deal=2), "G7 C5.12"),
}


@pytest.mark.parametrize("way", MELD_CHANGES)
@pytest.mark.parametrize("run", ["moves_copy", "deals_copy"])
def test_changed_melds(way: str, run: str, request: pytest.FixtureRequest) -> None:
    folder: Path = request.getfixturevalue(run)
    how, rule = MELD_CHANGES[way]
    change(folder, "melds", how)
    assert [name for name, at in named(folder).items() if rule in name and "game 1, deal 2" in at]


def test_a_meld_counted_twice_and_a_marriage_beside_a_run(moves_copy: Path) -> None:
    melds = pl.read_parquet(moves_copy / "melds" / "*.parquet")
    run = first(melds, pl.col("meld") == "run")
    place = place_of(run)
    twin = melds.filter(pl.col("game") == place["game"], pl.col("deal") == place["deal"]).head(1)

    def more(frame: pl.DataFrame) -> pl.DataFrame:
        marriage = pl.DataFrame([{**run, "meld": "trump_marriage", "copies": 1, "points": 40}],
                                schema=frame.schema)  # fmt: skip
        return pl.concat([frame, twin, marriage]).sort("game", "deal", "seat", maintain_order=True)

    change(moves_copy, "melds", more)
    found = named(moves_copy)
    assert where(place) in found["G5 C5.11"]
    assert where(place) in found["G7 C5.6"]


# --- games and tables -------------------------------------------------------------------------

GAME_CHANGES: dict[str, tuple[str, Change, str]] = {
    "missing": ("games", without(game=3), "G4"),
    "no winner": ("games", put("winner", -1, game=3), "G7 C8.1"),
    "end": ("games", put("end", "deal_cap", game=3), "G7 C8.1"),
    "deals": ("games", put("deals", 1, game=3), "G7"),
    "score": ("games", put("score_0", 1, game=3), "G7 C1.2"),
    "twice": ("games", lambda f: pl.concat([f, f.tail(1)]), "G5"),
    "foreign": ("games", put("game", 77, game=3), "G5"),
    "a deal missing": ("deals", without(game=3, deal=2), "G4"),
    "all deals missing": ("deals", without(game=3), "G4"),
    "a deal twice": ("deals", put("deal", 1, game=3, deal=2), "G5"),
    "moves of no deal": ("deals", without(game=3, deal=2), "G5"),
    "disorder": ("deals", lambda f: f.reverse(), "G7"),
    "a null": ("deals", put("bids", None, game=3, deal=2), "G4"),
}


@pytest.mark.parametrize("way", GAME_CHANGES)
def test_changed_games_and_rows(way: str, moves_copy: Path) -> None:
    table, how, rule = GAME_CHANGES[way]
    change(moves_copy, table, how)
    assert rule in named(moves_copy)


def test_a_game_that_goes_on_after_the_target(moves_copy: Path) -> None:
    """With a lower target in run.json every log goes on too long; with a higher one too short."""
    for target, rule in ((400, "G5 C8.1"), (90_000, "G4 C8.1")):
        head = (moves_copy / "run.json").read_text()
        old = '"target": 1500' if '"target": 1500' in head else '"target": 400'
        assert old in head
        text = head.replace(old, f'"target": {target}')
        (moves_copy / "run.json").write_text(_rehashed(text))
        assert rule in named(moves_copy)


def _rehashed(text: str) -> str:
    import json

    from sixtysix_sim.scenario import scenario_from_tree

    tree = json.loads(text)
    scenario = scenario_from_tree(tree["scenario"], "run.json")
    tree["scenario_hash"], tree["rules_hash"] = scenario.hash, scenario.ruleset.hash
    return json.dumps(tree)


def test_both_at_the_target(tmp_path: Path) -> None:
    run = play(tmp_path / "run", LogLevel.DEALS, "rules.game.target=200", games=40)
    games = pl.read_parquet(run / "games" / "*.parquet")
    both = first(games, pl.col("score_0") >= 200, pl.col("score_1") >= 200)
    number = int(str(both["game"]))
    change(run, "games", put("winner", 1 - int(str(both["winner"])), game=number))
    assert named(run)["G7 C8.2"] == [f"game {number}"]


def test_sums_are_counted_again_from_the_tables(moves_copy: Path, deals_copy: Path) -> None:
    for run in (moves_copy, deals_copy):
        change(run, "sums", lambda f: f.with_columns(k=pl.col("k") + (pl.col("metric") == "kaput")))
        found = [f for f in audited(run).ledger.findings() if f.place.startswith("sums")]
        assert [f.message.split(":")[0] for f in found] == ["kaput"]
        change(run, "sums", lambda f: f.head(3))
        assert [f.message for f in audited(run).ledger.findings() if "sums" in f.place]


def test_every_metric_is_counted_again_where_moves_are_there(moves_copy: Path) -> None:
    change(moves_copy, "sums", lambda f: f.with_columns(km=pl.col("km") + 1))
    found = [f for f in audited(moves_copy).ledger.findings() if f.place.startswith("sums")]
    assert len(found) == pl.read_parquet(moves_copy / "sums" / "*.parquet").height


def test_a_file_of_another_run(moves_copy: Path, tmp_path: Path) -> None:
    other = play(tmp_path / "other", LogLevel.MOVES, "bots.default=random", "scenario.seed=5")
    for table in ("games", "deals"):
        path = f"{table}/chunk-000000.parquet"
        shutil.copy(other / path, moves_copy / path)
    corrupt = [f for f in audited(moves_copy).ledger.findings() if f.severity == "corrupt"]
    assert sorted(f.place.split("/")[0] for f in corrupt) == ["deals", "games"]


def test_metadata_of_another_seed(moves_copy: Path) -> None:
    head = (moves_copy / "run.json").read_text()
    (moves_copy / "run.json").write_text(head.replace('"seed": 66', '"seed": 67'))
    messages = [f.message for f in audited(moves_copy).ledger.findings()]
    assert len(messages) == 5
    assert all("sixtysix.seed = 66; the run has 67" in message for message in messages)


# --- damage -----------------------------------------------------------------------------------


def _flip(path: Path, rng: Random) -> None:
    data = bytearray(path.read_bytes())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    path.write_bytes(data)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


@pytest.mark.parametrize("table", ["sums", "games", "deals", "melds", "moves"])
@pytest.mark.parametrize("spoil", [partial(_flip, rng=Random(1)), _cut, Path.unlink])
def test_damaged_files(table: str, spoil: Spoil, moves_copy: Path) -> None:
    spoil(moves_copy / table / "chunk-000000.parquet")
    ledger = audited(moves_copy).ledger
    assert [f.place for f in ledger.findings() if f.severity == "corrupt"] == [
        f"{table}/chunk-000000.parquet"
    ]
    assert not ledger.total("error")


def test_other_bits_flipped_are_noticed_too(moves_copy: Path, moves_run: Path) -> None:
    rng = Random(7)
    name = "deals/chunk-000000.parquet"
    for _ in range(15):
        _flip(moves_copy / name, rng)
        assert audited(moves_copy).ledger.total("corrupt") == 1
        shutil.copy(moves_run / name, moves_copy / name)


# --- small parts ------------------------------------------------------------------------------


def test_a_ledger_counts_all_and_keeps_some() -> None:
    one, two = Ledger(), Ledger()
    for number in range(KEEP + 10):
        (one if number % 2 else two).add(Finding("C6.2", "m", game=number))
    one.merge(two)
    one.add(Finding("", "f", severity="corrupt"))
    one.add(Finding("G7", "s", place="sums/x"))
    assert one.total("error") == KEEP + 11
    assert one.left_out == KEEP + 10 - KEEP
    order = [finding.severity + finding.rule for finding in one.findings()]
    assert (order[0], order[-1]) == ("corrupt", "errorG7")
    assert Finding("G7", "", ("C7.4",), "line 3", 1, 2, 3).where == "line 3, game 1, deal 2, move 3"


def test_equal_decks_prove_something_in_a_whole_double_pack_only() -> None:
    preset = resolve_rules("cift66")
    assert chance_of_equal_decks(1_000_000, preset) < 1e-6
    deck = {"ranks": ["A", "K", "J"], "packs": 1, "values": {"A": 10, "K": 5, "J": 0}}
    melds = {name: {"remove": True} for name in preset.auction.melds.patterns}
    small = {"deck": deck, "deal": {"hand_size": 2}, "melds": melds}
    assert chance_of_equal_decks(10_000, resolve_rules("cift66", small)) > 1
