"""`sixtysix replay`: deals as people read them, found by a condition, and written out again."""

import json
import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.vocabulary import LogLevel
from tests.referee.corrupted import change, copy_of, play, put


@pytest.fixture(scope="module")
def moves_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(tmp_path_factory.mktemp("replay") / "moves", LogLevel.MOVES)


@pytest.fixture(scope="module")
def deals_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(tmp_path_factory.mktemp("replay") / "deals", LogLevel.DEALS)


def replay(*words: str | Path) -> int:
    return run(build(), ["replay", *map(str, words)])


def shown(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    assert replay(*words) == 0
    return capsys.readouterr().out


def test_a_deal_shows_what_was_logged(moves_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(capsys, moves_run, "--game", "0", "--deal", "0")
    deals = pl.read_parquet(moves_run / "deals" / "*.parquet").row(0, named=True)
    moves = pl.read_parquet(moves_run / "moves" / "*.parquet")
    moves = moves.filter(pl.col("game") == 0, pl.col("deal") == 0)
    assert out.startswith("Çift 66: game 0, deal 0\n")
    for part in ("Hands", "Auction", "Melds", "Tricks", "Score"):
        assert f"\n{part}\n" in out
    assert f"Seat {deals['declarer']} bid {deals['bid']}" in out
    assert "not logged" not in out
    first = moves.filter(pl.col("trick") == 1)
    symbols = dict(zip("SHDC", "♠♥♦♣", strict=True))
    pretty = [c[0].replace("T", "10") + symbols[c[1]] for c in first["card"].to_list()]
    by_seat = sorted(zip(first["seat"].to_list(), [">" + pretty[0], *pretty[1:]], strict=True))
    row = out.split("\nTricks\n")[1].splitlines()[1].split()
    assert row[:5] == ["1", *(card for _, card in by_seat)]
    scores = [line.split()[-2:] for line in out.splitlines() if line.startswith("score ")]
    assert [int(text.replace(",", "")) for text in scores[0]] == [
        deals["score_0"],
        deals["score_1"],
    ]


def test_moves_that_were_not_logged_are_played_again(
    moves_run: Path, deals_run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    note = "Moves were not logged; played again from seed 66."
    again = shown(capsys, deals_run, "--game", "3")
    assert note in again
    assert again.replace(f" {note}", "") == shown(capsys, moves_run, "--game", "3")


def test_a_game_that_comes_out_differently_is_refused(
    deals_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copy_of(deals_run, tmp_path / "run")
    change(folder, "deals", put("bids", 4, game=3, deal=1))
    assert replay(folder, "--game", "3") == 1
    assert "game 3 comes out differently when played again" in capsys.readouterr().err


def test_a_logged_breach_is_shown(
    moves_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copy_of(moves_run, tmp_path / "run")
    moves = pl.read_parquet(folder / "moves" / "*.parquet")
    bid = moves.filter(pl.col("action") == "bid").row(0, named=True)
    place = {"game": bid["game"], "deal": bid["deal"]}
    change(folder, "moves", put("value", 155, **place, seq=bid["seq"]))
    out = shown(capsys, folder, "--game", str(bid["game"]), "--deal", str(bid["deal"]))
    assert "Rules broken" in out
    assert "C3.1" in out


CONDITIONS = (
    ("end = 'set' and bid >= 200", (pl.col("end") == "set") & (pl.col("bid") >= 200)),
    ("kaput >= 0 or asked >= 0", (pl.col("kaput") >= 0) | (pl.col("asked") >= 0)),
    ("MADE and trump == 'S'", pl.col("made") & (pl.col("trump") == "S")),
    ("bid between 200 and 220 and not made", pl.col("bid").is_between(200, 220) & ~pl.col("made")),
    ("bid > 5000", pl.col("bid") > 5000),
)


@pytest.mark.parametrize(("where", "expression"), CONDITIONS)
def test_where_finds_the_deals(
    where: str, expression: pl.Expr, deals_run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = shown(capsys, deals_run, "--where", where, "--limit", "4", "--transcript")
    found = [json.loads(line) for line in out.splitlines()]
    deals = pl.read_parquet(deals_run / "deals" / "*.parquet").filter(expression).head(4)
    assert [(line["game"], line["deal"]) for line in found] == deals.select("game", "deal").rows()


def test_where_shows_three_unless_told(deals_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, deals_run, "--where", "bid >= 150").count("\nHands\n") == 3
    assert shown(capsys, deals_run, "--where", "bid > 5000") == "No deal fits.\n"


WRONG: tuple[tuple[list[str], str], ...] = (
    (["--where", "nosuch > 3"], "there is no column nosuch"),
    (["--where", "bid +"], "cannot be read"),
    (["--where", "bid"], "not true or false"),
    (["--where", "trump = 'X'"], "cannot be read"),
    (["--where", "(select 1)"], "cannot be read"),
    (["--where", ""], "cannot be read"),
    (["--where", "made", "--game", "1"], "leave out --game"),
    (["--game", "99"], "which has games 0 to 23"),
    (["--game", "1", "--deal", "99"], "game 1 has no deal 99"),
    ([], "choose a game"),
    (["--game", "1", "--case", "--json"], "exclude each other"),
)  # fmt: skip


@pytest.mark.parametrize(("words", "says"), WRONG)
def test_wrong_choices_are_one_sentence(
    words: list[str], says: str, deals_run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay(deals_run, *words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert err.count("\n") == 1


def test_where_needs_the_deals_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_ = play(tmp_path / "run", LogLevel.NONE, games=3)
    assert replay(run_, "--where", "made") == 2
    assert "keeps no deals (--log none)" in capsys.readouterr().err
    assert "game 2, deal 0" in shown(capsys, run_, "--game", "2")


def test_what_is_written_out_is_judged_clean(
    deals_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, case = tmp_path / "all.jsonl", tmp_path / "case.toml"
    whole.write_text(shown(capsys, deals_run, "--transcript"), "utf-8")
    assert len(whole.read_text().splitlines()) == pl.read_parquet(deals_run / "deals" / "*").height
    assert run(build(), ["audit", "-q", str(whole)]) == 0
    capsys.readouterr()
    case.write_text(shown(capsys, deals_run, "--where", "made", "--case"), "utf-8")
    assert run(build(), ["check", str(case)]) == 0
    assert "3 cases, all passed" in capsys.readouterr().out


def test_rows_for_scripts(
    moves_run: Path, deals_run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logged = json.loads(shown(capsys, moves_run, "--game", "1", "--deal", "1", "--json"))
    again = json.loads(shown(capsys, deals_run, "--game", "1", "--deal", "1", "--json"))
    assert (logged["regenerated"], again["regenerated"]) == (False, True)
    assert logged["rows"] == again["rows"]
    moves = pl.read_parquet(moves_run / "moves" / "*.parquet")
    moves = moves.filter(pl.col("game") == 1, pl.col("deal") == 1)
    rows = [{k: v for k, v in row.items() if k != "text"} for row in logged["rows"]]
    assert rows == moves.to_dicts()


@pytest.mark.parametrize("columns", [80, 40])
@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_it_fits_narrow_and_ascii_terminals(columns: int, encoding: str, moves_run: Path) -> None:
    words = [sys.executable, "-m", "sixtysix_sim", "replay", str(moves_run), "--where", "made"]
    done = subprocess.run(
        words,
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": encoding, "COLUMNS": str(columns)},
        timeout=120,
        check=False,
    )
    assert done.returncode == 0
    text = done.stdout.decode(encoding)
    assert max(len(line) for line in text.splitlines()) <= columns
    assert ("10♠" in text) == (encoding == "utf-8")
