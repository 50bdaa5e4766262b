"""Points paired with one base: right figures, kept figures, the base played once."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from sixtysix_sim.errors import CorruptData, FolderInUse
from sixtysix_sim.experiments import compare as compare_module
from sixtysix_sim.experiments import points as module
from sixtysix_sim.experiments.points import Book, from_plain, to_plain
from sixtysix_sim.experiments.state import State
from sixtysix_sim.metrics import estimate, find_metric, metrics_of
from sixtysix_sim.metrics.auction.slots import Slot
from sixtysix_sim.scenario import Scenario, load_scenario
from sixtysix_sim.statistics import Sums
from tests.experiments.made_up_players import MadeUpPlayer

A = load_scenario("cift66")
EASIER = load_scenario("cift66", ["rules.auction.min_bid=120"])
GAMES = 130


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare_module, "CHUNK_GAMES", 40)


class OtherWinners(MadeUpPlayer):
    """Under a lower opening bid every tenth game goes to the other side, by other scores."""

    def measures(self, first_game: int, games: int) -> np.ndarray:
        x = super().measures(first_game, games)
        x[:, Slot.SCORES] = 100 * (np.arange(first_game, first_game + games) % 7)
        if self.ruleset.auction.auction.min_bid < 150:
            turned = np.arange(first_game, first_game + games) % 10 == 0
            x[turned, Slot.WINS : Slot.WINS + 2] = x[turned, Slot.WINS : Slot.WINS + 2][:, ::-1]
            x[turned, Slot.SCORES] += 30
        return x


def book(
    path: Path | None = None, jobs: int = 2, make: Callable[[Scenario], MadeUpPlayer] = OtherWinners
) -> Book:
    state = State({"command": "sweep", "games": GAMES}, path)
    return Book(A, ["made", "written"], GAMES, state, jobs, make_player=make)


def test_a_points_own_figures_and_differences_are_those_of_its_games() -> None:
    found = book().measure("easier", EASIER)
    metric = find_metric(metrics_of(EASIER.ruleset), "made")
    x = OtherWinners(EASIER).measures(0, GAMES)
    assert found.estimates["made"] == estimate(
        metric, Sums.of(x[:, metric.num].tolist(), x[:, metric.den].tolist())
    )
    expected = compare_module.compare(A, EASIER, GAMES, make_player=OtherWinners)
    wanted = {one.metric.name: one.difference for one in expected.compared}
    assert found.differences == {name: wanted[name] for name in ("made", "written")}


def test_outcomes_count_games_with_another_winner_and_moved_margins() -> None:
    outcome = book().measure("easier", EASIER).outcome
    assert outcome is not None
    assert outcome.other_winner.value == 13 / GAMES
    assert outcome.squared.value == 13 * 900 / GAMES
    margins = 100 * (np.arange(GAMES) % 7)
    assert outcome.spread == pytest.approx(float(np.var(margins, ddof=1)))


def test_the_base_against_itself_is_exactly_nothing() -> None:
    found = book().measure("own", A)
    assert found.outcome is not None
    assert (found.outcome.other_winner.value, found.outcome.squared.value) == (0.0, 0.0)
    assert (found.outcome.other_winner.high or 0) > 0  # 0 of n has an upper bound
    assert found.differences["made"].value == found.differences["made"].low == 0.0


def test_threads_change_nothing() -> None:
    assert book(jobs=1).measure("x", EASIER) == book(jobs=7).measure("x", EASIER)


def test_the_base_is_played_once_and_what_is_kept_of_it_is_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    players: list[MadeUpPlayer] = []

    def make(scenario: Scenario) -> MadeUpPlayer:
        players.append(OtherWinners(scenario))
        return players[-1]

    one = book(make=make, jobs=1)
    one.measure("x", EASIER)
    one.measure("y", EASIER)
    assert [len(player.calls) for player in players] == [4, 4, 4]
    players.clear()
    monkeypatch.setattr(module, "KEPT_CHUNKS", 1)
    two = book(make=make, jobs=1)
    two.measure("x", EASIER)
    two.measure("y", EASIER)
    assert [len(player.calls) for player in players] == [4 + 3, 4, 4]


def test_finished_points_are_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "sweep.jsonl"
    first = book(path).measure("x", EASIER)

    def never(scenario: Scenario) -> MadeUpPlayer:
        raise AssertionError(scenario.name)

    assert book(path, make=never).measure("x", EASIER) == first
    assert from_plain("x", to_plain(first)) == first
    assert not list(path.parent.glob("*.part"))


def test_a_file_of_another_experiment_is_refused_and_stands(tmp_path: Path) -> None:
    path = tmp_path / "sweep.jsonl"
    book(path).measure("x", EASIER)
    before = path.read_bytes()
    with pytest.raises(FolderInUse, match="another number of games a point"):
        State({"command": "sweep", "games": GAMES + 1}, path)
    with pytest.raises(FolderInUse, match="another command"):
        State({"command": "tune", "games": GAMES}, path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["", "hello\n", "[1]\n", '{"a": 1}\n', "\xff"])
def test_a_file_that_holds_something_else_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(FolderInUse, match="something else"):
        State({"command": "sweep"}, path)


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"point": 3}'])
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "sweep.jsonl"
    book(path).measure("x", EASIER)
    path.write_text(path.read_text("utf-8") + line + "\n", "utf-8")
    with pytest.raises(CorruptData, match="line 3"):
        book(path)


def test_other_cards_share_no_games_and_so_have_no_outcome() -> None:
    other = load_scenario("cift66", ["rules.deal.hand_size=10"])
    found = book().measure("other", other)
    assert found.outcome is None
    assert found.estimates["made"].value is not None
    assert found.differences["made"].games_saved is None  # unpaired
    assert from_plain("other", to_plain(found)) == found


def test_a_point_with_other_fields_is_corrupt() -> None:
    plain = to_plain(book().measure("x", EASIER))
    for broken in ({}, plain | {"estimates": 3}, plain | {"outcome": {"spread": 1}}):
        with pytest.raises(CorruptData, match="the point x"):
            from_plain("x", broken)
