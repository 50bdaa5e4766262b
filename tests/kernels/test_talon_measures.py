"""Compiled measures of the talon family against a slow recount of games played by the referee."""

from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from sixtysix_sim.kernels.engine import Engine
from sixtysix_sim.kernels.jit import jit
from sixtysix_sim.kernels.sums import add_sums, new_sums, sums_of
from sixtysix_sim.kernels.talon.measures import add_deal, add_game, add_tricks
from sixtysix_sim.logs.raw import Int64, MeldField
from sixtysix_sim.logs.raw.talon import WIDTH, DealField
from sixtysix_sim.metrics import layout_of, measure_names, metrics_of
from sixtysix_sim.policies.load import load_policies
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.scenario import scenario_from_tree
from sixtysix_sim.vocabulary import LogLevel
from tests.strategies import random_talon_settings
from tests.talon_games import RefereePlayer, Rows, counted, sums_of_rows, table, trick_words

CHANGES: dict[str, tuple[str, dict[str, Any]]] = {
    "66 for two": ("classic_66_v1", {}),
    "seksogtres": ("seksogtres", {}),
    "schnapsen": ("schnapsen", {}),
    "three seats": ("seksogtres", {"seats": 3}),
    "four seats, two packs": ("seksogtres", {"seats": 4, "deck": {"packs": 2}}),
    "never closed": ("classic_66_v1", {"closing": {"allowed": False}}),
    "few deals": ("classic_66_v1", {"match": {"target": 0, "deals": 2, "allowed_targets": []}}),
    "capped, worth nothing": (
        "classic_66_v1",
        {"stakes": {"base": 0}, "match": {"max_deals": 4, "target": 11}},
    ),
}


@jit()
def measure(
    layout: Any, raw: Any, num: Int64, den: Int64, x: Int64, kept: Int64, sums: Int64, words: Int64
) -> None:
    """Write the measures of every game to ``kept`` and add to the sums, as the hot loop does."""
    games, deals, melds, first = raw
    row = 0
    for game in range(games.shape[0]):
        for _ in range(games[game, 0]):
            add_deal(x, layout, deals, row, melds, first[row], first[row + 1] - first[row])
            row += 1
        add_tricks(x, layout, words[game])
        add_game(x, layout, games, game)
        for n in range(x.size):
            kept[game, n] = x[n]
        add_sums(sums, x, num, den)


@cache
def played(name: str, games: int, seed: int) -> tuple[RuleSet, Rows]:
    preset, changes = CHANGES[name]
    ruleset = resolve_rules(preset, changes)
    player = RefereePlayer(ruleset, seed, claim=0.4, wrong_claim=0.05, redeal=0.1)
    rows = player.rows(0, games)
    for meld in rows.melds[::3]:
        meld[MeldField.COUNTED] = 0  # few are lost in play
    return ruleset, rows


def measured(ruleset: RuleSet, rows: Rows) -> tuple[Int64, Any]:
    """Return int64[games, measures] and float64[metrics, 5] of rows."""
    metrics = metrics_of(ruleset)
    num, den = (np.array([getattr(m, name) for m in metrics]) for name in ("num", "den"))
    layout = layout_of(ruleset)
    sums = new_sums(layout.size, len(metrics))
    first = np.array([*rows.first_meld, len(rows.melds)])
    width = len(rows.games[0])
    melds = table(rows.melds, len(MeldField))
    raw = (table(rows.games, width), table(rows.deals, WIDTH), melds, first)
    kept = np.zeros((len(rows.games), layout.size), dtype=np.int64)
    x = np.zeros(layout.size, dtype=np.int64)
    words = trick_words(counted(ruleset, rows))
    measure(layout, raw, num, den, x, kept, sums, words)
    assert not x.any()
    return kept, sums_of(sums, num, den)


