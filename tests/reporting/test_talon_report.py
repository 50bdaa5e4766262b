"""The report of runs of the talon family: a snapshot, and what must stand in any of them.

To accept a changed layout, run these tests once with SIXTYSIX_SNAPSHOTS=write.
"""

import os
from pathlib import Path

import pytest

from sixtysix_sim.errors import BadInput
from sixtysix_sim.metrics import sections_of
from sixtysix_sim.reporting.queries import Played, read_played
from sixtysix_sim.reporting.sections import report_rows, report_sections, require_one_family
from sixtysix_sim.reporting.tables import Section, layout
from sixtysix_sim.reporting.terminal import closing, csv_tables, report
from sixtysix_sim.runs.info import open_run
from sixtysix_sim.vocabulary import Family
from tests.reporting.made_up_runs import make_run

SNAPSHOT = Path(__file__).parent / "snapshots" / "talon_80.txt"
SECTIONS = sections_of(Family.TALON)
#: Sections of players who do not slip (D8).
PLAYED = {key: title for key, title in SECTIONS.items() if key != "irregularities"}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("runs") / "one"
    return read_played(open_run(make_run(folder, "classic_66_v1", chunks=(60, 30))))


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Played:
    sets = ["rules.closing.allowed=false", "bots.side.1.blunder=0.1"]
    folder = tmp_path_factory.mktemp("runs") / "two"
    return read_played(open_run(make_run(folder, "classic_66_v1", sets, chunks=(40,))))


def section(played: list[Played], key: str) -> Section:
    return next(s for s in report_sections(played) if s.title == SECTIONS[key])


def test_one_run_at_80_columns(run: Played) -> None:
    shown = layout(report([run])[1:], width=80)  # the head has its own tests
    assert max(map(len, shown.splitlines())) <= 80
    if os.environ.get("SIXTYSIX_SNAPSHOTS") == "write":
        SNAPSHOT.write_text(shown, "utf-8")
    assert shown == SNAPSHOT.read_text("utf-8")


def test_every_section_of_the_catalogue_has_its_table(run: Played) -> None:
    assert [section.title for section in report_sections([run])] == list(PLAYED.values())


def test_rows_and_csv_hold_every_figure(run: Played, other: Played) -> None:
    rows = list(report_rows([run]))
    assert len(rows) == len(run.figures)
    assert list(dict.fromkeys(row["section"] for row in rows)) == list(PLAYED)
    tables = csv_tables([run, other])
    assert set(tables) == {"runs", *PLAYED}
    figures = [row for name, table in tables.items() if name != "runs" for row in table]
    assert len(figures) == len(run.figures) + len(other.figures)
    assert tables["runs"][1]["bots"] == "standard (seat 0) against standard (blunder 0.1) (seat 1)"


def test_closings_stand_in_the_order_of_play(run: Played) -> None:
    tricks = [row["label"] for row in section([run], "closing_tricks").rows]
    left = [row["label"] for row in section([run], "closing_talon").rows]
    assert tricks == ["1", "2", "3", "4", "5", "6"]
    assert left == ["12", "10", "8", "6", "4", "2"]
    titles = [column.title for column in section([run], "closing_tricks").columns]
    assert titles == ["trick", "closings", "", "closer wins", "95 % interval", "out of"]


def test_where_nobody_may_close_there_is_no_table_of_closings(other: Played) -> None:
    titles = [section.title for section in report_sections([other])]
    assert SECTIONS["closing_tricks"] not in titles
    assert "talon was closed" not in layout(report([other])[1:2], width=None)


def test_side_by_side_a_figure_only_one_run_has_is_a_dash_for_the_other(
    run: Played, other: Played
) -> None:
    table = section([run, other], "closing_tricks")
    for row in table.rows:
        cells = [column.show(row) for column in table.columns]
        assert cells[1] != "–"
        assert cells[2] == "–"


def test_the_closing_sentence_names_seats(other: Played) -> None:
    assert "standard (seat 0) against standard (blunder 0.1) (seat 1)" in closing([other])


def test_runs_of_two_families_are_refused(run: Played, tmp_path: Path) -> None:
    auction = read_played(open_run(make_run(tmp_path / "a", chunks=(5,))))
    require_one_family([run, run])
    with pytest.raises(BadInput, match=r"the auction and the talon family.*by itself"):
        require_one_family([auction, run])
