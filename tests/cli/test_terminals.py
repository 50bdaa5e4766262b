"""Every width and encoding of a terminal: nothing too wide, nothing that cannot be written."""

import contextlib
import io
import json

import pytest

from sixtysix_sim.cli.app import build, run

COMMANDS = [
    ["rules", "list"],
    ["rules", "show", "cift66"],
    ["rules", "show", "cift66", "--lang", "tr"],
    ["rules", "show", "seksogtres", "--lang", "da"],
    ["rules", "show", "us_66", "--values", "--set", "rules.match.target=9"],
    ["rules", "diff", "classic_66_v1", "santase"],
    ["odds", "classic_66_v1"],
    ["bots", "list"],
    ["validate", "german_66"],
    ["compare", "--help"],
]
LEAST_HELP = 50  # columns that the help library goes down to


def written(words: list[str], encoding: str) -> str:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding, newline="\n")
    with contextlib.redirect_stdout(stream):
        assert run(build(), words) == 0
    stream.flush()
    return raw.getvalue().decode(encoding)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("columns", [40, 200])
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_output_fits_and_encodes(
    words: list[str], columns: int, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    text = written(words, encoding)
    most = max(columns, LEAST_HELP) if "--help" in words else columns
    folded = text.partition("\nExamples:")[0]  # a command line to copy is never folded
    assert max(map(len, folded.splitlines())) <= most
    assert "\x1b" not in text
    if "list" not in words:
        assert "?" not in text


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_signs_have_stand_ins_for_people_and_escapes_for_scripts(encoding: str) -> None:
    assert "J♦ Q♠" in written(["rules", "show", "cift66"], "utf-8")
    assert "JD QS" in written(["rules", "show", "cift66"], encoding)
    rows = json.loads(written(["rules", "show", "cift66", "--json"], encoding))["card"]
    assert any("J♦ Q♠" in row["text"] for row in rows)


def test_danish_letters_have_the_usual_stand_ins() -> None:
    text = written(["rules", "show", "seksogtres", "--lang", "da"], "ascii")
    assert "knaegt" in text
    assert "faar" in text
    assert "hoejeste" in text