@pytest.mark.parametrize("name", CHANGES)
def test_measures_agree_with_a_recount(name: str) -> None:
    ruleset, rows = played(name, 40, seed=5)
    kept, sums = measured(ruleset, rows)
    names = measure_names(ruleset)
    for row, game in zip(kept.tolist(), counted(ruleset, rows), strict=True):
        assert {n for n, v in game.items() if v} <= set(names)
        assert {n: v for n, v in zip(names, row, strict=True) if v} == {
            n: v for n, v in game.items() if v
        }
    assert sums.tolist() == sums_of_rows(ruleset, rows).tolist()


def test_every_measure_is_seen_at_work() -> None:
    """The games reach every measure, so that the recount compares all of them."""
    seen: dict[str, int] = {}
    for name in CHANGES:
        ruleset, rows = played(name, 40, seed=5)
        kept, _ = measured(ruleset, rows)
        for measure_name, total in zip(measure_names(ruleset), kept.sum(axis=0), strict=True):
            seen[measure_name] = seen.get(measure_name, 0) + abs(int(total))
    fixed = [n for n in seen if "_trick." not in n and "_talon." not in n]
    here = [n for n in fixed if not n.startswith(("work", "slips"))]  # slips: the audit recounts
    assert [n for n in here if not seen[n]] == ["way_points.drawn"]


@pytest.mark.parametrize("name", CHANGES)
def test_a_rate_has_no_more_events_than_trials(name: str) -> None:
    ruleset, rows = played(name, 40, seed=5)
    kept, _ = measured(ruleset, rows)
    for metric in metrics_of(ruleset):
        if metric.is_percent:
            k, m = kept[:, metric.num], kept[:, metric.den]
            assert ((k >= 0) & (k <= m)).all(), metric.name


def test_closings_after_the_last_trick_kept_apart_count_as_of_it() -> None:
    """A draw forgotten (D8.4) makes the talon last longer than the layout counts on."""
    ruleset, rows = played("66 for two", 40, seed=5)
    layout = layout_of(ruleset)
    late = next(row for row in rows.deals if row[DealField.CLOSE_TRICK] == layout.tricks)
    late[DealField.CLOSE_TRICK] += 3
    kept, _ = measured(ruleset, rows)
    late[DealField.CLOSE_TRICK] -= 3
    same, _ = measured(ruleset, rows)
    assert (kept == same).all()


@pytest.mark.parametrize("seed", range(12))
def test_the_hot_loop_measures_what_its_rows_say(seed: int) -> None:
    """Random rule sets, random bots that claim wrongly and late: kept measures against raw rows."""
    preset = ("classic_66_v1", "seksogtres", "schnapsen")[seed % 3]
    settings = random_talon_settings(Random(seed), preset) if seed > 2 else {}
    bots = {"policy": "random", "wrong_claim_rate": 0.02, "claim_delay": 0.3}
    tree = {"rules": {"base": preset, **settings}, "bots": {"default": bots}}
    scenario = scenario_from_tree(tree, "test")
    engine = Engine(scenario.ruleset, load_policies(scenario), seed)
    chunk = engine.play(0, 6, LogLevel.MOVES, keep_measures=True)
    first = np.searchsorted(chunk.melds[:, MeldField.DEAL_ROW], np.arange(len(chunk.deals)))
    rows = Rows(
        games=chunk.games.tolist(),
        deals=chunk.deals.tolist(),
        melds=chunk.melds.tolist(),
        first_meld=first.tolist(),
    )
    assert chunk.moves is not None
    logged = (chunk.moves.trick, chunk.moves.seat, chunk.moves.legal)
    rows.moves += [
        (trick, seat, 0, 0, 0, 0, wide) for trick, seat, wide in zip(*logged, strict=True)
    ]
    names = measure_names(scenario.ruleset)
    for row, game in zip(chunk.measures.tolist(), counted(scenario.ruleset, rows), strict=True):
        assert {n: v for n, v in zip(names, row, strict=True) if v} == {
            n: v for n, v in game.items() if v
        }
