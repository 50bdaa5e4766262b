"""Rules of the talon family: the values of the table of parameters, clauses, and refusals."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from sixtysix_sim.rules.card import value_text
from sixtysix_sim.rules.ruleset import (
    RuleError,
    RuleSet,
    flatten,
    nest,
    preset_names,
    resolve_rules,
)
from sixtysix_sim.rules.template import scenario_text
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.vocabulary import Family
from tests.strategies import random_talon_settings

PRESETS = [
    ruleset for ruleset in map(resolve_rules, preset_names()) if ruleset.family is Family.TALON
]
NAMES = [ruleset.preset for ruleset in PRESETS]
SLIPS = ("expose", "misdeal", "double_draw", "missed_draw", "wrong_marriage")
RATES = (*SLIPS, "expose_redeal", "misdeal_redeal")

# Key, values of classic_66_v1, seksogtres and schnapsen, and the clauses that give them.
TABLE = """
seats 2 2 2 K1.1 D1.3 S1.1
deck.packs 1 1 1 K1.1 D1.3 S1.1
deck.values.A 11 11 11 K1.2 D1.4 S1.2
deck.values.T 10 10 10 K1.2 D1.4 S1.2
deck.values.K 4 4 4 K1.2 D1.4 S1.2
deck.values.Q 3 3 3 K1.2 D1.4 S1.2
deck.values.J 2 2 2 K1.2 D1.4 S1.2
deal.hand_size 6 6 5 K1.3 D2.1 S1.3
deal.packet 1 3 3 K1.3 D2.1 S1.3
deal.first_dealer random random random K1.5 D1.5 S1.5
deal.rotation winner next_seat next_seat K1.5 D2.3 S1.5
deal.after_draw same_dealer next_seat next_seat K1.5 D2.3 S1.5
deal.redeal_keeps_dealer true true true K1.5 D8.1 S1.5
follow.must_follow true true true K2.2 D3.4 S2.2
follow.must_beat always never always K2.2 D3.4 S2.2
follow.must_trump true false true K2.2 D3.4 S2.2
follow.overtrump false false false K2.2 D3.4 S2.2
follow.while_open false false false K2.1 D3.1 S2.1
last_trick.bonus 10 10 0 K7.3 D1.2 S7.3
last_trick.when_closed false true false K7.3 D5.5 S7.3
talon.uneven stop stop stop K1.4 D3.3 S1.4
marriage.plain 20 20 20 K3.1 D4.1 S3.1
marriage.trump 40 40 40 K3.1 D4.1 S3.1
marriage.needs_trick to_count to_declare to_count K3.2 D4.2 S3.2
marriage.from_trick 1 1 1 K3.1 D4.2 S3.1
marriage.after_close false true true K3.3 D4.3 S3.3
marriage.after_exhausted false true true K3.3 D4.3 S3.3
marriage.lead_open either either either K3.1 D4.3 S3.1
marriage.lead_endgame either queen either K3.1 D4.3 S3.3
marriage.one_per_lead true true true K3.1 D4.2 S3.1
exchange.rank 9 9 J K4.1 D6.1 S4.1
exchange.needs_trick true true false K4.1 D6.1 S4.1
exchange.from_trick 1 1 1 K4.1 D6.1 S4.1
exchange.min_talon 2 2 2 K4.1 D6.1 S4.1
exchange.after_close false true false K4.1 D5.2 S4.1
closing.allowed true true true K5.1 D5.1 S5.1
closing.when after_draw before_or_after_draw after_draw K5.1 D5.1 S5.1
closing.from_trick 1 1 1 K5.1 D5.1 S5.1
closing.min_tricks_won 0 0 0 K5.1 D5.1 S5.1
closing.min_talon 2 2 2 K5.1 D5.1 S5.1
closing.auto_out last_trick end last_trick K5.2 D5.3 S5.2
closing.failure two_or_three by_count two_or_three K5.3 D5.4 S5.3
closing.opponent_tricks at_close at_close at_close K5.3 D5.4 S5.3
closing.opponent_score at_end at_end at_close K5.2 D5.3 S5.4
closing.opponent_claims as_failure as_failure as_failure K5.3 D5.4 S5.3
claim.target 66 66 66 K6.1 D1.1 S6.1
claim.when on_lead on_lead on_lead K6.3 D7.2 S6.3
claim.wrong flat_two by_count two_or_three K6.2 D7.2 S6.2
claim.wrong_by_closer as_claim as_claim as_failure K6.2 D7.2 S6.2
played_out.winner higher sole_at_target last_trick K7.3 D7.3 S7.3
played_out.compare total total total K7.3 D7.3 S7.3
played_out.nobody_at_target draw draw draw K7.3 D7.3 S7.3
stakes.base 1 1 1 K7.1 D7.1 S7.1
stakes.under 33 33 33 K7.1 D7.1 S7.1
stakes.under_pays 2 2 2 K7.1 D7.1 S7.1
stakes.no_trick_pays 3 3 3 K7.1 D7.1 S7.1
stakes.zero_sum false true false K7.1 D7.1 S7.1
stakes.draw_adds 0 1 0 K7.3 D7.3 S7.3
match.target 11 0 7 K7.2 D7.4 S7.2
match.deals 0 12 0 K7.2 D7.4 S7.2
match.max_deals 1000 1000 1000 K7.2 D7.4 S7.2
"""
ROWS = [line.split() for line in TABLE.strip().splitlines()]


@pytest.mark.parametrize(
    ("place", "preset"), [(0, "classic_66_v1"), (1, "seksogtres"), (2, "schnapsen")]
)
def test_values_and_clauses_are_those_of_the_table(place: int, preset: str) -> None:
    ruleset = resolve_rules(preset)
    rest = {
        "deck.ranks": list("ATKQJ" if preset == "schnapsen" else "ATKQJ9"),
        "match.allowed_targets": [7, 11] if preset == "classic_66_v1" else [],
        **{f"irregularities.{name}_rate": 0.0 for name in RATES},
    }
    if preset != "schnapsen":
        rest["deck.values.9"] = 0
    assert {key: ruleset.values[key] for key in rest} == rest
    shown = {key: value_text(value) for key, value in ruleset.values.items() if key not in rest}
    assert shown == {row[0]: row[1 + place] for row in ROWS}
    cited = {key: ruleset.clause_of(key) for key in shown}
    assert cited == {row[0]: row[4 + place] for row in ROWS}


#: What public descriptions say that 66 for two does not, by preset.
DEPARTURES: dict[str, dict[str, Any]] = {
    "german_66": {
        "deal.packet": 3, "closing.when": "before_or_after_draw", "match.target": 7,
        "match.allowed_targets": [],
    },
    "santase": {
        "deal.packet": 3, "marriage.from_trick": 2, "marriage.after_close": True,
        "marriage.after_exhausted": True, "exchange.from_trick": 2, "exchange.min_talon": 4,
        "closing.from_trick": 2, "closing.min_talon": 4, "closing.auto_out": "end",
        "closing.failure": "flat_three", "claim.wrong": "by_count",
        "claim.wrong_by_closer": "as_failure", "match.allowed_targets": [],
    },
    "us_66": {
        "deal.packet": 3, "deal.rotation": "next_seat", "deal.after_draw": "next_seat",
        "follow.must_beat": "never", "follow.must_trump": False, "marriage.after_close": True,
        "marriage.after_exhausted": True, "closing.when": "before_or_after_draw",
        "played_out.winner": "sole_at_target", "stakes.draw_adds": 1, "match.target": 7,
        "match.allowed_targets": [],
    },
}  # fmt: skip


@pytest.mark.parametrize("preset", DEPARTURES)
def test_a_light_preset_departs_from_66_for_two_as_its_sources_do(preset: str) -> None:
    values, classic = resolve_rules(preset).values, resolve_rules("classic_66_v1").values
    departed = {key: value for key, value in values.items() if value != classic[key]}
    assert departed == DEPARTURES[preset]
    assert resolve_rules(preset).trust == "light"


@pytest.mark.parametrize("ruleset", PRESETS, ids=NAMES)
def test_the_rule_text_names_every_option(ruleset: RuleSet) -> None:
    """A key with options or numbers of its own stands in the bullet of its clause, in backticks."""
    text = ruleset.clauses()
    unnamed = []
    for key in ruleset.values:
        clause = text[ruleset.clause_of(key)]
        if not key.startswith(SAID_IN_WORDS) and f"`{key}`" not in clause:
            unnamed.append(key)
    assert unnamed == []


SAID_IN_WORDS = (  # what the sentences of the text give without naming the key
    "seats", "deck.", "deal.hand_size", "deal.packet", "deal.first_dealer", "follow.",
    "deal.redeal_keeps_dealer", "last_trick.", "talon.", "marriage.plain", "marriage.trump",
    "claim.target", "irregularities.",
)  # fmt: skip


@pytest.mark.parametrize("ruleset", PRESETS, ids=NAMES)
def test_options_of_the_rule_text_are_all_choices_the_default_first(ruleset: RuleSet) -> None:
    named = [option for text in ruleset.clauses().values() for option in options_of(text)]
    for key, choices in named:
        parameter = ruleset.parameter_of(key)
        assert parameter is not None, key
        assert choices[0] == value_text(ruleset.values[key]), key
        if len(choices) > 1 and parameter.choices:
            assert set(choices) == set(parameter.choices), key
    assert len(named) > 25


def options_of(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the keys of a bullet and the values it names: ``key = a (what it does) | b``."""
    for part in re.split(r"(?=`[a-z_]+\.[a-z_]+`)", re.sub(r"\([^()]*\)", "", text)):
        if found := re.match(r"`([a-z_]+\.[a-z_]+)` = (.*)", part):
            words = [re.match(r"\s*`?(\w+)", choice) for choice in found[2].split("|")]
            yield found[1], [word[1] for word in words if word]


