"""The pages of compare, sweep, sensitivity and matches, over games that nobody played."""

import html
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.errors import SixtySixError
from sixtysix_sim.experiments.match import Match, Tally
from sixtysix_sim.reporting.html.artist import Artist
from sixtysix_sim.reporting.html.charts import Chart
from sixtysix_sim.reporting.html.match import match_page
from sixtysix_sim.reporting.html.page import html_of
from sixtysix_sim.runs import simulate as runs_simulate
from sixtysix_sim.scenario import Scenario, load_scenario
from tests.experiments.made_up_players import MadeUpPlayer
from tests.reporting.html.shape import ids_of


@pytest.fixture(autouse=True)
def _nobody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    def made_up(scenario: Scenario, watcher: object = None) -> MadeUpPlayer:
        return MadeUpPlayer(scenario)

    monkeypatch.setattr(runs_simulate, "make_player", made_up)


def page_of(file: Path, *arguments: str) -> str:
    assert run(build(), [*arguments, "--html", str(file)]) == 0
    return file.read_text("utf-8")


COMPARE = ("compare", "cift66", "--set", "rules.auction.min_bid=120", "--games", "300")
SWEEP = ("sweep", "cift66", "--vary", "rules.auction.min_bid=120,150,180", "--games", "200")
SENSITIVITY = ("sensitivity", "cift66", "--choices", "--games", "60")


def test_a_comparison_shows_its_sentence_differences_and_other_bots(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = page_of(tmp_path / "compare.html", *COMPARE)
    said = capsys.readouterr().out
    assert {"compared", "changes", "players"} <= set(ids_of(page))
    sentence = next(line for line in said.splitlines() if line.startswith("Playing with"))
    assert f"<p>{html.escape(sentence)}</p>" in page
    assert "auction.min_bid 120 instead of 150</h1>" in page
    assert page.count("<svg ") == 3
    assert page_of(tmp_path / "again.html", *COMPARE) == page


def test_a_sweep_has_a_chart_a_figure(tmp_path: Path) -> None:
    page = page_of(tmp_path / "sweep.html", *SWEEP, "--metric", "made", "--metric", "written")
    assert {"played", "points", "figure-2", "figure-3"} <= set(ids_of(page))
    assert page.count("<svg ") == 2
    assert "200 games a point of seed 66, standard bots in every seat." in page
    assert "Over the grid the share of contracts made lies between" in page


def test_values_that_are_no_numbers_and_a_second_key(tmp_path: Path) -> None:
    keys = ("--vary", "rules.follow.must_beat=never,always", "--vary", "rules.kaput.factor=1,2")
    command = ("sweep", "cift66", *keys, "--games", "60", "--metric", "made")
    page = page_of(tmp_path / "sweep.html", *command)
    ids_of(page)
    assert ">never<" in page
    assert ">kaput.factor 2<" in page


def test_sensitivity_ranks_options(tmp_path: Path) -> None:
    page = page_of(tmp_path / "sensitivity.html", *SENSITIVITY)
    assert {"ranking", "average"} <= set(ids_of(page))
    assert page.count("<svg ") == 2
    assert "Games with another winner" in page


def test_matches_show_strength_and_what_cannot_be_measured(tmp_path: Path) -> None:
    scenario = load_scenario("classic_66_v1")
    draw = Match("one", "two", Tally((10, 0, 30, 0, 20), 70, 0, 50), None, False, 120)
    sweep = replace(draw, b="<three>", tally=Tally((0, 0, 0, 0, 60), 120, 0, 0))
    with Artist() as artist:
        page = html_of(match_page(scenario, [draw, sweep]), artist)
    assert {"played", "strength", "pairs"} <= set(ids_of(page))
    assert "one against two" in page
    assert "all won" in page
    assert "&lt;three&gt;" in page
    assert "<three>" not in page


@pytest.mark.parametrize("command", [COMPARE, SWEEP, SENSITIVITY])
def test_a_file_that_cannot_be_written_is_told_before_anything_is_played(
    command: Sequence[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(runs_simulate, "make_player", None)
    assert run(build(), [*command, "--html", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said == f"sixtysix: {tmp_path}: cannot be written: it is a folder; name a file\n"


def test_a_chart_nobody_can_draw_is_one_sentence() -> None:
    with Artist() as artist:
        artist.send(Chart("no such kind"), "")
        with pytest.raises(SixtySixError, match="the charts cannot be drawn: KeyError"):
            artist.finish()


def test_a_process_that_is_gone_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/no/python")
    with pytest.raises(SixtySixError, match="the charts cannot be drawn: no such file"):
        Artist()
