"""The talon family: a broken scenario for each finding, and a cure that makes it go."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from sixtysix_sim.rules.ruleset import nest, preset_names, resolve_rules
from sixtysix_sim.validation import talon
from sixtysix_sim.validation.finding import Finding
from sixtysix_sim.validation.static import static_findings
from sixtysix_sim.validation.talon.reach import cards_left, leads, most_points
from sixtysix_sim.vocabulary import Family
from tests.strategies import random_talon_settings
from tests.validation.test_static import lines_of_findings, missed_findings

__all__ = ["lines_of_findings"]  # a fixture
Changes = dict[str, Any]
K, D, S = "classic_66_v1", "seksogtres", "schnapsen"
PRESETS = [name for name in preset_names() if resolve_rules(name).family is Family.TALON]
NO_CLOSING = {"closing.allowed": False}
SOLE = {"played_out.winner": "sole_at_target"}
# preset, changes, clause, severity, where, part of the message, and what makes the finding go
BROKEN: list[tuple[str, Changes, str, str, str, str, Changes]] = [
    (K, {f"deck.values.{rank}": 0 for rank in "ATKQJ"}, "K1.2", "warning", "deck.values",
     "no card is worth a point", {"deck.values.A": 11}),
    (S, {"deck.values.A": 12}, "S1.2", "note", "deck.values", "worth 124 points together (preset: "
     "120)", {"deck.values.A": 11}),
    (D, {"talon.uneven": "partial"}, "D3.3", "warning", "talon.uneven", "12 cards left go round",
     {"seats": 5, "deck.packs": 2}),
    (D, {"seats": 5, "deck.packs": 2}, "D3.3", "note", "talon.uneven", "3 of the 18 cards left are "
     "never drawn", {"talon.uneven": "partial"}),
    (D, {"seats": 5, "deal.hand_size": 4, "deal.packet": 2}, "D3.3", "note", "talon.uneven",
     "counts as empty from the first lead", {"deal.hand_size": 3}),
    (K, {"deal.packet": 4}, "K1.3", "note", "deal.packet", "the last packet has 2",
     {"deal.packet": 3}),
    (K, {"deal.rotation": "fixed", "deal.after_draw": "next_seat"}, "K1.5", "warning",
     "deal.after_draw", "keeps the dealer after every deal", {"deal.rotation": "loser"}),
    (D, {"deal.rotation": "fixed", "deal.first_dealer": 1}, "D2.3", "note", "deal.rotation",
     "seat 1 deals every deal", {"deal.first_dealer": "random"}),
    (D, {"deal.redeal_keeps_dealer": False}, "D8.1", "warning", "deal.redeal_keeps_dealer",
     "nothing leads to a redeal", {"irregularities.misdeal_rate": 0.1,
     "irregularities.misdeal_redeal_rate": 0.5}),
    (S, {"deal.after_draw": "same_dealer"}, "S1.5", "warning", "deal.after_draw", "no deal is",
     {"played_out.winner": "higher"}),
    (K, {"follow.overtrump": True}, "K2.2", "warning", "follow.overtrump", "two seats no trump",
     {"seats": 3}),
    (K, {"follow.must_follow": False}, "K2.2", "warning", "follow.must_trump", "set "
     "follow.must_trump = false too", {"follow.must_trump": False}),
    (K, {"follow.must_follow": False}, "K2.2", "warning", "follow.must_beat", "set "
     "follow.must_beat = never too", {"follow.must_beat": "never"}),
    (D, {"follow.must_follow": False, "follow.while_open": True}, "D3.1", "warning",
     "follow.while_open", "no duty is left", {"follow.must_follow": True}),
    (D, {"seats": 3}, "D1.1", "note", "seats", "3 seats share the points, so that many deals end",
     {"seats": 2}),
    (K, {"deck.ranks": list("ATQJ9")}, "K3.1", "note", "deck.ranks", "there are no marriages",
     {"deck.ranks": list("ATKQJ9")}),
    (K, {"deck.ranks": list("ATQJ9"), "marriage.plain": 30}, "K3.1", "warning", "marriage.plain",
     "= 30 cannot matter: deck.ranks lacks", {"deck.ranks": list("ATKQJ9")}),
    (K, {"marriage.from_trick": 13}, "K3.1", "warning", "marriage.from_trick", "a deal has 12",
     {"marriage.from_trick": 12}),
    (K, {"marriage.lead_endgame": "queen"}, "K3.1", "warning", "marriage.lead_endgame",
     "none is declared in the endgame", {"marriage.after_close": True}),
    (K, {"marriage.plain": 0, "marriage.trump": 0}, "K3.1", "warning", "marriage.plain",
     "marriages are worth nothing", {"marriage.trump": 10}),
    (K, {"exchange.rank": "none", "exchange.min_talon": 4}, "K4.1", "warning", "exchange.min_talon",
     "cannot matter: exchange.rank = none", {"exchange.rank": "9"}),
    (K, {"exchange.min_talon": 11}, "K4.1", "warning", "exchange.min_talon", "lead 2) the talon "
     "holds 10 cards", {"exchange.needs_trick": False}),
    (D, {"exchange.from_trick": 7, **NO_CLOSING}, "D6.1", "warning", "exchange.from_trick",
     "nothing can be exchanged", {"closing.allowed": True}),
    (S, {"closing.from_trick": 6}, "S5.1", "warning", "closing.from_trick", "talon can never be "
     "closed", {"closing.when": "before_or_after_draw"}),
    (S, {"closing.min_tricks_won": 5}, "S5.1", "warning", "closing.min_talon", "(lead 6) the talon "
     "holds 0 cards", {"closing.min_tricks_won": 4}),
    (K, {"closing.failure": "flat_three", "closing.opponent_tricks": "at_end"}, "K5.3", "warning",
     "closing.opponent_tricks", "does not look at it", {"closing.failure": "two_or_three"}),
    (D, {"closing.opponent_claims": "normal"}, "D5.4", "warning", "closing.opponent_claims",
     "as any lost deal", {"closing.failure": "flat_three"}),
    (D, {"claim.wrong_by_closer": "as_failure"}, "D7.2", "warning", "claim.wrong_by_closer",
     "and claim.wrong = by_count a wrong claim", {"claim.wrong": "flat_two"}),
    (D, {**NO_CLOSING, "closing.auto_out": "any_trick"}, "D5.3", "warning", "closing.auto_out",
     "closing.allowed = false", {"closing.allowed": True}),
    (K, {**NO_CLOSING, "claim.wrong_by_closer": "as_failure"}, "K6.2", "warning",
     "claim.wrong_by_closer", "closing.allowed = false", {"closing.allowed": True}),
    (K, {"claim.target": 231}, "K6.1", "error", "claim.target", "nobody can reach 231: all cards "
     "and marriages give 230", {"claim.target": 230}),
    (S, {"last_trick.when_closed": True}, "S7.3", "warning", "last_trick.when_closed",
     "last_trick.bonus = 0", {"last_trick.bonus": 5}),
    (K, {"played_out.nobody_at_target": "higher"}, "K7.3", "warning", "played_out.nobody_at_target",
     "played_out.winner = higher", SOLE),
    (D, {"played_out.compare": "card_points"}, "D7.3", "warning", "played_out.compare",
     "nobody at it is a draw", {"played_out.nobody_at_target": "higher"}),
    (S, {"played_out.compare": "card_points"}, "S7.3", "warning", "played_out.compare",
     "played_out.winner = last_trick", {"played_out.winner": "higher"}),
    (S, {"stakes.draw_adds": 1}, "S7.3", "warning", "stakes.draw_adds", "no deal is drawn", SOLE),
    (K, {"stakes.under": 0, "stakes.under_pays": 3}, "K7.1", "warning", "stakes.under_pays",
     "fewer than stakes.under = 0", {"stakes.under": 1}),
    (K, {"stakes.under_pays": 0}, "K7.1", "warning", "stakes.under_pays", "pays 0, less than one "
     "above, who pays 1", {"stakes.under_pays": 1}),
    (K, {"stakes.no_trick_pays": 1}, "K7.1", "warning", "stakes.no_trick_pays", "pays 1, less than "
     "one with some, who pays up to 2", {"stakes.no_trick_pays": 2}),
    (D, {"match.deals": 0}, "D7.4", "note", "match.target", "nothing but match.max_deals = 1000",
     {"match.target": 20}),
    (D, {"match.max_deals": 10}, "D7.4", "warning", "match.deals", "before 12 deals",
     {"match.deals": 10}),
    (K, {"match.max_deals": 3}, "K7.2", "error", "match.target", "no side can reach 11: 3 deals of "
     "up to 3 game points give 9", {"match.max_deals": 4}),
    (D, {"irregularities.expose_redeal_rate": 0.5}, "D8.1", "warning",
     "irregularities.expose_redeal_rate", "irregularities.expose_rate = 0",
     {"irregularities.expose_rate": 0.1}),
]  # fmt: skip


def found(preset: str, *changes: Changes) -> list[Finding]:
    return static_findings(resolve_rules(preset, *map(nest, changes)))


@pytest.mark.parametrize("broken", BROKEN, ids=[f"{b[2]}-{b[5][:30]}" for b in BROKEN])
def test_each_finding_and_its_cure(broken: tuple[Any, ...]) -> None:
    preset, changes, rule, severity, where, part, cure = broken

    def is_it(item: Finding) -> bool:
        told = (item.rule, item.severity, item.where) == (rule, severity, where)
        return told and part in item.message

    items = found(preset, changes)
    assert len([item for item in items if is_it(item)]) == 1, items
    assert not any(map(is_it, found(preset, changes, cure)))


def test_every_finding_of_the_code_has_a_broken_scenario(
    lines_of_findings: set[tuple[str, int]],
) -> None:
    for preset, changes, *_ in BROKEN:
        found(preset, changes)
    assert missed_findings(Path(talon.__path__[0]), lines_of_findings) == []


@hypothesis_settings(max_examples=150)
@given(st.randoms(use_true_random=False), st.sampled_from(PRESETS))
def test_findings_name_clauses_and_keys_there_are(rng: Random, preset: str) -> None:
    ruleset = resolve_rules(preset, random_talon_settings(rng, preset))
    for item in static_findings(ruleset):
        assert item.rule in ruleset.clauses()
        assert item.where in (*ruleset.values, "deck.values")
        assert item.message.isprintable()
        assert item.count >= 1


def test_cards_left_and_points() -> None:
    """Arithmetic of the player counts: the end of the rules of Seksogtres; K7.3's 130."""
    two = resolve_rules(D).talon
    assert [cards_left(two, lead) for lead in (1, 2, 6, 7, 20)] == [12, 10, 2, 0, 0]
    assert leads(two) == 12
    assert leads(resolve_rules(D, {"seats": 3}).talon) == 8
    five = {"seats": 5, "deck": {"packs": 2}}
    assert [cards_left(resolve_rules(D, five).talon, lead) for lead in (3, 4, 5)] == [8, 0, 0]
    assert leads(resolve_rules(D, five).talon) == 9
    partial = resolve_rules(D, five, {"talon": {"uneven": "partial"}}).talon
    assert [cards_left(partial, lead) for lead in (3, 4, 5)] == [8, 3, 0]
    assert leads(partial) == 10
    assert most_points(two) == 130 + 100
