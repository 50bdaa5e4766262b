"""Comparisons: right sums, the same for any number of threads, exact zeros, one-sided metrics."""

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sixtysix_sim.errors import BadInput
from sixtysix_sim.experiments import compare as module
from sixtysix_sim.experiments.compare import Comparison, compare
from sixtysix_sim.logs.raw import Int64
from sixtysix_sim.metrics import find_metric, metrics_of
from sixtysix_sim.runs.options import Silent
from sixtysix_sim.scenario import Scenario, load_scenario
from sixtysix_sim.statistics import PairSums, adjusted_p_values, paired_difference
from tests.experiments.made_up_players import MadeUpPlayer

A = load_scenario("cift66")
WRITTEN = find_metric(metrics_of(A.ruleset), "written").num
EASIER = load_scenario("cift66", ["rules.auction.min_bid=120"])
RANDOM = "bots.default=random"


def named(found: Comparison) -> dict[str, module.Compared]:
    return {one.metric.name: one for one in found.compared}


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK_GAMES", 40)


@pytest.mark.usefixtures("small_chunks")
def test_differences_are_those_of_the_games_one_by_one() -> None:
    found = compare(A, EASIER, 210, make_player=MadeUpPlayer)
    a, b = (MadeUpPlayer(s).measures(0, 210) for s in (A, EASIER))
    for name in ("made", "deals_per_game", "written", "wins_by_side.1"):
        ours, theirs = (find_metric(metrics_of(s.ruleset), name) for s in (A, EASIER))
        ka, ma, kb, mb = a[:, ours.num], a[:, ours.den], b[:, theirs.num], b[:, theirs.den]
        expected = paired_difference(PairSums.of(ka, ma, kb, mb))
        assert named(found)[name].difference == expected
        assert expected.games == 210


@pytest.mark.usefixtures("small_chunks")
def test_games_that_differ_are_counted() -> None:
    """Four games of 210 write 50 more: the width is that of four games, not that of 210."""

    class Seldom(MadeUpPlayer):
        def measures(self, first_game: int, games: int) -> Int64:
            x = super().measures(first_game, games)
            if self.ruleset.auction.kaput.factor == 2:
                numbers = np.arange(first_game, first_game + games)
                x[np.isin(numbers, (3, 50, 90, 209)), WRITTEN] += 50
            return x

    doubled = load_scenario("cift66", ["rules.kaput.factor=2"])
    difference = named(compare(A, doubled, 210, make_player=Seldom))["written"].difference
    assert difference.low is not None
    assert difference.p_value is not None
    assert difference.low < 0.0
    assert difference.p_value > 0.05


@pytest.mark.usefixtures("small_chunks")
def test_threads_change_nothing() -> None:
    one = compare(A, EASIER, 210, jobs=1, make_player=MadeUpPlayer)
    for jobs in (2, 3, 16):
        assert compare(A, EASIER, 210, jobs=jobs, make_player=MadeUpPlayer) == one


@pytest.mark.usefixtures("small_chunks")
def test_every_game_is_played_once_on_each_side_and_reported() -> None:
    players: list[MadeUpPlayer] = []
    done: list[int] = []

    def make(scenario: Scenario) -> MadeUpPlayer:
        players.append(MadeUpPlayer(scenario))
        return players[-1]

    class Noting(Silent):
        def advance(self, games: int) -> None:
            done.append(games)

    compare(A, A, 95, watcher=Noting(), make_player=make)  # equal hashes: both play all the same
    assert [sorted(player.calls) for player in players] == [[(0, 40), (40, 40), (80, 15)]] * 2
    assert done == [40, 40, 15]


def test_work_in_flight_does_not_grow_with_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK_GAMES", 1)
    lock = threading.Lock()
    counts = {"started": 0, "taken": 0, "most": 0}

    class Counted(MadeUpPlayer):
        def play(self, *args: Any, **options: Any) -> Any:
            with lock:
                counts["started"] += 1
                counts["most"] = max(counts["most"], counts["started"] - 2 * counts["taken"])
            return super().play(*args, **options)

    class Taking(Silent):
        def advance(self, games: int) -> None:
            with lock:
                counts["taken"] += games

    compare(A, A, 60, jobs=2, watcher=Taking(), make_player=Counted)
    assert counts["started"] == 120
    assert counts["most"] <= 10  # two sides of: twice the threads, and the one in hand


def test_both_sides_play_the_first_ones_seed() -> None:
    seeds = []

    def make(scenario: Scenario) -> MadeUpPlayer:
        seeds.append(scenario.seed)
        return MadeUpPlayer(scenario)

    compare(A.with_games(seed=7), EASIER.with_games(seed=8), 3, make_player=make)
    assert seeds == [7, 7]


