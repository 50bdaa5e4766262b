"""A comparison as people read it: marks, intervals, and the one sentence at the end."""

from dataclasses import replace

import pytest

from sixtysix_sim.errors import BadInput
from sixtysix_sim.experiments.compare import Comparison, compare
from sixtysix_sim.experiments.headlines import headlines_of
from sixtysix_sim.metrics import find_metric, metrics_of
from sixtysix_sim.reporting.comparison import (
    comparison_rows,
    comparison_sections,
    sentence,
    show_bounds,
    show_change,
    show_difference,
)
from sixtysix_sim.reporting.tables import layout
from sixtysix_sim.scenario import load_scenario
from sixtysix_sim.statistics import Difference
from tests.experiments.made_up_players import MadeUpPlayer

A = load_scenario("cift66")
METRICS = metrics_of(A.ruleset)
MADE, BID = find_metric(METRICS, "made"), find_metric(METRICS, "mean_bid")


def found(*sets: str, games: int = 300, primary: str = "made") -> Comparison:
    b = load_scenario("cift66", sets)
    return compare(A, b, games, primary=primary, make_player=MadeUpPlayer)


@pytest.fixture(scope="module")
def easier() -> Comparison:
    return found("rules.auction.min_bid=120")


@pytest.mark.parametrize("preset", ["cift66", "classic_66_v1", "seksogtres", "schnapsen"])
def test_headlines_exist(preset: str) -> None:
    """Deals worth 4 and more come up only where stakes grow or prices are changed."""
    ruleset = load_scenario(preset).ruleset
    usual, metrics = headlines_of(ruleset.family), metrics_of(ruleset)
    for names in (usual.sweep, usual.sensitivity, usual.rights, (usual.primary,)):
        for name in names:
            find_metric(metrics, name)
    missing = set(usual.compare) - {metric.name for metric in metrics}
    assert missing <= {"worth.4+"}


def test_two_families_are_not_compared() -> None:
    with pytest.raises(BadInput, match="cift66 is of the auction family and"):
        compare(A, load_scenario("schnapsen"), 10, make_player=MadeUpPlayer)


def test_the_sentence_names_change_effect_bots_games_and_seed(easier: Comparison) -> None:
    said = sentence(easier)
    made = easier.primary.difference
    assert made.a is not None
    assert made.b is not None
    assert said.startswith(
        "Playing with auction.min_bid 120 instead of 150 raises the share of contracts made from "
        f"{100 * made.a:.1f} % to {100 * made.b:.1f} %, by "
    )
    assert "percentage points (95 % interval of the difference +" in said
    assert said.endswith("with standard bots in every seat, over the same 300 games of seed 66.")
    assert said.count(".") - said.count(". ") >= 1
    assert "\n" not in said


def test_a_change_the_other_way_lowers() -> None:
    b = load_scenario("cift66", ["rules.auction.min_bid=120"])
    said = sentence(compare(b, A, 300, make_player=MadeUpPlayer))
    assert "min_bid 150 instead of 120 lowers the share of contracts made" in said
    assert "percentage points (95 % interval of the difference -" in said


def test_equal_games_are_said_to_be_equal() -> None:
    said = sentence(found())
    assert said.startswith(
        "The two scenarios have the same rules and bots, and playing both changes nothing: "
        "every figure is the same in every game"
    )


def test_an_untouched_primary_is_exactly_as_it_was() -> None:
    said = sentence(found("rules.auction.min_bid=120", primary="wins_by_side.0"))
    assert "leaves the share of games side 0 wins exactly as it was" in said


def test_what_so_many_games_cannot_show(easier: Comparison) -> None:
    unclear = replace(easier.primary, difference=difference(0.001, 0.004))
    others = [one for one in easier.compared if not one.primary]
    said = sentence(replace(easier, compared=[unclear, *others]))
    assert (
        "makes no difference to the share of contracts made that so many games could show: "
        "50.0 % and 50.1 % (difference -0.3 … +0.5 pp, 95 % interval), with standard bots"
    ) in said


def test_a_metric_that_never_came_up() -> None:
    said = sentence(found("rules.auction.min_bid=120", primary="answered_redeal"))
    assert "says nothing about the share of asks answered redeal" in said


def test_bots_that_differ_are_part_of_the_change() -> None:
    said = sentence(found("rules.auction.min_bid=120", "bots.side.1=greedy"))
    assert "standard (side 0) against greedy (side 1) instead of standard bots in every" in said


def test_many_changes_are_counted() -> None:
    said = sentence(
        found(
            "rules.auction.min_bid=120",
            "rules.auction.max_bid=500",
            "rules.game.target=1000",
            "rules.last_trick.bonus=20",
        )
    )
    assert "and 2 more rule changes raises" in said


