"""`--vary` texts, and the scenarios they make."""

import pytest

from sixtysix_sim.errors import BadInput, InvalidScenario
from sixtysix_sim.experiments.grid import grid_of, read_axes, read_axis
from sixtysix_sim.scenario import load_scenario

OWN = load_scenario("cift66").with_games(50, 7)
MIN_BID = "rules.auction.min_bid"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (f"{MIN_BID}=100:150:25", ("100", "125", "150")),
        (f"{MIN_BID}=100:149:25", ("100", "125")),
        ("bots.default.bid_risk=0.1:0.3:0.1", ("0.1", "0.2", "0.3")),
        ("rules.follow.must_beat=never, always", ("never", "always")),
        ("rules.kaput.factor=2", ("2",)),
    ],
)
def test_values_of_an_axis(text: str, values: tuple[str, ...]) -> None:
    assert read_axis(text).values == values


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (MIN_BID, "write KEY=A:B:STEP"),
        ("auction.min_bid=1,2", "did you mean rules.auction.min_bid?"),
        (f"{MIN_BID}=150:100:10", "A must not be above B"),
        (f"{MIN_BID}=100:150:0", "STEP must be above 0"),
        (f"{MIN_BID}=a:b:c", "three numbers"),
        (f"{MIN_BID}=1:inf:1", "finite"),
        (f"{MIN_BID}=0:9000:1", "more than 1000 values"),
        (f"{MIN_BID}=100,,120", "a value is empty"),
        (f"{MIN_BID}=100,100", "stands twice"),
    ],
)
def test_what_is_no_axis(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=r".") as caught:
        read_axis(text)
    assert said in caught.value.message


def test_at_most_two_keys_and_each_once() -> None:
    with pytest.raises(BadInput, match="at most 2"):
        read_axes([f"rules.{name}=1" for name in ("a.b", "c.d", "e.f")])
    with pytest.raises(BadInput, match="twice"):
        read_axes([f"{MIN_BID}=100", f"{MIN_BID}=120"])
    with pytest.raises(BadInput, match="nothing to vary"):
        read_axes([])


def test_two_keys_make_every_combination_on_the_seed_and_games_of_the_scenario() -> None:
    axes = read_axes([f"{MIN_BID}=140:160:10", "bots.default=greedy,random"])
    grid = grid_of("cift66", [], axes, OWN)
    assert len(grid.points) == 6
    last = grid.points[-1]
    assert last.scenario.ruleset.auction.auction.min_bid == 160
    assert {bot.policy for bot in last.scenario.bots} == {"random"}
    assert {(p.scenario.seed, p.scenario.games) for p in grid.points} == {(7, 50)}


def test_the_base_is_the_scenarios_own_point_else_the_first() -> None:
    own = grid_of("cift66", [], read_axes([f"{MIN_BID}=140:160:10"]), OWN)
    assert own.base.label == f"{MIN_BID}=150"
    other = grid_of("cift66", [], read_axes([f"{MIN_BID}=100,120"]), OWN)
    assert other.base.label == f"{MIN_BID}=100"


def test_impossible_points_are_named_and_left_out() -> None:
    grid = grid_of("cift66", [], read_axes([f"{MIN_BID}=690,700,710"]), OWN)
    assert [point.values[MIN_BID] for point in grid.points] == ["690", "700"]
    assert list(grid.skipped) == [f"{MIN_BID}=710"]
    assert "auction.min_bid" in grid.skipped[f"{MIN_BID}=710"]


@pytest.mark.parametrize(
    ("vary", "said"),
    [
        ("rules.auction.min_bit=100,120", "did you mean auction.min_bid"),
        ("bots.default.bid_rusk=0.1,0.2", "did you mean bid_risk"),
        (f"{MIN_BID}=800,900", "auction.min_bid"),
    ],
)
def test_a_grid_without_a_valid_point_is_refused(vary: str, said: str) -> None:
    with pytest.raises(InvalidScenario) as caught:
        grid_of("cift66", [], read_axes([vary]), OWN)
    assert said in caught.value.message
    assert "--set" not in caught.value.message
