"""The list of metrics: whole, unambiguous, in words a designer reads."""

from pathlib import Path

import pytest

from sixtysix_sim.errors import BadInput
from sixtysix_sim.metrics import estimate, find_metric, layout_of, measure_names, metrics_of
from sixtysix_sim.metrics.auction.catalogue import SECTIONS
from sixtysix_sim.metrics.auction.slots import level_names
from sixtysix_sim.rules.ruleset import resolve_rules
from sixtysix_sim.statistics import Sums
from tests.strategies import random_ruleset

CIFT = resolve_rules("cift66")


def test_names_are_unique_and_measures_exist() -> None:
    metrics, names = metrics_of(CIFT), measure_names(CIFT)
    assert len({metric.name for metric in metrics}) == len(metrics)
    assert len(set(names)) == len(names) == layout_of(CIFT).size
    for metric in metrics:
        assert metric.section in SECTIONS
        assert not names[metric.num].startswith("work")
        assert not names[metric.den].startswith("work")
        assert metric.label
        assert metric.out_of
        assert metric.meaning.startswith("the ")


def test_every_measure_serves_a_metric() -> None:
    """A measure that no metric reads costs time in the hot loop for nothing."""
    used = {place for metric in metrics_of(CIFT) for place in (metric.num, metric.den)}
    idle = [name for n, name in enumerate(measure_names(CIFT)) if n not in used]
    assert [name for name in idle if not name.startswith("work")] == ["ends.deal_count"]


@pytest.mark.parametrize(
    ("name", "num", "den"),
    [
        ("made", "made", "deals"),
        ("made_by_level.160", "level_made.160", "level.160"),
        ("contracts_by_level.700", "level.700", "deals"),
        ("made_by_speaker.3", "speaking_made.3", "speaking.3"),
        ("made_by_bids.4", "bids_made.4", "bids.4"),
        ("set_cost", "set_cost", "set"),
        ("trick_points", "cards", "deals"),
        ("trick_points_by_role.defenders", "cards_defender", "deals"),
        ("meld_points_by_side.1", "melds_sides.1", "deals"),
        ("hands_with_meld.bezique", "meld_hands.bezique", "hands"),
        ("deals_with_meld.run", "meld_deals.run", "deals"),
        ("points_of_meld.trump_nine", "meld_points.trump_nine", "deals"),
        ("kaput_defenders", "kaput_defender", "deals"),
        ("wins_by_side.1", "wins.1", "games"),
        ("game_end.redeal_cap", "ends.redeal_cap", "games"),
        ("answered_redeal", "answers_redeal", "asks"),
        ("trump.C", "trumps.C", "deals"),
    ],
)
def test_what_a_metric_is_the_ratio_of(name: str, num: str, den: str) -> None:
    metric, names = find_metric(metrics_of(CIFT), name), measure_names(CIFT)
    assert (names[metric.num], names[metric.den]) == (num, den)


def test_levels_of_the_preset_are_its_bids() -> None:
    assert level_names(CIFT) == [str(bid) for bid in range(150, 701, 10)]


@pytest.mark.parametrize(
    ("low", "high", "step", "first", "last", "count"),
    [
        (150, 780, 10, "150", "780", 64),
        (150, 790, 10, "150–160", "790", 33),
        (150, 805, 10, "150–160", "790–800", 33),
        (0, 10_000, 1, "0–156", "9891–10000", 64),
        (300, 300, 10, "300", "300", 1),
        (300, 305, 10, "300", "300", 1),
    ],
)
def test_more_than_64_levels_share_bins_of_equal_width(
    low: int, high: int, step: int, first: str, last: str, count: int
) -> None:
    rules = resolve_rules("cift66", {"auction": {"min_bid": low, "max_bid": high, "step": step}})
    names = level_names(rules)
    assert (names[0], names[-1], len(names)) == (first, last, count)


def test_any_rule_set_has_metrics_that_fit_its_measures() -> None:
    from random import Random

    for seed in range(40):
        ruleset = random_ruleset(Random(seed))
        metrics, names = metrics_of(ruleset), measure_names(ruleset)
        assert len(set(names)) == len(names)
        assert max(max(m.num, m.den) for m in metrics) < layout_of(ruleset).work_at
        assert {m.group for m in metrics if m.key == "deals_with_meld"} == set(
            ruleset.auction.melds.patterns
        )


def test_find_metric_takes_a_plain_hyphen() -> None:
    rules = resolve_rules("cift66", {"auction": {"min_bid": 0, "max_bid": 10_000}})
    bins = metrics_of(rules)
    assert find_metric(bins, "made_by_level.0-150").group == "0–150"


@pytest.mark.parametrize(
    ("wrong", "hint"),
    [
        ("maed", "made"),
        ("made_by_level.158", "made_by_level.160"),
        ("made_by_level.9999", "made_by_level.700"),
        ("kaput_declarer's", "kaput_declarer"),
        ("bezique", "deals_with_meld.bezique"),
    ],
)
def test_an_unknown_metric_names_the_nearest(wrong: str, hint: str) -> None:
    with pytest.raises(BadInput, match=f"no metric '{wrong}' .did you mean {hint}.."):
        find_metric(metrics_of(CIFT), wrong)


def test_estimates_follow_the_unit() -> None:
    metrics = metrics_of(CIFT)
    none_made = Sums(n=100, k=0, m=1000, kk=0, km=0, mm=10_000)
    rate = estimate(find_metric(metrics, "made"), none_made)
    assert rate.low == 0.0
    assert rate.high is not None
    assert 0.003 < rate.high < 0.004  # Clopper–Pearson: 1 − 0.025^(1/1000)
    mean = estimate(find_metric(metrics, "mean_bid"), none_made)
    assert (mean.low, mean.high) == (0.0, 0.0)


def test_the_docs_list_every_name() -> None:
    docs = Path(__file__).parents[2].joinpath("docs", "experiments.md").read_text("utf-8")
    table = docs.partition("## Names of figures")[2]
    written = {m.key if m.group is None else f"{m.key}.…" for m in metrics_of(CIFT)}
    assert {name for name in written if f"`{name}`" not in table} == set()


def test_a_name_like_none_gets_the_list() -> None:
    with pytest.raises(
        BadInput, match=r"there is no metric 'xyz' \(known: made, mean_bid, .*, some in"
    ):
        find_metric(metrics_of(CIFT), "xyz")