def test_the_table_fits_80_columns_and_marks_what_stays_clear(easier: Comparison) -> None:
    shown = layout(comparison_sections(easier), width=80)
    assert max(map(len, shown.splitlines())) <= 80
    lines = {line.split("  ")[0]: line for line in shown.splitlines()}
    table = shown.splitlines()
    first = next(n for n, line in enumerate(table) if line.startswith("primary figure first"))
    assert table[first + 1].startswith("contracts made")
    assert "pp*" in table[first + 1]
    other = layout(
        comparison_sections(found("rules.auction.min_bid=120", primary="written")), width=80
    )
    marked = next(line for line in other.splitlines() if line.startswith("contracts made"))
    assert "pp*" in marked
    assert "auction.min_bid" in lines
    assert "150 → 120" in lines["auction.min_bid"]
    assert lines["side 0 wins"].split()[-5:] == ["0", "pp", "in", "every", "game"]
    assert "Only b has contracts at 120, made at 120 and 4 more." in " ".join(shown.split())


def test_the_note_explains_stars_zeros_and_pairs_only_where_they_stand(easier: Comparison) -> None:
    note = comparison_sections(easier)[1].note
    assert "* a clear difference: of the primary figure if its interval leaves out 0" in note
    assert "0 in every game: the figure is the same in each of the 300 games." in note
    assert "For contracts made, a game played by both sides is worth " in note
    plain = comparison_sections(found())[1].note
    assert "*" not in plain
    assert "is worth" not in plain


def test_all_shows_every_common_metric(easier: Comparison) -> None:
    table = comparison_sections(easier, everything=True)[1]
    assert len(table.rows) == len(easier.compared)
    assert [c.title for c in table.columns][-2:] == ["correlation", "worth of pairs"]


@pytest.mark.parametrize("games", [40, 60, 80, 100, 120, 140, 160, 180])
def test_a_b_and_their_difference_agree_as_shown(games: int) -> None:
    table = comparison_sections(found("rules.auction.min_bid=120", games=games))[1]
    for row in table.rows:
        a, b, change = (column.show(row) for column in table.columns[1:4])
        if "–" in (a, b, change):
            continue
        one, two, difference = (
            float(cell.rstrip("*").removesuffix(" pp").removesuffix(" %").replace(",", ""))
            for cell in (a, b, change)
        )
        assert one + difference == pytest.approx(two, abs=1e-9), (a, b, change)


def test_games_with_deals_of_their_own_are_said_so() -> None:
    said = sentence(found("rules.deal.hand_size=10", games=1))
    assert said.endswith("over 1 game a side, each with deals of its own, of seed 66.")


def test_the_head_has_no_heading_that_reads_as_a_value(easier: Comparison) -> None:
    """On a narrow terminal each fact stands below its name."""
    shown = layout(comparison_sections(easier)[:1], width=20)
    assert "against" not in shown


def test_rows_have_the_fields_of_the_interface(easier: Comparison) -> None:
    rows = list(comparison_rows(easier))
    fields = ["metric", "a", "b", "difference", "low", "high", "p_adjusted", "correlation",
              "games_saved", "primary"]  # fmt: skip
    assert all(list(row) == fields for row in rows)
    assert [row["metric"] for row in rows if row["primary"]] == ["made"]
    assert len(rows) == len(easier.compared) + len(easier.one_sided)
    only = next(row for row in rows if row["metric"] == "contracts_by_level.120")
    assert (only["a"], only["difference"]) == (None, None)


def test_decks_that_differ_are_said_to_share_no_deals() -> None:
    other = found("rules.deal.hand_size=10")
    assert "no deal can be the same" in comparison_sections(other)[0].note
    assert not comparison_sections(found("rules.game.target=1000"))[0].note


def difference(value: float, half: float) -> Difference:
    return Difference(0.5, 0.5, value, value - half, value + half, half / 2, 0.1, 0.5, 2.0, 100)


def test_signed_differences() -> None:
    assert show_difference(MADE, 0.0321, 1) == "+3.2 pp"
    assert show_difference(MADE, -0.0321, 2) == "-3.21 pp"
    assert show_difference(MADE, 0.00001, 1) == "0.0 pp"
    assert show_difference(MADE, 0.0, 1) == "0.0 pp"
    assert show_change(MADE, difference(0.0, 0.004), starred=False) == "0.0 pp"
    assert show_change(MADE, difference(0.0, 0.0), starred=False) == "0 pp"
    assert show_change(BID, difference(2.0, 0.4), starred=True) == "+2.0*"
    assert show_difference(BID, 12.5, 1) == "+12.5"
    assert show_difference(BID, None, 1) == "–"
    assert show_bounds(MADE, difference(0.03, 0.01)) == "+2.0 … +4.0 pp"
    assert show_bounds(BID, difference(-3.0, 4.0)) == "-7.0 … +1.0"