# ---- what cannot be

WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("seksogtres", {"seats": 4}, "deal.hand_size is 6, for 4 seats 24 cards, which is the whole "
     "deck and leaves no card to turn up for trump; this would fit: deal.hand_size up to 5, up to "
     "3 seats, deck.packs = 2, 7 ranks in deck.ranks (D1.3)"),
    ("seksogtres", {"seats": 5}, "deal.hand_size is 6, for 5 seats 30 cards, but the deck has 24; "
     "this would fit: deal.hand_size up to 4, up to 3 seats, deck.packs = 2, 8 ranks in "
     "deck.ranks (D1.3)"),
    ("classic_66_v1", {"deal.hand_size": 8, "deck.packs": 1, "deck.ranks": ["A", "T", "K"],
     "exchange.rank": "none"}, "deal.hand_size is 8, for 2 seats 16 cards, but the deck has 12; "
     "this would fit: deal.hand_size up to 5, deck.packs = 2, 5 ranks in deck.ranks (K1.1)"),
    ("seksogtres", {"seats": 7}, "seats is 7 but must be a whole number from 2 to 6 (D1.3)"),
    ("seksogtres", {"deal.packet": 7}, "deal.packet is 7, more than the 6 cards of a hand (D2.1)"),
    ("seksogtres", {"deal.first_dealer": 2}, "deal.first_dealer is 2, but the seats are 0 to 1 "
     "(D1.5)"),
    ("schnapsen", {"exchange.rank": "9"}, "exchange.rank is 9, which deck.ranks lacks: take one of "
     "A T K Q J, or none for no exchange (S4.1)"),
    ("schnapsen", {"exchange.rank": "nine"}, 'exchange.rank is "nine" but must be none or one of '
     "A, T, K, Q, J, 9, 8, 7 (S4.1)"),
    ("classic_66_v1", {"match.target": 9}, "match.target is 9 but must be one of 7, 11, or set "
     "match.allowed_targets to a list with it (an empty list allows any) (K7.2)"),
    ("classic_66_v1", {"match.allowed_targets": 7}, "match.allowed_targets is 7 but must list "
     "whole numbers from 1 to 10000, as in [7, 11]; an empty list allows any (K7.2)"),
    ("classic_66_v1", {"match.allowed_targets": [0]}, "match.allowed_targets is [0] but must list"),
    ("classic_66_v1", {"match.allowed_targets": [True]}, "match.allowed_targets is [true] but"),
    ("schnapsen", {"claim.when": "always"}, 'claim.when is "always" but must be one of on_lead, '
     "after_own_trick (S6.3)"),
    ("schnapsen", {"irregularities.misdeal_rate": 1.5}, "irregularities.misdeal_rate is 1.5 but "
     "must be a number from 0 to 1 (S8.1)"),
    ("schnapsen", {"irregularities.misdeal_rate": float("nan")}, "irregularities.misdeal_rate is "
     "nan but must be a number from 0 to 1"),
    ("schnapsen", {"irregularities.misdeal_rate": True}, "irregularities.misdeal_rate is true but"),
    ("schnapsen", {"closing.wehn": 1}, "closing.wehn is not a rule parameter (did you mean "
     "closing.when?)"),
    ("schnapsen", {"melds.run.points": 1}, "melds is not a rule parameter"),
    ("schnapsen", {"deck.ranks": ["A", "T", "K", "Q", "9"]}, "deck.values has no points for 9, "
     "which deck.ranks lists"),
    ("cift66", {"marriage.plain": 30}, "marriage is not a rule parameter"),
]  # fmt: skip


