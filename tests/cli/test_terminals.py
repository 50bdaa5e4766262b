"""Every width and encoding of a terminal: nothing too wide, nothing that cannot be written."""

import contextlib
import io
import json
from pathlib import Path

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
#: Commands that play or read games: RUN is a folder of moves, OUT one to be made.
OF_GAMES = [
    ["simulate", "classic_66_v1", "--games", "5", "--out", "OUT"],
    ["report", "RUN"],
    ["report", "RUN", "RUN"],
    ["replay", "RUN", "--game", "1"],
    ["replay", "RUN", "--where", "game_points >= 2", "--limit", "1"],
    ["audit", "RUN"],
    ["compare", "classic_66_v1", "--set", "rules.marriage.after_close=true", "--games", "40"],
    ["sweep", "classic_66_v1", "--vary", "rules.claim.target=61,66", "--games", "20"],
    [
        "tune",
        "classic_66_v1",
        "--vary",
        "rules.claim.target=56:76:10",
        "--target",
        "game_points=1.6",
    ],
    ["sensitivity", "classic_66_v1", "--rights", "--games", "20"],
    ["validate", "classic_66_v1", "--dynamic", "40"],
    ["bots", "match", "random", "greedy", "--scenario", "classic_66_v1", "--games", "20"],
]
PLAIN = {"compare": ["--other-bots", "none"], "tune": ["--games", "20"]}
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


@pytest.fixture(scope="module")
def moves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run whose name has letters that no old encoding knows, as its folder might."""
    at = tmp_path_factory.mktemp("runs")
    scenario, folder = at / "my.toml", at / "run"
    scenario.write_text(
        '[scenario]\nname = "Eş, iki kişilik"\n[rules]\nbase = "classic_66_v1"\n'
        '[bots]\ndefault = "greedy"\n',
        "utf-8",
    )
    words = ["simulate", str(scenario), "--games", "20", "--log", "moves", "--out", str(folder)]
    assert run(build(), words) == 0
    return folder


@pytest.mark.parametrize("words", OF_GAMES, ids=" ".join)
def test_what_is_said_of_games_fits_and_encodes(
    words: list[str], moves: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every width in every encoding; plain words for 40 columns hold for a wider terminal."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r").symlink_to(moves)
    given = [{"RUN": "r", "OUT": "out"}.get(word, word) for word in words]
    given += PLAIN.get(words[0], [])
    for columns, encoding in [(40, "cp1252"), (40, "ascii"), (200, "cp1252"), (200, "ascii")]:
        monkeypatch.setenv("COLUMNS", str(columns))
        force = ["--force"] if words[0] == "simulate" else []
        text = written([*given, *force], encoding)
        wide = [line for line in text.splitlines() if len(line) > columns]
        assert not [line for line in wide if "sixtysix " not in line]  # to copy, never folded
        assert "\x1b" not in text
        assert "?" not in text.replace("who plays?", "")


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
