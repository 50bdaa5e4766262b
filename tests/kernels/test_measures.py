"""Compiled measures against a slow recount of the same rows, and the sums against plain sums."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from sixtysix_sim.kernels.auction.measures import add_deal, add_game
from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.kernels.jit import jit
from sixtysix_sim.kernels.sums import add_pairs, add_sums, new_sums, sums_of
from sixtysix_sim.logs.raw import GameField, Int64, MeldField, RawChunk
from sixtysix_sim.logs.raw.auction import DealField
from sixtysix_sim.metrics import layout_of, measure_names, metrics_of
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.scenario import scenario_from_tree
from sixtysix_sim.vocabulary import LogLevel
from tests.kernels.raw_games import RawGames, raw_games
from tests.kernels.recount import recount
from tests.strategies import random_ruleset

CHANGES: dict[str, dict[str, Any]] = {
    "as written": {},
    "levels share a bin": {"auction": {"min_bid": 0, "max_bid": 703, "step": 5}},
    "one level": {"auction": {"min_bid": 300, "max_bid": 300}},
    "wiped after": {"kaput": {"before_contract": False}},
    "never wiped": {"kaput": {"wipes_melds": False}},
    "no melds": {
        "melds": {name: {"remove": True} for name in resolve_rules("cift66").auction.melds.patterns}
    },
}


@jit()
def measure(
    layout: Any, raw: Any, num: Int64, den: Int64, x: Int64, kept: Int64, sums: Int64
) -> None:
    """Write the measures of every game to ``kept`` and add to the sums, as the hot loop does."""
    games, deals, melds, first = raw
    row = 0
    for game in range(games.shape[0]):
        for _ in range(games[game, 0]):
            add_deal(x, layout, deals, row, melds, first[row], first[row + 1] - first[row])
            row += 1
        add_game(x, layout, games, game)
        for n in range(x.size):
            kept[game, n] = x[n]
        add_sums(sums, x, num, den)


def play(ruleset: RuleSet, games: RawGames) -> tuple[Int64, Any]:
    """Return int64[games, measures] and float64[metrics, 5] of made-up games."""
    metrics = metrics_of(ruleset)
    num, den = (np.array([getattr(m, name) for m in metrics]) for name in ("num", "den"))
    layout = layout_of(ruleset)
    sums = new_sums(layout.size, len(metrics))
    first = np.array([*games.first_meld, len(games.melds)])
    raw = (games.games, games.deals, games.melds, first)
    kept = np.zeros((len(games.games), layout.size), dtype=np.int64)
    x = np.zeros(layout.size, dtype=np.int64)
    measure(layout, raw, num, den, x, kept, sums)
    assert not x.any()
    return kept, sums_of(sums, num, den)


def counted(ruleset: RuleSet, games: RawGames) -> list[Counter[str]]:
    first = [*games.first_meld, len(games.melds)]
    answers = []
    row = 0
    for game in games.games.tolist():
        rows = range(row, row + game[GameField.ROWS])
        melds = [games.melds[first[n] : first[n + 1]].tolist() for n in rows]
        deals = [games.deals[n].tolist() for n in rows]
        answers.append(recount(ruleset, game, deals, melds))
        row = rows.stop
    return answers


@pytest.mark.parametrize("changes", CHANGES.values(), ids=CHANGES.keys())
def test_measures_agree_with_a_recount(changes: dict[str, Any]) -> None:
    ruleset = resolve_rules("cift66", changes)
    games = raw_games(ruleset, 60, seed=5)
    kept, _ = play(ruleset, games)
    names = measure_names(ruleset)
    for row, game in zip(kept.tolist(), counted(ruleset, games), strict=True):
        assert set(game) <= set(names)
        assert {n: v for n, v in zip(names, row, strict=True) if v} == {
            n: v for n, v in game.items() if v
        }


def test_every_measure_is_seen_at_work() -> None:
    """Rows drawn at random reach every measure, so that the recount compares all of them."""
    ruleset = resolve_rules("cift66", {"auction": {"max_bid": 400}})
    kept, _ = play(ruleset, raw_games(ruleset, 600, seed=6))
    idle = [
        n for n, total in zip(measure_names(ruleset), kept.sum(axis=0), strict=True) if not total
    ]
    tricks = ("trick_forced.", "trick_legal.")  # of moves, which made-up rows have not
    assert [n for n in idle if not n.startswith(("work", *tricks))] == ["ends.deal_count"]


def test_sums_are_those_of_the_games() -> None:
    ruleset = resolve_rules("cift66")
    kept, sums = play(ruleset, raw_games(ruleset, 50, seed=7))
    for metric, row in zip(metrics_of(ruleset), sums, strict=True):
        k, m = kept[:, metric.num], kept[:, metric.den]
        assert row.tolist() == [k.sum(), m.sum(), k @ k, k @ m, m @ m], metric.name


def test_sums_of_no_game_are_zero() -> None:
    none = np.zeros(0, dtype=np.int64)
    assert sums_of(new_sums(0, 0), none, none).shape == (0, 5)
    one = np.zeros(1, dtype=np.int64)
    assert sums_of(new_sums(3, 1), one, one).tolist() == [[0.0] * 5]


def test_a_rate_has_no_more_events_than_trials() -> None:
    ruleset = resolve_rules("cift66")
    kept, _ = play(ruleset, raw_games(ruleset, 200, seed=8))
    for metric in metrics_of(ruleset):
        if metric.is_percent:
            k, m = kept[:, metric.num], kept[:, metric.den]
            assert ((k >= 0) & (k <= m)).all(), metric.name


def test_pairs_are_products_over_the_same_games() -> None:
    rng = np.random.default_rng(3)
    a, b = (rng.integers(-50, 50, (40, 6)) for _ in range(2))
    num_a, den_a, num_b, den_b = (rng.integers(0, 6, 9) for _ in range(4))
    sums = np.zeros((9, 4), dtype=np.int64)
    for part in (slice(0, 15), slice(15, 40)):
        add_pairs(sums, a[part], b[part], num_a, den_a, num_b, den_b)
    for n in range(9):
        ka, ma, kb, mb = a[:, num_a[n]], a[:, den_a[n]], b[:, num_b[n]], b[:, den_b[n]]
        assert sums[n].tolist() == [ka @ kb, ka @ mb, ma @ kb, ma @ mb]


def test_a_redeal_after_speak_was_passed_out() -> None:
    """C3.3: the answer "redeal" ends the deal at once; after "speak" two more seats speak."""
    ruleset = resolve_rules("cift66")
    names = measure_names(ruleset)
    games = raw_games(ruleset, 200, seed=9)
    asked = games.deals[
        (games.deals[:, DealField.ASKED] >= 0) & (games.deals[:, DealField.BID] < 0)
    ]
    kept, _ = play(ruleset, games)
    totals = dict(zip(names, kept.sum(axis=0).tolist(), strict=True))
    assert totals["answers_redeal"] == (asked[:, DealField.MOVES] == 4).sum() > 0
    assert totals["passed_out"] + totals["answers_redeal"] == totals["redeals"]


def count_tricks(answers: list[Counter[str]], chunk: RawChunk) -> None:
    """Add the choice in each trick to the measures of games, from the log of moves."""
    moves = chunk.moves
    assert moves is not None
    games = np.repeat(chunk.deals[:, DealField.GAME], chunk.deals[:, DealField.MOVES])
    for game, trick, legal in zip(games, moves.trick, moves.legal, strict=True):
        if trick:
            answers[game][f"trick_forced.{trick}"] += int(legal == 1)
            answers[game][f"trick_legal.{trick}"] += int(legal)


@pytest.mark.parametrize("seed", range(12))
def test_the_hot_loop_measures_what_its_rows_say(seed: int) -> None:
    """Random rule sets, random bots: measures kept by the engine against its own raw rows."""
    ruleset = random_ruleset(Random(seed)) if seed else resolve_rules("cift66")
    tree = {"rules": {"base": "cift66", **ruleset.changes()}, "bots": {"default": "random"}}
    scenario = scenario_from_tree(tree, "test")
    engine = Engine(scenario.ruleset, load_policies(scenario), seed)
    chunk = engine.play(0, 6, LogLevel.MOVES, keep_measures=True)
    first = np.searchsorted(chunk.melds[:, MeldField.DEAL_ROW], np.arange(len(chunk.deals)))
    games = RawGames(chunk.games, chunk.deals, chunk.melds, first.tolist())
    names = measure_names(ruleset)
    answers = counted(ruleset, games)
    count_tricks(answers, chunk)
    for row, game in zip(chunk.measures.tolist(), answers, strict=True):
        assert {n: v for n, v in zip(names, row, strict=True) if v} == {
            n: v for n, v in game.items() if v
        }
