"""Audit: spoilt results, melds, games and sums are found where they are, with their clauses."""

import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from sixtysix_sim.vocabulary import LogLevel
from tests.referee.corrupted import (
    Change,
    audited,
    change,
    deals_of,
    first,
    named,
    place_of,
    play,
    put,
    where,
    without,
)

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
