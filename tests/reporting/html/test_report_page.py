"""`report --html`: one file with every part, the same bytes each time, nothing from outside."""

import html
import re
from pathlib import Path

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.metrics import sections_of
from sixtysix_sim.reporting.cells import show_interval, show_value
from sixtysix_sim.reporting.coverage import fired, never_sentence
from sixtysix_sim.reporting.queries import read_played
from sixtysix_sim.runs import simulate as runs_simulate
from sixtysix_sim.runs.info import open_run
from sixtysix_sim.runs.options import Options
from sixtysix_sim.runs.simulate import simulate
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.vocabulary import Family, LogLevel
from tests.reporting.html.shape import ids_of
from tests.reporting.made_up_runs import make_run, relist
from tests.talon_games import RefereePlayer

HOSTILE = '<script>alert(1)</script> & {{x}} "quoted" ş'


def page_of(folder: Path, file: Path, *more: object) -> str:
    assert run(build(), ["report", str(folder), "--html", str(file), *map(str, more)]) == 0
    return file.read_text("utf-8")


@pytest.fixture(scope="module")
def sums_only(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_run(tmp_path_factory.mktemp("html") / "run")


@pytest.fixture(scope="module")
def talon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("html") / "talon"
    return make_run(folder, "classic_66_v1", chunks=(30,))


@pytest.fixture(scope="module")
def with_moves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("html") / "moves"
    scenario = load_scenario("classic_66_v1")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            runs_simulate, "make_player", lambda one, watcher: RefereePlayer(one.ruleset, one.seed)
        )
        simulate(scenario, path, Options(games=60, log=LogLevel.MOVES, jobs=1))
    return path


