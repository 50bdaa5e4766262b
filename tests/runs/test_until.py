"""`simulate --until`: a run ends at the chunk after which the figure is known well enough."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.errors import BadInput
from sixtysix_sim.logs.raw import RawChunk
from sixtysix_sim.metrics import find_metric, metrics_of
from sixtysix_sim.runs import simulate
from sixtysix_sim.runs.info import RunInfo
from sixtysix_sim.runs.options import Options, Silent
from sixtysix_sim.runs.sums import totals_of
from sixtysix_sim.runs.until import Until
from sixtysix_sim.statistics import Sums, estimate_sequence
from sixtysix_sim.vocabulary import LogLevel
from tests.raw_chunks import FakePlayer
from tests.runs.made_up import CHUNK, play, scenario_of_tests, use_made_up_games

WIDTH = 0.25


class Contracts(FakePlayer):
    """Made-up games whose sums of `made` are those of contracts, four in five of them made."""

    def play(self, first_game: int, games: int, log: LogLevel) -> RawChunk:
        raw = super().play(first_game, games, log)
        place = [metric.name for metric in metrics_of(self.ruleset)].index("made")
        for number in range(first_game, first_game + games):
            random = np.random.default_rng([self.seed, number])
            m = int(random.integers(4, 13))
            k = int(random.binomial(m, 0.8))
            row = (k, m, k * k, k * m, m * m)
            raw.sums[place] = row if number == first_game else raw.sums[place] + row
        return raw


@pytest.fixture(autouse=True)
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    use_made_up_games(monkeypatch)
    monkeypatch.setattr(
        simulate, "make_player", lambda scenario, _: Contracts(scenario.ruleset, scenario.seed)
    )


def until(width: float, **more: Any) -> Options:
    return Options(until=("made", width), log=LogLevel.NONE, **more)


def width_of(done: RunInfo) -> float:
    """Return the width of the always-valid interval over a run's games."""
    found = estimate_sequence(Sums(done.games, *totals_of(done)["made", None]), rate=True)
    assert found.low is not None
    assert found.high is not None
    return found.high - found.low


def test_a_run_ends_with_the_first_chunk_that_is_enough(tmp_path: Path) -> None:
    done = play(tmp_path / "a", until(WIDTH))
    assert done.finished
    assert done.games % CHUNK == 0
    assert width_of(done) < WIDTH
    shorter = play(tmp_path / "b", Options(games=done.games - CHUNK, log=LogLevel.NONE))
    assert width_of(shorter) >= WIDTH


@pytest.mark.parametrize("jobs", [1, 2, 8])
def test_its_games_do_not_depend_on_threads(tmp_path: Path, jobs: int) -> None:
    alone = play(tmp_path / "a", until(WIDTH, jobs=1))
    found = play(tmp_path / "b", until(WIDTH, jobs=jobs))
    assert found.games == alone.games
    for name in ("manifest.jsonl", "run.json"):
        assert (found.folder / name).read_bytes() == (alone.folder / name).read_bytes()


def test_resume_goes_on_to_a_narrower_width_and_adds_nothing_to_a_reached_one(
    tmp_path: Path,
) -> None:
    done = play(tmp_path / "a", until(WIDTH))
    again = play(tmp_path / "a", until(WIDTH, resume=True))
    assert again.games == done.games
    more = play(tmp_path / "a", until(WIDTH / 1.5, resume=True))
    assert more.games > done.games
    assert more.games == play(tmp_path / "b", until(WIDTH / 1.5)).games


def test_games_are_the_most_it_plays(tmp_path: Path) -> None:
    done = play(tmp_path / "a", until(1e-6, games=3 * CHUNK))
    assert done.games == 3 * CHUNK
    assert done.finished


def test_watchers_hear_how_many_games_are_still_needed(tmp_path: Path) -> None:
    heard: list[int] = []

    class Ear(Silent):
        def expect(self, games: int) -> None:
            heard.append(games)

    done = play(tmp_path / "a", until(WIDTH, jobs=1), watcher=Ear())
    assert len(heard) == done.games // CHUNK
    assert heard[-1] == 0
    half, last = len(heard) // 2, len(heard) * 3 // 4
    assert heard[half] > heard[last] > 0
    truth = done.games - CHUNK * (last + 1)  # widths of few games fall faster than √games
    assert truth / 3 < heard[last] < 3 * truth


def test_no_figure_of_that_name_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"did you mean made\?"):
        play(tmp_path / "a", Options(until=("mad", 0.1)))
    assert not (tmp_path / "a").exists()


def test_nothing_known_yet_needs_an_unknown_number_of_games() -> None:
    metric = find_metric(metrics_of(scenario_of_tests().ruleset), "made")
    fresh = Until(metric, 0.1)
    assert (fresh.reached, fresh.still_needed, fresh.met) == (None, None, False)


@pytest.mark.parametrize(
    "text", ["made", "made:", "made:0", "made:-1", ":0.1", "made:x", "made:inf"]
)
def test_a_rule_that_cannot_be_read_is_one_sentence(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(build(), ["simulate", "cift66", "--until", text]) == 2
    assert "must be METRIC:WIDTH with a width above 0" in capsys.readouterr().err