@pytest.mark.parametrize(("preset", "changes", "message"), WRONG, ids=[m[:40] for _, _, m in WRONG])
def test_what_cannot_be_is_one_sentence(preset: str, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError) as caught:
        resolve_rules(preset, nest(changes))
    assert str(caught.value).startswith(message)


def test_what_would_fit_fits() -> None:
    five = {"deck": {"ranks": list("ATKQJ98"), "values": {"8": 0}}}
    fits: list[dict[str, Any]] = [{"deal": {"hand_size": 5}}, {"deck": {"packs": 2}}, five]
    for change in fits:
        assert resolve_rules("seksogtres", {"seats": 4}, change).sides == 4
    assert resolve_rules("seksogtres", {"seats": 3}).sides == 3
    assert resolve_rules("seksogtres", {"seats": 6, "deck": {"packs": 2}}).sides == 6


def test_odd_but_possible() -> None:
    """No king or queen: no marriages. No end but the cap. No target is not one of the list."""
    ranks = {"deck": {"ranks": ["A", "T", "J", "9"]}, "deal": {"hand_size": 6}}
    assert resolve_rules("classic_66_v1", ranks).talon.deck.ranks == ("A", "T", "J", "9")
    endless = resolve_rules("classic_66_v1", {"match": {"target": 0}}).talon.match
    assert (endless.target, endless.deals, endless.max_deals) == (0, 0, 1000)
    other = {"match": {"allowed_targets": [15, 5, 15], "target": 15}}
    assert resolve_rules("classic_66_v1", other).values["match.allowed_targets"] == [5, 15]


