"""The report as text: snapshots of made-up runs, and what must stand in any of them.

To accept a changed layout, run these tests once with SIXTYSIX_SNAPSHOTS=write.
"""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from sixtysix_sim import __version__
from sixtysix_sim.metrics.auction.catalogue import SECTIONS
from sixtysix_sim.reporting.queries import Played, read_played
from sixtysix_sim.reporting.sections import report_rows, report_sections
from sixtysix_sim.reporting.tables import layout, prose
from sixtysix_sim.reporting.terminal import closing, csv_tables, report
from sixtysix_sim.runs.info import open_run
from tests.reporting.made_up_runs import make_run

SNAPSHOTS = Path(__file__).parent / "snapshots"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Played:
    monkeypatch.chdir(tmp_path)
    return read_played(open_run(make_run(Path("runs/one"), chunks=(120, 30))))


@pytest.fixture
def other(run: Played) -> Played:
    sets = ["rules.auction.min_bid=120", "bots.side.1.blunder=0.1", "rules.melds.run.remove=true"]
    return read_played(open_run(make_run(Path("runs/two"), sets=sets, chunks=(90,), asked=200)))


def text(played: Sequence[Played], width: int | None) -> str:
    return layout(report(played), width=width) + "\n" + prose(closing(played), width=width) + "\n"


def check(name: str, shown: str) -> None:
    path = SNAPSHOTS / f"{name}.txt"
    shown = shown.replace(__version__, "VERSION")
    if os.environ.get("SIXTYSIX_SNAPSHOTS") == "write":
        path.write_text(shown, "utf-8")
    assert shown == path.read_text("utf-8")


def test_one_run_at_80_columns(run: Played) -> None:
    shown = text([run], 80)
    assert max(map(len, shown.splitlines())) <= 80
    check("one_run_80", shown)


def test_one_run_at_40_columns(run: Played) -> None:
    shown = text([run], 40)
    assert max(map(len, shown.splitlines())) <= 40
    check("one_run_40", shown)


def test_two_runs_side_by_side(run: Played, other: Played) -> None:
    check("two_runs", text([run, other], None))


def test_the_head_says_what_was_played(run: Played, other: Played) -> None:
    shown = text([run, other], None)
    for fact in (
        "cift66 (Çift 66), no value changed",
        "auction.min_bid",
        "120 (was 150)",
        "standard bots in every seat",
        "standard (side 0) against standard (blunder 0.1) (side 1)",
        "66",
        "150",
        run.run.head.rules_hash[:16],
        other.run.head.rules_hash[:16],
        "runs/two is not finished: 90 of 200 games.",
    ):
        assert fact in shown


def test_every_section_of_the_catalogue_has_its_table(run: Played) -> None:
    assert [section.title for section in report_sections([run])] == list(SECTIONS.values())


def test_rows_have_the_fields_of_the_interface_in_the_order_of_the_catalogue(run: Played) -> None:
    rows = list(report_rows([run]))
    assert all(
        list(row) == ["section", "metric", "group", "value", "low", "high", "n"] for row in rows
    )
    assert len(rows) == len(run.figures)
    assert list(dict.fromkeys(row["section"] for row in rows)) == list(SECTIONS)
    made = next(row for row in rows if row["metric"] == "made")
    assert made["value"] == run.figures["made"].estimate.value
    assert made["n"] == run.figures["made"].sums.m


def test_rows_of_several_runs_name_their_run(run: Played, other: Played) -> None:
    rows = list(report_rows([run, other]))
    assert {row["run"] for row in rows} == {"runs/one", "runs/two"}
    assert len(rows) == len(run.figures) + len(other.figures)


def test_a_figure_only_one_run_has_is_a_dash_for_the_other(run: Played, other: Played) -> None:
    title = f"{SECTIONS['melds']}: in a deal"
    melds = next(s for s in report_sections([run, other]) if s.title == title)
    line = next(row for row in melds.rows if row["label"] == "Sırıt")
    _, one, two = (column.show(line) for column in melds.columns)
    assert one != "–"
    assert two == "–"


def test_levels_of_several_runs_are_in_order_of_the_bid(run: Played, other: Played) -> None:
    for pair in ([run, other], [other, run]):
        levels = next(s for s in report_sections(pair) if s.title == SECTIONS["levels"])
        bids = [int(str(row["label"])) for row in levels.rows]
        assert bids == sorted(bids)
        assert bids[0] == 120


def test_levels_without_a_contract_are_a_note_not_rows(tmp_path: Path) -> None:
    played = read_played(open_run(make_run(tmp_path / "few", chunks=(3,))))
    levels = next(s for s in report_sections([played]) if s.title == SECTIONS["levels"])
    seen = len(levels.rows)
    assert 0 < seen < 20
    assert f"No contract at {56 - seen} other levels" in levels.note


def test_runs_of_one_name_are_told_apart_by_their_path(tmp_path: Path) -> None:
    pair = [read_played(open_run(make_run(tmp_path / side / "run", chunks=(5,)))) for side in "ab"]
    titles = [column.title for column in report_sections(pair)[0].columns]
    assert titles == ["", str(tmp_path / "a/run"), str(tmp_path / "b/run")]


def test_csv_tables_hold_every_figure_and_what_was_played(run: Played, other: Played) -> None:
    tables = csv_tables([run, other])
    assert list(tables) == ["runs", *SECTIONS]
    figures = [row for name, rows in tables.items() if name != "runs" for row in rows]
    assert len(figures) == len(run.figures) + len(other.figures)
    assert [row["games"] for row in tables["runs"]] == [150, 90]
    assert {str(row["unit"]) for row in figures} == {"rate", "share", "points", "count"}


def test_melds_of_several_runs_stand_side_by_side_figure_by_figure(
    run: Played, other: Played
) -> None:
    sections = {one.title: one for one in report([run, other])}
    for words in ("in a deal", "in a hand", "points"):
        titles = [column.title for column in sections[f"Melds: {words}"].columns]
        assert titles == ["meld", "one", "two"]
    shown = text([run, other], 80)
    assert max(map(len, shown.splitlines())) <= 80