def test_the_primary_metric_is_not_adjusted_and_the_others_are() -> None:
    found = compare(A, EASIER, 80, primary="written", make_player=MadeUpPlayer)
    assert found.primary.metric.name == "written"
    assert found.primary.p_adjusted is None
    assert [one.metric.name for one in found.compared if one.primary] == ["written"]
    others = [one for one in found.compared if not one.primary]
    expected = adjusted_p_values(one.difference.p_value for one in others)
    assert [one.p_adjusted for one in others] == expected
    made = named(found)["made"]
    assert made.p_adjusted is not None
    assert made.difference.p_value is not None
    assert made.p_adjusted > made.difference.p_value


def test_metrics_of_one_side_only_are_named_with_their_side() -> None:
    found = compare(A, EASIER, 5, make_player=MadeUpPlayer)
    assert {(one.side, one.metric.name) for one in found.one_sided} == {
        (1, f"{key}_by_level.{bid}") for key in ("contracts", "made") for bid in (120, 130, 140)
    }
    back = compare(EASIER, A, 5, make_player=MadeUpPlayer)
    assert {one.side for one in back.one_sided} == {0}
    assert len(back.compared) == len(found.compared)


def test_a_metric_nobody_has_is_one_sentence() -> None:
    with pytest.raises(BadInput, match="did you mean kaput"):
        compare(A, EASIER, 5, primary="kapput", make_player=MadeUpPlayer)


def test_a_metric_only_one_side_has_cannot_be_primary() -> None:
    with pytest.raises(BadInput, match=r"did you mean made_by_level\.150"):
        compare(A, EASIER, 5, primary="made_by_level.120", make_player=MadeUpPlayer)


def test_what_goes_wrong_in_a_thread_comes_out() -> None:
    class Broken(MadeUpPlayer):
        def play(self, *args: Any, **options: Any) -> Any:
            raise BadInput("policy x: an illegal action")

    with pytest.raises(BadInput, match="illegal action"):
        compare(A, EASIER, 5, make_player=Broken)


def test_pairing_is_narrower_than_two_separate_runs() -> None:
    found = named(compare(A, EASIER, 600, make_player=MadeUpPlayer))["made"].difference
    separate = compare(A, EASIER.with_games(seed=9), 600, make_player=_Unpaired)
    apart = named(separate)["made"].difference
    assert found.se is not None
    assert apart.se is not None
    assert found.se < apart.se / 2
    assert found.games_saved is not None
    assert found.games_saved > 4
    assert found.low is not None
    assert found.low > 0


class _Unpaired(MadeUpPlayer):
    """Draws another seed for each rule set: what comparing two separate runs would give."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario)
        self.seed += scenario.ruleset.auction.auction.min_bid


# With the kernel


def write(folder: Path, name: str) -> str:
    path = folder / f"{name}.toml"
    text = f'[scenario]\nname = "{name}"\n[rules]\nbase = "cift66"\n[bots]\ndefault = "random"\n'
    path.write_text(text)
    return str(path)


def test_scenarios_that_differ_in_name_differ_in_nothing_else(tmp_path: Path) -> None:
    a, b = (load_scenario(write(tmp_path, name)) for name in ("one", "two"))
    found = compare(a, b, 300)
    assert found.one_sided == []
    for one in found.compared:
        d = one.difference
        if d.a is not None:
            assert (d.value, d.low, d.high, d.se) == (0.0, 0.0, 0.0, 0.0), one.metric.name
        assert d.a == d.b
    assert sum(one.difference.a is not None for one in found.compared) > 100


def test_ten_points_more_for_the_last_trick_are_ten_points_a_deal() -> None:
    a = load_scenario("cift66", [RANDOM])
    b = load_scenario("cift66", [RANDOM, "rules.last_trick.bonus=20"])
    points = named(compare(a, b, 200))["trick_points"].difference
    assert (points.value, points.low, points.high) == (10.0, 10.0, 10.0)


def test_a_penalty_leaves_kaput_as_it_was_per_deal() -> None:
    """Paired intervals: twice as narrow as unpaired ones, or zero where the deals stay alike."""
    a = load_scenario("cift66", [RANDOM])
    b = load_scenario("cift66", [RANDOM, "rules.contract.penalty_factor=2"])
    found = named(compare(a, b, 1500))
    for name in ("made", "kaput", "written"):
        d = found[name].difference
        assert d.se is not None
        assert d.a is not None
        assert d.games_saved is None or d.games_saved > 1.5, name
    assert found["written"].difference.value is not None
    assert found["written"].difference.value < 0
