import csv
import io
import json
import math
import os
import pty
from pathlib import Path
from typing import Any

import pytest

from sixtysix_sim import __version__
from sixtysix_sim.cli.output import (
    Meta,
    emit,
    emit_text,
    file_name,
    tell,
    terminal_width,
    wants_colour,
    write_csv,
)
from sixtysix_sim.errors import BadInput
from sixtysix_sim.reporting.tables import Section, percent, text

ROWS: list[dict[str, object]] = [{"metric": "kaput 10♠", "value": 0.25}]
SECTION = Section("Çift 66", [text("metric", "metric"), percent("share", "value")], ROWS)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class NumpyLike:
    """Stands for a numpy scalar, which the sink unwraps without importing numpy."""

    def __init__(self, value: object) -> None:
        self.value = value

    def item(self) -> object:
        return self.value


def emitted(**options: Any) -> str:
    out = io.StringIO()
    emit("report", sections=[SECTION], stream=out, **options)
    return out.getvalue()


def narrow(encoding: str) -> tuple[io.BytesIO, io.TextIOWrapper]:
    raw = io.BytesIO()
    return raw, io.TextIOWrapper(raw, encoding=encoding, newline="\n")


def test_people_get_a_table_and_the_closing_sentence() -> None:
    assert emitted(closing="That is all.") == (
        "Çift 66\nmetric      share\nkaput 10♠  25.0 %\n\nThat is all.\n"
    )


def test_json_has_the_fields_of_the_interface_in_order() -> None:
    meta = Meta(
        seed=2**64 - 1, games=100, rules_hash="ab", bots={"default": "x"}, extra={"signature": "s"}
    )
    found = json.loads(emitted(as_json=True, meta=meta, closing="Not in JSON."))
    assert list(found) == [
        "command", "versions", "seed", "games", "rules_hash", "bots", "signature", "rows",
    ]  # fmt: skip
    assert found["command"] == "report"
    assert found["versions"] == {"tool": __version__}
    assert found["seed"] == 2**64 - 1
    assert found["rows"] == ROWS


def test_json_leaves_out_what_does_not_apply_and_takes_other_rows() -> None:
    found = json.loads(emitted(as_json=True, rows=[{"question": "q"}]))
    assert list(found) == ["command", "versions", "rows"]
    assert found["rows"] == [{"question": "q"}]


def test_json_has_no_value_that_json_lacks() -> None:
    rows = [{"a": math.nan, "b": -math.inf, "c": NumpyLike(3), "d": NumpyLike(math.nan), "e": (1,)}]
    found = json.loads(emitted(as_json=True, rows=rows), parse_constant=pytest.fail)
    assert found["rows"] == [{"a": None, "b": None, "c": 3, "d": None, "e": [1]}]


@pytest.mark.parametrize(
    "encoding", ["ascii", "cp1254", "iso8859-9", "utf-8", "UTF8", "utf-16", "cp437"]
)
def test_json_is_json_whatever_the_output_encoding(encoding: str) -> None:
    """Every reader of JSON takes UTF-8; bytes of cp1254 are no JSON (RFC 8259, 8.1)."""
    raw, stream = narrow(encoding)
    rows: list[dict[str, object]] = [{"name": "Çift ığşİ ♠", "path": "run-\udce7"}]
    emit("report", sections=[], rows=rows, as_json=True, stream=stream)
    text = raw.getvalue().decode(encoding)
    assert text.isascii()
    assert json.loads(text)["rows"] == rows
    raw, stream = narrow(encoding)
    emit("report", sections=[], rows=[{"name": "Çift"}], as_json=True, stream=stream)
    text = raw.getvalue().decode(encoding)
    assert json.loads(text)["rows"] == [{"name": "Çift"}]
    assert text.isascii() == (not encoding.lower().startswith("utf8") and encoding != "utf-8")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_results_survive_every_output_encoding(encoding: str) -> None:
    raw, stream = narrow(encoding)
    emit("report", sections=[SECTION], stream=stream)
    table = raw.getvalue().decode(encoding)
    assert ("10♠" if encoding == "utf-8" else "TS") in table
    raw, stream = narrow(encoding)
    emit("report", sections=[SECTION], as_json=True, stream=stream)
    assert json.loads(raw.getvalue().decode(encoding))["rows"] == ROWS


def test_colour_on_terminals_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert wants_colour(Terminal())
    assert not wants_colour(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(Terminal())
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_colour(Terminal())
    closed = io.StringIO()
    closed.close()
    assert not wants_colour(closed)


def test_width_comes_from_columns_or_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert terminal_width(io.StringIO()) is None
    assert (terminal_width(Terminal()) or 0) > 0
    monkeypatch.setenv("COLUMNS", "40")
    assert terminal_width(io.StringIO()) == 40
    monkeypatch.setenv("COLUMNS", "wide")
    assert terminal_width(io.StringIO()) is None


def test_a_real_terminal_gets_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    main, side = pty.openpty()
    with os.fdopen(side, "w", encoding="utf-8") as stream:
        emit("report", sections=[SECTION], stream=stream)
        seen = os.read(main, 10_000).decode()
    os.close(main)
    assert seen.startswith("\x1b[1mÇift 66\x1b[0m")


def test_csv_is_whole_and_plain(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [{"a": 1, "b": None}, {"a": math.nan, "c": 'x,"y"\nz'}]
    folder = tmp_path / "new" / "folder"
    (path,) = write_csv(folder, {"Bid success, by level": rows})
    assert path.name == "bid_success_by_level.csv"
    assert [entry.name for entry in folder.iterdir()] == [path.name]
    with path.open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file)) == [["a", "b", "c"], ["1", "", ""], ["", "", 'x,"y"\nz']]


def test_csv_into_a_file_is_one_sentence(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(BadInput, match=r"file: CSV files cannot be written there: file exists"):
        write_csv(blocked, {"a": [{"x": 1}]})


def test_csv_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_csv(tmp_path, {"a": [{"x": 1}]})

    def no_space(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(BadInput, match="no space left"):
        write_csv(tmp_path, {"a": [{"x": 2}]})
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.csv"]
    assert (tmp_path / "a.csv").read_text() == "x\n1\n"


def test_file_names_are_plain() -> None:
    assert file_name("Çift 66: kaput / sıra") == "cift_66_kaput_sira"
    assert file_name("…/..") == "table"


@pytest.mark.parametrize("encoding", ["ascii", "cp1254", "utf-8"])
def test_data_is_utf8_whatever_the_output_encoding(encoding: str) -> None:
    """A scenario redirected into a file must be one that can be read again."""
    raw, stream = narrow(encoding)
    emit_text('name = "Çift"', data=True, stream=stream)
    plain = "Çift" if encoding == "utf-8" else "Cift"
    assert raw.getvalue().decode("utf-8") == f'name = "{plain}"\n'


def test_text_ends_in_one_line_break() -> None:
    out = io.StringIO()
    emit_text("a", stream=out)
    emit_text("b\n", stream=out)
    assert out.getvalue() == "a\nb\n"


def test_a_closed_stderr_stops_nothing() -> None:
    err = io.StringIO()
    err.close()
    tell("message", stream=err)
