"""The list of parameters against presets, rule texts and models: nothing is left out."""

import re

import pytest

from sixtysix_sim.rules.clauses import clause_text
from sixtysix_sim.rules.parameters import general_key
from sixtysix_sim.rules.ruleset import RuleError, RuleSet, preset_names, preset_tree, resolve_rules
from sixtysix_sim.rules.trees import flatten
from sixtysix_sim.rules.wording import nearest, one_line, shown
from sixtysix_sim.vocabulary import Family

PRESETS = [resolve_rules(name) for name in preset_names()]
each_preset = pytest.mark.parametrize("ruleset", PRESETS, ids=preset_names())


@each_preset
def test_every_parameter_says_what_it_is(ruleset: RuleSet) -> None:
    for item in ruleset.parameters.values():
        assert item.says, item.key
        assert item.range, item.key
        assert ruleset.clause_of(item.key), item.key


@each_preset
def test_every_clause_of_a_parameter_is_in_the_rule_text(ruleset: RuleSet) -> None:
    known = ruleset.clauses()
    cited = {ruleset.clause_of(item.key) for item in ruleset.parameters.values()}
    assert cited <= known.keys()
    citations = ruleset.citations
    for table in (citations.melds, citations.decisions, citations.keys):
        assert set(table.values()) <= known.keys()
    assert all(ruleset.clause_of(key) for key in ruleset.values)


@each_preset
def test_a_preset_gives_clauses_to_keys_and_sections_there_are(ruleset: RuleSet) -> None:
    sections = {key.partition(".")[0] for key in ruleset.parameters}
    assert ruleset.citations.keys.keys() <= ruleset.parameters.keys() | sections


@each_preset
def test_a_preset_states_every_value_itself(ruleset: RuleSet) -> None:
    stated = dict(flatten(preset_tree(ruleset.preset)["rules"]))
    assert set(ruleset.values) == set(stated)
    tables = ("melds.NAME.", "deck.values.RANK")
    fixed = {key for key in ruleset.parameters if not key.startswith(tables)}
    assert fixed <= {general_key(key) for key in stated}
    melds = ruleset.auction.melds.patterns if ruleset.family is Family.AUCTION else {}
    assert set(ruleset.citations.melds) == set(melds)


@each_preset
def test_every_choice_is_accepted(ruleset: RuleSet) -> None:
    for item in ruleset.parameters.values():
        if item.choices and "NAME" not in item.key:
            section, _, name = item.key.rpartition(".")
            for choice in item.choices:
                change = {section: {name: choice}}
                assert resolve_rules(ruleset.preset, change).values[item.key] == choice


def test_clause_of_a_meld_is_the_text_that_names_it() -> None:
    ruleset = PRESETS[preset_names().index("cift66")]
    assert ruleset.clause_of("melds.jacks_around.points") == "C5.5"
    assert ruleset.clause_of("melds.trump_marriage.with_run") == "C5.6"
    assert ruleset.clause_of("melds.mine.points") == "C5.11"
    assert ruleset.clause_of("melds.copies") == "C5.10"
    assert ruleset.clause_of("deck.values.Q") == "C2.4"
    assert ruleset.clause_of("nothing.here") == ""
    assert ruleset.clause_text("C5.5").startswith("Vale yüzü")


def test_a_preset_of_its_own_gives_its_own_clauses() -> None:
    ruleset = resolve_rules("schnapsen")
    assert ruleset.clause_of("closing.opponent_score") == "S5.4"
    assert ruleset.clause_of("closing.min_talon") == "S5.1"
    assert ruleset.clause_of("deck.values.Q") == "S1.2"
    assert ruleset.clause_of("claim") == "S6.1"
    assert ruleset.clause_of("nothing.here") == ""
    with pytest.raises(RuleError, match=r"claim\.when is .* but must be .* \(S6\.3\)"):
        resolve_rules("schnapsen", {"claim": {"when": "always"}})


def test_clause_texts() -> None:
    assert clause_text("cift66.md", "C6.2") == "A seat that holds the led suit must play it."
    assert clause_text("cift66.md", "G2") == "A seat acts out of turn."
    assert "Sırıt" in clause_text("cift66.md", "C5")
    assert clause_text("cift66.md", "C99.1") == ""


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        ("a\nb", '"a b"'),
        (float("nan"), "nan"),
        (10**50, "a number of more than 38 digits"),
        (-(10**50), "a number of more than 38 digits"),
        ({"a": 1}, "a table"),
        (["A", 1], '["A", 1]'),
        ([[1]], "a list of lists"),
        ("x" * 500, '"' + "x" * 59 + '…"'),
    ],
)
def test_values_in_messages_are_short(value: object, text: str) -> None:
    assert shown(value) == text


def test_names_in_messages() -> None:
    assert one_line("a\x1b[31mb\u202e") == "a [31mb "
    assert nearest("must_bea", ["must_beat", "x"]) == " (did you mean must_beat?)"
    assert nearest("zzz", ["a", "b"]) == " (known: a, b)"
    assert nearest("zzz", map(str, range(20))) == ""


@pytest.mark.parametrize("preset", preset_names())
def test_a_key_that_the_rule_text_names_cites_the_clause_that_names_it(preset: str) -> None:
    """`deal.redeal_keeps_dealer` stands in C2.5, and so on."""
    ruleset = resolve_rules(preset)
    naming: dict[str, set[str]] = {}
    for clause, says in ruleset.clauses().items():
        for key in re.findall(r"`([a-z_.]+)`", says):
            naming.setdefault(key, set()).add(clause)
    cited = {key: ruleset.clause_of(key) for key in ruleset.parameters if key in naming}
    assert cited
    assert {key: one for key, one in cited.items() if one not in naming[key]} == {}