@pytest.fixture(scope="module")
def page(sums_only: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    return page_of(sums_only, tmp_path_factory.mktemp("page") / "run.html")


def test_every_part_of_the_report_is_there(page: str) -> None:
    ids = ids_of(page)
    for key, title in sections_of(Family.AUCTION).items():
        assert key in ids
        assert f"<h2>{html.escape(title)}</h2>" in page
    assert {"played", "paths", "coverage"} <= set(ids)


def test_the_talon_family_has_a_page_of_its_own(talon: Path, tmp_path: Path) -> None:
    made = page_of(talon, tmp_path / "talon.html")
    ids = ids_of(made)
    assert set(sections_of(Family.TALON)) - {
        "closing_tricks",
        "closing_talon",
        "irregularities",
    } <= set(ids)
    assert "Exact: marriages as dealt" in made


def test_the_same_bytes_twice(sums_only: Path, page: str, tmp_path: Path) -> None:
    assert page_of(sums_only, tmp_path / "again.html") == page


def test_nothing_comes_from_outside(page: str) -> None:
    assert "<script" not in page
    assert "default-src 'none'" in page


def test_figures_are_those_of_the_terminal(sums_only: Path, page: str) -> None:
    played = read_played(open_run(sums_only))
    for name in ("made", "kaput", "deals_per_game", "set_cost"):
        figure = played.figures[name]
        assert f">{show_value(figure)}<" in page
        assert f">{show_interval(figure)}<" in page


def test_each_chart_says_whose_games_they_are(page: str) -> None:
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", page)
    assert len(captions) == page.count("<svg ") > 10
    assert all("105 games of seed 66, standard bots in every seat." in one for one in captions)


def test_interactive_pages_carry_their_script(sums_only: Path, page: str, tmp_path: Path) -> None:
    made = page_of(sums_only, tmp_path / "zoom.html", "--interactive")
    assert "charts.forEach(" in made
    assert len(made) > len(page) + 500_000
    assert made.count("<script>") == made.count("</script>") == 2
    assert made.count("<svg ") >= page.count("<svg ")
    assert "connect-src" not in made
    ids_of(made)


def test_names_are_shown_as_they_are(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "run", sets=[f"scenario.name={HOSTILE}"], chunks=(8,))
    made = page_of(folder, tmp_path / "run.html")
    assert "<script>alert" not in made
    assert f"<h1>{html.escape(HOSTILE)}</h1>" in made


def test_labels_of_melds_and_names_of_folders_are_shown_as_they_are(tmp_path: Path) -> None:
    label = 'rules.melds.run.label="<b>Sırıt</b> & <i>"'
    folders = [make_run(tmp_path / name, sets=[label], chunks=(8,)) for name in ("a<b>", "b&{{c}}")]
    file = tmp_path / "runs.html"
    assert run(build(), ["report", *map(str, folders), "--html", str(file)]) == 0
    made = file.read_text("utf-8")
    ids_of(made)
    assert "<b>" not in made
    assert "&lt;b&gt;Sırıt&lt;/b&gt; &amp; &lt;i&gt;" in made
    assert "b&amp;{{c}}" in made


def test_several_runs_stand_side_by_side(talon: Path, with_moves: Path, tmp_path: Path) -> None:
    file = tmp_path / "two.html"
    assert run(build(), ["report", str(talon), str(with_moves), "--html", str(file)]) == 0
    made = file.read_text("utf-8")
    assert "Report of 2 runs" in made
    assert "<small>talon</small>" in made
    assert "<small>moves</small>" in made
    assert f"Without such a table: {talon} (play with --log deals)." in made


def test_a_run_without_tables_says_how_to_get_them(sums_only: Path, page: str) -> None:
    assert f"{sums_only} kept no deals table (--log none). Play it with --log deals" in page


def test_tables_that_are_kept_are_drawn(with_moves: Path, tmp_path: Path) -> None:
    made = page_of(with_moves, tmp_path / "moves.html")
    assert "Who is ahead, game by game" in made
    assert "kept no" not in made


def test_a_clause_that_never_came_up_is_named(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "few", chunks=(2,))
    played = read_played(open_run(folder))
    never = [item for item in fired(played) if item.never]
    assert never
    assert all(item.clause for item in fired(played))
    said = never_sentence(played)
    assert f"{never[0].what} ({never[0].clause})" in said
    assert html.escape(said) in page_of(folder, tmp_path / "few.html")
    made, unmade = (
        next(item.figure for item in fired(played) if item.clause == clause)
        for clause in ("C7.2", "C7.4")
    )
    assert made.sums.k + unmade.sums.k == made.sums.m
    assert made.estimate.se == pytest.approx(unmade.estimate.se)


@pytest.mark.parametrize("name", ["", "missing.txt/page.html"])
def test_a_file_that_cannot_be_written_is_one_sentence(
    name: str, sums_only: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "missing.txt").write_text("")
    file = tmp_path / name
    assert run(build(), ["report", str(sums_only), "--html", str(file)]) == 2
    said = capsys.readouterr()
    assert not said.out
    assert said.err.startswith(f"sixtysix: {file}: cannot be written: ")
    assert said.err.count("\n") == 1


def test_interactive_needs_a_file(sums_only: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(build(), ["report", str(sums_only), "--interactive"]) == 2
    assert "name its file too, as in --html page.html" in capsys.readouterr().err


def test_damaged_sums_and_tables_are_refused(
    with_moves: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = make_run(tmp_path / "run", chunks=(8,))
    (folder / "sums/chunk-000000.parquet").write_bytes(b"PAR1")
    file = tmp_path / "run.html"
    assert run(build(), ["report", str(folder), "--html", str(file)]) == 3
    assert not file.exists()
    table = with_moves / "deals/chunk-000000.parquet"
    whole = table.read_bytes()
    try:
        table.write_bytes(whole[:-1] + b"x")
        assert run(build(), ["report", str(with_moves), "--html", str(file)]) == 3
        assert "its sha256 is not the manifest's" in capsys.readouterr().err
        table.write_bytes(b"PAR1 no table PAR1")
        relist(with_moves, Path("deals/chunk-000000.parquet"))
        assert run(build(), ["report", str(with_moves), "--html", str(file)]) == 3
        assert "cannot be read" in capsys.readouterr().err
    finally:
        table.write_bytes(whole)
        relist(with_moves, Path("deals/chunk-000000.parquet"))
    assert not file.exists()
