"""Audit of the talon family: clean runs are clean; matches, sums and any record are judged."""

from pathlib import Path
from random import Random

import polars as pl

from sixtysix_sim.referee.audit import Ledger, Record, judge_of
from sixtysix_sim.referee.audit.record import RecordedMove
from sixtysix_sim.referee.audit.talon.record import ENDS, result_row
from sixtysix_sim.referee.talon import apply, seat_to_act
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.vocabulary import LogLevel
from tests.referee.corrupted import audited, change, copy_of, named, play, put
from tests.referee.talon_audit.rows import BOTS, GAMES, table
from tests.referee.talon_games import TALON_PRESETS, choose, dealt, every_action, shuffled
from tests.strategies import random_talon_settings


def test_clean_runs_of_every_log_level_are_clean(
    preset: str, clean: dict[LogLevel, Path], tmp_path: Path
) -> None:
    for log, folder in clean.items():
        found = audited(folder)
        assert not list(found.ledger.findings())
        assert (found.games, found.deals) == (GAMES, table(folder, "deals").height)
        logged = log is LogLevel.MOVES
        assert found.moves == (table(folder, "moves").height if logged else 0)
        assert found.decks == (found.deals if logged else 0)
    for log in (LogLevel.GAMES, LogLevel.NONE):
        found = audited(play(tmp_path / log, log, *BOTS, games=3, preset=preset))
        assert not found.ledger.counts


def test_two_processes_and_a_sample(preset: str, tmp_path: Path) -> None:
    folder = play(tmp_path / "run", LogLevel.MOVES, *BOTS, games=260, first=70, preset=preset)
    found = audited(folder, jobs=2)
    assert not list(found.ledger.findings())
    assert (found.games, audited(folder, sample=13).games) == (260, 13)


def test_ends_of_matches(run: Path, rules: RuleSet) -> None:
    target = "match.target" if rules.talon.match.target else "match.deals"
    change(run, "games", put("winner", -1, game=3))
    change(run, "games", put("end", "deal_cap", game=4))
    change(run, "games", put("score_1", 99, game=5))
    found = named(run)
    assert f"game {5}" in found[f"G7 {rules.clause_of('stakes.base')}"]
    assert {"game 3", "game 4"} <= set(found[f"G7 {rules.clause_of(target)}"])


def test_a_match_that_stops_too_early_and_one_that_goes_on(run: Path, rules: RuleSet) -> None:
    clause = rules.clause_of("match.target")
    last = table(run, "deals").filter(pl.col("game") == 2)["deal"].max()
    for name in ("deals", "melds", "moves"):
        change(run, name, lambda frame: frame.filter(~_gone(frame, last)))
    assert "game 2" in named(run)[f"G4 {clause}"]


def _gone(frame: pl.DataFrame, last: object) -> pl.Expr:
    return (pl.col("game") == 2) & (pl.col("deal") == last)


def test_every_sum_is_counted_again_from_the_tables(
    clean: dict[LogLevel, Path], tmp_path: Path, rules: RuleSet
) -> None:
    """With moves every figure; without them all but those about moves and cards."""
    for log, folder in clean.items():
        run = copy_of(folder, tmp_path / log)
        change(run, "sums", lambda f: f.with_columns(km=pl.col("km") + 1))
        found = [f for f in audited(run).ledger.findings() if f.place.startswith("sums")]
        every = table(run, "sums")
        assert len(found) == len(every) - (0 if log is LogLevel.MOVES else _of_moves(every, rules))


def _of_moves(sums: pl.DataFrame, rules: RuleSet) -> int:
    """How many figures need moves: of actions and cards, and closings that may precede a draw."""
    words = ("moves", "forced", "legal", "branching", "played", "cards_per")
    names = sums["metric"].to_list()
    needed = [name for name in names if any(word in name for word in words)]
    before = rules.talon.closing.when == "before_or_after_draw"
    return len(needed) + before * sum("_trick" in name and "clos" in name for name in names)


def _spoilt(rng: Random) -> tuple[RuleSet, Record]:
    """A deal played at random under drawn rules, with numbers and actions that are not its own."""
    preset = rng.choice(TALON_PRESETS)
    ruleset = resolve_rules(preset, random_talon_settings(rng, preset, seats=(2,)))
    deck = shuffled(ruleset, rng)
    state, moves = dealt(ruleset, deck), list[RecordedMove]()
    while (seat := seat_to_act(state)) is not None:
        move = choose(state, rng)
        moves.append((len(moves), apply(state, seat, move).trick, seat, move, None))
    assert state.result is not None
    row = result_row(state.result)
    for name in rng.sample(list(row), rng.randint(0, 2)):
        codes = [None, 0, 1, 2] if name in ("trump", "upcard") else [-1, 0, 1, 2, 5, 66, 1000]
        row[name] = rng.choice(ENDS) if name == "end" else rng.choice(codes)
    for _ in range(rng.randint(0, 2)):
        at = rng.randrange(len(moves))
        seat = rng.choice((moves[at][2], rng.randrange(2)))
        moves[at] = (at, moves[at][1], seat, rng.choice(every_action()), rng.randint(1, 9))
    size = ruleset.talon.deal.hand_size
    hands: list[list[int] | None] = [deck[:size], deck[size : 2 * size]]
    if rng.random() < 0.2:
        hands[rng.randrange(2)] = None
    logged = moves if rng.random() < 0.6 else None
    return ruleset, Record(0, 0, 1, hands, deck[2 * size :], logged, row, rng.choice((None, [])))


def test_whatever_is_recorded_is_judged() -> None:
    """No record of cards, actions and numbers that exist is an error of the program."""
    rng, found = Random(66), 0
    for _ in range(400):
        ruleset, record = _spoilt(rng)
        ledger = Ledger()
        judge_of(ruleset, ledger).deal(record)
        found += ledger.total("error")
    assert found > 200
