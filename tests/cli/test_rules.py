"""`sixtysix rules`: list, show and diff, for people and for scripts."""

import json
from pathlib import Path
from typing import Any

import pytest

from sixtysix_sim.cli.app import build, run
from sixtysix_sim.rules.ruleset import preset_names, resolve_rules

CHANGED = """
[rules]
base = "cift66"
[rules.auction]
min_bid = 120
[rules.melds]
bezique.remove = true
run.points = 100
mine = { cards = ["JD", "JD", "QS"], points = 70, label = "Benim" }
"""


@pytest.fixture
def changed(tmp_path: Path) -> str:
    path = tmp_path / "changed.toml"
    path.write_text(CHANGED, "utf-8")
    return str(path)


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(build(), arguments) == 0
    return capsys.readouterr().out


def rows(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(output(capsys, *arguments, "--json"))["rows"]
    return found


def test_list_names_every_preset(capsys: pytest.CaptureFixture[str]) -> None:
    listed = rows(capsys, "rules", "list")
    assert [row["preset"] for row in listed] == preset_names()
    assert listed[0]["title"] == "Çift 66"
    assert listed[0]["family"] == "auction"
    assert listed[0]["clauses"] == len(resolve_rules("cift66").clauses())
    assert "Çift 66" in output(capsys, "rules", "list")


@pytest.mark.parametrize("name", preset_names())
def test_a_card_has_every_value_with_clause_and_meaning(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    ruleset = resolve_rules(name)
    shown = rows(capsys, "rules", "show", name)
    assert {row["key"]: row["value"] for row in shown} == json.loads(json.dumps(ruleset.values))
    assert all(row["clause"] and row["says"] and not row["changed"] for row in shown)


@pytest.mark.parametrize("source", [*preset_names(), "changed"])
def test_a_card_fits_80_columns(
    capsys: pytest.CaptureFixture[str], source: str, changed: str
) -> None:
    name = changed if source == "changed" else source
    text = output(capsys, "rules", "show", name, "--values")
    tables = [line for line in text.splitlines() if not line.endswith((".", ")"))]
    assert max(map(len, tables)) <= 80
    card = [
        line for line in output(capsys, "rules", "show", name).splitlines() if line[:1] in "-* "
    ]
    assert max(map(len, card)) <= 80


def test_a_card_says_what_is_allowed(capsys: pytest.CaptureFixture[str]) -> None:
    text = " ".join(output(capsys, "rules", "show", "cift66", "--values").split())
    assert "meaning [allowed]" in text
    assert "150 C3.1 the lowest bid [a whole number from 0 to 10000]" in text
    folded = text[text.index("must_beat trump_led C6.4") :][:200]
    assert "[one of never, trump_led, always]" in folded


def test_a_card_marks_what_is_not_the_presets(
    capsys: pytest.CaptureFixture[str], changed: str
) -> None:
    text = output(capsys, "rules", "show", changed, "--values")
    assert "120 *" in text
    assert "preset: 150." in text
    assert "run *" in text
    assert "mine *" in text
    assert "bezique" in text.split("Dropped from the preset: ")[1]
    marked = {row["key"] for row in rows(capsys, "rules", "show", changed) if row["changed"]}
    assert marked == {"auction.min_bid", "melds.run.points"} | {
        f"melds.{name}.{key}" for name in ("mine", "bezique") for key in ("points", "cards")
    }


def test_a_card_is_sentences_with_their_clauses(
    capsys: pytest.CaptureFixture[str], changed: str
) -> None:
    text = output(capsys, "rules", "show", "cift66")
    assert "- Bids run from 150 to 700 in steps of 10;" in text
    assert "- Run (Sırıt): A 10 K Q J of trump, 150. (C5.1)\n" in text
    assert "\n* " not in text
    assert "preset cift66, unchanged." in text
    marked = " ".join(output(capsys, "rules", "show", changed).split())
    assert "* Bids run from 120 to 700 in steps of 10; each must be higher than the one before. " \
        "[Çift 66: Bids run from 150" in marked  # fmt: skip
    assert "* no longer: Bezique (Özel bezik): J♦ Q♠, 40. (C5.8)" in marked
    assert "* Benim: J♦ J♦ Q♠, 70. [not in Çift 66] (C5.11)" in marked


@pytest.mark.parametrize(
    ("preset", "lang", "says"),
    [
        ("cift66", "tr", '"Sordum" diyerek'),
        ("classic_66_v1", "tr", "Deste kapatma\n- Eli açan oyuncu"),
        ("seksogtres", "da", "Lukning af talonen\n- Den, der er i tur"),
    ],
)
def test_a_card_in_another_language(
    capsys: pytest.CaptureFixture[str], preset: str, lang: str, says: str
) -> None:
    assert says in output(capsys, "rules", "show", preset, "--lang", lang)
    whole = json.loads(output(capsys, "rules", "show", preset, "--lang", lang, "--json"))
    assert whole["lang"] == lang
    assert {row["key"] for row in whole["rows"]} == resolve_rules(preset).values.keys()
    assert all(row["text"] and row["text"] == row["preset"] for row in whole["card"])
    assert any(says.partition("\n")[0] in row["text"] + row["chapter"] for row in whole["card"])


def test_show_takes_set(capsys: pytest.CaptureFixture[str]) -> None:
    shown = rows(capsys, "rules", "show", "cift66", "--set", "rules.game.target=1000")
    assert [(r["key"], r["value"]) for r in shown if r["changed"]] == [("game.target", 1000)]


def test_diff_lists_what_differs_both_ways(
    capsys: pytest.CaptureFixture[str], changed: str
) -> None:
    there = {r["key"]: (r["a"], r["b"]) for r in rows(capsys, "rules", "diff", "cift66", changed)}
    back = {r["key"]: (r["b"], r["a"]) for r in rows(capsys, "rules", "diff", changed, "cift66")}
    assert there == back
    assert there["auction.min_bid"] == (150, 120)
    assert there["melds.bezique.points"] == (40, None)
    assert there["melds.mine.cards"] == (None, ["JD", "JD", "QS"])
    assert not any(key.endswith("label") for key in there)
    assert "6 rule values differ." in output(capsys, "rules", "diff", "cift66", changed)


def test_diff_of_equal_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "rules", "diff", "cift66", "cift66") == "The rules are the same.\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rules", "show", "cift67"], "did you mean cift66?"),
        (["rules", "diff", "cift66", "no.toml"], "no.toml: no such scenario file"),
        (["rules", "show", "cift66", "--set", "rules.game.targt=1"], "did you mean game.target?"),
        (["rules", "show", "schnapsen", "--lang", "da"], "has no rule card in 'da'"),
        (["rules", "show", "cift66", "--lang", "x\ny"], "has no rule card in 'x y'"),
    ],
)
def test_what_cannot_be_shown_is_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert run(build(), arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert said in err