def test_the_other_family_is_not_given() -> None:
    talon, auction = resolve_rules("schnapsen"), resolve_rules("cift66")
    assert (talon.sides, auction.sides) == (2, 2)
    assert talon.talon is talon.rules
    assert auction.auction is auction.rules
    with pytest.raises(TypeError, match="schnapsen is of the talon family, not of auction"):
        _ = talon.auction
    with pytest.raises(TypeError, match="cift66 is of the auction family, not of talon"):
        _ = auction.talon


def test_what_a_deal_can_pay_is_bounded() -> None:
    """Seksogtres: 12 deals, the last after 11 drawn ones: 3 + 11; six seats pay five times."""
    assert resolve_rules("seksogtres").talon.most_stake == 11
    assert resolve_rules("seksogtres").talon.most_game_points == 14
    six = {"seats": 6, "deck": {"packs": 2}, "match": {"max_deals": 3}}
    assert resolve_rules("seksogtres", six).talon.most_game_points == 5 * (3 + 2)
    cheap = {"stakes": {"under_pays": 1, "no_trick_pays": 1}}
    assert resolve_rules("classic_66_v1", cheap).talon.most_game_points == 3  # K5.3 is not a stake


@hypothesis_settings(max_examples=150)
@given(st.randoms(use_true_random=False), st.sampled_from(NAMES))
def test_changes_rebuild_the_rules(rng: Random, preset: str) -> None:
    ruleset = resolve_rules(preset, random_talon_settings(rng, preset))
    again = resolve_rules(preset, json.loads(json.dumps(ruleset.changes())))
    assert again.values == ruleset.values
    assert again.hash == ruleset.hash


VALUES = (
    st.none() | st.booleans() | st.integers(-5, 1100) | st.floats() | st.text(max_size=5)
    | st.lists(st.integers(0, 12) | st.sampled_from(["A", "T", "K"]), max_size=4)
    | st.sampled_from(["either", "none", "never", "always", "random", "J"])
)  # fmt: skip
KEYS = st.sampled_from([*resolve_rules("seksogtres").values, "melds.mine", "deck", "x.y"])


@hypothesis_settings(max_examples=400)
@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=4), st.sampled_from(NAMES))
def test_any_values_resolve_or_are_one_sentence(changes: dict[str, Any], preset: str) -> None:
    message = ""
    try:
        tree = nest(changes)
    except ValueError:
        return
    try:
        resolve_rules(preset, tree)
    except RuleError as error:
        message = str(error)
    assert message.isprintable()
    assert len(message) < 400


@pytest.mark.parametrize("preset", preset_names())
def test_a_commented_scenario_gives_the_preset(preset: str, tmp_path: Path) -> None:
    """Every value uncommented is the preset still."""
    text = scenario_text(resolve_rules(preset), "Mine", 10, 1)
    path = tmp_path / "mine.toml"
    path.write_text(re.sub(r"(?m)^#(?! )", "", text), "utf-8")
    loaded = load_scenario(str(path)).ruleset
    assert loaded.hash == resolve_rules(preset).hash
    own = tomllib.loads(path.read_text("utf-8"))["rules"]
    assert {key for key, _ in flatten(own)} - {"base"} == {
        key for key in loaded.values if not key.endswith(".label") or loaded.values[key]
    }
