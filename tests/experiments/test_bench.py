"""The signature says that nothing about the games has drifted; timings are rows for scripts."""

import json

import numpy as np
import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.experiments.bench import Setting, measure, scenario_of, settings, signature
from sixtysix_sim.runs.options import Silent
from sixtysix_sim.runs.player import make_player
from sixtysix_sim.vocabulary import LogLevel

# Changes when rules, bots, randomness or what is logged change, and then RNG or schema do too.
SIGNATURE = "c14fd74c9b4b37acea846ec185e1f52584e1b63236d86d18b2ff0ad4fa5cd916"


def test_signature_is_pinned() -> None:
    assert signature() == SIGNATURE


def test_signature_sees_another_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixtysix_sim.experiments.bench.SIGNED_GAMES", 299)
    assert signature() != SIGNATURE


def test_chunks_do_not_depend_on_where_they_are_cut() -> None:
    player = make_player(scenario_of("cift66", "standard"), Silent())
    whole = player.play(0, 30, LogLevel.MOVES)
    parts = [player.play(first, 10, LogLevel.MOVES) for first in (0, 10, 20)]
    assert sum(part.moves_played for part in parts) == whole.moves_played
    np.testing.assert_array_equal(np.sum([part.sums for part in parts], axis=0), whole.sums)


def test_measure_times_every_setting() -> None:
    wanted = [Setting("cift66", "random", log, jobs) for log in LogLevel for jobs in (1, 2)]
    seen: list[int] = []
    timings = measure(wanted, rounds=1, seconds=0.01, advance=lambda: seen.append(1))
    assert len(seen) == len(wanted)
    assert [timing.setting for timing in timings] == wanted
    for timing in timings:
        assert timing.ns_per_move > 0
        assert timing.moves_per_s > timing.deals_per_s > timing.games_per_s > 0


def test_bench_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["bench", "--rounds", "1", "--seconds", "0.01", "--jobs", "1", "--json"]
    assert run(build(), arguments) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["signature"] == SIGNATURE
    assert len(result["rows"]) == len(settings(1))
    fields = {"family", "policy", "log", "jobs", "ns_per_move", "moves_per_s", "deals_per_s"}
    assert all(fields | {"games_per_s"} <= row.keys() for row in result["rows"])
