"""The list of metrics of the talon family: whole, unambiguous, fit for every rule set."""

from random import Random

import pytest

from sixtysix_sim.metrics import (
    find_metric,
    layout_of,
    measure_names,
    metrics_of,
    sections_of,
    side_place,
)
from sixtysix_sim.metrics.talon.slots import closing_sizes, closing_tricks, most_left
from sixtysix_sim.rules.ruleset import RuleSet, resolve_rules
from sixtysix_sim.vocabulary import Family
from tests.strategies import random_talon_settings

CLASSIC = resolve_rules("classic_66_v1")
#: Rules that make everything possible that a figure tells of.
ALL = resolve_rules(
    "seksogtres",
    {
        "stakes": {"base": 0},
        "match": {"target": 7, "deals": 9},
        "irregularities": dict.fromkeys(
            resolve_rules("seksogtres").changes()["irregularities"], 0.1
        ),
    },
)


@pytest.mark.parametrize("ruleset", [CLASSIC, ALL], ids=["classic", "all"])
def test_names_are_unique_and_measures_exist(ruleset: RuleSet) -> None:
    metrics, names = metrics_of(ruleset), measure_names(ruleset)
    assert len({metric.name for metric in metrics}) == len(metrics)
    assert len({metric.label for metric in metrics}) == len(metrics)
    assert len(set(names)) == len(names) == layout_of(ruleset).size
    never = {"irregularities"} if ruleset is CLASSIC else set()  # players who do not slip
    assert {metric.section for metric in metrics} == set(sections_of(Family.TALON)) - never
    for metric in metrics:
        assert not names[metric.num].startswith("work")
        assert not names[metric.den].startswith("work")
        assert metric.out_of
        assert metric.meaning.startswith("the ")


def test_every_measure_serves_a_metric() -> None:
    """A measure that no metric reads costs time in the hot loop for nothing."""
    used = {place for metric in metrics_of(ALL) for place in (metric.num, metric.den)}
    idle = [name for n, name in enumerate(measure_names(ALL)) if n not in used]
    closings = ("closed_talon", "closer_wins_talon")  # sizes between those that can be closed at
    assert [name for name in idle if not name.startswith(("work", *closings))] == [
        "way_points.drawn"
    ]


@pytest.mark.parametrize(
    ("name", "num", "den"),
    [
        ("game_points", "game_points", "deals"),
        ("worth.4+", "worth.more", "won"),
        ("worth.0", "worth.0", "won"),
        ("deal_end.claim", "claims", "deals"),
        ("deal_end.drawn", "ways.drawn", "deals"),
        ("price.closer_failed", "way_points.closer_failed", "ways.closer_failed"),
        ("at_target.none", "at_target.none", "deals"),
        ("claims.against_closer", "ways.claim_against_closer", "deals"),
        ("wrong_claims_price.open", "way_points.wrong_claim", "ways.wrong_claim"),
        ("deals_won_by_role.forehand", "deals_forehand", "deals"),
        ("deals_won_by_side.1", "deals_side.1", "deals"),
        ("closer_wins", "closer_wins", "closed"),
        ("closing_end.opponent_claim", "ways.claim_against_closer", "closed"),
        ("closed_by_trick.7", "closed_trick.7", "closed"),
        ("closer_wins_by_talon.12", "closer_wins_talon.12", "closed_talon.12"),
        ("marriages", "all_marriages", "deals"),
        ("marriages_counted.trump", "marriages.trump_counted", "deals"),
        ("marriages_lost.plain", "marriages.plain_lost", "plain_marriages"),
        ("trick_points_by_side.0", "cards_side.0", "deals"),
        ("stake", "stakes", "staked"),
        ("wins_by_side.1", "wins_side.1", "games"),
        ("first_forehand_wins", "forehand_wins", "games"),
        ("moves_per_deal", "moves", "dealt"),
        ("game_end.deal_count", "ends.deal_count", "games"),
    ],
)
def test_what_a_metric_is_the_ratio_of(name: str, num: str, den: str) -> None:
    metric, names = find_metric(metrics_of(ALL), name), measure_names(ALL)
    assert (names[metric.num], names[metric.den]) == (num, den)


def test_figures_shared_by_the_families_bear_one_name() -> None:
    auction = {metric.key: metric.unit for metric in metrics_of(resolve_rules("cift66"))}
    talon = {metric.key: metric.unit for metric in metrics_of(CLASSIC)}
    shared = {
        "behind_wins", "deals_per_game", "deficit", "forced", "forced_by_trick", "game_end",
        "lead_changes", "legal_by_trick", "legal_per_move", "margin", "meld_points",
        "meld_points_by_side", "meld_share",
        "moves_per_deal", "moves_per_game", "no_winner", "score_by_side", "spread",
        "trick_points", "trick_points_by_side", "wins_by_side", "written_by_role",
    }  # fmt: skip
    assert auction.keys() & talon.keys() == shared
    assert all(auction[key] == talon[key] for key in shared)


def test_side_places_are_those_of_the_names() -> None:
    for ruleset, name in ((CLASSIC, "{}_side.{}"), (resolve_rules("cift66"), "{}.{}")):
        names = measure_names(ruleset)
        for what in ("WINS", "SCORES"):
            for side in range(2):
                place = side_place(ruleset.family, what, side)
                assert names[place] == name.format(what.lower(), side)


@pytest.mark.parametrize(
    ("preset", "changes", "tricks", "sizes"),
    [
        ("classic_66_v1", {}, range(1, 7), [12, 10, 8, 6, 4, 2]),
        ("seksogtres", {}, range(1, 8), [12, 10, 8, 6, 4, 2]),
        ("schnapsen", {}, range(1, 6), [10, 8, 6, 4, 2]),
        ("classic_66_v1", {"closing": {"min_talon": 4}}, range(1, 6), [12, 10, 8, 6, 4]),
        ("classic_66_v1", {"closing": {"from_trick": 3}}, range(3, 7), [8, 6, 4, 2]),
        ("seksogtres", {"closing": {"from_trick": 3}}, range(3, 8), [10, 8, 6, 4, 2]),
        ("classic_66_v1", {"closing": {"allowed": False}}, range(1, 1), []),
        ("seksogtres", {"seats": 3}, range(1, 4), [6, 3]),
        (
            "classic_66_v1",
            {"irregularities": {"double_draw_rate": 0.1}},
            range(1, 7),
            list(range(12, 1, -1)),
        ),
    ],
)
def test_closings_are_told_apart_where_the_talon_can_be_closed(
    preset: str, changes: dict[str, dict[str, object]], tricks: range, sizes: list[int]
) -> None:
    rules = resolve_rules(preset, changes).talon
    assert closing_tricks(rules) == tricks
    assert closing_sizes(rules) == sizes


def test_any_rule_set_has_metrics_that_fit_its_measures() -> None:
    for seed in range(60):
        preset = ("classic_66_v1", "seksogtres", "schnapsen")[seed % 3]
        ruleset = resolve_rules(preset, random_talon_settings(Random(seed), preset))
        metrics, names = metrics_of(ruleset), measure_names(ruleset)
        assert len(set(names)) == len(names) == layout_of(ruleset).size
        assert len({metric.name for metric in metrics}) == len(metrics)
        sizes = closing_sizes(ruleset.talon)
        assert all(0 < left <= most_left(ruleset.talon) for left in sizes)
        assert not any(names[m.num].startswith("work") for m in metrics)
